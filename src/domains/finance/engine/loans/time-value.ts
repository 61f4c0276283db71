/**
 * Time value of money: pv·(1+r)ⁿ + pmt·(1+r·w)·((1+r)ⁿ−1)/r + fv = 0, where w is 1 for payments at the beginning of
 * each period and 0 at the end. Signs as in spreadsheets: what is received is positive, what is paid negative. Results
 * are not rounded.
 */
import { type Decimal, ONE, ZERO } from '../../../../kernel/money/index.ts';

export type When = 'begin' | 'end';

/** ((1+r)ⁿ − 1) ÷ r, or n without interest; times 1+r for payments at the beginning. */
function annuityFactor(rate: Decimal, periods: Decimal, when: When): Decimal {
  if (rate.isZero()) return periods;
  const factor = rate.plus(ONE).pow(periods).minus(ONE).div(rate);
  return when === 'begin' ? factor.times(rate.plus(ONE)) : factor;
}

/** Payment of each period. @param rate of one period, as a fraction */
export function payment(
  rate: Decimal,
  periods: Decimal,
  presentValue: Decimal,
  futureValue: Decimal = ZERO,
  when: When = 'end',
): Decimal {
  return ZERO.minus(presentValue.times(rate.plus(ONE).pow(periods)).plus(futureValue)).div(
    annuityFactor(rate, periods, when),
  );
}

export function futureValue(
  rate: Decimal,
  periods: Decimal,
  paid: Decimal,
  presentValue: Decimal,
  when: When = 'end',
): Decimal {
  return ZERO.minus(
    presentValue.times(rate.plus(ONE).pow(periods)).plus(paid.times(annuityFactor(rate, periods, when))),
  );
}

export function presentValue(
  rate: Decimal,
  periods: Decimal,
  paid: Decimal,
  future: Decimal = ZERO,
  when: When = 'end',
): Decimal {
  return ZERO.minus(future.plus(paid.times(annuityFactor(rate, periods, when)))).div(rate.plus(ONE).pow(periods));
}

/** The interest within payment number `period`, from 1. */
export function interestPart(
  rate: Decimal,
  period: bigint,
  periods: Decimal,
  present: Decimal,
  future: Decimal = ZERO,
  when: When = 'end',
): Decimal {
  if (when === 'begin' && period === 1n) return ZERO;
  const level = payment(rate, periods, present, future, when);
  const interest = futureValue(rate, ONE.times(period - 1n), level, present, when).times(rate);
  return when === 'begin' ? interest.div(rate.plus(ONE)) : interest;
}

/** The repayment within payment number `period`. */
export function principalPart(
  rate: Decimal,
  period: bigint,
  periods: Decimal,
  present: Decimal,
  future: Decimal = ZERO,
  when: When = 'end',
): Decimal {
  return payment(rate, periods, present, future, when).minus(
    interestPart(rate, period, periods, present, future, when),
  );
}

/** Number of periods, perhaps broken; null where the payments never reach the goal. */
export function periodsNeeded(
  rate: Decimal,
  paid: Decimal,
  present: Decimal,
  future: Decimal = ZERO,
  when: When = 'end',
): Decimal | null {
  if (rate.isZero()) return paid.isZero() ? null : ZERO.minus(present.plus(future)).div(paid);
  const flow = paid.times(when === 'begin' ? rate.plus(ONE) : ONE).div(rate);
  const [numerator, denominator] = [flow.minus(future), flow.plus(present)];
  if (denominator.isZero() || !numerator.div(denominator).gt(0n)) return null;
  return numerator.div(denominator).ln().div(rate.plus(ONE).ln());
}

const ROUNDS = 100;
const CLOSE = 1e-13;

/** Rate of a period, in double precision: it is found, not counted. Null where there is none. */
export function periodRate(
  periods: number,
  paid: Decimal,
  present: Decimal,
  future: Decimal = ZERO,
  when: When = 'end',
): number | null {
  const [pmt, pv, fv] = [paid.toNumber(), present.toNumber(), future.toNumber()];
  const value = (rate: number): number => {
    if (Math.abs(rate) < 1e-12) return pv + pmt * periods + fv;
    const growth = (1 + rate) ** periods;
    return (pv * growth + (pmt * (when === 'begin' ? 1 + rate : 1) * (growth - 1)) / rate + fv) / Math.max(1, growth);
  };
  for (let low = -0.99, step = 0.01; low < 10; low += step) {
    const high = low + step;
    if (Math.sign(value(low)) !== Math.sign(value(high))) return bisect(value, low, high);
    if (low > 1) step = 0.1;
  }
  return null;
}

function bisect(value: (rate: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const sign = Math.sign(value(low));
  for (let round = 0; round < ROUNDS && high - low > CLOSE; round++) {
    const middle = (low + high) / 2;
    if (Math.sign(value(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
