/** Expenses in the approval queue: the first approval, and the second where the policy wants two people. */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineApprovalKind, requestApproval, withdrawApproval } from '../../../approvals/index.ts';
import { needsSecond } from '../../engine/expenses/policy.ts';
import { bringToBooks } from './books.ts';
import { readPolicy } from './policy.ts';
import { type ExpenseRow, EXPENSES_CHANGED, lockAnyExpense } from './rows.ts';
import { tellAuthor } from './notify.ts';
import { mayDecideOn, otherManagers, viewer } from './people.ts';

/** A reason that begins so sends the expense back to its author instead of ending it. */
export const RETURN = 'Please change';

const Content = z.object({
  expenseId: z.uuid(),
  person: z.string(),
  merchant: z.string(),
  day: z.string(),
  amount: z.string(),
  category: z.string(),
  paidWith: z.string(),
  report: z.string(),
  notes: z.string(),
  policy: z.string(),
  /** In the workspace's currency, for rules. */
  baseAmount: z.string(),
});
type Content = z.output<typeof Content>;

const FIELDS = (
  [
    ['person', 'Person'],
    ['merchant', 'Merchant'],
    ['day', 'Day'],
    ['amount', 'Amount'],
    ['category', 'Category'],
    ['paidWith', 'Paid with'],
    ['report', 'Report'],
    ['notes', 'Notes'],
    ['policy', 'Policy'],
  ] as const
).map(([key, label]) => ({ key, label, input: 'fixed' as const }));
const REASONS = [
  `${RETURN}: the receipt is missing`,
  `${RETURN}: what was it for?`,
  'Not a business expense',
  'Not covered by the policy',
  'Claimed already',
];

async function mayDecide({ expenseId }: Content): Promise<void> {
  const row = await lockAnyExpense(expenseId);
  const who = await viewer();
  if (mayDecideOn(who, row)) return;
  throw new AppError(
    'forbidden',
    row.user_id === who.userId
      ? 'You can’t approve your own expense. Ask another workspace admin.'
      : 'You gave the first approval. Someone else must give the second.',
  );
}

/** @throws AppError `conflict` when it is not waiting any more */
async function lockSubmitted(expenseId: string): Promise<ExpenseRow> {
  const row = await lockAnyExpense(expenseId);
  if (row.state !== 'submitted') throw new AppError('conflict', `This expense is ${row.state} by now.`);
  return row;
}

async function setExpenseState(
  row: ExpenseRow,
  state: ExpenseRow['state'],
  more: { reason?: string; firstApprovedBy?: string | null } = {},
): Promise<void> {
  const decided = state !== 'submitted';
  await query(
    `update expenses set state = $3, reason = $4, first_approved_by = $5, decided_at = case when $6 then now() end,
      decided_by = case when $6 then $7::uuid end, version = version + 1, updated_at = now()
      where id = $1 and workspace_id = $2`,
    [
      row.id,
      currentWorkspaceId(),
      state,
      more.reason ?? '',
      more.firstApprovedBy === undefined ? row.first_approved_by : more.firstApprovedBy,
      decided,
      currentUserId(),
    ],
  );
  await bringToBooks([{ ...row, state }]);
  await emit({
    type: `expense.${state}`,
    subject: { type: 'expense', id: row.id },
    data: { reason: more.reason ?? '' },
    paths: EXPENSES_CHANGED,
  });
  if (decided) await tellAuthor(row, state, more.reason ?? '');
}

async function approveFirst({ expenseId }: Content): Promise<{ state: string }> {
  const row = await lockSubmitted(expenseId);
  const decider = currentUserId();
  const second =
    needsSecond(row.base_amount!, await readPolicy()) && (await otherManagers(row.user_id, decider ?? '')).length > 0;
  if (!second) {
    await setExpenseState(row, 'approved');
    return { state: 'approved' };
  }
  await setExpenseState(row, 'submitted', { firstApprovedBy: decider });
  await ask(row, 'second');
  return { state: 'submitted' };
}

async function approveSecond({ expenseId }: Content): Promise<{ state: string }> {
  await setExpenseState(await lockSubmitted(expenseId), 'approved');
  return { state: 'approved' };
}

/** An approval that is taken back waits again, from the beginning. */
async function undoApproved({ expenseId }: Content): Promise<void> {
  const row = await lockAnyExpense(expenseId);
  if (row.state !== 'approved' && row.state !== 'submitted')
    throw new AppError('conflict', `This expense is already ${row.state}, so its approval can’t be withdrawn.`);
  if (row.state === 'submitted' && row.approval_id)
    await withdrawApproval(row.approval_id, 'The first approval was withdrawn.');
  await setExpenseState(row, 'submitted', { firstApprovedBy: null });
  await ask({ ...row, first_approved_by: null }, 'first');
}

async function refuse({ expenseId }: Content, reason: string): Promise<void> {
  const row = await lockSubmitted(expenseId);
  await setExpenseState(row, reason.startsWith(RETURN) ? 'returned' : 'rejected', { reason });
}

/** Waits as it did before: also for the second of two people, who is still another one than the first. */
async function reopen(content: Content): Promise<void> {
  const row = await lockAnyExpense(content.expenseId);
  if (row.state !== 'returned' && row.state !== 'rejected')
    throw new AppError('conflict', `This expense is ${row.state} by now.`);
  // The request says what it was when it was handed in: an approval must not cover what came after.
  const now: Partial<Content> = factsOf(row);
  if (Object.entries(now).some(([name, value]) => content[name as keyof Content] !== value))
    throw new AppError('conflict', 'It was changed since it went back. Whoever entered it has to hand it in again.');
  await setExpenseState(row, 'submitted');
}

const shared = {
  tab: 'outgoing',
  content: Content,
  fields: FIELDS,
  reasons: REASONS,
  effect: 'inside',
  reserved: true,
  mayDecide,
  undo: undoApproved,
  rejected: refuse,
  reopened: reopen,
} as const;

export const expenseApproval = defineApprovalKind({
  ...shared,
  name: 'finance.expense',
  label: 'Expense',
  execute: approveFirst,
  filterFields: [
    { field: 'baseAmount', label: 'Amount', kind: 'number' },
    { field: 'category', label: 'Category', kind: 'text' },
    { field: 'person', label: 'Person', kind: 'text' },
    { field: 'policy', label: 'Policy', kind: 'text' },
  ],
});
export const secondExpenseApproval = defineApprovalKind({
  ...shared,
  name: 'finance.expense_second',
  label: 'Expense, second approval',
  execute: approveSecond,
  filterFields: [{ field: 'baseAmount', label: 'Amount', kind: 'number' }],
});

const PAID = { own: 'Own money', company_card: 'Company card' } as const;

/** The author's details for the approval queue. */
function factsOf(row: ExpenseRow) {
  return {
    merchant: row.merchant,
    day: row.day,
    amount: `${row.amount} ${row.currency}`,
    baseAmount: row.base_amount ?? row.amount,
    category: row.category,
    paidWith: PAID[row.paid_with],
    report: row.report,
    notes: row.notes,
  };
}

/** Puts it into the queue, in the ambient transaction; a rule may let it through at once. */
export async function ask(row: ExpenseRow, which: 'first' | 'second'): Promise<void> {
  const { id } = await requestApproval(which === 'first' ? expenseApproval : secondExpenseApproval, {
    title: `${row.user_name ?? 'Someone'}: ${row.merchant}, ${row.amount} ${row.currency}`,
    subject: { type: 'expense', id: row.id },
    origin: { type: 'expense', id: row.id, label: 'Business expenses' },
    content: {
      ...factsOf(row),
      expenseId: row.id,
      person: row.user_name ?? '',
      policy: row.violations.length === 0 ? 'Keeps to the policy' : row.violations.map((one) => one.message).join(' '),
    },
  });
  await query('update expenses set approval_id = $3 where id = $1 and workspace_id = $2', [
    row.id,
    currentWorkspaceId(),
    id,
  ]);
}
