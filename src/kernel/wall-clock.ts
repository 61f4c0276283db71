/**
 * Local times without a zone (`2026-03-29T09:00`) and the instants they mean in one. Recurring appointments use them:
 * nine o'clock stays nine o'clock when daylight saving begins or ends.
 */
import { offsetAt } from './days.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** `2026-11-21T09:30` */
export const WALL_TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

/**
 * The instant at which clocks in `timeZone` show `wall`, as ISO 8601 in UTC. A time that occurs twice means the first
 * one; a skipped time is read with the offset before the gap and so lands after it (RFC 5545, 3.3.5).
 * @throws RangeError when the zone does not exist.
 */
export function instantAt(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}Z`);
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  // The offset before a change is tried first; where the time occurs twice, that gives the earlier instant.
  const fits = [before, after].find((time) => time + offsetAt(time, timeZone) === asUtc);
  return new Date(fits ?? before).toISOString();
}

/** The time that clocks in `timeZone` show at `instant`, to the minute: `2026-03-29T09:00`. */
export function wallAt(instant: string | Date, timeZone: string): string {
  const time = new Date(instant).getTime();
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 16);
}

/** The local time `minutes` later, by the clock alone. */
export function addMinutes(wall: string, minutes: number): string {
  return new Date(Date.parse(`${wall}Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16);
}

/**
 * Whether this machine knows the name as a time zone. Plain offsets are rejected: the database reads `+05:30` as west
 * of Greenwich.
 */
export function isTimeZone(name: string): boolean {
  try {
    offsetAt(0, name);
    return /^\w/.test(name);
  } catch {
    return false;
  }
}
