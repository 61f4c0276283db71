/** Which days a finance page is about; both ends belong to it. */
import { addDays, isDay, monthStart } from '../../../kernel/days.ts';

export const PERIODS = [
  'this_month',
  'last_month',
  'last_3_months',
  'this_year',
  'last_year',
  'last_12_months',
  'all',
  'custom',
] as const;
export type PeriodName = (typeof PERIODS)[number];

export const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = {
  this_month: 'This month',
  last_month: 'Last month',
  last_3_months: 'Last 3 months',
  this_year: 'This year',
  last_year: 'Last year',
  last_12_months: 'Last 12 months',
  all: 'All time',
  custom: 'From … to …',
};

export interface Period {
  name: PeriodName;
  /** Null: from the first day there is. */
  from: string | null;
  to: string;
}

/** The days of a named period. Days of one's own that do not fit give the last twelve months. */
export function periodOf(
  name: PeriodName,
  today: string,
  own: { from: string; to: string } = { from: '', to: '' },
): Period {
  const month = monthStart(today);
  const year = today.slice(0, 4);
  switch (name) {
    case 'this_month':
      return { name, from: month, to: addDays(monthStart(today, 1), -1) };
    case 'last_month':
      return { name, from: monthStart(today, -1), to: addDays(month, -1) };
    case 'last_3_months':
      return { name, from: monthStart(today, -2), to: today };
    case 'this_year':
      return { name, from: `${year}-01-01`, to: today };
    case 'last_year':
      return { name, from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31` };
    case 'last_12_months':
      return { name, from: monthStart(today, -11), to: today };
    case 'all':
      return { name, from: null, to: today };
    case 'custom':
      return isDay(own.from) && isDay(own.to) && own.from <= own.to
        ? { name, ...own }
        : periodOf('last_12_months', today);
  }
}
