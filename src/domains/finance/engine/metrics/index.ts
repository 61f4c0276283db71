/** Figures about a business that people watch, and how a change is put into words. */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, decimal, round, ZERO } from '../../../../kernel/money/index.ts';

/** Change in percent of the size of the earlier value; 100 when something came of nothing. */
export function percentChange(now: Decimal, before: Decimal): Decimal {
  if (before.isZero()) return now.isZero() ? ZERO : decimal(now.lt(0n) ? -100n : 100n);
  return now.minus(before).div(before.abs()).times(100n);
}

/** Changes smaller than this are noise, larger than that say nothing more. In percent. */
const FLAT_BELOW = '0.5';
const CAP = '999';

/** `+12%`, `flat`, `turned negative`, `new activity`: a percentage only where it says something. */
export function describeChange(now: Decimal, before: Decimal): string {
  if (now.isZero()) return 'no activity';
  if (before.isZero()) return 'new activity';
  if (now.lt(0n) && before.gt(0n)) return 'turned negative';
  const change = percentChange(now, before);
  // From a loss to a profit is more than a number, unless the number stays readable.
  if (now.gt(0n) && before.lt(0n) && change.gte('200')) return 'turned positive';
  if (change.abs().lt(FLAT_BELOW)) return 'flat';
  const shown = change.abs().gt(CAP) ? decimal(CAP) : round(change.abs(), 0);
  return `${change.lt(0n) ? '−' : '+'}${shown.toFixed()}%`;
}

export interface Pace {
  /** The period's projected total at the current pace; null in its first week. */
  projected: Decimal | null;
  /** Against the same period a year ago, in whole percent; null where nothing can be said. */
  versusLastYearPercent: Decimal | null;
}

/** Days that must have passed before a pace means something. */
const PACE_AFTER = 7;

/** Projects a quarter, or any period, from what came so far. */
export function pace(soFar: Decimal, daysPassed: number, daysInPeriod: number, lastYear?: Decimal): Pace {
  if (daysPassed <= PACE_AFTER) return { projected: null, versusLastYearPercent: null };
  const projected = soFar.times(BigInt(daysInPeriod)).div(BigInt(daysPassed));
  return { projected, versusLastYearPercent: lastYear?.gt(0n) ? round(percentChange(projected, lastYear), 0) : null };
}

export interface Runway {
  /** Net cash used a month; below zero when cash grows. */
  burn: Decimal;
  /** Months that the cash lasts; null when it does not shrink. */
  months: Decimal | null;
  /** Day on which it is gone, when that is less than two years away: beyond, a day would promise too much. */
  exhaustedOn: string | null;
}

/** @param monthlyNet net cash flow of recent months; their mean is what is expected */
export function runway(cash: Decimal, monthlyNet: readonly Decimal[], today: string): Runway {
  if (monthlyNet.length === 0) return { burn: ZERO, months: null, exhaustedOn: null };
  const burn = ZERO.minus(monthlyNet.reduce((total, one) => total.plus(one), ZERO)).div(BigInt(monthlyNet.length));
  if (!burn.gt(0n)) return { burn, months: null, exhaustedOn: null };
  const months = cash.gt(0n) ? cash.div(burn) : ZERO;
  return { burn, months, exhaustedOn: exhaustionDay(months, today) };
}

/** Months of 30 days; null for none and for 24 or more. */
export function exhaustionDay(months: Decimal, today: string): string | null {
  return months.gt(0n) && months.lt(24n) ? addDays(today, round(months.times(30n), 0).toNumber()) : null;
}

/** `part` as a percentage of `whole`; undefined of nothing. */
export function ratioPercent(part: Decimal, whole: Decimal): Decimal | undefined {
  return whole.isZero() ? undefined : part.div(whole).times(100n);
}
