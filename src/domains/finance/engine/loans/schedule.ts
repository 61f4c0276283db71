/**
 * Repayment schedules, as lenders write them: interest of each period rounded to what can be paid, the level payment
 * rounded too, and the last payment takes what rounding left, so that the balance ends at exactly zero.
 */
import { addDays } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { type Decimal, decimal, min, ONE, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { addMonths, daysBetween } from '../transactions/recurrence.ts';
import { payment } from './time-value.ts';

export type PaymentFrequency = 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'annual';

const PER_YEAR: Readonly<Record<PaymentFrequency, bigint>> = {
  weekly: 52n,
  biweekly: 26n,
  monthly: 12n,
  quarterly: 4n,
  annual: 1n,
};
const MONTHS: Partial<Record<PaymentFrequency, number>> = { monthly: 1, quarterly: 3, annual: 12 };

/**
 * - `level`: the same payment each time (annuity)
 * - `equalPrincipal`: the same repayment each time, and interest on what is left
 * - `interestOnly`: interest for a while, then level payments over the rest of the term
 * - `balloon`: level payments as if the loan ran for `amortisedOver` payments; what is left is due with the last
 * - `bullet`: interest each time, everything with the last payment
 */
export type LoanKind =
  | { type: 'level' }
  | { type: 'equalPrincipal' }
  | { type: 'interestOnly'; payments: number }
  | { type: 'balloon'; amortisedOver: number }
  | { type: 'bullet' };

/**
 * How interest grows: in equal periods, twice a year as Canadian mortgages must (Interest Act, s. 6), or by actual
 * days.
 */
export type Compounding = 'periodic' | 'semiAnnual' | 'actual365' | 'actual360';

export interface ExtraPayment {
  /** Number of the payment that it comes with. */
  from: number;
  /** Until which payment it is repeated; once where absent. */
  to?: number;
  /** Every how many payments; 1 where absent. */
  every?: number;
  amount: Decimal;
}

export interface Loan {
  principal: Decimal;
  currency: string;
  /** Nominal rate a year, in percent. */
  annualRatePercent: Decimal;
  /** Number of payments. */
  payments: number;
  frequency: PaymentFrequency;
  kind: LoanKind;
  /** Day of the loan; the first payment is one period later. */
  day: string;
  /**
   * Payments that came before these, of the same loan: days go on counting from `day`, so that a month's last day stays
   * one.
   */
  made?: number;
  compounding?: Compounding;
  /** From a payment on, another rate; the payment is worked out again for what is left of the term. */
  rateChanges?: readonly { fromPayment: number; annualRatePercent: Decimal }[];
  extras?: readonly ExtraPayment[];
  /** The effect of extra payments: end the loan sooner, or lower later payments. */
  extraEffect?: 'shorten' | 'recast';
  /** A payment other than the one worked out: what the borrower really pays each time. */
  paymentOverride?: Decimal;
}

export interface ScheduleRow {
  number: number;
  day: string;
  /** Without the extra payment. */
  payment: Decimal;
  principal: Decimal;
  interest: Decimal;
  extra: Decimal;
  /** Owed after the payment. */
  balance: Decimal;
}

export interface Schedule {
  rows: ScheduleRow[];
  /** The regular payment at the start. */
  levelPayment: Decimal;
  totalInterest: Decimal;
  totalPaid: Decimal;
}

/** Interest rate of one period of equal length. */
export function ratePerPeriod(
  annualRatePercent: Decimal,
  frequency: PaymentFrequency,
  compounding: Compounding = 'periodic',
): Decimal {
  const annual = annualRatePercent.div(100n);
  if (compounding !== 'semiAnnual') return annual.div(PER_YEAR[frequency]);
  return annual.div(2n).plus(ONE).pow(decimal(2n).div(PER_YEAR[frequency])).minus(ONE);
}

/**
 * Interest of one period on a balance, rounded. Divided last: a rate like 8.5 % in twelve parts has no end, and what is
 * exactly half a cent would come out as less.
 */
function interestOf(
  balance: Decimal,
  annualRatePercent: Decimal,
  frequency: PaymentFrequency,
  compounding: Compounding,
  currency: string,
): Decimal {
  if (compounding === 'semiAnnual')
    return roundMoney(balance.times(ratePerPeriod(annualRatePercent, frequency, compounding)), currency);
  return roundMoney(balance.times(annualRatePercent).div(decimal(PER_YEAR[frequency]).times(100n)), currency);
}

/**
 * Splits a payment into interest on the balance, rounded, and principal. Recalculate after every change of the balance.
 */
export function splitPayment(
  balance: Decimal,
  paid: Decimal,
  annualRatePercent: Decimal,
  frequency: PaymentFrequency,
  currency: string,
  compounding: Compounding = 'periodic',
): { interest: Decimal; principal: Decimal } {
  const interest = interestOf(balance, annualRatePercent, frequency, compounding, currency);
  return { interest, principal: paid.minus(interest) };
}

/** Day of a payment; days of the month that do not exist fall on its last. */
function paymentDay({ day, frequency, made = 0 }: Loan, number: number): string {
  const months = MONTHS[frequency];
  return months
    ? addMonths(day, months * (made + number))
    : addDays(day, (frequency === 'weekly' ? 7 : 14) * (made + number));
}

/** @throws AppError `validation` for a loan that cannot be, or is never paid back */
export function schedule(loan: Loan): Schedule {
  if (!loan.principal.gt(0n) || loan.payments < 1 || !Number.isInteger(loan.payments) || loan.payments > 3000)
    throw new AppError('validation', 'A loan has an amount above zero and 1 to 3,000 payments.');
  if (loan.annualRatePercent.lt(0n))
    throw new AppError('validation', 'The interest rate cannot be below zero.', { field: 'annualRatePercent' });
  const state = new Repayment(loan);
  while (state.balance.gt(0n)) state.pay();
  const { rows, firstPayment } = state;
  const totalInterest = sumOf(rows, (row) => row.interest);
  return { rows, levelPayment: firstPayment, totalInterest, totalPaid: totalInterest.plus(loan.principal) };
}

/** A loan while it is paid back. */
class Repayment {
  readonly #loan: Loan;
  readonly rows: ScheduleRow[] = [];
  balance: Decimal;
  firstPayment: Decimal;
  #rate: Decimal;
  #level: Decimal;

  constructor(loan: Loan) {
    this.#loan = loan;
    this.balance = loan.principal;
    this.#rate = loan.annualRatePercent;
    this.#level = loan.paymentOverride ?? this.#levelFor(1);
    this.firstPayment =
      loan.kind.type === 'equalPrincipal' || loan.kind.type === 'bullet' || loan.kind.type === 'interestOnly'
        ? ZERO
        : this.#level;
  }

  /** The level payment from payment `number` on, for what is owed then. */
  #levelFor(number: number): Decimal {
    const { kind, payments, frequency, compounding, currency } = this.#loan;
    const whole = kind.type === 'balloon' ? kind.amortisedOver : payments;
    const left = whole - Math.max(number, kind.type === 'interestOnly' ? kind.payments + 1 : 1) + 1;
    const rate = ratePerPeriod(this.#rate, frequency, compounding);
    return roundMoney(ZERO.minus(payment(rate, decimal(BigInt(Math.max(1, left))), this.balance)), currency);
  }

  pay(): void {
    const loan = this.#loan;
    const number = this.rows.length + 1;
    this.#changeRate(number);
    if (loan.kind.type === 'interestOnly' && number === loan.kind.payments + 1 && !loan.paymentOverride)
      this.#level = this.#levelFor(number);
    const day = paymentDay(loan, number);
    const interest = this.#interest(number, day);
    const repaid = number >= loan.payments ? this.balance : min(this.#repayment(number, interest), this.balance);
    const extra = min(this.#extra(number), this.balance.minus(repaid));
    if (loan.paymentOverride && !repaid.plus(extra).gt(0n) && this.#isStuck(number))
      throw new AppError(
        'validation',
        'The payment does not even cover the interest: the loan would never be paid back.',
        { field: 'payment' },
      );
    this.balance = this.balance.minus(repaid).minus(extra);
    const paid = repaid.plus(interest);
    if (number === 1) this.firstPayment = paid;
    this.rows.push({ number, day, payment: paid, principal: repaid, interest, extra, balance: this.balance });
    if (extra.gt(0n) && loan.extraEffect === 'recast' && this.balance.gt(0n)) this.#level = this.#levelFor(number + 1);
  }

  #changeRate(number: number): void {
    const change = this.#loan.rateChanges?.find((one) => one.fromPayment === number);
    if (!change) return;
    this.#rate = change.annualRatePercent;
    if (!this.#loan.paymentOverride) this.#level = this.#levelFor(number);
  }

  #interest(number: number, day: string): Decimal {
    const { frequency, compounding = 'periodic', currency } = this.#loan;
    if (compounding === 'periodic' || compounding === 'semiAnnual')
      return interestOf(this.balance, this.#rate, frequency, compounding, currency);
    const days = BigInt(daysBetween(paymentDay(this.#loan, number - 1), day));
    return roundMoney(
      this.balance
        .times(this.#rate)
        .times(days)
        .div(compounding === 'actual365' ? 36500n : 36000n),
      currency,
    );
  }

  #repayment(number: number, interest: Decimal): Decimal {
    const { kind, payments, principal, currency } = this.#loan;
    switch (kind.type) {
      case 'bullet':
        return ZERO;
      case 'equalPrincipal':
        return roundMoney(principal.div(BigInt(payments)), currency);
      case 'interestOnly':
        return number <= kind.payments ? ZERO : this.#level.minus(interest);
      default:
        return this.#level.minus(interest);
    }
  }

  /** Where interest alone is meant to be paid, nothing is repaid on purpose. */
  #isStuck(number: number): boolean {
    const { kind } = this.#loan;
    return kind.type === 'level' || kind.type === 'balloon' || (kind.type === 'interestOnly' && number > kind.payments);
  }

  #extra(number: number): Decimal {
    return sumOf(
      (this.#loan.extras ?? []).filter(
        ({ from, to = from, every = 1 }) => number >= from && number <= to && (number - from) % every === 0,
      ),
      (one) => one.amount,
    );
  }
}

export interface ExtraPaymentSaving {
  interestSaved: Decimal;
  paymentsSaved: number;
  lastDay: string;
}

/** Savings of extra payments compared with the same loan without them. */
export function savingOfExtras(loan: Loan): ExtraPaymentSaving {
  const plain = schedule({ ...loan, extras: [] });
  const faster = schedule(loan);
  return {
    interestSaved: plain.totalInterest.minus(faster.totalInterest),
    paymentsSaved: plain.rows.length - faster.rows.length,
    lastDay: faster.rows.at(-1)!.day,
  };
}
