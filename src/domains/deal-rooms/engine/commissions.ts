/** Shares of cash that came in. */
import { allocateMoney, decimal, minorUnits, roundMoney, sum } from '../../../kernel/money/index.ts';

export interface Split {
  role: 'setter' | 'closer';
  userId: string;
  /** Of the cash; decimal text. */
  percent: string;
}

/**
 * Commissions earned from one payment's cash so far, minus refunds. The shares are rounded together; a remaining
 * smallest unit goes to the share that lost most, the setter first if equal.
 * @param cash decimal text, zero or more
 */
export function earnedOf(cash: string, splits: readonly Split[], currency: string): string[] {
  if (splits.length === 0) return [];
  const percents = splits.map(({ percent }) => decimal(percent));
  const pool = roundMoney(decimal(cash).times(sum(percents)).div(100n), currency, 'half-up');
  return allocateMoney(pool, percents, currency).map((part) => part.toFixed(minorUnits(currency)));
}

/** The entries that bring what was booked to what is earned now: nothing where both are equal. */
export function commissionChanges(
  cash: string,
  splits: readonly Split[],
  booked: readonly string[],
  currency: string,
): string[] {
  return earnedOf(cash, splits, currency).map((earned, index) =>
    decimal(earned)
      .minus(booked[index] ?? '0')
      .toFixed(minorUnits(currency)),
  );
}
