/** A workspace's policy applied to an expense. Amounts are in the workspace's currency. */
import { decimal } from '../../../../kernel/money/index.ts';

export interface PolicyCategory {
  name: string;
  /** Most for one expense, and for one person on one day. */
  perExpense: string | null;
  perDay: string | null;
  forbidden: boolean;
}

export interface Policy {
  categories: readonly PolicyCategory[];
  /** Above this a receipt is needed. */
  receiptOver: string | null;
  /** Above this two people have to approve. */
  secondApproverOver: string | null;
  /** How many days after the expense it can be claimed. */
  maxAgeDays: number | null;
}

export interface JudgedExpense {
  kind: 'purchase' | 'mileage' | 'per_diem';
  category: string;
  day: string;
  /** Null: there is no exchange rate of that day. */
  baseAmount: string | null;
  hasReceipt: boolean;
}

export type ViolationKind =
  | 'forbidden'
  | 'no_category'
  | 'no_rate'
  | 'per_expense'
  | 'per_day'
  | 'no_receipt'
  | 'too_old'
  | 'future'
  | 'duplicate';

export interface Violation {
  kind: ViolationKind;
  message: string;
  /** It cannot be submitted like this. */
  blocks: boolean;
}

export interface Surroundings {
  today: string;
  currency: string;
  /** The person's other expenses in the category on that day. */
  otherOfDay: string;
  /** Others that look the same. */
  duplicates: readonly { day: string; merchant: string }[];
}

const DAY_MS = 86_400_000;

/** In the order in which they should be read: what cannot be submitted comes first. */
export function judge(
  expense: JudgedExpense,
  policy: Policy,
  { today, currency, otherOfDay, duplicates }: Surroundings,
): Violation[] {
  const found: Violation[] = [];
  const say = (kind: ViolationKind, message: string, blocks = false): void =>
    void found.push({ kind, message, blocks });
  const category = policy.categories.find((one) => one.name === expense.category);
  if (!category)
    say('no_category', `“${expense.category}” is no category of the policy any more. Choose another.`, true);
  else if (category.forbidden) say('forbidden', `${category.name} is not paid for by this policy.`, true);
  if (expense.baseAmount === null)
    say(
      'no_rate',
      `There is no exchange rate into ${currency} for ${expense.day}. Enter one under Finance, Exchange rates.`,
      true,
    );
  if (expense.day > today) say('future', 'It is dated in the future.', true);
  if (expense.baseAmount !== null) {
    const amount = decimal(expense.baseAmount);
    if (category?.perExpense && amount.gt(category.perExpense))
      say('per_expense', `Above the limit of ${category.perExpense} ${currency} for one expense of ${category.name}.`);
    const ofDay = amount.plus(otherOfDay);
    if (category?.perDay && ofDay.gt(category.perDay))
      say(
        'per_day',
        `${ofDay.toFixed(2)} ${currency} of ${category.name} on ${expense.day}: the limit for a day is ${category.perDay}.`,
      );
    if (
      policy.receiptOver !== null &&
      expense.kind === 'purchase' &&
      !expense.hasReceipt &&
      amount.gt(policy.receiptOver)
    )
      say('no_receipt', `Above ${policy.receiptOver} ${currency} a receipt is needed.`);
  }
  const age = Math.round((Date.parse(today) - Date.parse(expense.day)) / DAY_MS);
  if (policy.maxAgeDays !== null && age > policy.maxAgeDays)
    say('too_old', `It is ${age} days old; expenses are to be claimed within ${policy.maxAgeDays} days.`);
  for (const { day, merchant } of duplicates.slice(0, 3))
    say('duplicate', `It looks like ${merchant} of ${day}: same amount, at most a day apart.`);
  return found.sort((a, b) => Number(b.blocks) - Number(a.blocks));
}

/** Whether a second person has to approve. */
export function needsSecond(baseAmount: string, policy: Pick<Policy, 'secondApproverOver'>): boolean {
  return policy.secondApproverOver !== null && decimal(baseAmount).gt(policy.secondApproverOver);
}

const NAMES = [
  'Travel',
  'Lodging',
  'Meals',
  'Client entertainment',
  'Local transport',
  'Mileage',
  'Per diem',
  'Office supplies',
  'Software',
  'Equipment',
  'Phone and internet',
  'Training',
  'Advertising',
  'Professional fees',
  'Other',
];

/** Policy until a workspace sets its own. */
export const DEFAULT_POLICY: Policy = {
  categories: NAMES.map((name) => ({
    name,
    perExpense: null,
    perDay: name === 'Meals' ? '75' : null,
    forbidden: false,
  })),
  receiptOver: '75',
  secondApproverOver: '2500',
  maxAgeDays: 90,
};
