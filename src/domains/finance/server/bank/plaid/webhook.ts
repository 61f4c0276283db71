/**
 * Plaid's webhooks are signed (https://plaid.com/docs/api/webhooks/webhook-verification): a JWT (ES256) in the header
 * Plaid-Verification names the SHA-256 of the body and when it was sent; its key is asked from Plaid and kept.
 */
import { createHash, createPublicKey, type JsonWebKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { load, type PlaidSettings } from './provider.ts';

/** Older ones are someone's recording. Seconds. */
const MAX_AGE = 300;
const keys = new LRUCache<string, KeyObject>({ max: 50, ttl: 24 * 3_600_000 });

/** Whether Plaid sent exactly this body, just now. */
export async function isFromPlaid(
  settings: PlaidSettings,
  token: string | undefined,
  body: Buffer,
  now = Date.now(),
): Promise<boolean> {
  const [header, payload, signature, ...rest] = (token ?? '').split('.');
  if (!header || !payload || !signature || rest.length > 0) return false;
  const { alg, kid } = parse(header);
  if (alg !== 'ES256' || typeof kid !== 'string' || !/^[\w-]{1,100}$/.test(kid)) return false;
  const key = await keyOf(settings, kid);
  if (
    !key ||
    !verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
    return false;
  const { iat, request_body_sha256: told } = parse(payload);
  if (typeof iat !== 'number' || Math.abs(now / 1000 - iat) > MAX_AGE || typeof told !== 'string') return false;
  const actual = createHash('sha256').update(body).digest('hex');
  return told.length === actual.length && timingSafeEqual(Buffer.from(told), Buffer.from(actual));
}

function parse(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function keyOf(settings: PlaidSettings, kid: string): Promise<KeyObject | undefined> {
  const cached = keys.get(kid);
  if (cached) return cached;
  try {
    const { data } = await (await load(settings)).webhookVerificationKeyGet({ key_id: kid });
    if (data.key.expired_at !== null) return undefined;
    const key = createPublicKey({ key: data.key as unknown as JsonWebKey, format: 'jwk' });
    keys.set(kid, key);
    return key;
  } catch {
    return undefined;
  }
}
