/** What a credit note takes back of a document that it does not take back whole. */
import { allocateMoney, type Decimal, sum } from '../../../../kernel/money/index.ts';

/**
 * Divides what is credited as the document is divided: first between what was sold and tax, then within each, by largest
 * remainders. Books and print divide tax the same way, whatever else they tell apart.
 * @param nets of the document, by line, account or rate; a part below zero takes its share the other way
 * @returns parts that sum to `amount`
 */
export function creditShares(amount: Decimal, { nets, taxes }: { nets: readonly Decimal[]; taxes: readonly Decimal[] }, currency: string): { nets: Decimal[]; taxes: Decimal[] } {
  const [net, tax] = allocateMoney(amount, [sum(nets), sum(taxes)], currency) as [Decimal, Decimal];
  const divided = (whole: Decimal, weights: readonly Decimal[]): Decimal[] => (weights.length === 0 ? [] : allocateMoney(whole, weights, currency));
  return { nets: divided(net, nets), taxes: divided(tax, taxes) };
}
