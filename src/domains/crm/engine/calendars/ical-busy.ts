/**
 * Busy times of an iCalendar text (RFC 5545): events that block time, with their series, and free/busy periods.
 * Canceled and transparent events, and those marked as free, block nothing.
 */
import { addDays, isDay, startOfDay } from '../../../../kernel/days.ts';
import { daysOf, parseRule, type Rule } from '../activities/recurrence.ts';
import { type Component, type Property, propertyOf, readCalendars, valueOf } from './ical-reader.ts';
import { clocksOf, wallOf, type ZoneClock } from './ical-zones.ts';

/** Half-open, in milliseconds. */
export type Interval = readonly [from: number, until: number];

export interface BusyTimes {
  /** As the calendar lists them: they may overlap. */
  busy: Interval[];
  /** Events that were read. */
  events: number;
  /** Events whose times could not be read. */
  problems: number;
}

const DAY = 86_400_000;
/** Days of series that one text may make this look at: about half a second. */
const MAX_STEPS = 200_000;

/** A start or an exception: an instant, or a whole day. */
type Moment = { day: string } | { wall: number; clock: ZoneClock };

interface Context {
  /** IANA zone of the reader: of whole days and times without a zone. */
  zone: string;
  clock: (name: string | undefined) => ZoneClock;
  window: Interval;
  steps: { left: number };
}

const utc: ZoneClock = (wall) => wall;
const instantOf = (moment: Moment, zone: string): number =>
  'day' in moment ? Date.parse(startOfDay(moment.day, zone)) : moment.clock(moment.wall);

/** @throws RangeError for a time that is none */
function momentOf(value: string, params: Property['params'], { clock }: Context): Moment {
  const text = value.trim().toUpperCase();
  if (/^\d{8}$/.test(text)) {
    const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    if (!isDay(day)) throw new RangeError(`No day: ${text}`);
    return { day };
  }
  const wall = wallOf(text);
  if (Number.isNaN(wall)) throw new RangeError(`No time: ${text}`);
  return { wall, clock: text.endsWith('Z') ? utc : clock(params['TZID']) };
}

const momentsOf = (component: Component, name: string, context: Context): Moment[] =>
  component.properties
    .filter((one) => one.name === name)
    .flatMap(({ value, params }) => value.split(',').map((one) => momentOf(one.split('/')[0]!, params, context)));

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Milliseconds of `P1DT2H30M`; NaN for anything else. */
function durationOf(text: string): number {
  const [all, sign, ...parts] = DURATION.exec(text.trim().toUpperCase()) ?? [];
  if (all === undefined || sign === '-') return NaN;
  const [weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  return (((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60_000 + seconds! * 1_000;
}

/** How long an event lasts: whole days, or milliseconds. */
function lengthOf(event: Component, start: Moment, context: Context): number {
  const end = propertyOf(event, 'DTEND');
  const duration = propertyOf(event, 'DURATION');
  if (end) {
    const until = momentOf(end.value, end.params, context);
    if ('day' in start) return 'day' in until ? (Date.parse(until.day) - Date.parse(start.day)) / DAY : 1;
    return instantOf(until, context.zone) - instantOf(start, context.zone);
  }
  if (duration) return 'day' in start ? durationOf(duration.value) / DAY : durationOf(duration.value);
  return 'day' in start ? 1 : 0;
}

function intervalOf(start: Moment, length: number, zone: string): Interval {
  if (!('day' in start)) {
    const from = instantOf(start, zone);
    return [from, from + length];
  }
  return [instantOf(start, zone), Date.parse(startOfDay(addDays(start.day, Math.max(1, Math.round(length))), zone))];
}

/** A rule without its end, and whether an occurrence is past that. */
function ruleOf(text: string, context: Context): { rule: Rule; isPast: (moment: Moment) => boolean } {
  const until = /(?:^|;)UNTIL=([^;]+)/i.exec(text)?.[1];
  const rule = parseRule(text.replace(/(^|;)UNTIL=[^;]+/i, ''));
  if (until === undefined) return { rule, isPast: () => false };
  const end = momentOf(until, {}, context);
  return {
    rule,
    isPast: (moment) => {
      if ('day' in end)
        return ('day' in moment ? moment.day : new Date(moment.wall).toISOString().slice(0, 10)) > end.day;
      if ('day' in moment) return Date.parse(moment.day) > end.wall;
      return end.clock === utc ? instantOf(moment, context.zone) > end.wall : moment.wall > end.wall;
    },
  };
}

/**
 * A start of the same series shortly before `time`, so that a daily series of twenty years is not walked from its
 * beginning. Only rules that count nothing can start later.
 */
function nearStart({ freq, interval, count }: Rule, first: string, time: number): string {
  if (count !== undefined || (freq !== 'DAILY' && freq !== 'WEEKLY')) return first;
  const days = freq === 'DAILY' ? interval : interval * 7;
  const periods = Math.floor((time - Date.parse(first)) / (days * DAY)) - 2;
  return periods > 0 ? addDays(first, periods * days) : first;
}

/** The starts of an event: its own, those of its rule, and those that it lists. */
function* startsOf(event: Component, start: Moment, length: number, context: Context): Generator<Moment, void> {
  yield* momentsOf(event, 'RDATE', context);
  const rules = event.properties.filter(({ name }) => name === 'RRULE');
  if (rules.length === 0) yield start;
  const first = 'day' in start ? start.day : new Date(start.wall).toISOString().slice(0, 10);
  const reach = 'day' in start ? length * DAY : length;
  for (const { value } of rules) {
    const { rule, isPast } = ruleOf(value, context);
    for (const day of daysOf(rule, nearStart(rule, first, context.window[0] - reach))) {
      if ((context.steps.left -= 1) < 0) throw new RangeError('The calendar has too many occurrences.');
      const rough = Date.parse(day);
      if (rough > context.window[1] + DAY) break;
      const moment = 'day' in start ? { day } : { ...start, wall: rough + (start.wall % DAY) };
      if (isPast(moment)) break;
      if (rough + reach > context.window[0] - 2 * DAY) yield moment;
    }
  }
}

const isFree = (event: Component) =>
  valueOf(event, 'TRANSP') === 'TRANSPARENT' ||
  /^CANCELLED$/.test(valueOf(event, 'STATUS')) ||
  valueOf(event, 'X-MICROSOFT-CDO-BUSYSTATUS') === 'FREE';

/** @param moved starts of the series that other events of the same name take the place of */
function eventBusy(event: Component, moved: ReadonlySet<number>, context: Context): Interval[] {
  const startAt = propertyOf(event, 'DTSTART');
  if (!startAt) throw new RangeError('An event without a start.');
  if (isFree(event)) return [];
  const { zone, window } = context;
  const start = momentOf(startAt.value, startAt.params, context);
  const length = lengthOf(event, start, context);
  if (Number.isNaN(length)) throw new RangeError('An event without a length.');
  const left = new Set([...momentsOf(event, 'EXDATE', context).map((one) => instantOf(one, zone)), ...moved]);
  const found: Interval[] = [];
  for (const moment of startsOf(event, start, length, context)) {
    const interval = intervalOf(moment, length, zone);
    if (!left.has(interval[0]) && interval[1] > interval[0] && interval[0] < window[1] && interval[1] > window[0])
      found.push(interval);
  }
  return found;
}

function freeBusy(component: Component, context: Context): Interval[] {
  return component.properties
    .filter(({ name, params }) => name === 'FREEBUSY' && params['FBTYPE']?.toUpperCase() !== 'FREE')
    .flatMap(({ value, params }) =>
      value.split(',').map((period): Interval => {
        const [from = '', until = ''] = period.split('/');
        const start = instantOf(momentOf(from, params, context), context.zone);
        const end = /^P/i.test(until)
          ? start + durationOf(until)
          : instantOf(momentOf(until, params, context), context.zone);
        return [start, end];
      }),
    )
    .filter(([from, until]) => until > from && from < context.window[1] && until > context.window[0]);
}

/**
 * When the owner of a calendar is busy within `window`.
 * @param text iCalendar
 * @param zone IANA zone of whole days and of times without a zone
 * @throws RangeError when the series of the calendar are too many
 */
export function icalBusy(text: string, zone: string, window: Interval): BusyTimes {
  const busy: Interval[] = [];
  let events = 0;
  let problems = 0;
  const steps = { left: MAX_STEPS };
  for (const calendar of readCalendars(text)) {
    const context: Context = { zone, clock: clocksOf(calendar, zone), window, steps };
    const parts = calendar.parts.filter(({ name }) => name === 'VEVENT');
    const moved = new Map<string, Set<number>>();
    for (const event of parts) {
      const instead = propertyOf(event, 'RECURRENCE-ID');
      if (!instead) continue;
      const uid = propertyOf(event, 'UID')?.value ?? '';
      const starts = moved.get(uid) ?? new Set();
      moved.set(uid, starts);
      attempt(() => starts.add(instantOf(momentOf(instead.value, instead.params, context), zone)));
    }
    const none: ReadonlySet<number> = new Set();
    for (const event of parts) {
      events += 1;
      const own = propertyOf(event, 'RECURRENCE-ID')
        ? none
        : (moved.get(propertyOf(event, 'UID')?.value ?? '') ?? none);
      if (!attempt(() => void busy.push(...eventBusy(event, own, context)))) problems += 1;
    }
    for (const one of calendar.parts.filter(({ name }) => name === 'VFREEBUSY'))
      if (!attempt(() => void busy.push(...freeBusy(one, context)))) problems += 1;
    if (steps.left < 0) throw new RangeError('The calendar has too many occurrences.');
  }
  return { busy, events, problems };
}

/** One event that cannot be read must not hide the others. @returns whether it could be read */
function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
