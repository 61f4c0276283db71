/** A loan from today on, as its terms and what is really owed have it. */
import { type Decimal, decimal, whole } from '../../../../kernel/money/index.ts';
import { monthStart } from '../../../../kernel/days.ts';
import { dayOfMonth } from '../transactions/recurrence.ts';
import type { Loan, LoanKind, PaymentFrequency, Schedule } from './schedule.ts';

/** Payments of a year. */
const PER_YEAR: Readonly<Record<PaymentFrequency, number>> = {
  weekly: 52,
  biweekly: 26,
  monthly: 12,
  quarterly: 4,
  annual: 1,
};

/** Payments whose day lies before `day`: one that is due on it is still to come. */
export function paymentsMade({ rows }: Schedule, day: string): number {
  const next = rows.findIndex((row) => row.day >= day);
  return next < 0 ? rows.length : next;
}

/** The rate that applies after a number of payments, in percent. */
export function rateAfter(loan: Loan, made: number): Decimal {
  const changes = [...(loan.rateChanges ?? [])]
    .sort((a, b) => a.fromPayment - b.fromPayment)
    .filter((one) => one.fromPayment <= made + 1);
  return changes.at(-1)?.annualRatePercent ?? loan.annualRatePercent;
}

/**
 * The rest of a loan after `made` payments with a balance of `owed`, as a loan with the remaining terms. Undefined if
 * nothing is left.
 */
export function remainingLoan(loan: Loan, plan: Schedule, made: number, owed: Decimal): Loan | undefined {
  const left = loan.payments - made;
  if (left < 1 || !owed.gt(0n)) return undefined;
  const payment = loan.paymentOverride ?? agreedPayment(loan, plan, made);
  return {
    ...loan,
    principal: owed,
    payments: left,
    kind: remainingKind(loan.kind, made),
    made: (loan.made ?? 0) + made,
    annualRatePercent: rateAfter(loan, made),
    rateChanges: (loan.rateChanges ?? [])
      .filter((one) => one.fromPayment > made + 1)
      .map((one) => ({ ...one, fromPayment: one.fromPayment - made })),
    extras: (loan.extras ?? []).flatMap((extra) => {
      const { from, to = from, every = 1, amount } = extra;
      if (to <= made) return [];
      // The first repetition that is still to come.
      const first = from > made ? from : from + Math.ceil((made + 1 - from) / every) * every;
      return first > to ? [] : [{ from: first - made, to: to - made, every, amount }];
    }),
    ...(payment ? { paymentOverride: payment } : {}),
  };
}

/**
 * The instalment that goes on as it was: extra payments end a loan sooner and do not lower it, unless that was agreed.
 * Undefined where it is worked out again on the way.
 */
function agreedPayment(
  { kind, extraEffect, rateChanges }: Loan,
  { rows }: Schedule,
  made: number,
): Decimal | undefined {
  const level =
    kind.type === 'level' || kind.type === 'balloon' || (kind.type === 'interestOnly' && made > kind.payments);
  if (!level || extraEffect === 'recast' || rateChanges?.some((one) => one.fromPayment > made + 1)) return undefined;
  // The last payment takes what is left and is no measure; the one before it is.
  return (made < rows.length - 1 ? rows[made] : rows[made - 1])?.payment;
}

function remainingKind(kind: LoanKind, made: number): LoanKind {
  if (kind.type === 'balloon') return { type: 'balloon', amortisedOver: kind.amortisedOver - made };
  if (kind.type !== 'interestOnly') return kind;
  return kind.payments > made ? { type: 'interestOnly', payments: kind.payments - made } : { type: 'level' };
}

/** A payment as what it comes to in a month. */
export function monthlyPayment(payment: Decimal, frequency: PaymentFrequency): Decimal {
  return payment.times(whole(PER_YEAR[frequency])).div(12n);
}

/** The least that a card wants: a part of the balance, at least an amount, and never more than is owed. */
export function cardMinimum(owed: Decimal, percent: Decimal | undefined, amount: Decimal | undefined): Decimal {
  const part = percent ? owed.times(percent).div(100n) : decimal('0');
  const least = amount && amount.gt(part) ? amount : part;
  return least.gt(owed) ? owed : least;
}

/** The first day on or after `today` that is the `day` of its month; the month's last where it is shorter. */
export function nextDayOfMonth(day: number, today: string): string {
  const inThis = dayOfMonth(monthStart(today), day);
  return inThis >= today ? inThis : dayOfMonth(monthStart(today, 1), day);
}
