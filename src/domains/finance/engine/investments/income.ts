/** Income from holdings. */
import { type Decimal, ONE, type RateTable, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { addMonths } from '../transactions/recurrence.ts';
import type { Activity, Income } from './activity.ts';
import { distinctSplits } from './prices.ts';

export interface IncomeMonth {
  /** `2026-11` */
  month: string;
  gross: Decimal;
  tax: Decimal;
}

/** Income by month in the base currency, each payment at its own day's rate; months without any are left out. */
export function incomeByMonth(income: Iterable<Income>, baseCurrency: string, rates: RateTable): IncomeMonth[] {
  const months = new Map<string, IncomeMonth>();
  for (const one of income) {
    const key = one.day.slice(0, 7);
    const month = months.get(key) ?? { month: key, gross: ZERO, tax: ZERO };
    month.gross = month.gross.plus(rates.convert(one.amount, one.currency, baseCurrency, one.day));
    month.tax = month.tax.plus(rates.convert(one.tax ?? ZERO, one.currency, baseCurrency, one.day));
    months.set(key, month);
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
}

export interface IncomeYield {
  /** Paid in the twelve months up to the day, in the base currency. */
  trailing: Decimal;
  /** Of the market value, and of what was paid for the holdings; undefined where that is nothing. */
  onValue: Decimal | undefined;
  onCost: Decimal | undefined;
}

export function trailingYield(
  income: readonly Income[],
  value: Decimal,
  cost: Decimal,
  day: string,
  baseCurrency: string,
  rates: RateTable,
): IncomeYield {
  const from = addMonths(day, -12);
  const trailing = sumOf(
    income.filter((one) => one.day > from && one.day <= day),
    (one) => rates.convert(one.amount, one.currency, baseCurrency, one.day),
  );
  return {
    trailing,
    onValue: value.gt(0n) ? trailing.div(value) : undefined,
    onCost: cost.gt(0n) ? trailing.div(cost) : undefined,
  };
}

/**
 * Expected income of the next twelve months: each payment of the last twelve per unit, adjusted for splits, times the
 * current quantity, in the same month a year later. In the security's currency.
 */
export function forwardIncome(
  activities: readonly Activity[],
  quantity: Decimal,
  day: string,
): { month: string; amount: Decimal }[] {
  const splits = distinctSplits(activities.filter((one) => one.kind === 'split'));
  const since = (from: string): Decimal =>
    splits.reduce(
      (factor, split) => (split.day > from ? factor.times(split.newUnits).div(split.oldUnits) : factor),
      ONE,
    );
  const heldOn = (when: string): Decimal =>
    sumOf(activities, (one) => {
      if (one.day > when) return ZERO;
      if (one.kind === 'buy' || one.kind === 'transferIn' || one.kind === 'buyToCover')
        return one.quantity.times(since(one.day));
      return one.kind === 'sell' || one.kind === 'transferOut' || one.kind === 'sellShort'
        ? one.quantity.times(since(one.day)).negated()
        : ZERO;
    });
  const from = addMonths(day, -12);
  const months = new Map<string, Decimal>();
  for (const one of activities) {
    if (one.kind !== 'income' || one.day <= from || one.day > day) continue;
    const held = heldOn(one.day);
    if (!held.gt(0n)) continue;
    const month = addMonths(one.day, 12).slice(0, 7);
    months.set(month, (months.get(month) ?? ZERO).plus(one.amount.times(quantity).div(held)));
  }
  return [...months].map(([month, amount]) => ({ month, amount })).sort((a, b) => (a.month < b.month ? -1 : 1));
}
