/** Beginning the books of a business ledger, and what is known about them. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, minorUnits } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Books, books } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireVersion } from '../ledgers/access.ts';
import { STANDARD_CHART } from './standard-chart.ts';

export interface BooksRow {
  ledger_id: string;
  currency: string;
  year_starts_in: number;
  closed_until: string | null;
  version: number;
}

async function readBooks(ledgerId: string): Promise<BooksRow | undefined> {
  const [row] = await query<BooksRow>(
    'select b.ledger_id, b.version, b.year_starts_in, l.currency, l.closed_until from finance_books b join finance_ledgers l on l.id = b.ledger_id and l.workspace_id = b.workspace_id where b.workspace_id = $1 and b.ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return row;
}

/**
 * The books of a ledger, begun when there are none yet: the standard chart, an account for each bank account and each
 * category, and an entry for every transaction. Does not ask who calls.
 * @throws AppError `conflict` for a personal ledger
 */
export async function ensureBooks(ledgerId: string): Promise<BooksRow> {
  return (await readBooks(ledgerId)) ?? transaction(() => beginBooks(ledgerId));
}

/**
 * The books, once the caller may do what is needed with their ledger.
 * @throws AppError `not_found`, `forbidden`, `conflict`
 */
export async function requireBooks(
  ledgerId: string,
  needed: 'viewer' | 'editor' | 'owner' = 'viewer',
): Promise<BooksRow> {
  await requireLedger(ledgerId, needed);
  return ensureBooks(ledgerId);
}

async function beginBooks(ledgerId: string): Promise<BooksRow> {
  const workspace = currentWorkspaceId();
  // Transactions being written hold this lock shared: each is finished and posted below, or it waits and finds the
  // books.
  await query('select pg_advisory_xact_lock(7291, hashtext($1::text))', [ledgerId]);
  const there = await readBooks(ledgerId);
  if (there) return there;
  const [ledger] = await query<{ kind: string; currency: string }>(
    'select kind, currency from finance_ledgers where workspace_id = $1 and id = $2',
    [workspace, ledgerId],
  );
  if (!ledger) throw notFound('The ledger');
  if (ledger.kind !== 'business')
    throw new AppError('conflict', 'Books are kept for a business. This ledger is a personal one.');
  const rows = STANDARD_CHART.map((one) => ({
    id: newId(),
    ...one,
    category: one.category ? fold(one.category) : null,
    kind: one.role === 'revenue' || one.role === 'otherIncome' ? 'income' : 'expense',
  }));
  await query(
    `insert into finance_book_accounts (id, workspace_id, ledger_id, code, name, role, system)
     select a.id, $1, $2, a.code, a.name, a.role, a.system
        from json_to_recordset($3::json) as a(id uuid, code text, name text, role text, system text)`,
    [workspace, ledgerId, JSON.stringify(rows)],
  );
  await query(
    `update finance_categories c set book_account_id = a.id
      from json_to_recordset($3::json) as a(id uuid, category text, kind text)
     where c.workspace_id = $1 and c.ledger_id = $2 and c.kind = a.kind and c.name_key = a.category`,
    [workspace, ledgerId, JSON.stringify(rows)],
  );
  await query('insert into finance_books (ledger_id, workspace_id, digits) values ($1, $2, $3)', [
    ledgerId,
    workspace,
    minorUnits(ledger.currency),
  ]);
  await query('select finance_complete_chart($1)', [ledgerId]);
  await query('select finance_post_opening(id) from finance_accounts where workspace_id = $1 and ledger_id = $2', [
    workspace,
    ledgerId,
  ]);
  await query(
    'select finance_post_transactions($2, array(select id from finance_transactions where workspace_id = $1 and ledger_id = $2 and deleted_at is null and not pending))',
    [workspace, ledgerId],
  );
  return (await readBooks(ledgerId))!;
}

/** @throws AppError `not_found`, `conflict` for a personal ledger */
export async function getBooks(ledgerId: string): Promise<Books> {
  const row = await requireBooks(ledgerId);
  const [facts] = await query<{ waiting: number; suspense: string; count: number; balance: string }>(
    `select (select count(*) from finance_accounts a join finance_transactions t on t.workspace_id = a.workspace_id
      and t.account_id = a.id and t.deleted_at is null and not t.pending and t.amount <> 0
        where a.workspace_id = $1 and a.ledger_id = $2 and a.currency <> $3 and not exists
          (select 1 from finance_book_entries e where e.workspace_id = $1 and e.source = 'transaction'
          and e.source_id = t.id)
        and finance_rate_on($1, a.currency, $3, t.day) is null)::int as waiting,
       s.id as suspense, (select count(*) from
          (select 1 from finance_book_lines l where l.workspace_id = $1 and l.account_id = s.id limit 1000) x)::int as
          count,
       coalesce((select sum(l.amount) from finance_book_lines l where l.workspace_id = $1 and l.account_id = s.id), 0)
          as balance
     from finance_book_accounts s where s.workspace_id = $1 and s.ledger_id = $2 and s.system = 'suspense'`,
    [currentWorkspaceId(), ledgerId, row.currency],
  );
  const { waiting, suspense, count, balance } = facts!;
  return {
    ledgerId,
    version: row.version,
    currency: row.currency,
    yearStartsIn: row.year_starts_in,
    waiting,
    toSort: { accountId: suspense, count, balance: decimal(balance).toFixed() },
  };
}

/** @throws AppError `not_found`, `forbidden`, `stale`, `conflict` */
export function updateBooks(ledgerId: string, { version, yearStartsIn }: BodyOf<typeof books.update>): Promise<Books> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'owner');
    const [row] = await query<{ version: number }>(
      'select version from finance_books where workspace_id = $1 and ledger_id = $2 for update',
      [currentWorkspaceId(), ledgerId],
    );
    requireVersion(row!, version, 'these books');
    await query(
      'update finance_books set year_starts_in = $3, version = version + 1 where workspace_id = $1 and ledger_id = $2',
      [currentWorkspaceId(), ledgerId, yearStartsIn],
    );
    await emit({
      type: 'finance.books.updated',
      subject: { type: 'ledger', id: ledgerId },
      data: { yearStartsIn },
      paths: [FINANCE.books],
    });
    return getBooks(ledgerId);
  });
}
