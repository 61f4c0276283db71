/**
 * Start times that a host can offer. Hours are wall times in the host's zone; a skipped time moves past the gap, and a
 * time that occurs twice means the first (RFC 5545, 3.3.5). Starts step in elapsed time from the start of a range.
 */
import { addDays, dayAt } from '../../../kernel/days.ts';
import { instantAt } from '../../../kernel/wall-clock.ts';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof WEEKDAYS)[number];
/** From and until, as wall times; `24:00` is the end of the day. */
type WallRange = readonly [from: string, until: string];

export interface Hours {
  /** IANA name. */
  zone: string;
  weekly: Readonly<Partial<Record<Weekday, readonly WallRange[]>>>;
  /** Takes the place of the weekday's hours; an empty list is a day off. */
  overrides: Readonly<Record<string, readonly WallRange[]>>;
}

/** Half-open, in milliseconds. */
export type Interval = readonly [from: number, until: number];

export interface SlotRules {
  durationMinutes: number;
  stepMinutes: number;
  bufferBefore: number;
  bufferAfter: number;
  noticeMinutes: number;
  horizonDays: number;
  /** Bookings on one of the host's days; null is no limit. */
  dailyLimit: number | null;
}

export interface SlotRequest {
  hours: Hours;
  rules: SlotRules;
  busy: readonly Interval[];
  /** Starts of bookings that count against the daily limit. */
  booked: readonly number[];
  now: number;
  from: number;
  to: number;
}

/** Why a start is not offered. */
type SlotObstacle = 'notice' | 'horizon' | 'busy' | 'limit' | 'hours';
interface Candidate {
  at: number;
  obstacle: SlotObstacle | null;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

function wallInstant(day: string, time: string, zone: string): number {
  return Date.parse(time === '24:00' ? instantAt(`${addDays(day, 1)}T00:00`, zone) : instantAt(`${day}T${time}`, zone));
}

/** The ranges of one local day as instants. */
function rangesOf({ zone, weekly, overrides }: Hours, day: string): Interval[] {
  const weekday = WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]!;
  const ranges = Object.hasOwn(overrides, day) ? overrides[day]! : (weekly[weekday] ?? []);
  return ranges
    .filter(([from, until]) => from < until)
    .map(([from, until]): Interval => [wallInstant(day, from, zone), wallInstant(day, until, zone)]);
}

/** Overlapping intervals as one, in order. */
function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: [number, number][] = [];
  for (const [from, until] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else if (until > from) merged.push([from, until]);
  }
  return merged;
}

/** Whether merged intervals meet [from, until). */
function meets(merged: readonly Interval[], from: number, until: number): boolean {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (merged[middle]![1] <= from) low = middle + 1;
    else high = middle;
  }
  return low < merged.length && merged[low]![0] < until;
}

/** Every start that the hours allow in [from, to), each with what stands in its way. */
export function slotCandidates({ hours, rules, busy, booked, now, from, to }: SlotRequest): Candidate[] {
  const { durationMinutes, stepMinutes, bufferBefore, bufferAfter, noticeMinutes, horizonDays, dailyLimit } = rules;
  const merged = mergeIntervals(busy);
  const earliest = now + noticeMinutes * MINUTE;
  const latest = now + horizonDays * DAY;
  const perDay = new Map<string, number>();
  for (const time of booked) {
    const day = dayAt(new Date(time), hours.zone);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  const found = new Map<number, Candidate>();
  const end = addDays(dayAt(new Date(to), hours.zone), 1);
  for (let day = addDays(dayAt(new Date(from), hours.zone), -1); day <= end; day = addDays(day, 1)) {
    const isFull = dailyLimit !== null && (perDay.get(day) ?? 0) >= dailyLimit;
    for (const [open, close] of rangesOf(hours, day)) {
      for (let at = open; at + durationMinutes * MINUTE <= close; at += stepMinutes * MINUTE) {
        if (at < from || at >= to) continue;
        const isBusy = meets(merged, at - bufferBefore * MINUTE, at + (durationMinutes + bufferAfter) * MINUTE);
        const obstacle = at < earliest ? 'notice' : at > latest ? 'horizon' : isFull ? 'limit' : isBusy ? 'busy' : null;
        if (!found.get(at) || obstacle === null) found.set(at, { at, obstacle });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

/** Starts that can be booked. */
export function freeSlots(request: SlotRequest): number[] {
  return slotCandidates(request).flatMap(({ at, obstacle }) => (obstacle === null ? [at] : []));
}

/** Why `at` is not offered; null where it is. */
export function obstacleAt(request: Omit<SlotRequest, 'from' | 'to'>, at: number): SlotObstacle | null {
  const candidate = slotCandidates({ ...request, from: at, to: at + 1 })[0];
  return candidate ? candidate.obstacle : 'hours';
}
