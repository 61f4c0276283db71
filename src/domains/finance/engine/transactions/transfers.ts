/** Finding the two sides of a transfer between one's own accounts. A counterpart is matched, never invented. */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, ONE, type RateTable } from '../../../../kernel/money/index.ts';
import { daysBetween } from './recurrence.ts';
import type { Transaction } from './transaction.ts';

/** The two sides may be booked this many days apart. */
const MAX_DAYS = 4;
/** Across currencies, what arrives may differ by this share from what was sent at the day's rate. */
const FX_TOLERANCE = '0.05';

export interface TransferPair {
  out: string;
  in: string;
  /** Days between the two. */
  days: number;
}

export interface TransferOptions {
  rates: RateTable;
  /** Pairs that a person said are none, as `out id|in id`. */
  rejected?: ReadonlySet<string>;
}

interface Candidate extends TransferPair {
  deviation: Decimal;
}

/**
 * Pairs opposite amounts in different accounts within four days: equal in one currency, within 5 % of the rate across
 * two, not at all without a rate. The closest days win, then the closest amounts; each transaction is used once.
 */
export function matchTransfers(
  transactions: readonly Transaction[],
  { rates, rejected = new Set() }: TransferOptions,
): TransferPair[] {
  const incoming = transactions.filter((one) => one.amount.gt(0n)).sort(byDay);
  // In one currency only equal amounts can be a pair; those of other currencies are few.
  const equal = Map.groupBy(incoming, (one) => amountKey(one.currency, one.amount));
  const foreign = new Map<string, Transaction[]>();
  const foreignOf = (currency: string): readonly Transaction[] => {
    const known = foreign.get(currency) ?? incoming.filter((one) => one.currency !== currency);
    foreign.set(currency, known);
    return known;
  };
  const candidates: Candidate[] = [];
  for (const out of transactions.filter((one) => one.amount.lt(0n))) {
    for (const into of [
      ...within(equal.get(amountKey(out.currency, out.amount.abs())) ?? [], out.day),
      ...within(foreignOf(out.currency), out.day),
    ]) {
      const deviation =
        into.accountId === out.accountId || rejected.has(`${out.id}|${into.id}`)
          ? undefined
          : deviationOf(out, into, rates);
      if (deviation)
        candidates.push({ out: out.id, in: into.id, days: Math.abs(daysBetween(out.day, into.day)), deviation });
    }
  }
  return chooseClosest(candidates);
}

/** The same for equal amounts, however many zeros they end in. */
function amountKey(currency: string, amount: Decimal): string {
  const text = amount.toFixed();
  return `${currency} ${text.includes('.') ? text.replace(/\.?0+$/, '') : text}`;
}

/** Of a list by day, what lies within the days that a transfer may take; found by halving. */
function within(list: readonly Transaction[], day: string): readonly Transaction[] {
  const [from, to] = [addDays(day, -MAX_DAYS), addDays(day, MAX_DAYS)];
  const placeOf = (isBefore: (one: Transaction) => boolean): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(list[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return list.length === 0
    ? list
    : list.slice(
        placeOf((one) => one.day < from),
        placeOf((one) => one.day <= to),
      );
}

function byDay(a: Transaction, b: Transaction): number {
  return a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1;
}

/** How far what came in is from what went out, as a share; undefined when the two are no transfer. */
function deviationOf(out: Transaction, into: Transaction, rates: RateTable): Decimal | undefined {
  const rate = rates.rate(out.currency, into.currency, out.day);
  if (!rate) return undefined;
  const deviation = into.amount.div(out.amount.abs().times(rate)).minus(ONE).abs();
  return deviation.lte(out.currency === into.currency ? '0' : FX_TOLERANCE) ? deviation : undefined;
}

function chooseClosest(candidates: Candidate[]): TransferPair[] {
  candidates.sort(
    (a, b) =>
      a.days - b.days ||
      a.deviation.cmp(b.deviation) ||
      (a.out < b.out ? -1 : a.out > b.out ? 1 : a.in < b.in ? -1 : 1),
  );
  const used = new Set<string>();
  const pairs: TransferPair[] = [];
  for (const { out, in: into, days } of candidates) {
    if (used.has(out) || used.has(into)) continue;
    used.add(out).add(into);
    pairs.push({ out, in: into, days });
  }
  return pairs;
}
