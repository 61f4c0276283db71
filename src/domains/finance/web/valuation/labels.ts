/** How versions of a valuation are put into words. */
import type { ValuationInputs } from '../../contract/valuations.ts';

export function instantText(at: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

const NAMES: Readonly<Record<string, string>> = {
  business: 'Business',
  dcf: 'Cash flow',
  multiples: 'Comparables',
  sde: 'Owner’s earnings',
  assets: 'Assets',
  asOf: 'As of',
  currency: 'Currency',
  from: 'from',
  to: 'to',
  source: 'where from',
  revenue: 'revenue',
  profitBeforeTax: 'profit before tax',
  interest: 'interest',
  depreciation: 'depreciation',
  ownerPay: 'owner’s compensation',
  adjustments: 'adjustment',
  netDebt: 'net debt',
  flows: 'year',
  ratePercent: 'discount rate, %',
  terminal: 'terminal value',
  growthPercent: 'growth, %',
  multiple: 'multiple',
  multipleOf: 'multiple of',
  midYear: 'mid-year',
  uncertaintyPercent: 'uncertainty, %',
  weight: 'weight',
  comparables: 'number',
  name: 'name',
  figure: 'figure',
  low: 'lowest',
  mid: 'middle',
  high: 'highest',
  items: 'item',
  label: 'what',
  owed: 'owed',
  bookValue: 'book value',
  marketValue: 'market value',
  amount: 'amount',
};

function flatten(value: unknown, path: readonly string[], into: Map<string, string>): Map<string, string> {
  if (value !== null && typeof value === 'object')
    for (const [key, part] of Object.entries(value))
      flatten(part, [...path, NAMES[key] ?? (/^\d+$/.test(key) ? String(Number(key) + 1) : key)], into);
  else
    into.set(path.join(' '), value === null || value === undefined ? '' : String(value as string | number | boolean));
  return into;
}

/** Inputs that are not the same, by their names. */
export function inputChanges(
  a: ValuationInputs,
  b: ValuationInputs,
): { path: string; before: string; after: string }[] {
  const [before, after] = [flatten(a, [], new Map()), flatten(b, [], new Map())];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => (before.get(path) ?? '') !== (after.get(path) ?? ''))
    .map((path) => ({ path, before: before.get(path) ?? '—', after: after.get(path) ?? '—' }));
}
