/** The list of transactions, the latest first, paged by day and id. */
import { COUNT_CAP, type QueryOf, type ResponseOf } from '../../../../kernel/endpoint.ts';
import { csvRow } from '../../../../kernel/csv.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { Transaction, TransactionFilter, transactions } from '../../contract.ts';
import { requireLedger } from '../ledgers/access.ts';
import { categoryNames } from './categories.ts';
import { findHits, type Hit, type Hits, knownHits, lookUpHits } from './search-hits.ts';
import { VALUED_KINDS_SQL } from '../accounts/valued-kinds.ts';
import { SELECT_TRANSACTIONS, toTransactions, type TransactionRow } from './rows.ts';
import { searchPatterns } from '../../engine/transactions/search.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Parts of one category that are looked up by their ids. */
const MAX_PARTS = 5_000;
const EXPORT_PAGE = 1_000;
/** How many rows are walked through, the latest first, for what no index answers: enough for what is common. */
const WALK = 4_000;
/** And where as much is to be expected further on that this fills the page. */
const LONG_WALK = 25_000;
/** The same in one account, whose rows lie far apart: what the index finds costs less sooner. */
const LONG_WALK_IN_ACCOUNT = 10_000;

/**
 * Conditions as SQL on `t`; `$1` is the workspace. `base` has indexes; `sieve` has none, or one that is only good for
 * what is rare. With `ways` a row fits that fits any of them as well: each is asked for apart, so that each has its
 * index.
 */
interface Conditions {
  base: string;
  sieve: string;
  ways: readonly string[];
  values: unknown[];
  /** Of a search. */
  patterns: readonly string[];
  wanted: TransactionFilter;
  deleted: boolean;
}

type Cursor = string[] | undefined;

/** @throws AppError `not_found`, `bad_request` */
export async function listTransactions(
  wanted: QueryOf<typeof transactions.list>,
): Promise<ResponseOf<typeof transactions.list>> {
  await requireLedger(wanted.ledgerId);
  const { deleted, cursor: at, limit, ...filter } = wanted;
  const conditions = conditionsOf(filter, deleted);
  const cursor = unpackCursor(at, DAY, UUID);
  const { rows, narrowed, total } = await readPage(conditions, cursor, limit + 1);
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  const items = await toTransactions(page.items);
  // Counted for the first page only: it is the same for all.
  if (cursor) return { items, next: page.next };
  // A first page that is not full is all there is.
  return {
    items,
    next: page.next,
    total:
      page.next === null
        ? { count: items.length, capped: false }
        : (total ?? (await countUpToCap(narrowed ?? conditions))),
  };
}

interface Total {
  count: number;
  capped: boolean;
}
interface Page {
  rows: TransactionRow[];
  total?: Total;
  narrowed?: Conditions;
}

/**
 * A page; with how many there are at least where they were walked through, or the conditions with the hits of the
 * search where those were looked up.
 */
async function readPage(conditions: Conditions, cursor: Cursor, limit: number): Promise<Page> {
  const { sieve, ways, patterns, wanted, deleted } = conditions;
  if (sieve === '' || ways.length > 1) {
    const narrowed = narrowedTo(conditions, await hitsOf(conditions));
    return { rows: await readRows(narrowed, cursor, limit), narrowed };
  }
  const known = deleted ? undefined : await knownHits(wanted.ledgerId, patterns);
  if (known) return pageOfHits(conditions, known, cursor, limit);
  const near = await walk(conditions, cursor, limit);
  if (near.ids.length >= limit || near.walked < WALK)
    return {
      rows: await readByIds(near.ids),
      total: { count: Math.min(near.fits, COUNT_CAP), capped: near.walked === WALK },
    };
  const further = patterns.length > 0 && wanted.accountId ? LONG_WALK_IN_ACCOUNT : LONG_WALK;
  // Where as much fits further on, a longer walk fills the page: words that are common one by one cost the index most.
  const isLikely = near.fits * further >= limit * WALK;
  if (isLikely) {
    const ids = [...near.ids, ...(await walkOn(conditions, near.last, limit - near.ids.length, further))];
    if (ids.length >= limit) return { rows: await readByIds(ids), total: { count: ids.length, capped: true } };
  }
  const hits = await hitsOf(conditions);
  if (hits) return pageOfHits(conditions, hits, cursor, limit);
  return { rows: await readRows(conditions, cursor, limit), narrowed: conditions };
}

function after(cursor: Cursor, values: readonly unknown[]): string {
  return cursor ? ` and (t.day, t.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
}

/** The next `depth` rows in the order of the list, as a table. */
function nextRows({ base, ways, values }: Conditions, cursor: Cursor, depth: number): string {
  return `(select t.id, t.day, t.amount, t.pending, t.search_text, t.transfer_id, t.account_id
    from finance_transactions t where t.workspace_id = $1${base}${ways[0]}${after(cursor, values)}
    order by t.day desc, t.id desc limit ${depth}) t`;
}

interface Walked {
  ids: string[];
  fits: number;
  walked: number;
  last: Cursor;
}

/**
 * Matches among the next rows: their number, the first ones, and the last row read. Aggregates see the rows in the
 * list's order.
 */
async function walk(conditions: Conditions, cursor: Cursor, limit: number): Promise<Walked> {
  const [row] = await query<Omit<Walked, 'last'> & { last_day: string | null; last_id: string | null }>(
    `select count(*)::int as walked, count(*) filter (where fits)::int as fits,
      coalesce((array_agg(id) filter (where fits))[1:${limit}], '{}') as ids, min(day) as last_day,
      (array_agg(id))[count(*)] as last_id
     from (select t.id, t.day, (true${conditions.sieve}) as fits from ${nextRows(conditions, cursor, WALK)}) x`,
    [...conditions.values, ...(cursor ?? [])],
  );
  const { last_day: day, last_id: id, ...found } = row!;
  return { ...found, last: day !== null && id !== null ? [day, id] : undefined };
}

/**
 * The first that fit among the `depth` rows after those that were walked: no row is looked at once the page is full.
 */
async function walkOn(conditions: Conditions, last: Cursor, limit: number, depth: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select t.id from ${nextRows(conditions, last, depth)} where true${conditions.sieve}
      order by t.day desc, t.id desc limit ${limit}`,
    [...conditions.values, ...(last ?? [])],
  );
  return rows.map(({ id }) => id);
}

/**
 * A page of what a search found: without the database but for the rows that are shown, where nothing else was asked.
 */
async function pageOfHits(conditions: Conditions, hits: readonly Hit[], cursor: Cursor, limit: number): Promise<Page> {
  const { ledgerId: _ledger, search: _search, accountId, from, to, ...others } = conditions.wanted;
  if (Object.values(others).some(Boolean)) {
    const narrowed = narrowedTo(conditions, hits);
    return { rows: await readRows(narrowed, cursor, limit), narrowed };
  }
  const fitting = hits.filter(
    (hit) => (!accountId || hit.account_id === accountId) && (!from || hit.day >= from) && (!to || hit.day <= to),
  );
  const [day, id] = cursor ?? [];
  const begin = cursor ? fitting.findIndex((hit) => hit.day < day! || (hit.day === day && hit.id < id!)) : 0;
  const rows = begin < 0 ? [] : await readByIds(fitting.slice(begin, begin + limit).map((hit) => hit.id));
  return { rows, total: { count: fitting.length, capped: false } };
}

function readByIds(ids: readonly string[]): Promise<TransactionRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : query<TransactionRow>(`${SELECT_TRANSACTIONS} and t.id = any($2::uuid[]) order by t.day desc, t.id desc`, [
        currentWorkspaceId(),
        ids,
      ]);
}

function readRows({ base, sieve, ways, values }: Conditions, cursor: Cursor, limit: number): Promise<TransactionRow[]> {
  const sql = ways.map(
    (way) =>
      `(${SELECT_TRANSACTIONS}${base}${sieve}${way}${after(cursor, values)} order by t.day desc, t.id desc
        limit ${limit})`,
  );
  const all =
    sql.length === 1
      ? sql[0]!
      : `select * from (${sql.join(' union all ')}) t order by day desc, id desc limit ${limit}`;
  return query<TransactionRow>(all, [...values, ...(cursor ?? [])]);
}

function conditionsOf(wanted: TransactionFilter, deleted = false): Conditions {
  const values: unknown[] = [currentWorkspaceId(), wanted.ledgerId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const account = wanted.accountId && place(wanted.accountId);
  // An account is of one ledger: asked once, and not of each of its rows, the index alone answers how many there are.
  let base = account
    ? ` and t.account_id = ${account} and
      (select b.ledger_id from finance_accounts b where b.workspace_id = $1 and b.id = ${account}) = $2`
    : ' and t.ledger_id = $2';
  base += ` and t.deleted_at is ${deleted ? 'not ' : ''}null`;
  if (wanted.from) base += ` and t.day >= ${place(wanted.from)}::date`;
  if (wanted.to) base += ` and t.day <= ${place(wanted.to)}::date`;
  if (wanted.importId) base += ` and t.import_id = ${place(wanted.importId)}`;
  if (wanted.state === 'pending') base += ' and t.pending';
  let sieve = wanted.state && wanted.state !== 'pending' ? ' and not t.pending' : '';
  if (wanted.direction) sieve += wanted.direction === 'in' ? ' and t.amount > 0' : ' and t.amount < 0';
  if (wanted.payableIn) sieve += payableIn(place(wanted.payableIn));
  const ways = categoryWays(wanted.categoryId, place);
  const patterns = searchPatterns(wanted.search ?? '');
  sieve += patterns.map((pattern) => ` and t.search_text like ${place(pattern)}`).join('');
  return { base, sieve, ways, values, patterns, wanted, deleted };
}

/** Not yet wholly with invoices, bills and reimbursements; as `matchTransaction` judges a line. */
function payableIn(currency: string): string {
  return ` and not t.pending and t.transfer_id is null
    and t.account_id = any(array(select a.id from finance_accounts a where a.workspace_id = $1 and a.ledger_id = $2
    and a.currency = ${currency}))
    and abs(t.amount) > coalesce((select sum(p.amount) from finance_payments p where p.transaction_id = t.id
      and p.removed_at is null), 0)`;
}

/** Search results from the index, if the search has terms it can use. */
async function hitsOf({ patterns, wanted, deleted }: Conditions, find = lookUpHits): Promise<Hits> {
  return patterns.length === 0 || deleted ? undefined : find(wanted.ledgerId, patterns);
}

/** With the hits of the search by their ids, where they are few. */
function narrowedTo(conditions: Conditions, hits: Hits): Conditions {
  const { base, values } = conditions;
  return hits
    ? {
        ...conditions,
        base: `${base} and t.id = any($${values.length + 1}::uuid[])`,
        values: [...values, hits.map((hit) => hit.id)],
      }
    : conditions;
}

const HAS_CATEGORY_IN_PARTS =
  'exists (select 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.category_id is not null)';

/** Value changes of assets need no category. The few such accounts are read once instead of per transaction. */
const OF_A_THING = `t.account_id = any(array(select a.id from finance_accounts a where a.workspace_id = $1
  and a.kind in ${VALUED_KINDS_SQL}))`;

/** A transaction in parts is in the categories of its parts. */
function categoryWays(wanted: TransactionFilter['categoryId'], place: (value: unknown) => string): string[] {
  if (!wanted) return [''];
  if (wanted === 'transfer') return [' and t.transfer_id is not null'];
  if (wanted === 'none')
    return [
      ` and t.category_id is null and t.transfer_id is null and not ${HAS_CATEGORY_IN_PARTS} and not ${OF_A_THING}`,
    ];
  const at = place(wanted);
  return [
    ` and t.category_id = ${at}`,
    ` and t.category_id is distinct from ${at}
      and t.id = any(array(select s.transaction_id from finance_splits s where s.workspace_id = $1
      and s.category_id = ${at} limit ${MAX_PARTS}))`,
  ];
}

async function countUpToCap({ base, sieve, ways, values }: Conditions): Promise<Total> {
  const most = COUNT_CAP + 1;
  const all = ways
    .map((way) => `(select 1 from finance_transactions t where t.workspace_id = $1${base}${sieve}${way} limit ${most})`)
    .join(' union all ');
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from (select 1 from (${all}) x limit ${most}) y`,
    [...values],
  );
  return { count: Math.min(row!.count, COUNT_CAP), capped: row!.count > COUNT_CAP };
}

/** Ids of what matches, the latest first, up to `most`. The caller has authorized. */
export async function matchingIds(filter: TransactionFilter, most: number): Promise<string[]> {
  const conditions = conditionsOf(filter);
  // Something is done to them: nothing that was remembered decides which.
  const { base, sieve, ways, values } = narrowedTo(conditions, await hitsOf(conditions, findHits));
  const all = ways
    .map(
      (way) =>
        `(select t.id, t.day from finance_transactions t where t.workspace_id = $1${base}${sieve}${way}
          order by t.day desc, t.id desc limit ${most})`,
    )
    .join(' union all ');
  return (
    await query<{ id: string }>(`select id from (${all}) x order by day desc, id desc limit ${most}`, values)
  ).map((row) => row.id);
}

/** Pieces of a CSV file of whatever matches. @throws AppError `not_found` */
export async function exportTransactions(filter: TransactionFilter): Promise<AsyncGenerator<string>> {
  await requireLedger(filter.ledgerId);
  const accounts = new Map(
    (
      await query<{ id: string; name: string }>(
        'select id, name from finance_accounts where workspace_id = $1 and ledger_id = $2',
        [currentWorkspaceId(), filter.ledgerId],
      )
    ).map((row) => [row.id, row.name]),
  );
  const conditions = conditionsOf(filter);
  return pieces(
    narrowedTo(conditions, await hitsOf(conditions, findHits)),
    accounts,
    await categoryNames(filter.ledgerId),
  );
}

const HEADER = [
  'Day',
  'Account',
  'Payee',
  'Amount',
  'Currency',
  'Category',
  'Notes',
  'Tags',
  'State',
  'Transfer with',
  'Bank payee',
  'Bank memo',
  'Check number',
];

async function* pieces(
  conditions: Conditions,
  accounts: ReadonlyMap<string, string>,
  categories: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
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
function exportRows(
  one: Transaction,
  accounts: ReadonlyMap<string, string>,
  categories: ReadonlyMap<string, string>,
): string {
  const parts = one.splits.length > 0 ? one.splits : [{ amount: one.amount, categoryId: one.categoryId, notes: '' }];
  return parts
    .map((part) =>
      csvRow([
        one.day,
        accounts.get(one.accountId) ?? '',
        one.payee,
        part.amount,
        one.currency,
        part.categoryId ? (categories.get(part.categoryId) ?? '') : '',
        [one.notes, part.notes].filter(Boolean).join(' · '),
        one.tags.join('; '),
        one.pending ? 'pending' : 'posted',
        (one.transfer ?? one.activity) ? (accounts.get((one.transfer ?? one.activity)!.accountId) ?? '') : '',
        one.bank?.payee ?? '',
        one.bank?.memo ?? '',
        one.checkNumber,
      ]),
    )
    .join('');
}
