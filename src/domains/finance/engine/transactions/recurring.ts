/** Recurring payments and income, found in what happened. A finding is shown with its evidence; nothing is set. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { type Decimal, sum } from '../../../../kernel/money/index.ts';
import { merchantKey } from './merchant.ts';
import { dayOfMonth, daysBetween, occurrences, type Recurrence } from './recurrence.ts';
import type { Transaction } from './transaction.ts';

export type RecurringFrequency =
  | 'weekly'
  | 'biweekly'
  | 'semimonthly'
  | 'monthly'
  | 'quarterly'
  | 'semiannual'
  | 'annual';

export interface RecurringStream {
  accountId: string;
  /** Key of the merchant, and the text of the latest transaction. */
  merchant: string;
  payee: string;
  currency: string;
  frequency: RecurringFrequency;
  /** Signed; the mean of the last six, and the latest. */
  averageAmount: Decimal;
  lastAmount: Decimal;
  /** All amounts lie within 2 % of their median: a subscription rather than a bill that varies. */
  fixed: boolean;
  firstDay: string;
  lastDay: string;
  /** Expected next; past when the stream is late. */
  nextDay: string;
  /**
   * The latest day that shows its day of the month: 31 Aug, where 30 Nov and 28 Feb followed. A schedule that steps from
   * the end of a short month would stay on its day.
   */
  anchorDay: string;
  /** `early`: seen twice only; `ended`: more than half a period and ten days late. */
  status: 'early' | 'active' | 'ended';
  /** The latest amount differs from the one before it by more than 2 %: a price that rose. */
  priceChange?: Decimal;
  transactionIds: string[];
}

/** Period in days, how far a gap may be from it, and how many transactions it takes. */
const FREQUENCIES: readonly {
  name: RecurringFrequency;
  days: number;
  slack: number;
  atLeast: number;
  months: number;
}[] = [
  { name: 'weekly', days: 7, slack: 2, atLeast: 3, months: 0 },
  { name: 'biweekly', days: 14, slack: 2.5, atLeast: 3, months: 0 },
  { name: 'semimonthly', days: 15.2, slack: 3.5, atLeast: 4, months: 0 },
  { name: 'monthly', days: 30.44, slack: 5, atLeast: 2, months: 1 },
  { name: 'quarterly', days: 91.3, slack: 9, atLeast: 2, months: 3 },
  { name: 'semiannual', days: 182.6, slack: 14, atLeast: 2, months: 6 },
  { name: 'annual', days: 365.25, slack: 20, atLeast: 2, months: 12 },
];

/** Of all gaps, this share must fit the period. */
const REGULAR = 0.75;
const SAME_AMOUNT = '0.02';
/** How many of the latest amounts the average is of. */
const AVERAGED = 6;

/** Finds recurring streams by account, direction, currency and merchant. @param today decides which have ended */
export function findRecurring(transactions: Iterable<Transaction>, today: string): RecurringStream[] {
  const groups = new Map<string, Transaction[]>();
  // Payees come again and again.
  const merchants = new Map<string, string>();
  for (const one of transactions) {
    const payee = one.payee ?? '';
    const merchant = merchants.get(payee) ?? merchantKey(payee);
    merchants.set(payee, merchant);
    if (!merchant || one.pending) continue;
    const key = [one.accountId, one.currency, one.amount.lt(0n) ? 'out' : 'in', merchant].join('|');
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].flatMap((group) => {
    const stream = toStream(
      group.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1)),
      today,
    );
    return stream ? [stream] : [];
  });
}

function toStream(group: readonly Transaction[], today: string): RecurringStream | undefined {
  if (group.length < 2) return undefined;
  const gaps = group.slice(1).map((one, index) => daysBetween(group[index]!.day, one.day));
  const frequency = frequencyOf(gaps, group);
  if (!frequency) return undefined;
  const last = group.at(-1)!;
  const before = group.at(-2)!;
  const amounts = group.map((one) => one.amount);
  const recent = amounts.slice(-AVERAGED);
  const next = nextDay(frequency, group);
  const change = last.amount.minus(before.amount);
  return {
    accountId: last.accountId,
    merchant: merchantKey(last.payee ?? ''),
    payee: last.payee ?? '',
    currency: last.currency,
    frequency: frequency.name,
    averageAmount: sum(recent).div(BigInt(recent.length)),
    lastAmount: last.amount,
    fixed: allNear(amounts),
    firstDay: group[0]!.day,
    lastDay: last.day,
    nextDay: next,
    anchorDay: anchorOf(frequency, group),
    status: daysBetween(next, today) > frequency.days / 2 + 10 ? 'ended' : group.length === 2 ? 'early' : 'active',
    ...(change.abs().gt(before.amount.abs().times(SAME_AMOUNT)) ? { priceChange: change } : {}),
    transactionIds: group.map((one) => one.id),
  };
}

function frequencyOf(gaps: readonly number[], group: readonly Transaction[]): (typeof FREQUENCIES)[number] | undefined {
  const median = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  const fitting = FREQUENCIES.filter((one) => {
    if (group.length < one.atLeast || Math.abs(median - one.days) > one.slack) return false;
    // Two transactions are a coincidence unless they cost the same.
    if (group.length === 2 && !allNear(group.map((each) => each.amount))) return false;
    return gaps.filter((gap) => Math.abs(gap - one.days) <= one.slack).length / gaps.length >= REGULAR;
  });
  // Every fortnight or twice a month: the days of the month tell, which repeat in one and wander in the other.
  if (fitting.some((one) => one.name === 'semimonthly') && new Set(group.map((one) => one.day.slice(8))).size <= 4)
    return fitting.find((one) => one.name === 'semimonthly');
  return fitting[0];
}

function allNear(amounts: readonly Decimal[]): boolean {
  const sorted = [...amounts].sort((a, b) => a.cmp(b));
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return amounts.every((amount) => amount.minus(median).abs().lte(median.abs().times(SAME_AMOUNT)));
}

function nextDay(frequency: (typeof FREQUENCIES)[number], group: readonly Transaction[]): string {
  if (frequency.months > 0) return monthsLater(group, frequency.months);
  // Twice a month: the day of the month that came before the last one, a month on.
  return frequency.name === 'semimonthly'
    ? monthsLater(
        group.filter((_, place) => (group.length - place) % 2 === 0),
        1,
      )
    : addDays(group.at(-1)!.day, Math.round(frequency.days));
}

/**
 * On the day of the month that the last one had; what fell on the end of a short month comes on the day of the longer
 * ones before it.
 */
function monthsLater(group: readonly Transaction[], months: number): string {
  return dayOfMonth(monthStart(group.at(-1)!.day, months), usualDay(group));
}

/** The day of the month on which it falls where the month is long enough. */
function usualDay(group: readonly Transaction[]): number {
  const isEnd = addDays(group.at(-1)!.day, 1).endsWith('-01');
  return Math.max(...group.slice(isEnd ? -AVERAGED : -1).map((one) => Number(one.day.slice(8))));
}

function anchorOf({ months }: (typeof FREQUENCIES)[number], group: readonly Transaction[]): string {
  const last = group.at(-1)!.day;
  if (months === 0) return last;
  const usual = usualDay(group);
  return group.findLast((one) => Number(one.day.slice(8)) === usual)?.day ?? last;
}

/** A movement stands for an expected one of at most so many times its amount, or as little of it. */
const ALIKE = 2n;

/**
 * Days of what comes again for which a movement is there already: what came some days too early or too late, or is told
 * of before it comes, is not expected a second time.
 * @param moves of its account, direction and merchant
 */
export function settledDays(
  { frequency, recurrence, amount }: { frequency: RecurringFrequency; recurrence: Recurrence; amount: Decimal },
  moves: readonly Pick<Transaction, 'day' | 'amount'>[],
): Set<string> {
  const slack = Math.floor(FREQUENCIES.find((one) => one.name === frequency)!.slack);
  const settled = new Set<string>();
  for (const move of moves.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))) {
    const size = move.amount.abs();
    if (size.gt(amount.abs().times(ALIKE)) || size.times(ALIKE).lt(amount.abs())) continue;
    const near = occurrences(recurrence, addDays(move.day, -slack), addDays(move.day, slack)).filter(
      (day) => !settled.has(day),
    );
    const away = (day: string): number => Math.abs(daysBetween(day, move.day));
    const nearest = near.sort((a, b) => away(a) - away(b))[0];
    if (nearest) settled.add(nearest);
  }
  return settled;
}
