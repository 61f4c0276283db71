/**
 * The returns that people mix up, each under its own name. Simple return says what was earned on what was put in; time-
 * weighted return judges the investments, whatever came and went; money-weighted return (XIRR) judges the investor.
 */
import { type Decimal, ONE, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { daysBetween } from '../transactions/recurrence.ts';
import { type DatedFlow, type InternalRate, xirr } from './irr.ts';

/** Money that the investor puts in (positive) or takes out (negative) on a day. */
export interface Contribution {
  day: string;
  amount: Decimal;
}

export interface ValuedDay {
  day: string;
  /** Value at the end of the day, contributions of the day included. */
  value: Decimal;
}

/** Gain over what was there at the start and put in since. Undefined when that is nothing. */
export function simpleReturn(
  startValue: Decimal,
  endValue: Decimal,
  contributions: readonly Contribution[],
): Decimal | undefined {
  const net = sumOf(contributions, (one) => one.amount);
  const invested = startValue.plus(sumOf(contributions, (one) => (one.amount.gt(0n) ? one.amount : ZERO)));
  return invested.gt(0n) ? endValue.minus(startValue).minus(net).div(invested) : undefined;
}

export interface SubPeriod {
  startValue: Decimal;
  /** Value right before the contribution that ends the period. */
  endValue: Decimal;
}

/** Product of the growth of each period between contributions, less one (GIPS 2020, true time-weighted). */
export function timeWeightedReturn(periods: readonly SubPeriod[]): Decimal {
  return periods
    .reduce(
      (growth, { startValue, endValue }) => (startValue.gt(0n) ? growth.times(endValue.div(startValue)) : growth),
      ONE,
    )
    .minus(ONE);
}

/**
 * Time-weighted return of a series of daily values. What is put in counts at the beginning of its day, so its money
 * takes part in the day's growth; what is taken out counts at the end, having taken part in it: otherwise a holding
 * that is sold above the last close would have grown by nothing, and what is left of it by too much (GIPS 2020 leaves
 * the choice).
 */
export function dailyTimeWeightedReturn(
  values: readonly ValuedDay[],
  contributions: readonly Contribution[],
): { total: Decimal; daily: { day: string; growth: Decimal }[] } {
  const byDay = new Map<string, Decimal>();
  for (const { day, amount } of contributions) byDay.set(day, (byDay.get(day) ?? ZERO).plus(amount));
  let growth = ONE;
  const daily = values.slice(1).map(({ day, value }, index) => {
    const flow = byDay.get(day) ?? ZERO;
    const [put, taken] = flow.gt(0n) ? [flow, ZERO] : [ZERO, flow.negated()];
    const base = values[index]!.value.plus(put);
    if (base.gt(0n)) growth = growth.times(value.plus(taken).div(base));
    return { day, growth: growth.minus(ONE) };
  });
  return { total: growth.minus(ONE), daily };
}

/**
 * Modified Dietz: approximates the time-weighted return where values between the flows are not known. Undefined within
 * one day.
 */
export function modifiedDietz(
  start: ValuedDay,
  end: ValuedDay,
  contributions: readonly Contribution[],
): Decimal | undefined {
  const length = BigInt(daysBetween(start.day, end.day));
  if (length < 1n) return undefined;
  const net = sumOf(contributions, (one) => one.amount);
  const weighted = sumOf(contributions, (one) => one.amount.times(BigInt(daysBetween(one.day, end.day))).div(length));
  const base = start.value.plus(weighted);
  return base.gt(0n) ? end.value.minus(start.value).minus(net).div(base) : undefined;
}

/** Money-weighted return a year: the rate at which contributions would have grown to the end value. */
export function moneyWeightedReturn(
  start: ValuedDay,
  end: ValuedDay,
  contributions: readonly Contribution[],
): InternalRate {
  const flows: DatedFlow[] = contributions.map(({ day, amount }) => ({ day, amount: ZERO.minus(amount) }));
  return xirr([{ day: start.day, amount: ZERO.minus(start.value) }, ...flows, { day: end.day, amount: end.value }]);
}

/** A return over `days` as one over a year: (1 + r)^(365/days) − 1. Undefined for a total loss or no time. */
export function annualised(totalReturn: Decimal, days: number): Decimal | undefined {
  const growth = totalReturn.plus(ONE);
  return days > 0 && growth.gt(0n) ? growth.pow(ONE.times(365n).div(BigInt(days))).minus(ONE) : undefined;
}
