import { v7 } from 'uuid';

/** Random bytes of one id. */
const RANDOM = 16;
/**
 * A request for random bytes costs three microseconds regardless of size, and an import of 100,000 rows makes 170,000
 * ids.
 */
const pool = new Uint8Array(256 * RANDOM);
let used = pool.length;
let msecs = -Infinity;
let seq = 0;

function random(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool.subarray(used, (used += RANDOM));
}

/** A new record id: UUID version 7 (RFC 9562), so that ids sort by creation and indexes grow at one end. */
export function newId(): string {
  const bytes = random();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // The counter of a millisecond starts anywhere in its lower half, so no one can guess it and it does not overflow.
    seq = ((bytes[6]! & 0x7f) << 24) | (bytes[7]! << 16) | (bytes[8]! << 8) | bytes[9]!;
  } else {
    seq = (seq + 1) | 0;
    if (seq === 0) msecs++;
  }
  return v7({ random: bytes, msecs, seq });
}

/** A UUID in the text form of RFC 9562, in either case, as PostgreSQL accepts it. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
