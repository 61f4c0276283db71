/** Budgets by category and month, of two kinds that differ in what is carried over and what is counted. */
import { type Decimal, max, sumOf, ZERO } from '../../../../kernel/money/index.ts';

/**
 * - `envelope`: money is put into categories; what is left, or overspent, goes on into the next month; hidden
 * categories count, since their money is spent all the same
 * - `tracking`: spending is compared with a plan month by month; nothing is carried over unless a category says so;
 * hidden categories are not looked at
 */
export type BudgetKind = 'envelope' | 'tracking';

export interface BudgetedCategory {
  id: string;
  budgeted: Decimal;
  /** Net of the month's transactions: spending is negative. */
  spent: Decimal;
  /** Carried over from the month before. */
  carriedIn: Decimal;
  hidden?: boolean;
  /** `tracking`: this category carries over all the same. */
  rollover?: boolean;
  /** `envelope`: overspending stays with the category instead of being taken from next month's money. */
  carryNegative?: boolean;
}

export interface CategoryMonth {
  id: string;
  /** Left to spend; negative when overspent. */
  available: Decimal;
  /** Carried over to the next month. */
  carriedOut: Decimal;
}

export interface BudgetMonth {
  budgeted: Decimal;
  spent: Decimal;
  available: Decimal;
  categories: CategoryMonth[];
  /** `envelope`: overspending that next month's money has to cover. */
  overspent: Decimal;
}

/** One month of a budget, or of one group of its categories. */
export function budgetMonth(kind: BudgetKind, categories: readonly BudgetedCategory[]): BudgetMonth {
  const counted = kind === 'envelope' ? categories : categories.filter((one) => !one.hidden);
  const months = counted.map((one) => categoryMonth(kind, one));
  return {
    budgeted: sumOf(counted, (one) => one.budgeted),
    spent: sumOf(counted, (one) => one.spent),
    available: sumOf(months, (one) => one.available),
    categories: months,
    overspent:
      kind === 'envelope'
        ? sumOf(months, (one) => (one.carriedOut.isZero() && one.available.lt(0n) ? one.available : ZERO))
        : ZERO,
  };
}

function categoryMonth(kind: BudgetKind, one: BudgetedCategory): CategoryMonth {
  const carries = kind === 'envelope' || one.rollover === true;
  const available = one.budgeted.plus(one.spent).plus(carries ? one.carriedIn : ZERO);
  const carriedOut = !carries ? ZERO : kind === 'envelope' && !one.carryNegative ? max(available, ZERO) : available;
  return { id: one.id, available, carriedOut };
}
