/** Categories of a ledger: one of a name and kind. */
import { AppError } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, isUniqueViolation, query, savepoint, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { categories, Category, NewCategory } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';

const NOUN = 'The category';
const SELECT =
  'select id, version, ledger_id as "ledgerId", name, kind, position, rollover from finance_categories where workspace_id = $1';

/** @throws AppError `not_found` */
export async function listCategories(ledgerId: string): Promise<{ items: Category[] }> {
  await requireLedger(ledgerId);
  return {
    items: await query<Category>(`${SELECT} and ledger_id = $2 order by kind desc, position, name_key`, [
      currentWorkspaceId(),
      ledgerId,
    ]),
  };
}

async function readCategory(id: string): Promise<Category> {
  const [category] = await query<Category>(`${SELECT} and id = $2`, [currentWorkspaceId(), id]);
  return category!;
}

/** Runs a write that may meet a name that is taken. @throws AppError `conflict` */
async function named(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await savepoint(write);
  } catch (error) {
    throw isUniqueViolation(error, 'finance_categories_name')
      ? new AppError('conflict', `There is a category called “${name}” already.`, { field: 'name' })
      : error;
  }
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export function createCategory({ ledgerId, name, kind }: NewCategory): Promise<Category> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    const id = newId();
    await named(name, () =>
      query(
        `insert into finance_categories (id, workspace_id, ledger_id, name, name_key, kind, position)
       values ($1, $2, $3, $4, $5, $6,
          (select coalesce(max(position), -1) + 1 from finance_categories where workspace_id = $2 and ledger_id = $3))`,
        [id, currentWorkspaceId(), ledgerId, name, fold(name), kind],
      ),
    );
    await emit({ type: 'finance.category.created', subject: { type: 'category', id }, paths: [FINANCE.categories] });
    return readCategory(id);
  });
}

async function lockCategory(id: string): Promise<{ ledger_id: string; version: number }> {
  const [row] = await query<{ ledger_id: string; version: number }>(
    'select ledger_id, version from finance_categories where id = $1 and workspace_id = $2 for update',
    [id, currentWorkspaceId()],
  );
  return requireRecord(row, 'editor', NOUN);
}

/** @throws AppError `not_found`, `forbidden`, `conflict`, `stale` */
export function renameCategory(
  id: string,
  { version, name, rollover }: BodyOf<typeof categories.rename>,
): Promise<Category> {
  return transaction(async () => {
    requireVersion(await lockCategory(id), version, 'this category');
    await named(name ?? '', () =>
      query(
        'update finance_categories set name = coalesce($3, name), name_key = coalesce($4, name_key), rollover = coalesce($5, rollover), version = version + 1 where id = $1 and workspace_id = $2',
        [id, currentWorkspaceId(), name ?? null, name === undefined ? null : fold(name), rollover ?? null],
      ),
    );
    await emit({
      type: 'finance.category.updated',
      subject: { type: 'category', id },
      paths: [FINANCE.categories, FINANCE.budgets],
    });
    return readCategory(id);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeCategory(id: string): Promise<void> {
  return transaction(async () => {
    await lockCategory(id);
    await query('delete from finance_categories where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({
      type: 'finance.category.deleted',
      subject: { type: 'category', id },
      paths: [FINANCE.categories, FINANCE.transactions, FINANCE.budgets, FINANCE.reports, FINANCE.books],
    });
  });
}

/**
 * Checks that categories belong to the ledger.
 * @throws AppError `validation` naming the field of the first that does not
 */
export async function requireCategories(
  ledgerId: string,
  wanted: readonly { field: string; id: string | null | undefined }[],
): Promise<void> {
  const ids = wanted.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const rows = await query<{ id: string }>(
    'select id from finance_categories where workspace_id = $1 and ledger_id = $2 and id = any($3)',
    [currentWorkspaceId(), ledgerId, ids],
  );
  const known = new Set(rows.map((row) => row.id));
  const missing = wanted.find(({ id }) => id && !known.has(id));
  if (missing) throw new AppError('validation', 'This category is not in the ledger.', { field: missing.field });
}

/** Names of a ledger's categories by id. */
export async function categoryNames(ledgerId: string): Promise<Map<string, string>> {
  const rows = await query<{ id: string; name: string }>(
    'select id, name from finance_categories where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
