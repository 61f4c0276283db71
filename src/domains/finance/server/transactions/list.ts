/** The list of transactions, the latest first, paged by day and id. */
import { COUNT_CAP, type QueryOf, type ResponseOf } from '../../../../kernel/endpoint.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { transactions } from '../../contract.ts';
import { requireLedger } from '../access.ts';
import { SELECT_TRANSACTIONS, toTransactions, type TransactionRow } from './rows.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @throws AppError `not_found`, `bad_request` */
export async function listTransactions(wanted: QueryOf<typeof transactions.list>): Promise<ResponseOf<typeof transactions.list>> {
  await requireLedger(wanted.ledgerId);
  const { where, values } = conditions(wanted);
  const cursor = unpackCursor(wanted.cursor, DAY, UUID);
  const after = cursor ? ` and (t.day, t.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
  const rows = await query<TransactionRow>(`${SELECT_TRANSACTIONS}${where}${after} order by t.day desc, t.id desc limit ${wanted.limit + 1}`, [...values, ...(cursor ?? [])]);
  const page = pageFrom(rows, wanted.limit, (row) => packCursor(row.day, row.id));
  const items = await toTransactions(page.items);
  // Counted for the first page only: it is the same for all.
  return cursor ? { items, next: page.next } : { items, next: page.next, total: await countUpToCap(where, values) };
}

/** What the filters say, as SQL; `$1` is the workspace. */
function conditions(wanted: QueryOf<typeof transactions.list>): { where: string; values: unknown[] } {
  const values: unknown[] = [currentWorkspaceId(), wanted.ledgerId];
  let where = ' and t.ledger_id = $2 and t.deleted_at is null';
  const add = (sql: (place: string) => string, value: unknown): void => {
    values.push(value);
    where += ` and ${sql(`$${values.length}`)}`;
  };
  if (wanted.accountId) add((place) => `t.account_id = ${place}`, wanted.accountId);
  if (wanted.from) add((place) => `t.day >= ${place}::date`, wanted.from);
  if (wanted.to) add((place) => `t.day <= ${place}::date`, wanted.to);
  if (wanted.direction) where += wanted.direction === 'in' ? ' and t.amount > 0' : ' and t.amount < 0';
  // A transaction in parts is in the categories of its parts.
  const parts = 'exists (select 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id';
  if (wanted.categoryId === 'none') where += ` and t.category_id is null and not ${parts} and s.category_id is not null)`;
  else if (wanted.categoryId) add((place) => `(t.category_id = ${place} or ${parts} and s.category_id = ${place}))`, wanted.categoryId);
  for (const word of fold(wanted.search ?? '').split(' ').filter(Boolean)) add((place) => `strpos(t.search_text, ${place}) > 0`, word);
  return { where, values };
}

async function countUpToCap(where: string, values: readonly unknown[]): Promise<{ count: number; capped: boolean }> {
  const [row] = await query<{ count: number }>(`select count(*)::int as count from (select 1 from finance_transactions t where t.workspace_id = $1${where} limit ${COUNT_CAP + 1}) x`, [...values]);
  return { count: Math.min(row!.count, COUNT_CAP), capped: row!.count > COUNT_CAP };
}
