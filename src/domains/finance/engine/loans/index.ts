/** Loans and debts: schedules, payoff plans, refinancing, time value of money. */
export {
  type Compounding,
  type ExtraPayment,
  type ExtraPaymentSaving,
  type Loan,
  type LoanKind,
  type PaymentFrequency,
  ratePerPeriod,
  savingOfExtras,
  type Schedule,
  schedule,
  type ScheduleRow,
  splitPayment,
} from './schedule.ts';
export { termsTold, type ToldDebt, type ToldTerms } from './terms-from-bank.ts';
export {
  comparePayoff,
  type Debt,
  minimumsOnly,
  type PayoffComparison,
  type PayoffPlan,
  payoffPlan,
  type PayoffStrategy,
} from './payoff.ts';
export { annualPercentageRate, refinance, type Refinancing } from './refinance.ts';
export {
  futureValue,
  interestPart,
  payment,
  periodRate,
  periodsNeeded,
  presentValue,
  principalPart,
  type When,
} from './time-value.ts';
export {
  cardMinimum,
  monthlyPayment,
  nextDayOfMonth,
  paymentsMade,
  rateAfter,
  remainingLoan,
} from './remaining-schedule.ts';
