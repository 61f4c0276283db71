/**
 * Paying off several debts from one monthly budget. Each month interest is added (rounded), every minimum is paid, and
 * what is left of the budget goes to one debt after the other; the minimum of a debt that is gone goes on to the next.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { type Decimal, min, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';

export interface Debt {
  id: string;
  balance: Decimal;
  /** Nominal rate a year, in percent. */
  annualRatePercent: Decimal;
  minimum: Decimal;
}

/** Dearest interest first, smallest balance first, or in an order of one's own (ids). */
export type PayoffStrategy = 'avalanche' | 'snowball' | readonly string[];

export interface PayoffMonth {
  month: number;
  interest: Decimal;
  paid: Decimal;
  /** Debt after the month, in total and by loan. */
  balance: Decimal;
  balances: Record<string, Decimal>;
}

export interface PayoffPlan {
  months: number;
  totalInterest: Decimal;
  totalPaid: Decimal;
  /** Debts in the order in which they end, with the month. */
  order: { id: string; month: number }[];
  timeline: PayoffMonth[];
}

const MAX_MONTHS = 1200;

function ranked(debts: readonly Debt[], strategy: PayoffStrategy): Debt[] {
  if (strategy === 'avalanche')
    return [...debts].sort((a, b) => b.annualRatePercent.cmp(a.annualRatePercent) || a.balance.cmp(b.balance));
  if (strategy === 'snowball')
    return [...debts].sort((a, b) => a.balance.cmp(b.balance) || b.annualRatePercent.cmp(a.annualRatePercent));
  const place = (id: string): number => (strategy.includes(id) ? strategy.indexOf(id) : strategy.length);
  return [...debts].sort((a, b) => place(a.id) - place(b.id) || b.annualRatePercent.cmp(a.annualRatePercent));
}

/**
 * @param extra a month, on top of all minimums
 * @throws AppError `validation` when the budget is too small to ever end
 */
export function payoffPlan(
  debts: readonly Debt[],
  extra: Decimal,
  strategy: PayoffStrategy,
  currency: string,
): PayoffPlan {
  return run(ranked(debts, strategy), currency, sumOf(debts, (debt) => debt.minimum).plus(extra));
}

/** Everyone's minimum and nothing more: what a plan is compared with. */
export function minimumsOnly(debts: readonly Debt[], currency: string): PayoffPlan {
  return run(debts, currency, undefined);
}

/** @param budget of each month; undefined when nothing but minimums is paid */
function run(order: readonly Debt[], currency: string, budget: Decimal | undefined): PayoffPlan {
  const balances = new Map(order.map((debt) => [debt.id, debt.balance]));
  const plan: PayoffPlan = { months: 0, totalInterest: ZERO, totalPaid: ZERO, order: [], timeline: [] };
  let owed = sumOf(balances.values(), (balance) => balance);
  while (owed.gt(0n)) {
    const month = ++plan.months;
    const interest = accrue(order, balances, currency);
    const paid = payMonth(order, balances, budget);
    owed = sumOf(balances.values(), (balance) => balance);
    if (month > MAX_MONTHS)
      throw new AppError('validation', 'These payments do not cover the interest: the debts would never end.', {
        field: 'extra',
      });
    plan.totalInterest = plan.totalInterest.plus(interest);
    plan.totalPaid = plan.totalPaid.plus(paid);
    plan.timeline.push({ month, interest, paid, balance: owed, balances: Object.fromEntries(balances) });
    for (const debt of order)
      if (balances.get(debt.id)!.isZero() && !plan.order.some((one) => one.id === debt.id))
        plan.order.push({ id: debt.id, month });
  }
  return plan;
}

function accrue(order: readonly Debt[], balances: Map<string, Decimal>, currency: string): Decimal {
  return sumOf(order, (debt) => {
    const balance = balances.get(debt.id)!;
    const interest = roundMoney(balance.times(debt.annualRatePercent).div(1200n), currency);
    balances.set(debt.id, balance.plus(interest));
    return interest;
  });
}

/** @returns what was paid in the month */
function payMonth(order: readonly Debt[], balances: Map<string, Decimal>, budget: Decimal | undefined): Decimal {
  let paid = ZERO;
  const pay = (debt: Debt, most: Decimal): void => {
    const balance = balances.get(debt.id)!;
    const amount = min(most, balance);
    balances.set(debt.id, balance.minus(amount));
    paid = paid.plus(amount);
  };
  for (const debt of order) pay(debt, debt.minimum);
  if (budget) for (const debt of order) pay(debt, budget.minus(paid));
  return paid;
}

export interface PayoffComparison {
  plan: PayoffPlan;
  /** Against paying minimums only; undefined where those never end. */
  interestSaved: Decimal | undefined;
  monthsSaved: number | undefined;
}

/** A plan, and what it saves. */
export function comparePayoff(
  debts: readonly Debt[],
  extra: Decimal,
  strategy: PayoffStrategy,
  currency: string,
): PayoffComparison {
  const plan = payoffPlan(debts, extra, strategy, currency);
  try {
    const plain = minimumsOnly(debts, currency);
    return {
      plan,
      interestSaved: plain.totalInterest.minus(plan.totalInterest),
      monthsSaved: plain.months - plan.months,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { plan, interestSaved: undefined, monthsSaved: undefined };
  }
}
