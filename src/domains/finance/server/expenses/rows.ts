/** Expenses as the database holds them, and as they are shown. */
import { notFound } from '../../../../kernel/errors.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Expense, Violation } from '../../contract.ts';
import { needsSecond, type Policy } from '../../engine/expenses/policy.ts';
import { EXPENSES } from '../../paths.ts';
import { readPolicy } from './policy.ts';
import { mayDecideOn, type Viewer, viewer } from './people.ts';

export interface ExpenseRow {
  id: string;
  version: number;
  user_id: string;
  user_name: string | null;
  kind: Expense['kind'];
  merchant: string;
  day: string;
  amount: string;
  currency: string;
  tax: string | null;
  base_amount: string | null;
  base_currency: string;
  rate: string | null;
  category: string;
  report: string;
  client: string;
  billable: boolean;
  paid_with: Expense['paidWith'];
  card_last4: string;
  notes: string;
  distance: string | null;
  unit: Expense['unit'];
  days: string | null;
  unit_rate: string | null;
  rate_source: string;
  receipt_id: string | null;
  receipt_name: string | null;
  receipt_type: string | null;
  transaction_id: string | null;
  state: Expense['state'];
  violations: Violation[];
  submitted_at: string | null;
  approval_id: string | null;
  first_approved_by: string | null;
  first_name: string | null;
  decided_at: string | null;
  decided_by: string | null;
  decider: string | null;
  reason: string;
  reimbursement_id: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** `$1` is the workspace. */
export const SELECT_EXPENSES = `select e.id, e.version, e.user_id, u.name as user_name, e.kind, e.merchant, e.day,
  e.amount, e.currency, e.tax, e.base_amount, e.base_currency, e.rate, e.category, e.report, e.client, e.billable,
  e.paid_with, e.card_last4, e.notes,
    e.distance, e.unit, e.days, e.unit_rate, e.rate_source, e.receipt_id, r.name as receipt_name,
      r.type as receipt_type, e.transaction_id, e.state, e.violations, e.submitted_at, e.approval_id,
      e.first_approved_by, f.name as first_name,
    e.decided_at, e.decided_by, d.name as decider, e.reason, e.reimbursement_id, e.created_at, e.updated_at,
      e.deleted_at
  from expenses e left join expense_receipts r on r.id = e.receipt_id and r.workspace_id = e.workspace_id
  left join workspace_people u on u.id = e.user_id left join workspace_people f on f.id = e.first_approved_by
    left join workspace_people d on d.id = e.decided_by
  where e.workspace_id = $1`;

const NOUN = 'The expense';
export const GONE = 'Former member';
/** Responses that change with an expense. */
export const EXPENSES_CHANGED = [EXPENSES.list, EXPENSES.receipts, EXPENSES.reimbursements];

const figure = (value: string | null): string | null => (value === null ? null : decimal(value).toFixed());
export const personOf = (id: string, name: string | null) => ({ id, name: name ?? GONE });

export function toExpense(row: ExpenseRow, policy: Policy, who: Viewer): Expense {
  const person = (id: string | null, name: string | null) => (id === null ? null : personOf(id, name));
  return {
    id: row.id,
    version: row.version,
    user: personOf(row.user_id, row.user_name),
    kind: row.kind,
    merchant: row.merchant,
    day: row.day,
    amount: decimal(row.amount).toFixed(),
    currency: row.currency,
    tax: figure(row.tax),
    baseAmount: figure(row.base_amount),
    baseCurrency: row.base_currency,
    rate: figure(row.rate),
    category: row.category,
    report: row.report,
    client: row.client,
    billable: row.billable,
    paidWith: row.paid_with,
    cardLast4: row.card_last4,
    notes: row.notes,
    distance: figure(row.distance),
    unit: row.unit,
    days: figure(row.days),
    unitRate: figure(row.unit_rate),
    rateSource: row.rate_source,
    receipt: row.receipt_id ? { id: row.receipt_id, name: row.receipt_name ?? '', type: row.receipt_type ?? '' } : null,
    transactionId: row.transaction_id,
    state: row.state,
    violations: row.violations,
    submittedAt: row.submitted_at,
    firstApprovedBy: person(row.first_approved_by, row.first_name),
    needsSecond: row.base_amount !== null && needsSecond(row.base_amount, policy),
    decidedAt: row.decided_at,
    decidedBy: person(row.decided_by, row.decider),
    reason: row.reason,
    reimbursementId: row.reimbursement_id,
    mayDecide: row.state === 'submitted' && mayDecideOn(who, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** An expense that the caller may see. @throws AppError `not_found` */
export async function readExpense(id: string, who: Viewer, { deleted = false } = {}): Promise<ExpenseRow> {
  const [row] = await query<ExpenseRow>(
    `${SELECT_EXPENSES} and e.id = $2 and (e.user_id = $3 or $4) and e.deleted_at is ${deleted ? 'not ' : ''}null`,
    [currentWorkspaceId(), id, who.userId || null, who.isManager],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

/** As `readExpense`, and no one else changes it until the transaction ends. */
export async function lockExpense(id: string, who: Viewer, options?: { deleted?: boolean }): Promise<ExpenseRow> {
  await query('select 1 from expenses where id = $1 and workspace_id = $2 for update', [id, currentWorkspaceId()]);
  return readExpense(id, who, options);
}

/** For what happens in no one's name: any expense of the workspace. @throws AppError `not_found` */
export async function lockAnyExpense(id: string): Promise<ExpenseRow> {
  return lockExpense(id, { userId: '', isManager: true, others: [] });
}

export async function shownExpense(id: string): Promise<Expense> {
  const who = await viewer();
  return toExpense(await readExpense(id, who), await readPolicy(), who);
}
