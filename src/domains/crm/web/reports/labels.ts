/** How reports write their figures. */
import type { Cell, Figure, ReportQuestion, Unit } from '../../contract/reports.ts';
import { money } from '../../../../records/web/format.ts';

export const PERIOD_LABELS: Record<ReportQuestion['period'], string> = {
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_year: 'This year',
  last_year: 'Last year',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  last_12_months: 'Last 12 months',
  custom: 'Custom',
};
export const COMPARE_LABELS: Record<ReportQuestion['compare'], string> = {
  none: 'No comparison',
  previous: 'Previous period',
  year: 'Previous year',
};

const monthText = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayText = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const asDate = (value: Cell) => new Date(`${value}T00:00:00Z`);

/** A cell for people; "–" where there is nothing to say. @param currency of money */
export function cellText(value: Cell, unit: Unit, currency: string): string {
  if (value === null) return '–';
  switch (unit) {
    case 'money':
      return money(String(value), currency);
    case 'percent':
      return `${Number(value).toLocaleString(undefined, { maximumFractionDigits: 1 })}%`;
    case 'days':
      return `${Number(value).toLocaleString(undefined, { maximumFractionDigits: 1 })} d`;
    case 'count':
      return Number(value).toLocaleString();
    case 'month':
      return monthText.format(asDate(value));
    case 'day':
      return dayText.format(asDate(value));
    default:
      return String(value);
  }
}

/** A value of a chart. `short` for the axis: "12K", "€3M". */
export function chartText(value: number, unit: Unit, currency: string, short = false): string {
  if (!short) return cellText(unit === 'money' ? value.toFixed(2) : value, unit, currency);
  const options: Intl.NumberFormatOptions = {
    notation: 'compact',
    maximumFractionDigits: 1,
    ...(unit === 'money' ? { style: 'currency', currency } : {}),
  };
  return `${new Intl.NumberFormat(undefined, options).format(value)}${unit === 'percent' ? '%' : ''}`;
}

/** A category of an axis, short. */
export function categoryText(value: Cell, unit: Unit): string {
  return unit === 'day' && value !== null ? shortDay.format(asDate(value)) : cellText(value, unit, '');
}

export interface Change {
  /** "+12%", "−3 points". */
  text: string;
  good: boolean | null;
}

/** How a figure moved against the period that it is compared with; undefined where either is missing. */
export function changeOf({
  value,
  previous,
  unit,
  better,
}: Pick<Figure, 'value' | 'previous' | 'unit' | 'better'>): Change | undefined {
  if (value === null || previous === null) return undefined;
  const [now, then] = [Number(value), Number(previous)];
  const difference = now - then;
  const good = difference === 0 || better === null ? null : difference > 0 === (better === 'up');
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  if (unit === 'percent')
    return {
      text: `${sign}${Math.abs(difference).toLocaleString(undefined, { maximumFractionDigits: 1 })} points`,
      good,
    };
  if (then === 0) return difference === 0 ? { text: 'unchanged', good: null } : undefined;
  return {
    text: `${sign}${Math.abs((difference / then) * 100).toLocaleString(undefined, { maximumFractionDigits: 0 })}%`,
    good,
  };
}
