/** Rounding by name. The right one depends on the field (tax, invoices, interest), so it is always written out. */
import { minorUnits } from './currencies.ts';
import { type Decimal, decimal, ONE } from './decimal.ts';

/**
 * - `half-even`: to the nearest, a tie to the even digit (IEEE 754, "banker's"); no drift over many sums
 * - `half-up`: to the nearest, a tie away from zero; the usual rounding of invoices, banks, and tax forms
 * - `down`: toward zero; `up`: away from zero; `floor`, `ceil`: toward minus, plus infinity
 */
export type Rounding = 'half-even' | 'half-up' | 'down' | 'up' | 'floor' | 'ceil';

/** Rounds to `places` digits after the point; to tens and hundreds when negative. */
export function round(value: Decimal, places: number, rounding: Rounding = 'half-up'): Decimal {
  if (places >= 0 && value.decimalPlaces() <= places) return value;
  const unit = decimal(10n).pow(BigInt(Math.abs(places)));
  return places < 0 ? inUnits(value.div(unit), rounding).times(unit) : inUnits(value.times(unit), rounding).div(unit);
}

/** Rounds to payable amounts of the currency. @throws RangeError for an unknown currency. */
export function roundMoney(value: Decimal, currency: string, rounding: Rounding = 'half-up'): Decimal {
  return round(value, minorUnits(currency), rounding);
}

/** Rounds to a multiple of `step`: 0.05 for Swiss cash. */
export function roundTo(value: Decimal, step: Decimal, rounding: Rounding = 'half-up'): Decimal {
  return inUnits(value.div(step), rounding).times(step);
}

function inUnits(value: Decimal, rounding: Rounding): Decimal {
  const towardsZero = value.trunc();
  const rest = value.minus(towardsZero).abs();
  if (rest.isZero()) return towardsZero;
  const away = towardsZero.plus(value.lt(0n) ? ONE.negated() : ONE);
  switch (rounding) {
    case 'down':
      return towardsZero;
    case 'up':
      return away;
    case 'floor':
      return value.floor();
    case 'ceil':
      return value.ceil();
    case 'half-up':
      return rest.gte('0.5') ? away : towardsZero;
    case 'half-even':
      return rest.gt('0.5') || (rest.eq('0.5') && !towardsZero.mod(2n).isZero()) ? away : towardsZero;
  }
}
