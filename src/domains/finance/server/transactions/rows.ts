/** Transactions as the database holds them. */
import { AppError } from '../../../../kernel/errors.ts';
import { dayWords } from '../../../../kernel/days.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Transaction } from '../../contract.ts';

export interface TransactionRow {
  id: string;
  version: number;
  ledger_id: string;
  account_id: string;
  day: string;
  amount: string;
  currency: string;
  payee: string;
  notes: string;
  category_id: string | null;
  tags: string[];
  pending: boolean;
  check_number: string;
  value_day: string | null;
  booked_day: string | null;
  original_amount: string | null;
  original_currency: string | null;
  bank_payee: string;
  bank_memo: string;
  fingerprint: string | null;
  import_id: string | null;
  rule_ids: string[];
  transfer_id: string | null;
  created_at: string;
  updated_at: string;
}

export const SELECT_TRANSACTIONS = `select t.id, t.version, t.ledger_id, t.account_id, t.day, t.amount, a.currency,
  t.payee, t.notes, t.category_id, t.tags, t.pending, t.check_number, t.booked_day, t.value_day,
    t.original_amount, t.original_currency, t.bank_payee, t.bank_memo,
    t.fingerprint, t.import_id, t.rule_ids, t.transfer_id, t.created_at, t.updated_at
  from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
  where t.workspace_id = $1`;

/** Search text, folded; each word starts after a space. */
export function searchText(
  payee: string,
  notes: string,
  bankPayee: string,
  bankMemo: string,
  tags: readonly string[],
): string {
  return ` ${fold([...new Set([payee, notes, bankPayee, bankMemo, ...tags.map((tag) => `#${tag}`)])].join(' '))}`;
}

/** Rows with their parts, in the order given. */
export async function toTransactions(rows: readonly TransactionRow[]): Promise<Transaction[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const parts = await query<{ transaction_id: string; amount: string; category_id: string | null; notes: string }>(
    'select transaction_id, amount, category_id, notes from finance_splits where workspace_id = $1 and transaction_id = any($2) order by transaction_id, position',
    [currentWorkspaceId(), ids],
  );
  const byTransaction = Map.groupBy(parts, (part) => part.transaction_id);
  const receipts = await receiptCounts(ids);
  const transfers = await otherSides(rows);
  const activities = await movedBy(rows);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    accountId: row.account_id,
    day: row.day,
    amount: decimal(row.amount).toFixed(),
    currency: row.currency,
    payee: row.payee,
    notes: row.notes,
    categoryId: row.category_id,
    tags: row.tags,
    pending: row.pending,
    checkNumber: row.check_number,
    bookedDay: row.booked_day,
    valueDay: row.value_day,
    original:
      row.original_amount !== null && row.original_currency !== null
        ? { amount: decimal(row.original_amount).toFixed(), currency: row.original_currency }
        : null,
    bank: row.fingerprint === null ? null : { payee: row.bank_payee, memo: row.bank_memo },
    importId: row.import_id,
    ruleIds: row.rule_ids,
    splits: (byTransaction.get(row.id) ?? []).map((part) => ({
      amount: decimal(part.amount).toFixed(),
      categoryId: part.category_id,
      notes: part.notes,
    })),
    transfer: transfers.get(row.id) ?? null,
    activity: activities.get(row.id) ?? null,
    receipts: receipts.get(row.id) ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

async function receiptCounts(ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ id: string; count: number }>(
    'select transaction_id as id, count(*)::int as count from finance_receipts where workspace_id = $1 and transaction_id = any($2) group by 1',
    [currentWorkspaceId(), ids],
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Of those that are transfers: the transaction on the other side. */
async function otherSides(rows: readonly TransactionRow[]): Promise<Map<string, NonNullable<Transaction['transfer']>>> {
  const ids = rows.flatMap((row) => (row.transfer_id ? [row.id] : []));
  if (ids.length === 0) return new Map();
  const sides = await query<{ own: string; id: string; transactionId: string; accountId: string }>(
    `select t.id as own, f.id, o.id as "transactionId", o.account_id as "accountId" from finance_transactions t
      join finance_transfers f on f.workspace_id = t.workspace_id and f.id = t.transfer_id
     join finance_transactions o on o.workspace_id = t.workspace_id
        and o.id = case when f.out_id = t.id then f.in_id else f.out_id end
     where t.workspace_id = $1 and t.id = any($2)`,
    [currentWorkspaceId(), ids],
  );
  return new Map(sides.map(({ own, ...side }) => [own, side]));
}

/** Of those that move the cash of an activity: which. */
async function movedBy(rows: readonly TransactionRow[]): Promise<Map<string, NonNullable<Transaction['activity']>>> {
  const ids = rows.flatMap((row) => (row.transfer_id ? [row.id] : []));
  if (ids.length === 0) return new Map();
  const found = await query<{ own: string; id: string; accountId: string }>(
    `select t.id as own, a.id, a.account_id as "accountId" from finance_transactions t
      join finance_transfers f on f.id = t.transfer_id and f.workspace_id = t.workspace_id
      join finance_activities a on a.id = f.activity_id and a.workspace_id = t.workspace_id
     where t.workspace_id = $1 and t.id = any($2)`,
    [currentWorkspaceId(), ids],
  );
  return new Map(found.map(({ own, ...activity }) => [own, activity]));
}

/** @throws AppError `conflict` where one of them moves the cash of an activity, which it follows */
export async function requireOwn(transactionIds: readonly string[], act: string): Promise<void> {
  const [moved] = await query<{ payee: string; day: string }>(
    "select coalesce(nullif(t.payee, ''), t.bank_payee) as payee, t.day from finance_transactions t join finance_transfers f on f.id = t.transfer_id and f.activity_id is not null where t.workspace_id = $1 and t.id = any($2) order by t.day limit 1",
    [currentWorkspaceId(), transactionIds],
  );
  if (moved)
    throw new AppError(
      'conflict',
      `“${moved.payee}” of ${dayWords(moved.day)} moves the cash of an activity under Investments. ${act} that, or let its account move no cash.`,
    );
}
