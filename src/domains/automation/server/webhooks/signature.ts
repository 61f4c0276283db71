/**
 * How webhooks are signed: Standard Webhooks 1.0. HMAC-SHA-256 over `id.timestamp.body`, base64, one for each secret
 * that is good at the time.
 */
import { createHmac } from 'node:crypto';

/** Bytes of a secret: `whsec_` and base64. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** The value of `webhook-signature`: `v1,<base64>`, several separated by spaces. @param timestamp seconds since 1970 */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`,
    )
    .join(' ');
}

/** Seconds to wait before the try after so many: over about a day in all. Undefined: it is given up. */
export function pauseAfter(attempts: number): number | undefined {
  return [5, 300, 1_800, 7_200, 18_000, 28_800, 28_800][attempts - 1];
}
