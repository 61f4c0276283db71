/** Divides an amount without loss: the parts are payable and always sum to the whole. */
import { minorUnits } from './currencies.ts';
import { type Decimal, decimal, ONE, sum, ZERO } from './decimal.ts';
import { roundMoney } from './rounding.ts';

/**
 * Splits `total` in proportion to `weights` by the largest remainder method (Hamilton). Every part is first rounded
 * toward zero; the remaining units go one each to the parts that lost most, the first of equals first. A negative
 * weight among larger ones takes its part with the opposite sign.
 * @param places digits after the point of each part
 * @returns as many parts as weights; equal to `total` in sum. Equal parts where all weights are zero.
 * @throws RangeError for no weight, weights that sum to less than zero or cancel out, or a total with more digits than
 * the parts may have
 */
export function allocate(total: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  if (weights.length === 0) throw new RangeError('There is nothing to divide the amount among.');
  if (total.decimalPlaces() > places)
    throw new RangeError(`${total.toFixed()} has more than ${places} digits after the point.`);
  const unit = ONE.div(decimal(10n).pow(BigInt(places)));
  const all = sum(weights);
  if (all.lt(0n) || (all.isZero() && weights.some((weight) => !weight.isZero())))
    throw new RangeError('Shares cannot be negative in sum.');
  const shares = all.isZero() ? weights.map(() => ONE) : weights;
  const whole = all.isZero() ? decimal(BigInt(weights.length)) : all;
  const exact = shares.map((share) => total.times(share).div(whole).div(unit));
  const parts = exact.map((value) => value.trunc());
  const left = total.div(unit).minus(sum(parts));
  const step = left.lt(0n) ? ONE.negated() : ONE;
  const mostCut = exact
    .map((value, index) => ({ index, cut: value.minus(parts[index]!).times(step) }))
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

/**
 * Rounds figures shown beside their sum so that they add up to it. Each is first rounded down to the smallest unit; the
 * remaining units go one each to those that lost most, the first of equals first. A payable figure stays as it is, and
 * no figure is a whole unit from its exact value where `total` is the rounded sum. For display only: calculations use
 * the exact figures.
 * @param total the sum, where it follows from other figures shown; less than a unit per part from their sum
 * @throws RangeError for a total that is further away than that
 */
export function roundParts(
  parts: readonly Decimal[],
  currency: string,
  total: Decimal = roundMoney(sum(parts), currency),
): Decimal[] {
  const rounded = parts.map((part) => roundMoney(part, currency, 'floor'));
  const unit = ONE.div(decimal(10n).pow(BigInt(minorUnits(currency))));
  const left = total.minus(sum(rounded)).div(unit);
  if (left.lt(0n) || left.gt(BigInt(parts.length)))
    throw new RangeError(`The parts do not come to ${total.toFixed()}.`);
  const mostLost = parts
    .map((part, index) => ({ index, lost: part.minus(rounded[index]!) }))
    .sort((a, b) => b.lost.cmp(a.lost) || a.index - b.index);
  for (const { index } of mostLost.slice(0, left.toNumber())) rounded[index] = rounded[index]!.plus(unit);
  return rounded;
}
