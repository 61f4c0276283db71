/**
 * Recurrence rules of RFC 5545 (3.3.10), in days: an activity takes place at most once a day, so hours and minutes are
 * rejected. A series is kept in local time, and the zone is applied last (kernel/wall-clock.ts), so nine o'clock stays
 * nine o'clock across daylight saving. Written here because rrule gives wrong instants outside UTC and ical.js never
 * ends for some rules.
 */
import { addDays, isDay, monthStart, weekStart as mondayOf } from '../../../../kernel/days.ts';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A weekday, or the nth of its month or year; counted from the end when negative. */
export interface ByDay {
  day: Weekday;
  nth?: number;
}

export interface Rule {
  freq: Frequency;
  interval: number;
  byDay: ByDay[];
  /** 1 to 31, or -1 for the last day of the month to -31. */
  byMonthDay: number[];
  byMonth: number[];
  /** Which of a period's days count, from 1; from the end when negative. */
  bySetPos: number[];
  count?: number;
  /** The last day on which an occurrence may fall. */
  until?: string;
  weekStart: Weekday;
}

/** A rule that cannot be used; the message says why. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

const NOTHING_AFTER = '2200';
const numbers = (text: string, low: number, high: number): number[] =>
  text.split(',').map((part) => {
    const value = Number(part);
    if (!Number.isInteger(value) || value === 0 || Math.abs(value) > high || value < low)
      throw new RuleError(`"${part}" is not possible in a recurrence rule.`);
    return value;
  });

/** Reads `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`. @throws RuleError */
export function parseRule(text: string): Rule {
  const rule: Rule = {
    freq: 'DAILY',
    interval: 1,
    byDay: [],
    byMonthDay: [],
    byMonth: [],
    bySetPos: [],
    weekStart: 'MO',
  };
  const parts = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')
    .filter(Boolean);
  if (!parts.some((part) => part.startsWith('FREQ=')))
    throw new RuleError('A recurrence rule needs FREQ, such as FREQ=WEEKLY.');
  for (const part of parts) {
    const at = part.indexOf('=');
    readPart(rule, part.slice(0, at), part.slice(at + 1));
  }
  if (rule.count !== undefined && rule.until !== undefined)
    throw new RuleError('A series ends either on a date or after a number of occurrences, not both.');
  if (rule.byDay.some(({ nth }) => nth !== undefined) && (rule.freq === 'DAILY' || rule.freq === 'WEEKLY'))
    throw new RuleError('"The second Monday" needs a monthly or yearly rule.');
  if (rule.freq === 'WEEKLY' && rule.byMonthDay.length > 0)
    throw new RuleError('A weekly rule cannot name days of the month.');
  return rule;
}

function readPart(rule: Rule, name: string, value: string): void {
  switch (name) {
    case 'FREQ': {
      const freq = FREQUENCIES.find((one) => one === value);
      if (!freq) throw new RuleError('Activities can repeat daily, weekly, monthly, or yearly.');
      rule.freq = freq;
      return;
    }
    case 'INTERVAL':
      rule.interval = numbers(value, 1, 999)[0]!;
      return;
    case 'COUNT':
      rule.count = numbers(value, 1, 9999)[0]!;
      return;
    case 'UNTIL':
      rule.until = untilDay(value);
      return;
    case 'BYDAY':
      rule.byDay = value.split(',').map(readByDay);
      return;
    case 'BYMONTHDAY':
      rule.byMonthDay = numbers(value, -31, 31);
      return;
    case 'BYMONTH':
      rule.byMonth = numbers(value, 1, 12);
      return;
    case 'BYSETPOS':
      rule.bySetPos = numbers(value, -366, 366);
      return;
    case 'WKST':
      rule.weekStart = weekday(value);
      return;
    default:
      throw new RuleError(`${name || 'This'} is not possible in the rule of an activity.`);
  }
}

function untilDay(value: string): string {
  const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`;
  if (!/^\d{8}(T\d{6}Z?)?$/.test(value) || !isDay(day)) throw new RuleError('UNTIL must be a day, such as 20261231.');
  return day;
}

function weekday(text: string): Weekday {
  const found = WEEKDAYS.find((one) => one === text);
  if (!found) throw new RuleError(`"${text}" is not a day of the week.`);
  return found;
}

function readByDay(text: string): ByDay {
  const [, nth, day] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  if (day === undefined || (nth !== undefined && (Number(nth) === 0 || Math.abs(Number(nth)) > 53)))
    throw new RuleError(`"${text}" is not a day of the week.`);
  return nth === undefined ? { day: weekday(day) } : { day: weekday(day), nth: Number(nth) };
}

/** The rule as RFC 5545 writes it, `UNTIL` as a day. */
export function formatRule(rule: Rule): string {
  const parts = [`FREQ=${rule.freq}`];
  if (rule.interval !== 1) parts.push(`INTERVAL=${rule.interval}`);
  if (rule.byMonth.length > 0) parts.push(`BYMONTH=${rule.byMonth.join(',')}`);
  if (rule.byMonthDay.length > 0) parts.push(`BYMONTHDAY=${rule.byMonthDay.join(',')}`);
  if (rule.byDay.length > 0) parts.push(`BYDAY=${rule.byDay.map(({ nth, day }) => `${nth ?? ''}${day}`).join(',')}`);
  if (rule.bySetPos.length > 0) parts.push(`BYSETPOS=${rule.bySetPos.join(',')}`);
  if (rule.count !== undefined) parts.push(`COUNT=${rule.count}`);
  if (rule.until !== undefined) parts.push(`UNTIL=${rule.until.replaceAll('-', '')}`);
  if (rule.weekStart !== 'MO') parts.push(`WKST=${rule.weekStart}`);
  return parts.join(';');
}

/** Position in the week, Monday 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const monthOf = (day: string): number => Number(day.slice(5, 7));
const dayOfMonth = (day: string): number => Number(day.slice(8, 10));
const yearStart = (day: string, years = 0): string =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}-01-01`;

/** The days of the series from `start` on, in order. A start that does not fit the rule is not one of them. */
export function* daysOf(rule: Rule, start: string): Generator<string, void> {
  let left = rule.count ?? Infinity;
  for (let nth = 0; ; nth++) {
    const period = periodAt(rule, start, nth * rule.interval);
    if (period >= NOTHING_AFTER || (rule.until !== undefined && period > rule.until && rule.freq !== 'WEEKLY')) return;
    for (const day of pick(candidates(rule, period, start), rule.bySetPos)) {
      if (day < start) continue;
      if ((rule.until !== undefined && day > rule.until) || left <= 0) return;
      left -= 1;
      yield day;
    }
    if (left <= 0 || (rule.until !== undefined && period > addDays(rule.until, 7))) return;
  }
}

/** First day of the period that lies `steps` periods after the one of `start`. */
function periodAt(rule: Rule, start: string, steps: number): string {
  switch (rule.freq) {
    case 'DAILY':
      return addDays(start, steps);
    case 'WEEKLY': {
      const shift = WEEKDAYS.indexOf(rule.weekStart);
      return addDays(mondayOf(addDays(start, -shift)), shift + steps * 7);
    }
    case 'MONTHLY':
      return monthStart(start, steps);
    case 'YEARLY':
      return yearStart(start, steps);
  }
}

function candidates(rule: Rule, period: string, start: string): string[] {
  const inMonths = (day: string) => rule.byMonth.length === 0 || rule.byMonth.includes(monthOf(day));
  switch (rule.freq) {
    case 'DAILY':
      return [period].filter((day) => inMonths(day) && fitsMonthDay(rule, day) && fitsWeekday(rule, day));
    case 'WEEKLY': {
      const wanted = rule.byDay.length > 0 ? rule.byDay.map(({ day }) => WEEKDAYS.indexOf(day)) : [weekdayOf(start)];
      return span(period, addDays(period, 7)).filter((day) => wanted.includes(weekdayOf(day)) && inMonths(day));
    }
    case 'MONTHLY':
      return inMonths(period) ? daysInMonth(rule, period, start) : [];
    case 'YEARLY':
      return daysInYear(rule, period, start);
  }
}

function daysInMonth(rule: Rule, month: string, start: string): string[] {
  const all = span(month, monthStart(month, 1));
  if (rule.byMonthDay.length > 0) return all.filter((day) => fitsMonthDay(rule, day) && fitsWeekday(rule, day));
  if (rule.byDay.length > 0) return byWeekdays(rule.byDay, all);
  return all.filter((day) => dayOfMonth(day) === dayOfMonth(start));
}

function daysInYear(rule: Rule, year: string, start: string): string[] {
  const all = span(year, yearStart(year, 1));
  if (rule.byMonth.length > 0)
    return rule.byMonth
      .toSorted((a, b) => a - b)
      .flatMap((month) => daysInMonth(rule, monthStart(year, month - 1), start));
  if (rule.byMonthDay.length > 0) return all.filter((day) => fitsMonthDay(rule, day) && fitsWeekday(rule, day));
  if (rule.byDay.length > 0) return byWeekdays(rule.byDay, all);
  return all.filter((day) => day.slice(5) === start.slice(5));
}

/** Days of a month or year that fall on the wanted weekdays, or on the nth of them. */
function byWeekdays(wanted: readonly ByDay[], all: readonly string[]): string[] {
  const chosen = new Set<string>();
  for (const { day, nth } of wanted) {
    const those = all.filter((one) => weekdayOf(one) === WEEKDAYS.indexOf(day));
    for (const one of nth === undefined
      ? those
      : those.slice(...(nth > 0 ? [nth - 1, nth] : [nth, nth + 1 || undefined])))
      chosen.add(one);
  }
  return [...chosen].sort();
}

const fitsWeekday = (rule: Rule, day: string): boolean =>
  rule.byDay.length === 0 || rule.byDay.some((one) => WEEKDAYS.indexOf(one.day) === weekdayOf(day));

function fitsMonthDay({ byMonthDay }: Rule, day: string): boolean {
  if (byMonthDay.length === 0) return true;
  const fromEnd = dayOfMonth(day) - dayOfMonth(addDays(monthStart(day, 1), -1)) - 1;
  return byMonthDay.includes(dayOfMonth(day)) || byMonthDay.includes(fromEnd);
}

function pick(days: readonly string[], positions: readonly number[]): readonly string[] {
  if (positions.length === 0) return days;
  return days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length));
}

function span(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * Occurrences of a series, each named by when it begins: a day, or a wall time where `starts` is one.
 * @param from the first name that may be answered; @param until the first that may not
 */
export function occurrences(
  rule: Rule,
  starts: string,
  { from = '', until = NOTHING_AFTER, most = Infinity }: { from?: string; until?: string; most?: number } = {},
): string[] {
  const time = starts.slice(10);
  const found: string[] = [];
  for (const day of daysOf(rule, starts.slice(0, 10))) {
    const name = day + time;
    if (name >= until || found.length >= most) break;
    if (name >= from) found.push(name);
  }
  return found;
}

/** The rule of what comes before `occurrence`: it ends on the day before. */
export function endBefore(rule: Rule, occurrence: string): Rule {
  const { count: _, ...rest } = rule;
  return { ...rest, until: addDays(occurrence.slice(0, 10), -1) };
}

/** The rule of `occurrence` and what follows: a limited number of times goes down by those before. */
export function continueFrom(rule: Rule, starts: string, occurrence: string): Rule {
  if (rule.count === undefined) return rule;
  const before = occurrences(rule, starts, { until: occurrence }).length;
  return { ...rule, count: Math.max(1, rule.count - before) };
}
