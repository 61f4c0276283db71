/** Signatures of Stripe's webhooks: `t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body">`, with several v1 while a secret is rolled. */
import { createHmac } from 'node:crypto';
import { safeEqual } from '../../secrets/secrets.ts';

/** Seconds that a webhook may be old; older ones are replays. */
const TOLERANCE = 300;

export function stripeSignature(secret: string, body: string | Buffer, seconds: number): string {
  const signed = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${signed}`;
}

/** @param now milliseconds */
export function isSignedByStripe(secret: string, body: Buffer, header: string, now = Date.now()): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const seconds = Number(parts.find(([name]) => name === 't')?.[1]);
  if (secret === '' || !Number.isInteger(seconds) || Math.abs(now / 1_000 - seconds) > TOLERANCE) return false;
  const expected = stripeSignature(secret, body, seconds).split('v1=')[1]!;
  return parts.some(([name, value]) => name === 'v1' && value !== undefined && safeEqual(value, expected));
}
