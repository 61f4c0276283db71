/**
 * Reads a line of natural words, "call Ann tomorrow 3pm for 20 min #high", into an activity. What was understood is
 * answered with it, so that a person sees the reading before anything is saved; the rest of the words are the subject.
 */
import { addDays, isDay, monthStart, weekStart } from '../../../../kernel/days.ts';
import type { ActivityType, Priority } from '../../contract/activities.ts';
import { weekdayOf, WEEKDAYS } from './recurrence.ts';

export interface QuickAdd {
  type: ActivityType;
  subject: string;
  day: string | null;
  /** `15:00`; null: the whole day, or no time at all. */
  time: string | null;
  durationMinutes: number | null;
  priority: Priority;
  /** RRULE, or null. */
  rule: string | null;
  /** Name after "call", "with", … : whom it may be about. */
  who: string | null;
}

export interface QuickAddContext {
  /** Local time: `2026-11-21T09:30`. */
  now: string;
  /** Whether 5/12 is the fifth of December. */
  dayFirst?: boolean;
}

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const SHORT_DAYS = 'mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun';
const DAY = `(?:${DAY_NAMES.join('|')}|${SHORT_DAYS})`;
const MONTH = `(?:${MONTH_NAMES.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const NUMBER_WORDS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
};
const COUNT = `(\\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`;
const CLOCK = '(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?';
const PARTS_OF_DAY: Record<string, string> = {
  morning: '09:00',
  noon: '12:00',
  midday: '12:00',
  lunchtime: '12:00',
  afternoon: '14:00',
  evening: '18:00',
  tonight: '19:00',
  midnight: '23:59',
};

const dayNumber = (name: string) => DAY_NAMES.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3)));
const monthNumber = (name: string) =>
  MONTH_NAMES.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3))) + 1;
const countOf = (text: string) => NUMBER_WORDS[text.toLowerCase()] ?? Number(text);
const two = (value: number) => String(value).padStart(2, '0');

/** The text that is left, and what has been understood so far. */
interface Reading extends Omit<QuickAdd, 'subject' | 'type'> {
  rest: string;
  today: string;
  now: string;
  dayFirst: boolean;
}

interface Phrase {
  pattern: RegExp;
  /** Takes what was found; false: it was not meant so, and the words stay. */
  take: (reading: Reading, found: string[]) => boolean | void;
}

const phrase = (pattern: string, take: Phrase['take']): Phrase => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}#])${pattern}(?![\\p{L}\\p{N}])`, 'iu'),
  take,
});

/** Tried in this order, each at most once: what says more comes before what says less. */
const PHRASES: readonly Phrase[] = [
  phrase('#(?:high|urgent|priority|important)', (reading) => void (reading.priority = 'high')),
  phrase('#(?:low|later|someday)', (reading) => void (reading.priority = 'low')),
  { pattern: /(?<=^|\s)!{1,3}(?=\s|$)/u, take: (reading) => void (reading.priority = 'high') },
  // Recurrence.
  phrase('(?:every (?:week|working |business )day|on weekdays|weekdays)', (reading) =>
    repeat(reading, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', nextWorkday(reading)),
  ),
  phrase(`every (other )?(${DAY}(?:(?:,| and|, and) ?${DAY})*)`, (reading, [, other, names]) => {
    const days = [...new Set(names!.match(new RegExp(DAY, 'gi'))!.map(dayNumber))].toSorted((a, b) => a - b);
    const first = days.map((day) => nextWeekday(reading.today, day, true)).toSorted()[0]!;
    repeat(
      reading,
      `FREQ=WEEKLY;${other ? 'INTERVAL=2;' : ''}BYDAY=${days.map((day) => WEEKDAYS[day]).join(',')}`,
      first,
    );
  }),
  phrase(`every (?:(other)|${COUNT})? ?(day|week|month|year)s?`, (reading, [, other, count, unit]) => {
    const interval = other ? 2 : count ? countOf(count) : 1;
    if (interval < 1) return false;
    repeat(
      reading,
      `FREQ=${{ day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[unit!.toLowerCase()]}${interval > 1 ? `;INTERVAL=${interval}` : ''}`,
      null,
    );
  }),
  phrase('(daily|weekly|monthly|yearly|annually)', (reading, [, word]) =>
    repeat(reading, `FREQ=${word!.toLowerCase() === 'annually' ? 'YEARLY' : word!.toUpperCase()}`, null),
  ),
  // How long.
  phrase(
    `for (?:(?:${COUNT}|(\\d+)[.,](\\d))\\s*(?:h|hrs?|hours?)|half an hour)(?: (?:and )?(\\d{1,2})\\s*(?:m|mins?|minutes?))?`,
    (reading, [, hours, whole, part, minutes]) => {
      const length = hours ? countOf(hours) * 60 : whole ? Math.round(Number(`${whole}.${part}`) * 60) : 30;
      reading.durationMinutes = length + Number(minutes ?? 0);
    },
  ),
  phrase(
    'for (\\d{1,3})\\s*(?:m|mins?|minutes?)',
    (reading, [, minutes]) => void (reading.durationMinutes = Number(minutes)),
  ),
  // A span of the clock says both.
  phrase(
    `(?:at |from |between )?${CLOCK}\\s*(?:-|–|to|until|and)\\s*${CLOCK}`,
    (reading, [, h1, m1, half1, h2, m2, half2]) => {
      if (!half1 && !half2 && !(m1 && m2)) return false;
      const [from, until] = [clock(h1!, m1, half1 ?? half2), clock(h2!, m2, half2)];
      if (!from || !until) return false;
      // "11-1pm" begins before noon.
      const start = !half1 && half2 && from > until ? clock(h1!, m1, /^p/i.test(half2) ? 'am' : 'pm')! : from;
      setTime(reading, start);
      reading.durationMinutes = (minutesOf(until) - minutesOf(start) + 1440) % 1440;
    },
  ),
  phrase(`in ${COUNT} ?(minutes?|mins?|hours?|hrs?)`, (reading, [, count, unit]) => {
    const at = new Date(
      Date.parse(`${reading.now}Z`) + countOf(count!) * (/^h/i.test(unit!) ? 60 : 1) * 60_000,
    ).toISOString();
    reading.day = at.slice(0, 10);
    setTime(reading, at.slice(11, 16));
  }),
  // Which day.
  phrase('(?:the )?day after tomorrow', (reading) => setDay(reading, addDays(reading.today, 2))),
  phrase('(?:tomorrow|tmrw|tmr)', (reading) => setDay(reading, addDays(reading.today, 1))),
  phrase('today', (reading) => setDay(reading, reading.today)),
  phrase(`in ${COUNT} (day|week|month)s?`, (reading, [, count, unit]) =>
    setDay(reading, later(reading.today, countOf(count!), unit!.toLowerCase())),
  ),
  phrase(`next (${DAY})`, (reading, [, name]) =>
    setDay(reading, addDays(weekStart(reading.today), 7 + dayNumber(name!))),
  ),
  phrase(`(?:on |this |by |coming )?(${DAY_NAMES.join('|')})`, (reading, [, name]) =>
    setDay(reading, nextWeekday(reading.today, dayNumber(name!))),
  ),
  phrase(`(?:on |this |by )(${SHORT_DAYS})`, (reading, [, name]) =>
    setDay(reading, nextWeekday(reading.today, dayNumber(name!))),
  ),
  phrase('next week', (reading) => setDay(reading, addDays(weekStart(reading.today), 7))),
  phrase('next month', (reading) => setDay(reading, monthStart(reading.today, 1))),
  phrase('(?:by |at )?(?:the )?(?:end of (?:the |this )?month|eom)', (reading) =>
    setDay(reading, addDays(monthStart(reading.today, 1), -1)),
  ),
  phrase('(?:by |at )?(?:the )?(?:end of (?:the |this )?week|eow)', (reading) =>
    setDay(reading, nextWeekday(addDays(reading.today, -1), 4)),
  ),
  phrase('(?:on |by )?(\\d{4})-(\\d{2})-(\\d{2})', (reading, [, year, month, day]) =>
    setDay(reading, `${year}-${month}-${day}`),
  ),
  phrase(
    `(?:on |by )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? (${MONTH})\\.?(?:,? (\\d{4}))?`,
    (reading, [, day, month, year]) => setDate(reading, Number(day), monthNumber(month!), year),
  ),
  phrase(
    `(?:on |by )?(${MONTH})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![:.]?\\d)(?!\\s*(?:am|pm))`,
    (reading, [, month, day, year]) => setDate(reading, Number(day), monthNumber(month!), year),
  ),
  phrase('(?:on |by )?(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})?', (reading, [, day, month, year]) =>
    setDate(reading, Number(day), Number(month), year),
  ),
  phrase('(?:on |by )?(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?', (reading, [, one, other, year]) =>
    reading.dayFirst
      ? setDate(reading, Number(one), Number(other), year)
      : setDate(reading, Number(other), Number(one), year),
  ),
  // Time of day.
  phrase(
    '(?:at |@ ?|by )?(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)',
    (reading, [, hour, minute, half]) => setTime(reading, clock(hour!, minute, half)),
  ),
  phrase('(?:at |@ ?|by )?(\\d{1,2}):(\\d{2})', (reading, [, hour, minute]) => setTime(reading, clock(hour!, minute))),
  phrase('(?:at |@ ?)(\\d{1,2})', (reading, [, hour]) => setTime(reading, clock(hour!))),
  phrase(
    '(?:in the |at |this )?(morning|noon|midday|lunchtime|afternoon|evening|tonight|midnight)',
    (reading, [, word]) => setTime(reading, PARTS_OF_DAY[word!.toLowerCase()]!),
  ),
];

const VERBS: readonly [pattern: RegExp, type: ActivityType][] = [
  [/^(?:call|phone|ring|telephone)\b/i, 'call'],
  [/^(?:e-?mail|mail|write to|reply to|answer)\b/i, 'mail'],
  [/^(?:meet|meeting|lunch with|coffee with|dinner with|breakfast with|demo (?:with|for)|visit)\b/i, 'meeting'],
  [/^note:?\s/i, 'note'],
  [/^(?:task|to-?do):?\s/i, 'task'],
];
/** Words that say only what type it is, and are no part of the subject. */
const LABELS = /^(?:note|task|to-?do):?\s+/i;
const WHO =
  /(?:^(?:call|phone|ring|e-?mail|mail|write to|reply to|meet|visit)(?: back)?|\bwith)\s+((?:\p{Lu}[\p{L}'’.-]*\s?){1,4})/u;

/** Reads the line. The subject is never blank as long as the line is not. */
export function readQuickAdd(line: string, { now, dayFirst = false }: QuickAddContext): QuickAdd {
  const text = line.replace(/\s+/g, ' ').trim();
  const reading: Reading = {
    rest: text,
    today: now.slice(0, 10),
    now,
    dayFirst,
    day: null,
    time: null,
    durationMinutes: null,
    priority: 'normal',
    rule: null,
    who: null,
  };
  for (const { pattern, take } of PHRASES) {
    const found = pattern.exec(reading.rest);
    if (found && take(reading, [...found]) !== false)
      reading.rest = `${reading.rest.slice(0, found.index)} ${reading.rest.slice(found.index + found[0].length)}`;
  }
  const words = reading.rest
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;])/g, '$1')
    .trim()
    .replace(/[,;]+$/, '')
    .replace(/\s(?:on|at|by|from|for)$/i, '');
  const type = VERBS.find(([pattern]) => pattern.test(words))?.[1] ?? 'task';
  const bare = words.replace(LABELS, '');
  const { day, time, durationMinutes, priority, rule } = fillDay(reading);
  return {
    type,
    subject: capitalised(bare || text),
    day,
    time,
    durationMinutes,
    priority,
    rule,
    who: WHO.exec(bare)?.[1]?.trim() ?? null,
  };
}

/** A time without a day is the next such time; what repeats begins today where nothing says otherwise. */
function fillDay(reading: Reading): Reading {
  const { time, today, now, rule } = reading;
  if (reading.day !== null) return reading;
  if (time !== null) return { ...reading, day: time > now.slice(11) ? today : addDays(today, 1) };
  return rule === null ? reading : { ...reading, day: today };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function clock(hourText: string, minuteText?: string, half?: string): string | undefined {
  let hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  return hour > 23 || minute > 59 ? undefined : `${two(hour)}:${two(minute)}`;
}

function setTime(reading: Reading, time: string | undefined): boolean {
  if (time === undefined || reading.time !== null) return false;
  reading.time = time;
  return true;
}

function setDay(reading: Reading, day: string): boolean {
  if (reading.day !== null && reading.rule === null) return false;
  if (!isDay(day)) return false;
  reading.day = day;
  return true;
}

/** A date without a year is the next such day. */
function setDate(reading: Reading, day: number, month: number, year?: string): boolean {
  const of = (one: number) => `${one}-${two(month)}-${two(day)}`;
  const thisYear = Number(reading.today.slice(0, 4));
  if (year) return setDay(reading, of(Number(year)));
  return setDay(reading, of(thisYear) >= reading.today ? of(thisYear) : of(thisYear + 1));
}

/** The next such weekday; today only when asked for. */
function nextWeekday(today: string, weekday: number, withToday = false): string {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  return addDays(today, ahead === 0 && !withToday ? 7 : ahead);
}

function nextWorkday({ today }: Reading): string {
  return weekdayOf(today) < 5 ? today : addDays(weekStart(today), 7);
}

function later(today: string, count: number, unit: string): string {
  if (unit !== 'month') return addDays(today, count * (unit === 'week' ? 7 : 1));
  // The 31st in a month of thirty days is its last day.
  const last = addDays(monthStart(today, count + 1), -1);
  const same = monthStart(today, count).slice(0, 8) + today.slice(8);
  return same > last ? last : same;
}

function repeat(reading: Reading, rule: string, first: string | null): boolean {
  if (reading.rule !== null) return false;
  reading.rule = rule;
  reading.day = first;
  return true;
}
