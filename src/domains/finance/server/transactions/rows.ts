/** Transactions as the database holds them. */
import { decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Transaction } from '../../contract.ts';

export interface TransactionRow {
  id: string; version: number; ledger_id: string; account_id: string; day: string; amount: string; currency: string; payee: string; notes: string; category_id: string | null; tags: string[]; pending: boolean;
  check_number: string; bank_payee: string; bank_memo: string; fingerprint: string | null; import_id: string | null; rule_ids: string[]; created_at: string; updated_at: string;
}

export const SELECT_TRANSACTIONS = `select t.id, t.version, t.ledger_id, t.account_id, t.day, t.amount, a.currency, t.payee, t.notes, t.category_id, t.tags, t.pending, t.check_number, t.bank_payee, t.bank_memo,
    t.fingerprint, t.import_id, t.rule_ids, t.created_at, t.updated_at
  from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
  where t.workspace_id = $1`;

/** What is searched, folded. */
export function searchText(payee: string, notes: string, bankPayee: string, bankMemo: string): string {
  return fold([...new Set([payee, notes, bankPayee, bankMemo])].join(' '));
}

/** Rows with their parts, in the order given. */
export async function toTransactions(rows: readonly TransactionRow[]): Promise<Transaction[]> {
  const parts = rows.length === 0 ? [] : await query<{ transaction_id: string; amount: string; category_id: string | null; notes: string }>(
    'select transaction_id, amount, category_id, notes from finance_splits where workspace_id = $1 and transaction_id = any($2) order by transaction_id, position', [currentWorkspaceId(), rows.map((row) => row.id)],
  );
  const byTransaction = Map.groupBy(parts, (part) => part.transaction_id);
  return rows.map((row) => ({
    id: row.id, version: row.version, ledgerId: row.ledger_id, accountId: row.account_id, day: row.day, amount: decimal(row.amount).toFixed(), currency: row.currency, payee: row.payee, notes: row.notes,
    categoryId: row.category_id, tags: row.tags, pending: row.pending, checkNumber: row.check_number, bank: row.fingerprint === null ? null : { payee: row.bank_payee, memo: row.bank_memo }, importId: row.import_id,
    ruleIds: row.rule_ids, splits: (byTransaction.get(row.id) ?? []).map((part) => ({ amount: decimal(part.amount).toFixed(), categoryId: part.category_id, notes: part.notes })),
    createdAt: row.created_at, updatedAt: row.updated_at,
  }));
}
