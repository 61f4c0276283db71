/**
 * Colors of series as class names, because a style attribute knows no theme. A series that means something has the same
 * color in every chart; the others have eight distinct ones in order.
 */
type Color = readonly [fill: string, stroke: string];

const GAIN: Color = ['fill-success', 'stroke-success'];
const LOSS: Color = ['fill-danger', 'stroke-danger'];
const SPENT: Color = ['fill-chart-2', 'stroke-chart-2'];

const IN_ORDER: readonly Color[] = [
  ['fill-chart-1', 'stroke-chart-1'],
  ['fill-chart-3', 'stroke-chart-3'],
  ['fill-chart-4', 'stroke-chart-4'],
  ['fill-chart-6', 'stroke-chart-6'],
  ['fill-chart-8', 'stroke-chart-8'],
  ['fill-chart-7', 'stroke-chart-7'],
  ['fill-chart-5', 'stroke-chart-5'],
  ['fill-chart-2', 'stroke-chart-2'],
];

/** By the key of a series. Rust is money spent, and nothing else. */
const MEANINGS: Readonly<Record<string, Color>> = {
  in: GAIN,
  income: GAIN,
  revenue: GAIN,
  won: GAIN,
  wonAmount: GAIN,
  gain: GAIN,
  lost: LOSS,
  lostAmount: LOSS,
  loss: LOSS,
  out: SPENT,
  expenses: SPENT,
  spending: SPENT,
  net: IN_ORDER[0]!,
  assets: IN_ORDER[0]!,
  commit: IN_ORDER[1]!,
  debts: IN_ORDER[4]!,
  liabilities: IN_ORDER[4]!,
};

const colorOf = (index: number, key?: string): Color =>
  (key !== undefined && Object.hasOwn(MEANINGS, key) && MEANINGS[key]) || IN_ORDER[index % IN_ORDER.length]!;

/** @param key of the series, where it may mean something: `income`, `lost` */
export const fillOf = (index: number, key?: string): string => colorOf(index, key)[0];
export const strokeOf = (index: number, key?: string): string => colorOf(index, key)[1];
