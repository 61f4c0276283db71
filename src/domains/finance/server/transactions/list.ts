/** The list of transactions, the latest first, paged by day and id. */
import { COUNT_CAP, type QueryOf, type ResponseOf } from '../../../../kernel/endpoint.ts';
import { csvRow } from '../../../../kernel/csv.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { Transaction, TransactionFilter, transactions } from '../../contract.ts';
import { requireLedger } from '../access.ts';
import { categoryNames } from '../categories.ts';
import { SELECT_TRANSACTIONS, toTransactions, type TransactionRow } from './rows.ts';
import { searchPatterns } from '../../engine/transactions/search.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Up to so many hits of a search are looked up by their ids; walking the list finds a page of more common words sooner. */
const MOST_IDS = 2_000;
/** Parts of one category that are looked up by their ids. */
const MOST_PARTS = 5_000;
const EXPORT_PAGE = 1_000;

/** Conditions as SQL on `t`; `$1` is the workspace. With `ways` a row fits that fits any of them as well: each is asked for apart, so that each has its index. */
interface Conditions {
  where: string;
  ways: readonly string[];
  values: unknown[];
}

/** @throws AppError `not_found`, `bad_request` */
export async function listTransactions(wanted: QueryOf<typeof transactions.list>): Promise<ResponseOf<typeof transactions.list>> {
  await requireLedger(wanted.ledgerId);
  const conditions = await conditionsOf(wanted, wanted.deleted);
  const cursor = unpackCursor(wanted.cursor, DAY, UUID);
  const rows = await readRows(conditions, cursor, wanted.limit + 1);
  const page = pageFrom(rows, wanted.limit, (row) => packCursor(row.day, row.id));
  const items = await toTransactions(page.items);
  // Counted for the first page only: it is the same for all.
  return cursor ? { items, next: page.next } : { items, next: page.next, total: await countUpToCap(conditions) };
}

function readRows({ where, ways, values }: Conditions, cursor: string[] | undefined, limit: number): Promise<TransactionRow[]> {
  const after = cursor ? ` and (t.day, t.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
  const sql = ways.map((way) => `(${SELECT_TRANSACTIONS}${where}${way}${after} order by t.day desc, t.id desc limit ${limit})`);
  const all = sql.length === 1 ? sql[0]! : `select * from (${sql.join(' union all ')}) t order by day desc, id desc limit ${limit}`;
  return query<TransactionRow>(all, [...values, ...(cursor ?? [])]);
}

async function conditionsOf(wanted: TransactionFilter, deleted = false): Promise<Conditions> {
  const values: unknown[] = [currentWorkspaceId(), wanted.ledgerId];
  let where = ` and t.ledger_id = $2 and t.deleted_at is ${deleted ? 'not ' : ''}null`;
  const place = (value: unknown): string => `$${values.push(value)}`;
  if (wanted.accountId) where += ` and t.account_id = ${place(wanted.accountId)}`;
  if (wanted.from) where += ` and t.day >= ${place(wanted.from)}::date`;
  if (wanted.to) where += ` and t.day <= ${place(wanted.to)}::date`;
  if (wanted.direction) where += wanted.direction === 'in' ? ' and t.amount > 0' : ' and t.amount < 0';
  if (wanted.state) where += wanted.state === 'pending' ? ' and t.pending' : ' and not t.pending';
  if (wanted.importId) where += ` and t.import_id = ${place(wanted.importId)}`;
  where += await searchCondition(wanted, deleted, place);
  return { where, ways: categoryWays(wanted.categoryId, place), values };
}

async function searchCondition({ ledgerId, search }: TransactionFilter, deleted: boolean, place: (value: unknown) => string): Promise<string> {
  const patterns = searchPatterns(search ?? '');
  if (patterns.length === 0) return '';
  // The index holds what is not deleted.
  const hits = deleted ? undefined : await query<{ id: string }>('select id from finance_search_ids($1, $2, $3)', [ledgerId, patterns, MOST_IDS + 1], 'finance_search');
  if (hits && hits.length <= MOST_IDS) return ` and t.id = any(${place(hits.map((hit) => hit.id))}::uuid[])`;
  return patterns.map((pattern) => ` and t.search_text like ${place(pattern)}`).join('');
}

const HAS_CATEGORY_IN_PARTS = 'exists (select 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.category_id is not null)';

/** A transaction in parts is in the categories of its parts. */
function categoryWays(wanted: TransactionFilter['categoryId'], place: (value: unknown) => string): string[] {
  if (!wanted) return [''];
  if (wanted === 'transfer') return [' and t.transfer_id is not null'];
  if (wanted === 'none') return [` and t.category_id is null and t.transfer_id is null and not ${HAS_CATEGORY_IN_PARTS}`];
  const at = place(wanted);
  return [
    ` and t.category_id = ${at}`,
    ` and t.category_id is distinct from ${at} and t.id = any(array(select s.transaction_id from finance_splits s where s.workspace_id = $1 and s.category_id = ${at} limit ${MOST_PARTS}))`,
  ];
}

async function countUpToCap({ where, ways, values }: Conditions): Promise<{ count: number; capped: boolean }> {
  const all = ways.map((way) => `(select 1 from finance_transactions t where t.workspace_id = $1${where}${way} limit ${COUNT_CAP + 1})`).join(' union all ');
  const [row] = await query<{ count: number }>(`select count(*)::int as count from (select 1 from (${all}) x limit ${COUNT_CAP + 1}) y`, [...values]);
  return { count: Math.min(row!.count, COUNT_CAP), capped: row!.count > COUNT_CAP };
}

/** Ids of what matches, the latest first, up to `most`. The caller has authorised. */
export async function matchingIds(filter: TransactionFilter, most: number): Promise<string[]> {
  const { where, ways, values } = await conditionsOf(filter);
  const all = ways.map((way) => `(select t.id, t.day from finance_transactions t where t.workspace_id = $1${where}${way} order by t.day desc, t.id desc limit ${most})`).join(' union all ');
  return (await query<{ id: string }>(`select id from (${all}) x order by day desc, id desc limit ${most}`, values)).map((row) => row.id);
}

/** Pieces of a CSV file of whatever matches. @throws AppError `not_found` */
export async function exportTransactions(filter: TransactionFilter): Promise<AsyncGenerator<string>> {
  await requireLedger(filter.ledgerId);
  const accounts = new Map((await query<{ id: string; name: string }>('select id, name from finance_accounts where workspace_id = $1 and ledger_id = $2', [currentWorkspaceId(), filter.ledgerId])).map((row) => [row.id, row.name]));
  return pieces(await conditionsOf(filter), accounts, await categoryNames(filter.ledgerId));
}

const HEADER = ['Day', 'Account', 'Payee', 'Amount', 'Currency', 'Category', 'Notes', 'Tags', 'State', 'Transfer with', 'Bank payee', 'Bank memo', 'Check number'];

async function* pieces(conditions: Conditions, accounts: ReadonlyMap<string, string>, categories: ReadonlyMap<string, string>): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(HEADER)}`;
  for (let cursor: string[] | undefined, more = true; more;) {
    const rows = await readRows(conditions, cursor, EXPORT_PAGE);
    more = rows.length === EXPORT_PAGE;
    cursor = rows.length > 0 ? [rows.at(-1)!.day, rows.at(-1)!.id] : undefined;
    yield (await toTransactions(rows)).map((one) => exportRows(one, accounts, categories)).join('');
  }
}

/** One row, or one for each part, so that the amounts of the file sum to what moved. */
function exportRows(one: Transaction, accounts: ReadonlyMap<string, string>, categories: ReadonlyMap<string, string>): string {
  const parts = one.splits.length > 0 ? one.splits : [{ amount: one.amount, categoryId: one.categoryId, notes: '' }];
  return parts.map((part) => csvRow([
    one.day, accounts.get(one.accountId) ?? '', one.payee, part.amount, one.currency, part.categoryId ? (categories.get(part.categoryId) ?? '') : '', [one.notes, part.notes].filter(Boolean).join(' · '), one.tags.join('; '),
    one.pending ? 'pending' : 'posted', one.transfer ? (accounts.get(one.transfer.accountId) ?? '') : '', one.bank?.payee ?? '', one.bank?.memo ?? '', one.checkNumber,
  ])).join('');
}
