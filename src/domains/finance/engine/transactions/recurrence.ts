/** Days that come again: schedules of bills, of invoices, and in the conditions of rules. */
import { addDays, monthStart } from '../../../../kernel/days.ts';

export interface Recurrence {
  /** First day on which it may fall. */
  start: string;
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Every how many days, weeks, months or years; 1 where absent. */
  interval?: number;
  /** Days of the month for `monthly`: 15, or 31 for the last day of any month; the day of `start` where absent. */
  daysOfMonth?: readonly number[];
  /** Last day on which it may fall. */
  until?: string;
  /** Handling of days that fall on a weekend. */
  weekend?: 'keep' | 'before' | 'after';
}

/** Milliseconds of a day; days are compared in UTC, where each has the same length. */
const DAY_MS = 86_400_000;

/** Days from `a` to `b`; negative when `b` comes first. */
export function daysBetween(a: string, b: string): number {
  return Math.round((Date.parse(b) - Date.parse(a)) / DAY_MS);
}

/** The day of a month, or the month's last when it is shorter. */
export function dayOfMonth(month: string, day: number): string {
  const first = monthStart(month);
  const length = daysBetween(first, monthStart(first, 1));
  return addDays(first, Math.min(day, length) - 1);
}

/** The same day `count` months later; the month's last when it is shorter. */
export function addMonths(day: string, count: number): string {
  return dayOfMonth(monthStart(day, count), Number(day.slice(8, 10)));
}

function onWorkday(day: string, weekend: Recurrence['weekend']): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (!weekend || weekend === 'keep' || (weekday !== 0 && weekday !== 6)) return day;
  if (weekend === 'before') return addDays(day, weekday === 6 ? -1 : -2);
  return addDays(day, weekday === 6 ? 2 : 1);
}

/** The days of the nth period after the start, before weekends are looked at. */
function periodDays(recurrence: Recurrence, n: number): string[] {
  const { start, frequency, daysOfMonth } = recurrence;
  const step = n * (recurrence.interval ?? 1);
  switch (frequency) {
    case 'daily':
      return [addDays(start, step)];
    case 'weekly':
      return [addDays(start, 7 * step)];
    case 'yearly':
      return [addMonths(start, 12 * step)];
    case 'monthly': {
      const days = daysOfMonth?.length ? daysOfMonth : [Number(start.slice(8, 10))];
      return [...new Set(days.map((day) => dayOfMonth(monthStart(start, step), day)))].sort();
    }
  }
}

/** Rough days in a period, to begin the search near the range. */
const PERIOD_DAYS = { daily: 1, weekly: 7, monthly: 28, yearly: 365 } as const;
const MAX = 10_000;

/**
 * Every day of the recurrence from `from` to `to`, both included, in order.
 * @throws RangeError for more than 10,000.
 */
export function occurrences(recurrence: Recurrence, from: string, to: string): string[] {
  const interval = recurrence.interval ?? 1;
  if (!Number.isInteger(interval) || interval < 1)
    throw new RangeError('The interval must be a whole number of at least 1.');
  const longest = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[recurrence.frequency] * interval;
  // A weekend can move a day into the range from two days before it.
  const skipped = Math.max(0, Math.floor((daysBetween(recurrence.start, from) - 2) / longest) - 1);
  const days: string[] = [];
  for (let n = skipped; ; n++) {
    const period = periodDays(recurrence, n);
    // … or back into it from two days behind; beyond that nothing of a later period falls into the range.
    if (period[0]! > addDays(to, 2)) return days;
    for (const day of period) {
      if (day < recurrence.start || (recurrence.until && day > recurrence.until)) continue;
      const moved = onWorkday(day, recurrence.weekend);
      if (moved >= from && moved <= to) days.push(moved);
    }
    if (days.length > MAX || n - skipped > MAX * PERIOD_DAYS.yearly)
      throw new RangeError(`There are more than ${MAX} days in the range.`);
  }
}

/** The first day of the recurrence after `day`, or undefined when it has ended. */
export function nextAfter(recurrence: Recurrence, day: string): string | undefined {
  const reach = PERIOD_DAYS[recurrence.frequency] * 2 * (recurrence.interval ?? 1) + 70;
  const from = day < recurrence.start ? addDays(recurrence.start, -3) : addDays(day, 1);
  return occurrences(recurrence, from, addDays(from, reach)).find((one) => one > day);
}

/** Whether the recurrence falls on `day`, or within `tolerance` days of it. */
export function fallsOn(recurrence: Recurrence, day: string, tolerance = 0): boolean {
  return occurrences(recurrence, addDays(day, -tolerance), addDays(day, tolerance)).length > 0;
}
