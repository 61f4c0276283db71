/**
 * Start times that a host can offer. Hours are wall times in the host's zone; a skipped time moves past the gap, and a
 * time that occurs twice means the first (RFC 5545, 3.3.5). Starts step in elapsed time from the start of a range.
 */
import { addDays, dayAt, weekStart } from '../../../kernel/days.ts';
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
  /** Bookings on one of the host's days, and in one of their weeks from Monday; null is no limit. */
  dailyLimit: number | null;
  weeklyLimit: number | null;
}

export interface SlotRequest {
  hours: Hours;
  rules: SlotRules;
  busy: readonly Interval[];
  /** Starts of bookings that count against the limits. */
  booked: readonly number[];
  /** Starts of group bookings with a seat left: neither they nor the limits stand in the way. */
  joinable?: ReadonlySet<number>;
  now: number;
  from: number;
  to: number;
}

/** Why a start is not offered. */
export type SlotObstacle = 'notice' | 'horizon' | 'busy' | 'limit' | 'week' | 'hours';
interface Candidate {
  at: number;
  obstacle: SlotObstacle | null;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Instants of wall times that were worked out already: hosts share zones, days, and hours. */
const known = new Map<string, number>();
const MAX_KNOWN = 50_000;

function wallInstant(day: string, time: string, zone: string): number {
  const key = `${zone} ${day} ${time}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const wall = time === '24:00' ? `${addDays(day, 1)}T00:00` : `${day}T${time}`;
  const instant = Date.parse(instantAt(wall, zone));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, instant);
  return instant;
}

/** The hours of one local day: its own, or those of its weekday. */
export function wallRanges({ weekly, overrides }: Omit<Hours, 'zone'>, day: string): readonly WallRange[] {
  const weekday = WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]!;
  const ranges = Object.hasOwn(overrides, day) ? overrides[day]! : (weekly[weekday] ?? []);
  return ranges.filter(([from, until]) => from < until);
}

const rangesOf = (hours: Hours, day: string): Interval[] =>
  wallRanges(hours, day).map(([from, until]): Interval => [
    wallInstant(day, from, hours.zone),
    wallInstant(day, until, hours.zone),
  ]);

/** Overlapping intervals as one, in order. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
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

/** Which limit a day has reached. */
function limits({ dailyLimit, weeklyLimit }: SlotRules, booked: readonly number[], zone: string) {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const time of booked) {
    const day = dayAt(new Date(time), zone);
    add(day);
    add(`week ${weekStart(day)}`);
  }
  const reached = (key: string, limit: number | null) => limit !== null && (counts.get(key) ?? 0) >= limit;
  return (day: string): 'limit' | 'week' | null =>
    reached(day, dailyLimit) ? 'limit' : reached(`week ${weekStart(day)}`, weeklyLimit) ? 'week' : null;
}

/** Every start that the hours allow in [from, to), each with what stands in its way. */
export function slotCandidates({ hours, rules, busy, booked, joinable, now, from, to }: SlotRequest): Candidate[] {
  const { durationMinutes, stepMinutes, bufferBefore, bufferAfter, noticeMinutes, horizonDays } = rules;
  const merged = mergeIntervals(busy);
  const earliest = now + noticeMinutes * MINUTE;
  const latest = now + horizonDays * DAY;
  const limitOn = limits(rules, booked, hours.zone);
  const found = new Map<number, Candidate>();
  const end = addDays(dayAt(new Date(to), hours.zone), 1);
  for (let day = addDays(dayAt(new Date(from), hours.zone), -1); day <= end; day = addDays(day, 1)) {
    const full = limitOn(day);
    for (const [open, close] of rangesOf(hours, day)) {
      for (let at = open; at + durationMinutes * MINUTE <= close; at += stepMinutes * MINUTE) {
        if (at < from || at >= to) continue;
        const blocked = () =>
          full ??
          (meets(merged, at - bufferBefore * MINUTE, at + (durationMinutes + bufferAfter) * MINUTE) ? 'busy' : null);
        const obstacle = at < earliest ? 'notice' : at > latest ? 'horizon' : joinable?.has(at) ? null : blocked();
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

/** Starts that a page offers: those of any host, or, where all attend, those of every host. In order, each once. */
export function offeredStarts(requests: readonly SlotRequest[], attend: 'any' | 'all'): number[] {
  const hosts = new Map<number, number>();
  for (const request of requests) for (const at of freeSlots(request)) hosts.set(at, (hosts.get(at) ?? 0) + 1);
  const needed = attend === 'all' ? requests.length : 1;
  return [...hosts.entries()].flatMap(([at, count]) => (count >= needed ? [at] : [])).toSorted((a, b) => a - b);
}

/** Why `at` is not offered; null where it is. */
export function obstacleAt(request: Omit<SlotRequest, 'from' | 'to'>, at: number): SlotObstacle | null {
  const candidate = slotCandidates({ ...request, from: at, to: at + 1 })[0];
  return candidate ? candidate.obstacle : 'hours';
}
