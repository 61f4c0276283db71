/** Dividing one transaction among categories. */
import { type Decimal, roundMoney, sum, ZERO } from '../../../../kernel/money/index.ts';
import { minorUnits } from '../../../../kernel/money/currencies.ts';
import { decimal } from '../../../../kernel/money/decimal.ts';

/** How one part is found: a fixed amount, a share of what the fixed parts leave, or an equal share of all the rest. */
export type SplitShare =
  | { kind: 'fixed'; amount: Decimal }
  | { kind: 'percent'; percent: Decimal }
  | { kind: 'remainder' };

export interface SplitResult {
  /** As many as shares, in their order. */
  parts: Decimal[];
  /** The rest of the amount: zero if a part takes the remainder. Parts and difference always add up to the amount. */
  difference: Decimal;
}

/**
 * Fixed parts are taken first, percentages of what they leave next, remainder parts divide the rest equally; what
 * cannot be divided in the currency's smallest unit goes to the last of them.
 */
export function split(amount: Decimal, shares: readonly SplitShare[], currency: string): SplitResult {
  const afterFixed = amount.minus(sum(shares.map((share) => (share.kind === 'fixed' ? share.amount : ZERO))));
  const parts = shares.map((share) => {
    if (share.kind === 'fixed') return share.amount;
    return share.kind === 'percent' ? roundMoney(afterFixed.times(share.percent).div(100n), currency) : ZERO;
  });
  const rest = amount.minus(sum(parts));
  const remainders = shares.flatMap((share, index) => (share.kind === 'remainder' ? [index] : []));
  if (remainders.length === 0) return { parts, difference: rest };
  const unit = decimal(10n).pow(BigInt(minorUnits(currency)));
  const each = rest.div(BigInt(remainders.length)).times(unit).trunc().div(unit);
  for (const index of remainders) parts[index] = each;
  parts[remainders.at(-1)!] = rest.minus(each.times(BigInt(remainders.length - 1)));
  return { parts, difference: ZERO };
}
