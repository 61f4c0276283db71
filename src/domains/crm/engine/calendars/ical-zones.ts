/**
 * Zones of iCalendar texts. A name that the machine knows means the machine's own data; any other is read from the
 * text's VTIMEZONE, as calendars of Outlook need.
 */
import { instantAt, isTimeZone } from '../../../../kernel/wall-clock.ts';
import { daysOf, parseRule } from '../activities/recurrence.ts';
import { type Component, propertyOf } from './ical-reader.ts';

/** From a wall time without a zone, in milliseconds as if it were UTC, to the instant. */
export type ZoneClock = (wall: number) => number;

const DAY = 86_400_000;
/** Rules of a VTIMEZONE are followed until then. */
const LAST_YEAR = '2040';

export const ianaClock =
  (zone: string): ZoneClock =>
  (wall) =>
    // The machine's data are asked to the minute.
    Date.parse(instantAt(new Date(wall).toISOString().slice(0, 16), zone)) + (wall % 60_000);

interface Change {
  at: number;
  from: number;
  to: number;
}

/** `-0530` in milliseconds. */
function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text.trim()) ?? [];
  if (hours === undefined) return NaN;
  const size = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -size : size;
}

const WALL = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/;

/** `20260329T020000` in milliseconds, as if it were UTC; NaN for anything else. */
export function wallOf(text: string): number {
  const [, year, month, day, hour, minute, second] = WALL.exec(text.trim()) ?? [];
  return year === undefined ? NaN : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function changesOf(observance: Component): Change[] {
  const from = offsetOf(propertyOf(observance, 'TZOFFSETFROM')?.value ?? '');
  const to = offsetOf(propertyOf(observance, 'TZOFFSETTO')?.value ?? '');
  const start = wallOf(propertyOf(observance, 'DTSTART')?.value ?? '');
  if ([from, to, start].some(Number.isNaN)) return [];
  const walls = [start];
  for (const { name, value } of observance.properties) {
    if (name === 'RDATE')
      walls.push(
        ...value
          .split(',')
          .map(wallOf)
          .filter((wall) => !Number.isNaN(wall)),
      );
    if (name === 'RRULE') walls.push(...rulesWalls(value, start));
  }
  return walls.map((wall) => ({ at: wall - from, from, to }));
}

function rulesWalls(rule: string, start: number): number[] {
  const walls: number[] = [];
  const firstDay = new Date(start).toISOString().slice(0, 10);
  for (const day of daysOf(parseRule(rule), firstDay)) {
    if (day > LAST_YEAR) break;
    walls.push(Date.parse(`${day}T00:00Z`) + (start % DAY));
  }
  return walls;
}

/** The clock of a VTIMEZONE; undefined for one without a change that can be read. */
function customClock(zone: Component): ZoneClock | undefined {
  const changes = zone.parts.flatMap(changesOf).toSorted((a, b) => a.at - b.at);
  const [first] = changes;
  if (!first) return undefined;
  const offsetAt = (time: number) => changes.findLast(({ at }) => at <= time)?.to ?? first.from;
  return (wall) => {
    const [before, after] = [wall - offsetAt(wall - DAY), wall - offsetAt(wall + DAY)] as const;
    // As in the kernel: of a time that occurs twice the first, and a skipped one moves past the gap.
    return [before, after].find((time) => time + offsetAt(time) === wall) ?? before;
  };
}

/** `/vendor.example/Europe/Berlin` → `Europe/Berlin`. */
function knownName(name: string): string | undefined {
  const parts = name.split('/').filter(Boolean);
  return [name, parts.slice(-2).join('/'), parts.slice(-3).join('/')].find(
    (one) => one.includes('/') && isTimeZone(one),
  );
}

/** The clocks of a calendar's zones. A zone that nothing says anything about is that of the reader. */
export function clocksOf(calendar: Component, fallback: string): (name: string | undefined) => ZoneClock {
  const own = ianaClock(fallback);
  const clocks = new Map<string, ZoneClock>();
  const defined = new Map(
    calendar.parts
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [propertyOf(zone, 'TZID')?.value.trim() ?? '', zone]),
  );
  const find = (name: string): ZoneClock => {
    const known = knownName(name);
    if (known) return ianaClock(known);
    const zone = defined.get(name);
    return (zone && customClock(zone)) ?? (name === 'UTC' ? ianaClock('UTC') : own);
  };
  return (name) => {
    if (name === undefined) return own;
    const clock = clocks.get(name) ?? find(name);
    clocks.set(name, clock);
    return clock;
  };
}
