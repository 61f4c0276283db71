/** What holdings pay out. */
import { type Decimal, type RateTable, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { addMonths } from '../transactions/recurrence.ts';
import type { Income } from './activity.ts';

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

export function trailingYield(income: readonly Income[], value: Decimal, cost: Decimal, day: string, baseCurrency: string, rates: RateTable): IncomeYield {
  const from = addMonths(day, -12);
  const trailing = sumOf(income.filter((one) => one.day > from && one.day <= day), (one) => rates.convert(one.amount, one.currency, baseCurrency, one.day));
  return { trailing, onValue: value.gt(0n) ? trailing.div(value) : undefined, onCost: cost.gt(0n) ? trailing.div(cost) : undefined };
}
