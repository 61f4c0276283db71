/** Dividing an amount so that nothing is lost: the parts are payable and always sum to the whole. */
import { minorUnits } from './currencies.ts';
import { type Decimal, decimal, ONE, sum, ZERO } from './decimal.ts';

/**
 * Splits `total` in proportion to `weights` by the largest remainder method (Hamilton): every part is first rounded
 * towards zero, then the units that are left go one each to the parts that were cut most, the first of equals first.
 * @param places digits after the point of each part
 * A weight below zero among larger ones takes its part the other way.
 * @returns as many parts as weights; equal to `total` in sum. Where all weights are zero, equal parts.
 * @throws RangeError for no weight, weights that come to less than zero or cancel out, or a total that has more digits than the parts may have.
 */
export function allocate(total: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  if (weights.length === 0) throw new RangeError('There is nothing to divide the amount among.');
  if (total.decimalPlaces() > places) throw new RangeError(`${total.toFixed()} has more than ${places} digits after the point.`);
  const unit = ONE.div(decimal(10n).pow(BigInt(places)));
  const all = sum(weights);
  if (all.lt(0n) || (all.isZero() && weights.some((weight) => !weight.isZero()))) throw new RangeError('Shares cannot be negative in sum.');
  const shares = all.isZero() ? weights.map(() => ONE) : weights;
  const whole = all.isZero() ? decimal(BigInt(weights.length)) : all;
  const exact = shares.map((share) => total.times(share).div(whole).div(unit));
  const parts = exact.map((value) => value.trunc());
  const left = total.div(unit).minus(sum(parts));
  const step = left.lt(0n) ? ONE.negated() : ONE;
  const mostCut = exact.map((value, index) => ({ index, cut: value.minus(parts[index]!).times(step) }))
    .sort((a, b) => b.cut.cmp(a.cut) || a.index - b.index);
  for (let given = ZERO, at = 0; given.lt(left.abs()); given = given.plus(ONE), at++) {
    const index = mostCut[at % mostCut.length]!.index;
    parts[index] = parts[index]!.plus(step);
  }
  return parts.map((part) => part.times(unit));
}

/** `allocate` in a currency's smallest unit. */
export function allocateMoney(total: Decimal, weights: readonly Decimal[], currency: string): Decimal[] {
  return allocate(total, weights, minorUnits(currency));
}
