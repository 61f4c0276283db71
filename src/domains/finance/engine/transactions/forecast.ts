/** Forecast of an account's balance for each of the coming days. */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, estimated, sum, ZERO } from '../../../../kernel/money/index.ts';
import { occurrences, type Recurrence } from './recurrence.ts';

/** A payment or income that is expected on days of its own. */
export interface ScheduledFlow {
  id: string;
  label: string;
  amount: Decimal;
  recurrence: Recurrence;
  /** Days for which a movement is there already. */
  settled?: ReadonlySet<string>;
}

/** A single flow that is known: a pending movement, a bill with its due day. */
export interface KnownFlow {
  id: string;
  label: string;
  amount: Decimal;
  day: string;
}

export interface ForecastInput {
  /** Day of the opening balance; the forecast begins on the day after. */
  today: string;
  openingBalance: Decimal;
  /** Last day of the forecast. */
  until: string;
  scheduled: readonly ScheduledFlow[];
  known: readonly KnownFlow[];
  /**
   * Net of each past day that is neither scheduled nor recurring, days without any included: what everyday life costs.
   */
  everyday?: readonly Decimal[];
}

export interface ForecastDay {
  day: string;
  /** Expected payments on the day, by name. */
  flows: { id: string; label: string; amount: Decimal }[];
  expected: Decimal;
  /** Band in which the balance lies in four of five cases, as far as everyday spending decides. */
  low: Decimal;
  high: Decimal;
}

export interface Forecast {
  days: ForecastDay[];
  /** The first day on which the expected balance is below zero. */
  firstBelowZero?: string;
  lowest: { day: string; balance: Decimal };
}

/** 90th percentile of the standard normal distribution: 80 % lie within this many deviations. */
const Z80 = 1.2816;

/**
 * Adds scheduled and known flows to the opening balance, and the mean of everyday spending for each day. The band
 * widens with the square root of time, as the sum of independent days does; scheduled flows carry no uncertainty.
 */
export function forecastBalance({
  today,
  openingBalance,
  until,
  scheduled,
  known,
  everyday = [],
}: ForecastInput): Forecast {
  const flows = flowsByDay(addDays(today, 1), until, scheduled, known);
  const mean = everyday.length > 0 ? sum(everyday).div(BigInt(everyday.length)) : ZERO;
  const deviation = standardDeviation(everyday);
  const days: ForecastDay[] = [];
  let balance = openingBalance;
  let lowest = { day: today, balance: openingBalance };
  for (let day = addDays(today, 1), n = 1; day <= until; day = addDays(day, 1), n++) {
    const onDay = flows.get(day) ?? [];
    balance = balance.plus(sum(onDay.map((flow) => flow.amount))).plus(mean);
    const margin = estimated(Z80 * deviation * Math.sqrt(n));
    days.push({ day, flows: onDay, expected: balance, low: balance.minus(margin), high: balance.plus(margin) });
    if (balance.lt(lowest.balance)) lowest = { day, balance };
  }
  const below = days.find((one) => one.expected.lt(0n));
  return { days, lowest, ...(below ? { firstBelowZero: below.day } : {}) };
}

function flowsByDay(
  from: string,
  until: string,
  scheduled: readonly ScheduledFlow[],
  known: readonly KnownFlow[],
): Map<string, ForecastDay['flows']> {
  const flows = new Map<string, ForecastDay['flows']>();
  const add = (day: string, { id, label, amount }: Omit<KnownFlow, 'day'>): void => {
    const list = flows.get(day);
    if (list) list.push({ id, label, amount });
    else flows.set(day, [{ id, label, amount }]);
  };
  for (const flow of scheduled)
    for (const day of occurrences(flow.recurrence, from, until)) if (!flow.settled?.has(day)) add(day, flow);
  // Overdue payments are expected right away.
  for (const flow of known) add(flow.day < from ? from : flow.day, flow);
  return flows;
}

/** Sample standard deviation. */
function standardDeviation(values: readonly Decimal[]): number {
  if (values.length < 2) return 0;
  const numbers = values.map((value) => value.toNumber());
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((total, value) => total + (value - mean) ** 2, 0) / (numbers.length - 1));
}
