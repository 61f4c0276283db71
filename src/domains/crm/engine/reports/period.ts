/** Which days a report is about. Days are those of the workspace; both ends belong to the period. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { MAX_DAYS, type PERIODS, type ReportQuestion } from '../../contract/reports.ts';

export interface DaySpan {
  from: string;
  to: string;
}

const lastDay = (firstOfNext: string) => addDays(firstOfNext, -1);
/** First month of the quarter of `day`, `count` quarters on. */
const quarterStart = (day: string, count = 0) => monthStart(day, -((Number(day.slice(5, 7)) - 1) % 3) + count * 3);
const yearStart = (day: string, count = 0) => `${Number(day.slice(0, 4)) + count}-01-01`;

const NAMED: Record<Exclude<(typeof PERIODS)[number], 'custom'>, (today: string) => DaySpan> = {
  this_month: (today) => ({ from: monthStart(today), to: today }),
  last_month: (today) => ({ from: monthStart(today, -1), to: lastDay(monthStart(today)) }),
  this_quarter: (today) => ({ from: quarterStart(today), to: today }),
  last_quarter: (today) => ({ from: quarterStart(today, -1), to: lastDay(quarterStart(today)) }),
  this_year: (today) => ({ from: yearStart(today), to: today }),
  last_year: (today) => ({ from: yearStart(today, -1), to: lastDay(yearStart(today)) }),
  last_30_days: (today) => ({ from: addDays(today, -29), to: today }),
  last_90_days: (today) => ({ from: addDays(today, -89), to: today }),
  last_12_months: (today) => ({ from: monthStart(today, -11), to: today }),
};

/** Days that a span holds. */
export function length({ from, to }: DaySpan): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** @returns the span, or what is wrong with the question and in which field */
export function periodOf(
  { period, from, to }: ReportQuestion,
  today: string,
): DaySpan | { field: 'from' | 'to'; problem: string } {
  if (period !== 'custom') return NAMED[period](today);
  if (!from) return { field: 'from', problem: 'Choose a start date.' };
  if (!to) return { field: 'to', problem: 'Choose an end date.' };
  if (to < from) return { field: 'to', problem: 'The end date must not be before the start date.' };
  if (length({ from, to }) > MAX_DAYS)
    return { field: 'to', problem: `A report spans at most ${MAX_DAYS.toLocaleString('en')} days.` };
  return { from, to };
}

/** The same day a year earlier; 29 February becomes the 28th. */
function yearBefore(day: string): string {
  const moved = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return moved.endsWith('-02-29') ? moved.replace('-29', '-28') : moved;
}

/** The comparison period: as many days right before it, or the same days a year ago. */
export function comparedWith(span: DaySpan, compare: ReportQuestion['compare']): DaySpan | null {
  if (compare === 'none') return null;
  if (compare === 'year') return { from: yearBefore(span.from), to: yearBefore(span.to) };
  return { from: addDays(span.from, -length(span)), to: addDays(span.from, -1) };
}

/** First days of all months that the span touches. */
export function monthsOf({ from, to }: DaySpan): string[] {
  const months: string[] = [];
  for (let month = monthStart(from); month <= to; month = monthStart(month, 1)) months.push(month);
  return months;
}
