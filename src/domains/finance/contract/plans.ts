/** Budgets by month and category, and goals. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Amount, Currency, text, Version } from './shared.ts';

export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month, such as 2026-11.');
export const BudgetKindName = z.enum(['tracking', 'envelope']);

/**
 * A month from which an amount stands: on and on, for that month alone (`once`), or again after such a month (`back`).
 */
export const PlannedMonth = z.strictObject({
  month: Month,
  amount: Amount,
  role: z.enum(['standing', 'once', 'back']),
});
export type PlannedMonth = z.infer<typeof PlannedMonth>;
const PlannedMonths = z.array(PlannedMonth).max(1200);
/** All planned months of a category or account before and after an amount was planned, the earliest first. */
export const PlanChange = z.object({ before: PlannedMonths, after: PlannedMonths });
export type PlanChange = z.infer<typeof PlanChange>;
/** Takes a plan back: `before` stands again, provided that everything is as `after` says. */
export const PLAN_BACK = { before: PlannedMonths, after: PlannedMonths };

export const BudgetLine = z.object({
  categoryId: Id,
  /** The month's budget; null if there is none. */
  budgeted: Amount.nullable(),
  /** The month from which the plan stands. */
  since: Month.nullable(),
  /** Net of the month's transactions: spending is negative. */
  moved: Amount,
  /** Carried over from the month before. */
  carriedIn: Amount,
  /** Left to spend, or to come in; negative when overspent. */
  available: Amount,
  /** Mean of the three months before, for a first plan. */
  average: Amount,
});
export type BudgetLine = z.infer<typeof BudgetLine>;

export const Budget = z.object({
  month: Month,
  kind: BudgetKindName,
  currency: z.string(),
  lines: z.array(BudgetLine),
  /** Of the categories for expenses. */
  totals: z.object({
    budgeted: Amount,
    spent: Amount,
    available: Amount,
    incomePlanned: Amount,
    income: Amount,
    /** Spent without a category. */ uncategorised: Amount,
  }),
  /** Currencies without an exchange rate: their amounts are not counted. */
  missing: z.array(z.string()),
});
export type Budget = z.infer<typeof Budget>;

const base = { tag: 'Finance', access: 'user' } as const;

export const budgets = {
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/budgets',
    summary: 'The budget of a month',
    query: z.object({ ledgerId: Id, month: Month }),
    response: Budget,
    errors: ['validation', 'not_found'],
  }),
  set: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/budgets',
    summary: 'Plan an amount for a category',
    description: 'From the month on, until another amount is planned; or for this month only. Null ends the plan.',
    body: z.strictObject({
      ledgerId: Id,
      month: Month,
      categoryId: Id,
      amount: Amount.nullable(),
      onlyThisMonth: z.boolean().default(false),
    }),
    response: Budget.extend({ change: PlanChange }),
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  takeBack: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/budgets/plans',
    summary: 'Remove the budget of a category',
    description: 'By the `change` that planning answered. Refused where it was planned anew since.',
    body: z.strictObject({ ledgerId: Id, month: Month, categoryId: Id, ...PLAN_BACK }),
    response: Budget,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  setKind: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/budgets/kind',
    summary: 'Budget by envelopes, or by targets',
    description:
      'Envelopes carry over what is left. Targets begin anew each month, save for categories that roll over.',
    body: z.strictObject({ ledgerId: Id, kind: BudgetKindName, month: Month }),
    response: Budget,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
} as const;

export const Goal = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  name: z.string(),
  target: Amount,
  currency: z.string(),
  targetDay: Day.nullable(),
  accountId: Id.nullable(),
  /** Balance of the account, or sum of the contributions. */
  saved: Amount,
  /**
   * Currencies in the account without a rate into the goal's: what is in them is not counted, and pace and day are not
   * known.
   */
  missingRates: z.array(z.string()),
  /** Saved in a month, as the mean of the last six whole months. */
  pace: Amount,
  /** Savings per month to be in time; null without a date, or if the goal is reached. */
  needed: Amount.nullable(),
  /** When it is reached at the present pace; null when never. */
  expectedDay: Day.nullable(),
  createdAt: Instant,
});
export type Goal = z.infer<typeof Goal>;

const Positive = Amount.refine((value) => !value.startsWith('-') && /[1-9]/.test(value), 'Enter an amount above zero.');
const GoalFields = {
  name: text(120).min(1, 'Enter a name.'),
  target: Positive,
  targetDay: Day.nullable().optional(),
  accountId: Id.nullable().optional(),
};
export const NewGoal = z.strictObject({ ledgerId: Id, currency: Currency, ...GoalFields });
export type NewGoal = z.infer<typeof NewGoal>;
export const GoalUpdate = z.strictObject({
  version: Version,
  name: GoalFields.name.optional(),
  target: Positive.optional(),
  targetDay: Day.nullable().optional(),
  accountId: Id.nullable().optional(),
});
export type GoalUpdate = z.infer<typeof GoalUpdate>;
export const Contribution = z.object({ id: Id, goalId: Id, day: Day, amount: Amount, note: z.string() });
export type Contribution = z.infer<typeof Contribution>;
export const NewContribution = z.strictObject({ day: Day, amount: Amount, note: text(500).optional() });
export type NewContribution = z.infer<typeof NewContribution>;

export const goals = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/goals',
    summary: 'List the goals of a ledger',
    query: z.object({ ledgerId: Id }),
    response: z.object({ items: z.array(Goal) }),
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/goals',
    summary: 'Set a goal',
    status: 201,
    body: NewGoal,
    response: Goal,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/goals/{id}',
    summary: 'Change a goal',
    params: IdParams,
    body: GoalUpdate,
    response: Goal,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/goals/{id}',
    summary: 'Delete a goal',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/goals/{id}/restore',
    summary: 'Bring a deleted goal back',
    params: IdParams,
    response: Goal,
    errors: ['forbidden', 'not_found'],
  }),
  contributions: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/goals/{id}/contributions',
    summary: 'What was put aside for a goal, the latest first',
    description: 'The latest 200.',
    params: IdParams,
    response: z.object({ items: z.array(Contribution) }),
    errors: ['not_found'],
  }),
  contribute: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/goals/{id}/contributions',
    summary: 'Put something aside for a goal',
    status: 201,
    params: IdParams,
    body: NewContribution,
    response: Contribution,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  removeContribution: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/goals/{id}/contributions/{contributionId}',
    summary: 'Take a contribution back',
    params: z.object({ id: Id, contributionId: Id }),
    errors: ['forbidden', 'not_found'],
  }),
} as const;
