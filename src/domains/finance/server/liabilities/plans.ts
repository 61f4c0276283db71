/** Schedules, payoff plans and refinancing of loans and cards. Questions only: nothing is changed. */
import { AppError } from '../../../../kernel/errors.ts';
import { monthStart } from '../../../../kernel/days.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { decimal, type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { liabilities, LiabilitySchedule, Payoff, Refinance } from '../../contract.ts';
import {
  type Debt,
  minimumsOnly,
  type PayoffPlan,
  payoffPlan,
  type PayoffStrategy,
  refinance,
  schedule,
  type ScheduleRow,
} from '../../engine/loans/index.ts';
import { addMonths, dayOfMonth } from '../../engine/transactions/recurrence.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { type LiabilityRow, owedOf, type Standing, standingOf, toLiability } from './rows.ts';
import { liabilitiesOf, visibleLiability } from './service.ts';

/** Turns the engine's refusal of an endless plan into a sentence. */
function attempt<T>(work: () => T): { value: T } | { reason: string } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation') return { reason: error.message };
    throw error;
  }
}

/** @throws AppError `not_found` */
export async function liabilitySchedule(
  id: string,
  { extra }: QueryOf<typeof liabilities.schedule>,
): Promise<LiabilitySchedule> {
  const row = await visibleLiability(id);
  const today = await todayHere();
  const more = decimal(extra ?? '0');
  const none = (reason: string): LiabilitySchedule => ({
    currency: row.currency,
    rows: [],
    totalInterest: '0',
    totalPaid: '0',
    lastDay: null,
    whatIf: null,
    reason,
  });
  const result = attempt(() =>
    row.kind === 'card' ? cardSchedule(row, more, today) : loanSchedule(row, standingOf(row, today)!, more, today),
  );
  return 'value' in result ? result.value : none(result.reason);
}

function loanSchedule(
  row: LiabilityRow,
  { plan, made, left }: Standing,
  extra: Decimal,
  today: string,
): LiabilitySchedule {
  const money = (amount: Decimal): string => roundMoney(amount, row.currency).toFixed();
  const toRow = (one: ScheduleRow): LiabilitySchedule['rows'][number] => ({
    number: one.number,
    day: one.day,
    payment: money(one.payment),
    principal: money(one.principal),
    interest: money(one.interest),
    extra: money(one.extra),
    balance: money(one.balance),
    past: one.day < today,
  });
  // Past payments follow the terms; future ones start from the actual balance.
  const coming = left ? schedule(left).rows.map((one) => ({ ...one, number: one.number + made })) : [];
  const rows = [...plan.rows.slice(0, made), ...coming];
  const interest = sumOf(rows, (one) => one.interest);
  return {
    currency: row.currency,
    rows: rows.map(toRow),
    totalInterest: money(interest),
    totalPaid: money(sumOf(rows, (one) => one.payment.plus(one.extra))),
    lastDay: rows.at(-1)?.day ?? null,
    reason: null,
    whatIf: left && extra.gt(0n) ? whatIfLoan(left, extra, money) : null,
  };
}

function whatIfLoan(
  left: Standing['loan'],
  extra: Decimal,
  money: (amount: Decimal) => string,
): LiabilitySchedule['whatIf'] {
  const plain = schedule(left);
  const faster = schedule({
    ...left,
    extras: [...(left.extras ?? []), { from: 1, to: left.payments, amount: extra }],
    extraEffect: 'shorten',
  });
  return {
    extra: money(extra),
    interestSaved: money(plain.totalInterest.minus(faster.totalInterest)),
    paymentsSaved: plain.rows.length - faster.rows.length,
    lastDay: faster.rows.at(-1)!.day,
    balances: faster.rows.map((one) => ({ day: one.day, balance: money(one.balance) })),
  };
}

function cardSchedule(row: LiabilityRow, extra: Decimal, today: string): LiabilitySchedule {
  const debt = debtOf(row, today);
  const money = (amount: Decimal): string => roundMoney(amount, row.currency).toFixed();
  const empty: LiabilitySchedule = {
    currency: row.currency,
    rows: [],
    totalInterest: '0',
    totalPaid: '0',
    lastDay: null,
    whatIf: null,
    reason: null,
  };
  if (!debt) return { ...empty, reason: 'Nothing is owed.' };
  const plan = minimumsOnly([debt], row.currency);
  const first = toLiability(row, today).nextDue?.day ?? addMonths(today, 1);
  // Counted from the day of the month that is due, not from the end of a short month that it may fall on.
  const due = row.due_day ?? Number(first.slice(8));
  const dayOf = (month: number): string => dayOfMonth(monthStart(first, month - 1), due);
  const faster = extra.gt(0n) ? payoffPlan([debt], extra, 'avalanche', row.currency) : undefined;
  return {
    ...empty,
    totalInterest: money(plan.totalInterest),
    totalPaid: money(plan.totalPaid),
    lastDay: dayOf(plan.months),
    rows: plan.timeline.map((one) => ({
      number: one.month,
      day: dayOf(one.month),
      payment: money(one.paid),
      principal: money(one.paid.minus(one.interest)),
      interest: money(one.interest),
      extra: '0',
      balance: money(one.balance),
      past: false,
    })),
    whatIf: faster
      ? {
          extra: money(extra),
          interestSaved: money(plan.totalInterest.minus(faster.totalInterest)),
          paymentsSaved: plan.months - faster.months,
          lastDay: dayOf(faster.months),
          balances: faster.timeline.map((one) => ({ day: dayOf(one.month), balance: money(one.balance) })),
        }
      : null,
  };
}

/** As payoff plans take it; undefined where nothing is owed. @param rate into the plan's currency */
function debtOf(
  row: LiabilityRow,
  today: string,
  rate: Decimal = decimal('1'),
  currency = row.currency,
): Debt | undefined {
  const owed = owedOf(row);
  if (!owed.gt(0n)) return undefined;
  const { monthly, currentRatePercent } = toLiability(row, today);
  return {
    id: row.id,
    balance: roundMoney(owed.times(rate), currency),
    annualRatePercent: decimal(currentRatePercent),
    minimum: roundMoney(decimal(monthly).times(rate), currency),
  };
}

/** @throws AppError `not_found` */
export async function payoff({
  strategy,
  extra,
  order,
  ...question
}: QueryOf<typeof liabilities.payoff>): Promise<Payoff> {
  const found = await liabilitiesOf(question);
  const none = (reason: string, missingRates: string[] = []): Payoff => ({
    currency: found?.currency ?? 'USD',
    reason,
    minimums: '0',
    owed: '0',
    plans: [],
    order: [],
    timeline: [],
    missingRates,
  });
  if (!found) return none('There is no ledger yet.');
  const { rows, today, currency, rateOf } = found;
  const missingRates = [...new Set(rows.filter((row) => !rateOf(row.currency)).map((row) => row.currency))];
  const debts = rows.flatMap((row) =>
    rateOf(row.currency) ? (debtOf(row, today, rateOf(row.currency), currency) ?? []) : [],
  );
  if (debts.length === 0) return none('Nothing is owed.', missingRates);
  const budget = roundMoney(decimal(extra).lt(0n) ? ZERO : decimal(extra), currency);
  const own = (order ?? '').split(',').filter(Boolean);
  const strategies: [Payoff['plans'][number]['strategy'], () => PayoffPlan][] = [
    ['avalanche', () => payoffPlan(debts, budget, 'avalanche', currency)],
    ['snowball', () => payoffPlan(debts, budget, 'snowball', currency)],
    ...(own.length > 0
      ? [
          ['custom', () => payoffPlan(debts, budget, own as PayoffStrategy, currency)] as [
            Payoff['plans'][number]['strategy'],
            () => PayoffPlan,
          ],
        ]
      : []),
    ['minimums', () => minimumsOnly(debts, currency)],
  ];
  const tried = strategies.map(([name, work]) => ({ name, result: attempt(work) }));
  const planOf = (name: string): PayoffPlan | undefined =>
    tried.flatMap((one) => (one.name === name && 'value' in one.result ? [one.result.value] : []))[0];
  const [plain, chosen] = [
    planOf('minimums'),
    planOf(strategy === 'custom' && own.length === 0 ? 'avalanche' : strategy),
  ];
  const money = (amount: Decimal): string => roundMoney(amount, currency).toFixed();
  const monthOf = (number: number): string => monthStart(today, number).slice(0, 7);
  return {
    currency,
    reason: null,
    minimums: money(sumOf(debts, (one) => one.minimum)),
    owed: money(sumOf(debts, (one) => one.balance)),
    missingRates,
    plans: tried.map(({ name, result }) => {
      if ('reason' in result)
        return {
          strategy: name,
          months: null,
          lastMonth: null,
          totalInterest: null,
          interestSaved: null,
          monthsSaved: null,
          reason: result.reason,
        };
      const { months, totalInterest } = result.value;
      return {
        strategy: name,
        months,
        lastMonth: monthOf(months),
        totalInterest: money(totalInterest),
        interestSaved: plain ? money(plain.totalInterest.minus(totalInterest)) : null,
        monthsSaved: plain ? plain.months - months : null,
        reason: null,
      };
    }),
    order: (chosen?.order ?? []).map((one) => ({
      liabilityId: one.id,
      name: rows.find((row) => row.id === one.id)!.name,
      month: monthOf(one.month),
    })),
    timeline: chosen ? timelineOf(chosen, plain, monthOf, money) : [],
  };
}

function timelineOf(
  plan: PayoffPlan,
  plain: PayoffPlan | undefined,
  monthOf: (number: number) => string,
  money: (amount: Decimal) => string,
): Payoff['timeline'] {
  return Array.from({ length: Math.max(plan.months, plain?.months ?? 0) }, (_, index) => {
    const own = plan.timeline[index];
    return {
      month: monthOf(index + 1),
      paid: money(own?.paid ?? ZERO),
      interest: money(own?.interest ?? ZERO),
      balance: money(own?.balance ?? ZERO),
      minimumsBalance: plain ? money(plain.timeline[index]?.balance ?? ZERO) : null,
    };
  });
}

const NO_REFINANCE = {
  owed: '0',
  paymentsLeft: 0,
  currentPayment: '0',
  newPayment: '0',
  paymentSaving: '0',
  currentInterest: '0',
  newInterest: '0',
  interestSaving: '0',
  netSaving: '0',
  breakEvenPayment: null,
  breakEvenDay: null,
  aprPercent: null,
  points: [],
};
const MAX_POINTS = 120;

/** @throws AppError `not_found` */
export async function refinancing(
  id: string,
  { ratePercent, payments, costs }: QueryOf<typeof liabilities.refinance>,
): Promise<Refinance> {
  const row = await visibleLiability(id);
  const today = await todayHere();
  const none = (reason: string): Refinance => ({ currency: row.currency, reason, ...NO_REFINANCE });
  const standing = attempt(() => standingOf(row, today));
  if ('reason' in standing) return none(standing.reason);
  if (!standing.value)
    return none('A card has no term to compare with. Enter what would replace it as a loan of its own.');
  const { left, leftPlan } = standing.value;
  if (!left || !leftPlan) return none('Nothing is owed.');
  const replacement = {
    principal: left.principal,
    currency: row.currency,
    annualRatePercent: decimal(ratePercent),
    payments,
    frequency: left.frequency,
    kind: { type: 'level' as const },
    day: left.day,
    made: left.made ?? 0,
  };
  const result = attempt(() => ({
    compared: refinance(left, replacement, decimal(costs)),
    rows: schedule(replacement).rows,
    interest: schedule(replacement).totalInterest,
  }));
  if ('reason' in result) return none(result.reason);
  const { compared, rows, interest } = result.value;
  const days = leftPlan.rows.length > rows.length ? leftPlan.rows : rows;
  const money = (amount: Decimal): string => roundMoney(amount, row.currency).toFixed();
  const step = Math.max(1, Math.ceil(days.length / MAX_POINTS));
  return {
    currency: row.currency,
    reason: null,
    owed: money(left.principal),
    paymentsLeft: leftPlan.rows.length,
    currentPayment: money(compared.currentPayment),
    newPayment: money(compared.newPayment),
    paymentSaving: money(compared.paymentSaving),
    currentInterest: money(leftPlan.totalInterest),
    newInterest: money(interest),
    interestSaving: money(compared.interestSaving),
    netSaving: money(compared.netSaving),
    breakEvenPayment: compared.breakEvenPayment ?? null,
    breakEvenDay: compared.breakEvenPayment ? (days[compared.breakEvenPayment - 1]?.day ?? null) : null,
    aprPercent: compared.aprPercent,
    points: days
      .filter((_, index) => (days.length - 1 - index) % step === 0)
      .map((one) => ({ payment: one.number, day: one.day, saving: money(compared.savingAfter(one.number)) })),
  };
}
