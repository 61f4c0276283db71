/**
 * Charges that someone should look at: prices that rose, charges that came twice, amounts out of the ordinary. Each
 * with its reason.
 */
import { addDays } from '../../../../kernel/days.ts';
import type { Decimal } from '../../../../kernel/money/index.ts';
import { merchantKey } from '../transactions/merchant.ts';
import { daysBetween } from '../transactions/recurrence.ts';
import type { Transaction } from '../transactions/transaction.ts';

export type AnomalyKind = 'price_rise' | 'double_charge' | 'unusual';

export interface Anomaly {
  /** Stays the same as long as it is the same finding. */
  key: string;
  kind: AnomalyKind;
  merchant: string;
  name: string;
  day: string;
  /** The charged amount, above zero. */
  amount: Decimal;
  /** In a sentence, for who has nothing better; pages write its figures as they write all others. */
  reason: string;
  /** The previous or usual price; null for a charge that occurred twice. */
  usual: Decimal | null;
  /** The most that was charged in so many payments; null where the amount was the same each time. */
  most: { amount: Decimal; payments: number } | null;
  transactionIds: string[];
}

/** How far back findings are of interest, in days. */
const RECENT = 60;
/** Two charges of one amount so near each other may be one too many, in days. */
const NEAR = 3;
const RISE = '1.02';
const SAME = '0.02';
/** How many earlier payments say what is usual. */
const ENOUGH = 6;
/** Beyond so many times the usual deviation, and twice the median. */
const DEVIATIONS = '6';

/** @param transactions of one currency each; what came in and what is pending is left out */
export function findAnomalies(transactions: readonly Transaction[], today: string): Anomaly[] {
  const since = addDays(today, -RECENT);
  const spent = transactions.filter(
    (one) => one.amount.lt(0n) && !one.pending && one.day <= today && merchantKey(one.payee ?? '') !== '',
  );
  const groups = Map.groupBy(spent, (one) => `${one.accountId}|${one.currency}|${merchantKey(one.payee ?? '')}`);
  return [...groups.values()]
    .flatMap((group) =>
      anomaliesOf(
        group.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1)),
        since,
      ),
    )
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.key < b.key ? -1 : 1));
}

function anomaliesOf(group: readonly Transaction[], since: string): Anomaly[] {
  const found: Anomaly[] = [];
  group.forEach((one, at) => {
    if (one.day < since) return;
    const before = group.slice(0, at);
    const finding = doubled(one, before, group) ?? risen(one, before) ?? unusual(one, before);
    if (finding)
      found.push({
        key: `${finding.kind}:${one.id}`,
        merchant: merchantKey(one.payee ?? ''),
        name: one.payee ?? '',
        day: one.day,
        amount: one.amount.negated(),
        ...finding,
      });
  });
  return found;
}

type Finding = Pick<Anomaly, 'kind' | 'reason' | 'usual' | 'most' | 'transactionIds'>;

/** The same amount shortly before, of a merchant that is not paid every few days. */
function doubled(one: Transaction, before: readonly Transaction[], group: readonly Transaction[]): Finding | undefined {
  const twin = before.findLast((other) => other.amount.eq(one.amount) && daysBetween(other.day, one.day) <= NEAR);
  if (!twin) return undefined;
  const others = group.filter((other) => other !== one);
  const gaps = others
    .slice(1)
    .map((other, at) => daysBetween(others[at]!.day, other.day))
    .sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 2)];
  if (usual !== undefined && usual <= 2 * NEAR) return undefined;
  const apart = daysBetween(twin.day, one.day);
  return {
    kind: 'double_charge',
    reason: `The same amount was charged ${apart === 0 ? 'on the same day' : apart === 1 ? 'the day before' : `${apart} days before`}.`,
    usual: null,
    most: null,
    transactionIds: [twin.id, one.id],
  };
}

/** It cost the same the last times, and now more. */
function risen(one: Transaction, before: readonly Transaction[]): Finding | undefined {
  const last = before.at(-1);
  const earlier = before.at(-2);
  if (!last || !earlier) return undefined;
  // Of a bill that varies two may be near each other by chance: three are not.
  const steady = before
    .slice(-3)
    .every((other) => other.amount.minus(last.amount).abs().lte(last.amount.abs().times(SAME)));
  if (!steady) return undefined;
  const [was, is] = [last.amount.negated(), one.amount.negated()];
  if (is.lte(was.times(RISE)) || is.gt(was.times('3'))) return undefined;
  const percent = is.div(was).minus(1n).times(100n).toFixed(0);
  return {
    kind: 'price_rise',
    reason: `Up ${percent}% from ${figure(was, one.currency)}.`,
    usual: was,
    most: null,
    transactionIds: [last.id, one.id],
  };
}

function unusual(one: Transaction, before: readonly Transaction[]): Finding | undefined {
  if (before.length < ENOUGH) return undefined;
  const amounts = before.map((other) => other.amount.negated()).sort((a, b) => a.cmp(b));
  const median = middleOf(amounts);
  const deviation = middleOf(amounts.map((amount) => amount.minus(median).abs()).sort((a, b) => a.cmp(b)));
  const amount = one.amount.negated();
  if (amount.lte(median.times(2n)) || amount.minus(median).lte(deviation.times(DEVIATIONS))) return undefined;
  return {
    kind: 'unusual',
    reason: `Usually about ${figure(median, one.currency)}, at most ${figure(amounts.at(-1)!, one.currency)} over ${before.length} payments.`,
    usual: median,
    most: { amount: amounts.at(-1)!, payments: before.length },
    transactionIds: [one.id],
  };
}

const middleOf = (sorted: readonly Decimal[]): Decimal => sorted[Math.floor(sorted.length / 2)]!;

/** As it is said in a sentence. */
const figure = (amount: Decimal, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount.toFixed() as Intl.StringNumericLiteral);
