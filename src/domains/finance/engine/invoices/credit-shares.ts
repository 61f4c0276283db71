/** Line amounts of a partial credit note. */
import { allocateMoney, type Decimal, notNegative, roundMoney, sum, ZERO } from '../../../../kernel/money/index.ts';

/**
 * Divides what is credited as the document is divided: first between what was sold and tax, then within each, by
 * largest remainders. Books and print divide tax the same way, whatever else they tell apart.
 * @param nets of the document, by line, account or rate; a part below zero takes its share the other way
 * @returns parts that sum to `amount`
 */
export function creditShares(
  amount: Decimal,
  { nets, taxes }: { nets: readonly Decimal[]; taxes: readonly Decimal[] },
  currency: string,
): { nets: Decimal[]; taxes: Decimal[] } {
  const whole = [sum(nets), sum(taxes)] as const;
  const [net, tax] = allocateMoney(amount, whole, currency) as [Decimal, Decimal];
  const divided = (part: Decimal, weights: readonly Decimal[]): Decimal[] =>
    sum(weights).isZero() ? evened(weights, amount.div(sum(whole)), currency) : divideAs(part, weights, currency);
  return { nets: divided(net, nets), taxes: divided(tax, taxes) };
}

/**
 * Divides an amount as others are divided that may come to less than nothing, such as the tax of a line that is taken
 * back. Equally where they come to nothing.
 */
export function divideAs(amount: Decimal, weights: readonly Decimal[], currency: string): Decimal[] {
  const all = sum(weights);
  if (all.isZero())
    return allocateMoney(
      amount,
      weights.map(() => ZERO),
      currency,
    );
  return allocateMoney(amount, all.lt(0n) ? weights.map((weight) => weight.negated()) : weights, currency);
}

/** As much of each of some parts that cancel each other out, which they do again. */
function evened(parts: readonly Decimal[], share: Decimal, currency: string): Decimal[] {
  const [above, below] = [parts.map((part) => notNegative(part)), parts.map((part) => notNegative(part.negated()))];
  const each = roundMoney(sum(above).times(share), currency);
  if (each.isZero()) return parts.map(() => ZERO);
  const [up, down] = [allocateMoney(each, above, currency), allocateMoney(each, below, currency)];
  return parts.map((_, index) => up[index]!.minus(down[index]!));
}
