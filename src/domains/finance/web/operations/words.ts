import type { Anomaly } from '../../contract/operations.ts';

export const ANOMALY_LABELS: Readonly<Record<Anomaly['kind'], string>> = { price_rise: 'Price rise', double_charge: 'Charged twice?', unusual: 'Unusual amount' };

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' });
/** "Nov 26" for `2026-11`. */
export const monthText = (month: string): string => MONTH.format(Date.parse(`${month}-01T00:00:00Z`));

/** "2 years 3 months", "4.5 months". */
export function runwayText(months: string | null): string {
  if (months === null) return 'Not shrinking';
  const count = Number(months);
  if (count < 12) return `${count.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${count === 1 ? 'month' : 'months'}`;
  if (count > 120) return 'Over 10 years';
  const [years, rest] = [Math.floor(count / 12), Math.round(count % 12)];
  return `${years} ${years === 1 ? 'year' : 'years'}${rest > 0 ? ` ${rest} ${rest === 1 ? 'month' : 'months'}` : ''}`;
}

/** "+12 %", "−3 %"; blank where there is nothing to compare with. */
export function changeText(now: string, before: string): string {
  const [a, b] = [Number(now), Number(before)];
  if (b === 0) return a === 0 ? '' : 'new';
  return ((a - b) / b).toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}
