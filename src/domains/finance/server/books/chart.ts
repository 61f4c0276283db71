/** The chart of accounts. */
import { AppError, invalid } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, isUniqueViolation, query, savepoint, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { BookAccount, BookAccountUpdate, BookRole, books, NewBookAccount } from '../../contract.ts';
import { type LedgerAccount, ROLES } from '../../engine/ledger/index.ts';
import { FINANCE } from '../../paths.ts';
import { requireRecord, requireVersion } from '../ledgers/access.ts';
import { ensureBooks, requireBooks } from './books.ts';
import type { SystemAccount } from './standard-chart.ts';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  code: string;
  name: string;
  role: BookRole;
  system: string | null;
  account_id: string | null;
  archived_at: string | null;
  balance: string;
  categories: { id: string; name: string }[] | null;
}

const NOUN = 'The account';
const MAX = 2_000;
const CHANGED = [FINANCE.books];
const SELECT = `select a.id, a.version, a.ledger_id, a.code, a.name, a.role, a.system, a.account_id, a.archived_at,
    coalesce((select sum(l.amount) from finance_book_lines l where l.workspace_id = a.workspace_id
      and l.account_id = a.id), 0) as balance,
    (select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id) from finance_categories c
      where c.workspace_id = a.workspace_id and c.book_account_id = a.id) as categories
  from finance_book_accounts a where a.workspace_id = $1`;

function toBookAccount(row: Row): BookAccount {
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    code: row.code,
    name: row.name,
    role: row.role,
    type: ROLES[row.role].type,
    system: row.system,
    accountId: row.account_id,
    categories: row.categories ?? [],
    balance: decimal(row.balance).toFixed(),
    archivedAt: row.archived_at,
  };
}

/** @throws AppError `not_found`, `conflict` */
export async function listBookAccounts(ledgerId: string): Promise<{ items: BookAccount[] }> {
  await requireBooks(ledgerId);
  return {
    items: (
      await query<Row>(`${SELECT} and a.ledger_id = $2 order by a.code limit ${MAX}`, [currentWorkspaceId(), ledgerId])
    ).map(toBookAccount),
  };
}

/** The chart as the engine takes it. Does not ask who calls. */
export async function chartOf(ledgerId: string): Promise<Map<string, LedgerAccount>> {
  const rows = await query<{ id: string; code: string; name: string; role: BookRole; archived: boolean }>(
    'select id, code, name, role, archived_at is not null as archived from finance_book_accounts where workspace_id = $1 and ledger_id = $2 order by code',
    [currentWorkspaceId(), ledgerId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The account of the chart that something belongs to: one that the product keeps for a purpose, the one that a category
 * is posted to, or the one that stands for a bank account. Begins the books when there are none. Does not ask who
 * calls.
 * @throws AppError `validation` when the category or bank account is not in the ledger
 */
export async function bookAccountFor(
  ledgerId: string,
  wanted: { system: SystemAccount } | { categoryId: string } | { bankAccountId: string },
): Promise<string> {
  await ensureBooks(ledgerId);
  const values = [currentWorkspaceId(), ledgerId];
  const [row] =
    'system' in wanted
      ? await query<{ id: string }>(
          'select id from finance_book_accounts where workspace_id = $1 and ledger_id = $2 and system = $3',
          [...values, wanted.system],
        )
      : 'categoryId' in wanted
        ? await query<{ id: string }>(
            'select book_account_id as id from finance_categories where workspace_id = $1 and ledger_id = $2 and id = $3 and book_account_id is not null',
            [...values, wanted.categoryId],
          )
        : await query<{ id: string }>(
            'select id from finance_book_accounts where workspace_id = $1 and ledger_id = $2 and account_id = $3',
            [...values, wanted.bankAccountId],
          );
  if (!row) throw new AppError('validation', 'This is not in the ledger.', { field: Object.keys(wanted)[0]! });
  return row.id;
}

async function readAccount(id: string, lock = ''): Promise<Row | undefined> {
  const [row] = await query<Row>(`${SELECT} and a.id = $2 ${lock}`, [currentWorkspaceId(), id]);
  return row;
}

async function withFreeCode<T>(code: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await savepoint(write);
  } catch (error) {
    throw isUniqueViolation(error, 'finance_book_accounts_code')
      ? new AppError('conflict', `The number ${code} is taken.`, { field: 'code' })
      : error;
  }
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` when the number is taken */
export function createBookAccount(ledgerId: string, { code, name, role }: NewBookAccount): Promise<BookAccount> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'editor');
    const id = newId();
    await withFreeCode(code, () =>
      query(
        'insert into finance_book_accounts (id, workspace_id, ledger_id, code, name, role) values ($1, $2, $3, $4, $5, $6)',
        [id, currentWorkspaceId(), ledgerId, code, name, role],
      ),
    );
    await emit({ type: 'finance.book_account.created', subject: { type: 'book_account', id }, paths: CHANGED });
    return toBookAccount((await readAccount(id))!);
  });
}

/**
 * Reported figures must not move to another statement, so an account with entries, or one that the product uses, keeps
 * its type.
 */
async function requireSameType(row: Row, role: BookRole | undefined): Promise<void> {
  if (role === undefined || role === row.role) return;
  if (row.system)
    throw new AppError('conflict', 'The product posts to this account by itself; what it is for stays.', {
      field: 'role',
    });
  if (ROLES[role].type === ROLES[row.role].type) return;
  // Entries that come to nothing by now did not on the days between them.
  const [entry] = await query('select 1 from finance_book_lines where workspace_id = $1 and account_id = $2 limit 1', [
    currentWorkspaceId(),
    row.id,
  ]);
  if (entry) throw new AppError('conflict', 'This account has entries, and keeps its type.', { field: 'role' });
}

function requireArchivable(row: Row): void {
  if (row.system)
    throw new AppError('conflict', 'The product posts to this account by itself; it cannot be archived.', {
      field: 'archived',
    });
  if (row.account_id)
    throw new AppError('conflict', 'It stands for a bank account. Archive that account instead.', {
      field: 'archived',
    });
  if (row.categories?.length)
    throw new AppError(
      'conflict',
      `Transactions of ${row.categories.map((one) => one.name).join(', ')} are posted to it. Choose another account for them first.`,
      { field: 'archived' },
    );
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function updateBookAccount(
  id: string,
  { version, archived, ...input }: BookAccountUpdate,
): Promise<BookAccount> {
  return transaction(async () => {
    const row = await requireRecord(await readAccount(id, 'for update of a'), 'editor', NOUN);
    requireVersion(row, version, 'this account');
    await requireSameType(row, input.role);
    if (archived && !row.archived_at) requireArchivable(row);
    const { code = row.code, name = row.name, role = row.role } = input;
    await withFreeCode(code, () =>
      query(
        `update finance_book_accounts
          set code = $3, name = $4, role = $5, archived_at = case when $6::boolean is null then archived_at when $6
          then coalesce(archived_at, now()) end, version = version + 1, updated_at = now()
       where workspace_id = $1 and id = $2`,
        [currentWorkspaceId(), id, code, name, role, archived ?? null],
      ),
    );
    await emit({
      type: 'finance.book_account.updated',
      subject: { type: 'book_account', id },
      data: { version: version + 1 },
      paths: CHANGED,
    });
    return toBookAccount((await readAccount(id))!);
  });
}

/**
 * Rejects manual entries to receivables, payables, and bank accounts: they follow from documents and transactions, and
 * would disagree with them.
 * @throws AppError `validation`
 */
export async function requireFree(ledgerId: string, wanted: readonly { field: string; id: string }[]): Promise<void> {
  const held = await query<{ id: string; name: string; account_id: string | null }>(
    `select id, name, account_id from finance_book_accounts
      where workspace_id = $1 and ledger_id = $2 and (system in ('receivable', 'payable') or account_id is not null)`,
    [currentWorkspaceId(), ledgerId],
  );
  for (const { field, id } of wanted) {
    const account = held.find((one) => one.id === id);
    if (account)
      throw invalid(
        field,
        account.account_id
          ? `${account.name} holds what its own transactions come to. Enter a transaction there, and sort it.`
          : `${account.name} is what open invoices and bills come to. Enter those, their payments and credit notes themselves.`,
      );
  }
}

/**
 * Transactions of open periods go along; what was closed stays where it was.
 * @throws AppError `validation`, `not_found`, `forbidden`, `conflict`
 */
export function mapCategory(
  ledgerId: string,
  categoryId: string,
  { accountId }: BodyOf<typeof books.mapCategory>,
): Promise<{ posted: number }> {
  return transaction(async () => {
    const { closed_until } = await requireBooks(ledgerId, 'editor');
    const workspace = currentWorkspaceId();
    const [category] = await query<{ ledger_id: string }>(
      'select ledger_id from finance_categories where workspace_id = $1 and ledger_id = $2 and id = $3 for update',
      [workspace, ledgerId, categoryId],
    );
    await requireRecord(category, 'editor', 'The category');
    const account = (await chartOf(ledgerId)).get(accountId);
    if (!account || account.archived)
      throw new AppError(
        'validation',
        account ? `${account.name} is archived; choose another account.` : 'This account is not in the chart.',
        { field: 'accountId' },
      );
    await requireFree(ledgerId, [{ field: 'accountId', id: accountId }]);
    await query(
      'update finance_categories set book_account_id = $3, version = version + 1 where workspace_id = $1 and id = $2',
      [workspace, categoryId, accountId],
    );
    const rows = await query<{ id: string }>(
      `select t.id from finance_transactions t where t.workspace_id = $1 and t.ledger_id = $2 and t.deleted_at is null
        and ($4::date is null or t.day > $4)
       and (t.category_id = $3 or t.id in
          (select s.transaction_id from finance_splits s where s.workspace_id = $1 and s.category_id = $3))`,
      [workspace, ledgerId, categoryId, closed_until],
    );
    await query('select finance_post_transactions($1, $2::uuid[])', [ledgerId, rows.map((row) => row.id)]);
    await emit({
      type: 'finance.category.mapped',
      subject: { type: 'category', id: categoryId },
      data: { accountId, posted: rows.length },
      paths: [FINANCE.books, FINANCE.categories],
    });
    return { posted: rows.length };
  });
}
