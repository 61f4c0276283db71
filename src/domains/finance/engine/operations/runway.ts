/** Burn and runway: how fast cash goes, and how long it lasts. Runway = cash ÷ average net burn of a month. */
import { addDays } from '../../../../kernel/days.ts';
import { decimal, type Decimal, max, sumOf, whole, ZERO } from '../../../../kernel/money/index.ts';

export interface MonthMoves {
  in: Decimal;
  out: Decimal;
}

export interface RunwayWindow {
  /** Whole months that were looked at. */
  months: number;
  averageIn: Decimal;
  /** Above zero. */
  averageOut: Decimal;
}

export interface Runway {
  /** Spent a month beyond what comes in; below zero where more comes in. */
  netBurn: Decimal;
  /** Months that the cash lasts; null where it does not shrink. */
  months: Decimal | null;
  /** The day on which it is gone; null where that is further than a hundred years. */
  emptyOn: string | null;
}

/** Days of an average month. */
const MONTH_DAYS = '30.436875';
const FARTHEST_MONTHS = 1200n;

/** The mean of the last `count` whole months; of fewer where there are fewer. */
export function windowOf(moves: readonly MonthMoves[], count: number): RunwayWindow {
  const last = moves.slice(-count);
  if (last.length === 0) return { months: 0, averageIn: ZERO, averageOut: ZERO };
  return {
    months: last.length,
    averageIn: sumOf(last, (one) => one.in).div(whole(last.length)),
    averageOut: sumOf(last, (one) => one.out).div(whole(last.length)),
  };
}

/** @param cut what would be saved a month */
export function runwayOf(
  cash: string | Decimal,
  { averageIn, averageOut }: { averageIn: string | Decimal; averageOut: string | Decimal },
  today: string,
  cut: string | Decimal = '0',
): Runway {
  const netBurn = max(0n, decimal(averageOut).minus(cut)).minus(averageIn);
  if (netBurn.lte(0n)) return { netBurn, months: null, emptyOn: null };
  const months = max(0n, cash).div(netBurn);
  return {
    netBurn,
    months,
    emptyOn: months.gt(FARTHEST_MONTHS) ? null : addDays(today, Math.floor(months.times(MONTH_DAYS).toNumber())),
  };
}
