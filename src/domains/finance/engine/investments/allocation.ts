/** A portfolio's allocation, its drift from the targets, and the trades that restore them. */
import {
  allocateMoney,
  type Decimal,
  notNegative,
  roundMoney,
  sum,
  sumOf,
  ZERO,
} from '../../../../kernel/money/index.ts';

export interface AllocatedHolding {
  id: string;
  value: Decimal;
  /**
   * Group by the dimension asked for: asset class, region, sector, currency. A holding may belong to several by shares
   * that sum to one.
   */
  groups: readonly { key: string; share: Decimal }[];
}

export interface AllocationRow {
  key: string;
  value: Decimal;
  /** Fraction of the whole. */
  weight: Decimal;
  target?: Decimal;
  /** Weight less target, in fractions; above zero is overweight. */
  drift?: Decimal;
  holdingIds: string[];
}

/** Weights by group, largest first; a group that is only a target appears with nothing in it. */
export function allocation(
  holdings: readonly AllocatedHolding[],
  targets: ReadonlyMap<string, Decimal> = new Map(),
): AllocationRow[] {
  const whole = sumOf(holdings, (holding) => holding.value);
  const rows = new Map<string, { value: Decimal; holdingIds: string[] }>();
  for (const key of targets.keys()) rows.set(key, { value: ZERO, holdingIds: [] });
  for (const holding of holdings) {
    for (const { key, share } of holding.groups) {
      const row = rows.get(key) ?? { value: ZERO, holdingIds: [] };
      row.value = row.value.plus(holding.value.times(share));
      row.holdingIds.push(holding.id);
      rows.set(key, row);
    }
  }
  return [...rows]
    .map(([key, { value, holdingIds }]): AllocationRow => {
      const weight = whole.isZero() ? ZERO : value.div(whole);
      const target = targets.get(key);
      return { key, value, weight, holdingIds, ...(target ? { target, drift: weight.minus(target) } : {}) };
    })
    .sort((a, b) => b.value.cmp(a.value));
}

export interface RebalancingTrade {
  key: string;
  /** To buy; to sell when negative. */
  amount: Decimal;
}

/**
 * Trades that bring the groups to their targets. `newMoneyOnly` sells nothing and puts `cash` where most is missing,
 * which costs no tax. Trades sum to `cash`, to the cent.
 */
export function rebalance(
  rows: readonly AllocationRow[],
  cash: Decimal,
  currency: string,
  newMoneyOnly = false,
): RebalancingTrade[] {
  const targeted = rows.filter((row) => row.target !== undefined);
  if (targeted.length === 0) return [];
  const values = targeted.map((row) => roundMoney(row.value, currency));
  const whole = sum(values).plus(cash);
  if (newMoneyOnly) {
    const missing = targeted.map((row, index) => notNegative(whole.times(row.target!).minus(values[index]!)));
    return allocateMoney(cash, missing, currency).map((amount, index) => ({ key: targeted[index]!.key, amount }));
  }
  return allocateMoney(
    whole,
    targeted.map((row) => row.target!),
    currency,
  ).map((goal, index) => ({ key: targeted[index]!.key, amount: goal.minus(values[index]!) }));
}

/** Herfindahl–Hirschman index of the weights: 1 for a single holding, 1/n for n equal ones. */
export function concentration(holdings: readonly AllocatedHolding[]): Decimal {
  const whole = sumOf(holdings, (holding) => holding.value);
  return whole.isZero() ? ZERO : sumOf(holdings, (holding) => holding.value.div(whole).pow(2n));
}
