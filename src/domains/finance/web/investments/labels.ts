/** How investments are put into words. */
import type { ActivityKind } from '../../contract/activities.ts';
import type { Dimension, LotMethod } from '../../contract/portfolio.ts';
import type { SecurityKind } from '../../contract/securities.ts';

export const SECURITY_LABELS: Readonly<Record<SecurityKind, string>> = {
  stock: 'Stock',
  etf: 'ETF',
  fund: 'Fund',
  bond: 'Bond',
  crypto: 'Crypto',
  commodity: 'Commodity',
  option: 'Option',
  cash: 'Cash',
  property: 'Property',
  index: 'Index (benchmark)',
  other: 'Other',
};
export const ACTIVITY_LABELS: Readonly<Record<ActivityKind, string>> = {
  buy: 'Buy',
  sell: 'Sell',
  sellShort: 'Sell short',
  buyToCover: 'Buy to cover',
  dividend: 'Dividend',
  interest: 'Interest',
  capitalGain: 'Distributed gain',
  fee: 'Fee',
  split: 'Split',
  transferIn: 'Transfer in',
  transferOut: 'Transfer out',
  returnOfCapital: 'Return of capital',
  spinOff: 'Spin-off',
  merger: 'Merger',
  worthless: 'Worthless',
};
export const METHOD_LABELS: Readonly<Record<LotMethod, string>> = {
  fifo: 'First in, first out',
  lifo: 'Last in, first out',
  hifo: 'Highest cost first',
  average: 'Average cost',
  specific: 'Specific lots',
};
export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  kind: 'Class',
  sector: 'Sector',
  region: 'Region',
  currency: 'Currency',
  account: 'Account',
};

/** Label of an allocation group. */
export function groupLabel(dimension: Dimension, key: string, label: string): string {
  if (key === '') return 'Not stated';
  return dimension === 'kind' ? (SECURITY_LABELS[key as SecurityKind] ?? key) : label || key;
}

export const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>): { value: K; label: string }[] =>
  (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }));

/** A fraction as percent, with its sign where it stands for a change. */
export function percent(
  fraction: number | null,
  { sign = false, digits = 1 }: { sign?: boolean; digits?: number } = {},
): string {
  if (fraction === null) return '—';
  return `${new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...(sign ? { signDisplay: 'exceptZero' as const } : {}) }).format(fraction * 100)}%`;
}

/** A ratio without a unit. */
export function ratio(value: number | null): string {
  return value === null ? '—' : value.toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A quantity or price as its text has it, grouped. */
export function figure(text: string): string {
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: 10 }).format(text as Intl.StringNumericLiteral);
}

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
const chartFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: '2-digit',
  timeZone: 'UTC',
});
/** A day as short as a chart's axis wants it. */
export const chartDay = (day: string): string => chartFormat.format(new Date(`${day}T00:00:00Z`));
/** @param month `2026-11` */
export const monthText = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

/** Which way a figure points. */
export function toneOf(amount: string | number | null): 'good' | 'bad' | undefined {
  const value = Number(amount ?? 0);
  return value > 0 ? 'good' : value < 0 ? 'bad' : undefined;
}
