/** Whether another loan would cost less. */
import { type Decimal, ONE, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { type Loan, schedule, type ScheduleRow } from './schedule.ts';
import { periodRate } from './time-value.ts';

export interface Refinancing {
  currentPayment: Decimal;
  newPayment: Decimal;
  /** Less to pay each time; negative when it is more. */
  paymentSaving: Decimal;
  interestSaving: Decimal;
  /** Interest saved less the costs of changing, over the whole of both loans. */
  netSaving: Decimal;
  /**
   * First payment after which everything paid and still owed is less with the new loan; undefined when that never
   * comes.
   */
  breakEvenPayment: number | undefined;
  /** Net advantage for someone who sells or repays after that many payments. */
  savingAfter: (payments: number) => Decimal;
  /**
   * Annual rate of the new loan including costs, in percent (nominal, as the APR of Regulation Z); null if there is
   * none.
   */
  aprPercent: number | null;
}

/**
 * Compares what is left of a loan with a new one for the same amount.
 * @param costs paid when changing, apart from the loan
 */
export function refinance(current: Loan, replacement: Loan, costs: Decimal): Refinancing {
  const now = schedule(current);
  const then = schedule(replacement);
  const savingAfter = (payments: number): Decimal =>
    spent(now.rows, payments, current.principal)
      .minus(spent(then.rows, payments, replacement.principal))
      .minus(costs);
  const last = Math.max(now.rows.length, then.rows.length);
  const breakEven = Array.from({ length: last }, (_, index) => index + 1).find(
    (payments) => !savingAfter(payments).lt(0n),
  );
  return {
    currentPayment: now.levelPayment,
    newPayment: then.levelPayment,
    paymentSaving: now.levelPayment.minus(then.levelPayment),
    interestSaving: now.totalInterest.minus(then.totalInterest),
    netSaving: now.totalInterest.minus(then.totalInterest).minus(costs),
    breakEvenPayment: breakEven,
    savingAfter,
    aprPercent: annualPercentageRate(replacement, costs),
  };
}

/** Paid up to a payment, and what is owed then: what it has cost to stand there. */
function spent(rows: readonly ScheduleRow[], payments: number, principal: Decimal): Decimal {
  const made = rows.slice(0, payments);
  const balance = payments === 0 ? principal : (made.at(-1)?.balance ?? ZERO);
  return sumOf(made, (row) => row.payment.plus(row.extra)).plus(balance);
}

const PER_YEAR = { weekly: 52, biweekly: 26, monthly: 12, quarterly: 4, annual: 1 } as const;

/**
 * The nominal rate at which the payments are worth what the borrower really receives. Level loans only: others have no
 * single payment.
 */
export function annualPercentageRate(loan: Loan, costs: Decimal): number | null {
  // If the costs reach the loan amount, no rate can be calculated.
  if (loan.kind.type !== 'level' || costs.gte(loan.principal)) return null;
  const { levelPayment, rows } = schedule({ ...loan, extras: [] });
  const rate = periodRate(rows.length, ZERO.minus(levelPayment), loan.principal.minus(costs).times(ONE));
  return rate === null ? null : rate * PER_YEAR[loan.frequency] * 100;
}
