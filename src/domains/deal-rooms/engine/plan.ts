/** How a total is paid: fixed installments, and shares of what is left. They sum to the total exactly. */
import { allocateMoney, decimal, minorUnits, sum, ZERO } from '../../../kernel/money/index.ts';

export interface PlannedInstallment {
  /** A fixed amount, or a share of what the fixed ones leave; decimal texts. */
  amount?: string | undefined;
  percent?: string | undefined;
}

/** Why a plan cannot be used: where, and what to do. */
export interface PlanProblem {
  /** Position of the installment; absent: the plan as a whole. */
  index?: number;
  message: string;
}

/** Problems of a plan that do not depend on the total. */
export function planProblem(plan: readonly PlannedInstallment[], currency: string): PlanProblem | undefined {
  if (plan.length === 0) return { message: 'Add an installment.' };
  for (const [index, { amount, percent }] of plan.entries()) {
    if ((amount === undefined) === (percent === undefined))
      return { index, message: 'Enter either an amount or a percentage.' };
    const value = decimal(amount ?? percent!);
    if (value.lte(ZERO)) return { index, message: 'Enter a value above zero.' };
    if (amount !== undefined && value.decimalPlaces() > minorUnits(currency))
      return { index, message: `An amount in ${currency} has at most ${minorUnits(currency)} decimals.` };
  }
  const shares = plan.filter(({ percent }) => percent !== undefined).map(({ percent }) => decimal(percent!));
  const whole = sum(shares);
  if (shares.length > 0 && !whole.eq(100n))
    return { message: `The percentages come to ${whole.toFixed()}%. Make them come to 100%.` };
  return undefined;
}

/**
 * The amounts of a plan for a total. The parts of the shares differ by at most one smallest unit from their exact
 * value, the largest remainders first.
 * @returns as many amounts as installments, which sum to the total; or why there are none
 */
export function installmentAmounts(
  plan: readonly PlannedInstallment[],
  total: string,
  currency: string,
): { amounts: string[] } | { problem: PlanProblem } {
  const problem = planProblem(plan, currency);
  if (problem) return { problem };
  const fixed = sum(plan.flatMap(({ amount }) => (amount === undefined ? [] : [decimal(amount)])));
  const left = decimal(total).minus(fixed);
  const shares = plan.flatMap(({ percent }) => (percent === undefined ? [] : [decimal(percent)]));
  if (left.lt(ZERO))
    return { problem: { message: `The fixed amounts come to ${fixed.toFixed()}, more than the total of ${total}.` } };
  if (shares.length === 0 && !left.isZero())
    return {
      problem: { message: `The installments come to ${fixed.toFixed()}, but the total is ${total}. Match the total.` },
    };
  const parts = shares.length > 0 ? allocateMoney(left, shares, currency) : [];
  if (parts.some((part) => part.isZero()))
    return { problem: { message: 'Nothing is left for an installment. Lower the fixed amounts.' } };
  let next = 0;
  const amounts = plan.map(({ amount }) => (amount === undefined ? parts[next++]! : decimal(amount)));
  return { amounts: amounts.map((amount) => amount.toFixed(minorUnits(currency))) };
}
