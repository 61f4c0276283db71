/**
 * Calendar days without a zone (`2026-11-21`) and the instants at which they begin in a zone. Day arithmetic runs in
 * UTC, where every day has 24 hours; only `startOfDay` knows about zones.
 */

const DAY_MS = 86_400_000;
const TEXT_LENGTH = '2026-11-21'.length;

/** The day `count` days after `day`; before it when `count` is negative. */
export function addDays(day: string, count: number): string {
  // Series walk through years of days one by one, and within a month that needs no calendar.
  if (count === 1 && day.length === TEXT_LENGTH) {
    const date = Number(day.slice(8));
    if (date > 0 && date < 28) return `${day.slice(0, 8)}${date < 9 ? '0' : ''}${date + 1}`;
  }
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of the month `count` months after the month of `day`. */
export function monthStart(day: string, count = 0): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count, 1)).toISOString().slice(0, 10);
}

/** The Monday of the week of `day` (ISO 8601). */
export function weekStart(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

let words: Intl.DateTimeFormat | undefined;

/** A day in documents and server answers, where no browser format is available: `5 Mar 2026`. */
export function dayWords(day: string): string {
  words ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return words.format(new Date(`${day}T00:00:00Z`));
}

/** Whether `text` is a day that exists: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Milliseconds by which the zone's wall clock is ahead of UTC at `time`.
 * @throws RangeError when the zone does not exist.
 */
export function offsetAt(time: number, timeZone: string): number {
  const part: Record<string, string> = {};
  for (const { type, value } of wallClock(timeZone).formatToParts(time)) part[type] = value;
  const wall = Date.UTC(
    Number(part.year),
    Number(part.month) - 1,
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  );
  return wall - Math.floor(time / 1000) * 1000;
}

/**
 * The instant at which `day` begins in `timeZone` (IANA name), as ISO 8601 in UTC. Where midnight is skipped by
 * daylight saving, the day begins with the first moment that exists.
 * @throws RangeError when the zone does not exist.
 */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const first = midnight - offsetAt(midnight, timeZone);
  // The offset at the result may differ from the one at the guess. A second round settles it, except in a gap.
  const second = midnight - offsetAt(first, timeZone);
  return new Date(Math.max(second, second === first ? first : midnight - offsetAt(second, timeZone))).toISOString();
}

/** The current day in `timeZone` at `now`. */
export function dayAt(now: Date, timeZone: string): string {
  return new Date(now.getTime() + offsetAt(now.getTime(), timeZone)).toISOString().slice(0, 10);
}
