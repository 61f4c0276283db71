/**
 * Spending by vendor and month, and its run rate. A vendor paid quarterly, semiannually, or yearly counts with its
 * monthly share; any other with the average of the last three full months.
 */
import { monthStart } from '../../../../kernel/days.ts';
import { type Decimal, sum, whole, ZERO } from '../../../../kernel/money/index.ts';
import { merchantKey } from '../transactions/merchant.ts';
import { findRecurring, type RecurringFrequency, type RecurringStream } from '../transactions/recurring.ts';
import type { Transaction } from '../transactions/transaction.ts';

export interface VendorFigures {
  /** Key of the merchant; empty for what bears no name. */
  merchant: string;
  /** As the latest transaction writes it. */
  name: string;
  categoryId: string | null;
  /** Spent in each of the whole months, above zero. */
  months: Decimal[];
  /** In the present month so far. */
  present: Decimal;
  runRate: Decimal;
  /** The mean of the three months before the last three. */
  before: Decimal;
  times: number;
  lastDay: string;
  lastAmount: Decimal;
  /** Where it comes again by itself. */
  recurring: { frequency: RecurringFrequency; nextDay: string; anchorDay: string; amount: Decimal } | null;
}

/** Months between payments, of what is paid less often than every month. */
const SELDOM: Partial<Record<RecurringFrequency, number>> = { quarterly: 3, semiannual: 6, annual: 12 };
const AVERAGED = 3;

/**
 * @param transactions of one currency; what came in is left out
 * @param months first days of whole months, in order, before the month of `today`
 */
export function vendorFigures(
  transactions: readonly Transaction[],
  months: readonly string[],
  today: string,
): VendorFigures[] {
  const spent = transactions.filter((one) => one.amount.lt(0n) && one.day <= today);
  const streams = streamsByMerchant(spent, today);
  const place = new Map(months.map((month, at) => [month, at]));
  const present = monthStart(today);
  const groups = Map.groupBy(spent, (one) => merchantKey(one.payee ?? ''));
  return [...groups]
    .map(([merchant, group]) => {
      const by = months.map(() => ZERO);
      let now = ZERO;
      for (const { day, amount } of group) {
        const month = monthStart(day);
        const at = place.get(month);
        if (at !== undefined) by[at] = by[at]!.minus(amount);
        else if (month === present) now = now.minus(amount);
      }
      const last = group.reduce((latest, one) => (one.day > latest.day ? one : latest));
      const stream = streams.get(merchant);
      const seldom = stream && SELDOM[stream.frequency];
      return {
        merchant,
        name: last.payee ?? '',
        categoryId: last.categoryId ?? null,
        months: by,
        present: now,
        runRate: seldom ? stream.lastAmount.negated().div(whole(seldom)) : meanOf(by.slice(-AVERAGED)),
        before: seldom ? stream.lastAmount.negated().div(whole(seldom)) : meanOf(by.slice(-2 * AVERAGED, -AVERAGED)),
        times: group.length,
        lastDay: last.day,
        lastAmount: last.amount.negated(),
        recurring: stream
          ? {
              frequency: stream.frequency,
              nextDay: stream.nextDay,
              anchorDay: stream.anchorDay,
              amount: stream.lastAmount.negated(),
            }
          : null,
      };
    })
    .sort((a, b) => b.runRate.cmp(a.runRate) || (a.merchant < b.merchant ? -1 : 1));
}

/** Of several streams with one merchant the one that costs most; what has ended does not count. */
function streamsByMerchant(spent: readonly Transaction[], today: string): Map<string, RecurringStream> {
  const found = new Map<string, RecurringStream>();
  for (const stream of findRecurring(spent, today)) {
    const known = found.get(stream.merchant);
    if (stream.status !== 'ended' && (!known || stream.lastAmount.lt(known.lastAmount)))
      found.set(stream.merchant, stream);
  }
  return found;
}

function meanOf(values: readonly Decimal[]): Decimal {
  return values.length === 0 ? ZERO : sum(values).div(whole(values.length));
}
