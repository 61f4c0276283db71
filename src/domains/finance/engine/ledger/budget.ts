/** Planned amounts for any period, from monthly plans. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal, ZERO } from '../../../../kernel/money/index.ts';

interface MonthlyPlan {
  /** First day of the month from which it stands. */
  month: string;
  amount: string;
}

const dayOfMonth = (day: string): bigint => BigInt(Number(day.slice(8)));

/**
 * Months that lie in it as a whole count as planned, others by the share of their days; not rounded.
 * @param plans in the order of their months
 */
export function plannedBetween(plans: readonly MonthlyPlan[], from: string, to: string): Decimal {
  let sum = ZERO;
  for (let month = monthStart(from); month <= to; month = monthStart(month, 1)) {
    const amount = plans.findLast((plan) => plan.month <= month)?.amount;
    if (amount === undefined) continue;
    const last = addDays(monthStart(month, 1), -1);
    const days = dayOfMonth(to < last ? to : last) - (from > month ? dayOfMonth(from) : 1n) + 1n;
    const all = dayOfMonth(last);
    sum = sum.plus(days === all ? decimal(amount) : decimal(amount).times(days).div(all));
  }
  return sum;
}
