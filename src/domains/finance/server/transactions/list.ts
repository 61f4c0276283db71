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
/** Up to so many hits of a search are looked up by their ids. */
const MOST_IDS = 5_000;
/** Parts of one category that are looked up by their ids. */
const MOST_PARTS = 5_000;
const EXPORT_PAGE = 1_000;
/** How many rows are walked through, the latest first, for what no index answers: enough for what is common. */
const WALK = 4_000;
/** And where an index found too many to look them up by their ids. */
const LONG_WALK = 25_000;

/**
 * Conditions as SQL on `t`; `$1` is the workspace. `base` has indexes; `sieve` has none, or one that is only good for what
 * is rare. With `ways` a row fits that fits any of them as well: each is asked for apart, so that each has its index.
 */
interface Conditions {
  base: string;
  sieve: string;
  ways: readonly string[];
  values: unknown[];
  /** Of a search. */
  patterns: readonly string[];
  ledgerId: string;
  deleted: boolean;
}

type Cursor = string[] | undefined;

/** @throws AppError `not_found`, `bad_request` */
export async function listTransactions(wanted: QueryOf<typeof transactions.list>): Promise<ResponseOf<typeof transactions.list>> {
  await requireLedger(wanted.ledgerId);
  const conditions = conditionsOf(wanted, wanted.deleted);
  const cursor = unpackCursor(wanted.cursor, DAY, UUID);
  const { rows, narrowed, total } = await readPage(conditions, cursor, wanted.limit + 1);
  const page = pageFrom(rows, wanted.limit, (row) => packCursor(row.day, row.id));
  const items = await toTransactions(page.items);
  // Counted for the first page only: it is the same for all.
  if (cursor) return { items, next: page.next };
  // A first page that is not full is all there is.
  return { items, next: page.next, total: page.next === null ? { count: items.length, capped: false } : (total ?? (await countUpToCap(narrowed ?? conditions))) };
}

interface Total { count: number; capped: boolean }

/** A page; with how many there are at least where they were walked through, or the conditions with the hits of the search where those were looked up. */
async function readPage(conditions: Conditions, cursor: Cursor, limit: number): Promise<{ rows: TransactionRow[]; total?: Total; narrowed?: Conditions }> {
  if (conditions.sieve === '' || conditions.ways.length > 1) {
    const narrowed = await narrow(conditions);
    return { rows: await readRows(narrowed, cursor, limit), narrowed };
  }
  let narrowed: Conditions | undefined;
  for (const depth of [WALK, LONG_WALK]) {
    const { ids, fits, walked } = await walk(conditions, cursor, limit, depth);
    if (ids.length >= limit || walked < depth) return { rows: await readByIds(ids), total: { count: Math.min(fits, COUNT_CAP), capped: walked === depth } };
    // Where as many fit further on, the longer walk fills the page: words that are common one by one cost the index most.
    if (depth === WALK && fits * LONG_WALK >= limit * WALK) continue;
    narrowed ??= await narrow(conditions);
    if (narrowed !== conditions) break;
  }
  narrowed ??= conditions;
  return { rows: await readRows(narrowed, cursor, limit), narrowed };
}

function after(cursor: Cursor, values: readonly unknown[]): string {
  return cursor ? ` and (t.day, t.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
}

/** What fits among the next `depth` rows: how many, and the first of them. */
async function walk({ base, sieve, ways, values }: Conditions, cursor: Cursor, limit: number, depth: number): Promise<{ ids: string[]; fits: number; walked: number }> {
  const [row] = await query<{ ids: string[]; fits: number; walked: number }>(
    `with walked as materialized (
       select t.id, t.day, (true${sieve}) as fits from (
         select t.id, t.day, t.amount, t.pending, t.search_text from finance_transactions t where t.workspace_id = $1${base}${ways[0]}${after(cursor, values)} order by t.day desc, t.id desc limit ${depth}) t
     ) select (select count(*) from walked)::int as walked, (select count(*) from walked where fits)::int as fits, array(select id from walked where fits order by day desc, id desc limit ${limit}) as ids`,
    [...values, ...(cursor ?? [])],
  );
  return row!;
}

function readByIds(ids: readonly string[]): Promise<TransactionRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : query<TransactionRow>(`${SELECT_TRANSACTIONS} and t.id = any($2::uuid[]) order by t.day desc, t.id desc`, [currentWorkspaceId(), ids]);
}

function readRows({ base, sieve, ways, values }: Conditions, cursor: Cursor, limit: number): Promise<TransactionRow[]> {
  const sql = ways.map((way) => `(${SELECT_TRANSACTIONS}${base}${sieve}${way}${after(cursor, values)} order by t.day desc, t.id desc limit ${limit})`);
  const all = sql.length === 1 ? sql[0]! : `select * from (${sql.join(' union all ')}) t order by day desc, id desc limit ${limit}`;
  return query<TransactionRow>(all, [...values, ...(cursor ?? [])]);
}

function conditionsOf(wanted: TransactionFilter, deleted = false): Conditions {
  const values: unknown[] = [currentWorkspaceId(), wanted.ledgerId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const account = wanted.accountId && place(wanted.accountId);
  // An account is of one ledger: asked once, and not of each of its rows, the index alone answers how many there are.
  let base = account ? ` and t.account_id = ${account} and (select b.ledger_id from finance_accounts b where b.workspace_id = $1 and b.id = ${account}) = $2` : ' and t.ledger_id = $2';
  base += ` and t.deleted_at is ${deleted ? 'not ' : ''}null`;
  if (wanted.from) base += ` and t.day >= ${place(wanted.from)}::date`;
  if (wanted.to) base += ` and t.day <= ${place(wanted.to)}::date`;
  if (wanted.importId) base += ` and t.import_id = ${place(wanted.importId)}`;
  if (wanted.state === 'pending') base += ' and t.pending';
  let sieve = wanted.state && wanted.state !== 'pending' ? ' and not t.pending' : '';
  if (wanted.direction) sieve += wanted.direction === 'in' ? ' and t.amount > 0' : ' and t.amount < 0';
  const ways = categoryWays(wanted.categoryId, place);
  const patterns = searchPatterns(wanted.search ?? '');
  sieve += patterns.map((pattern) => ` and t.search_text like ${place(pattern)}`).join('');
  return { base, sieve, ways, values, patterns, ledgerId: wanted.ledgerId, deleted };
}

/** With the hits of the search by their ids, where they are few. */
async function narrow(conditions: Conditions): Promise<Conditions> {
  const { patterns, ledgerId, deleted, base, values } = conditions;
  // The index holds what is not deleted.
  if (patterns.length === 0 || deleted) return conditions;
  const hits = await query<{ id: string }>('select id from finance_search_ids($1, $2, $3)', [ledgerId, patterns, MOST_IDS + 1], 'finance_search');
  return hits.length > MOST_IDS ? conditions : { ...conditions, base: `${base} and t.id = any($${values.length + 1}::uuid[])`, values: [...values, hits.map((hit) => hit.id)] };
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

async function countUpToCap({ base, sieve, ways, values }: Conditions): Promise<Total> {
  const most = COUNT_CAP + 1;
  const all = ways.map((way) => `(select 1 from finance_transactions t where t.workspace_id = $1${base}${sieve}${way} limit ${most})`).join(' union all ');
  const [row] = await query<{ count: number }>(`select count(*)::int as count from (select 1 from (${all}) x limit ${most}) y`, [...values]);
  return { count: Math.min(row!.count, COUNT_CAP), capped: row!.count > COUNT_CAP };
}

/** Ids of what matches, the latest first, up to `most`. The caller has authorised. */
export async function matchingIds(filter: TransactionFilter, most: number): Promise<string[]> {
  const { base, sieve, ways, values } = await narrow(conditionsOf(filter));
  const all = ways.map((way) => `(select t.id, t.day from finance_transactions t where t.workspace_id = $1${base}${sieve}${way} order by t.day desc, t.id desc limit ${most})`).join(' union all ');
  return (await query<{ id: string }>(`select id from (${all}) x order by day desc, id desc limit ${most}`, values)).map((row) => row.id);
}

/** Pieces of a CSV file of whatever matches. @throws AppError `not_found` */
export async function exportTransactions(filter: TransactionFilter): Promise<AsyncGenerator<string>> {
  await requireLedger(filter.ledgerId);
  const accounts = new Map((await query<{ id: string; name: string }>('select id, name from finance_accounts where workspace_id = $1 and ledger_id = $2', [currentWorkspaceId(), filter.ledgerId])).map((row) => [row.id, row.name]));
  return pieces(await narrow(conditionsOf(filter)), accounts, await categoryNames(filter.ledgerId));
}

const HEADER = ['Day', 'Account', 'Payee', 'Amount', 'Currency', 'Category', 'Notes', 'Tags', 'State', 'Transfer with', 'Bank payee', 'Bank memo', 'Check number'];

async function* pieces(conditions: Conditions, accounts: ReadonlyMap<string, string>, categories: ReadonlyMap<string, string>): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(HEADER)}`;
  for (let cursor: Cursor, more = true; more;) {
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
