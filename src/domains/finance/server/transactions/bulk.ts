/** Changing many transactions at once, and taking that back. */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { type BulkTransactions, MAX_BULK } from '../../contract.ts';
import { requireLedger, requireRecord } from '../ledgers/access.ts';
import { categoryNames, requireCategories } from './categories.ts';
import { changesBetween } from './changes.ts';
import { matchingIds } from './list.ts';
import { requireOwn, searchText, type TransactionRow } from './rows.ts';
import { TRANSACTIONS_CHANGED } from './service.ts';

interface Row extends Pick<
  TransactionRow,
  'id' | 'version' | 'day' | 'amount' | 'payee' | 'notes' | 'category_id' | 'tags' | 'bank_payee' | 'bank_memo'
> {
  deleted: boolean;
}

interface Image {
  id: string;
  version: number;
  category_id: string | null;
  tags: string[];
  deleted: boolean;
}

type Change = BulkTransactions['set'];

function applied(row: Row, set: Change): Row {
  const tags = [...new Set([...row.tags, ...(set.addTags ?? [])])]
    .filter((tag) => !set.removeTags?.includes(tag))
    .slice(0, 30);
  return {
    ...row,
    category_id: set.categoryId === undefined ? row.category_id : set.categoryId,
    tags,
    deleted: set.deleted ?? row.deleted,
  };
}

const isSame = (a: Row, b: Row): boolean =>
  a.category_id === b.category_id && a.deleted === b.deleted && a.tags.join('\n') === b.tags.join('\n');

/** @throws AppError `validation` for too many or none, `not_found`, `forbidden`, `conflict` in a closed period */
export function changeMany({
  ledgerId,
  ids,
  filter,
  except = [],
  set,
}: BulkTransactions): Promise<{ id: string; changed: number }> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    if ((ids === undefined) === (filter === undefined))
      throw new AppError('validation', 'Name the transactions, or say which match.', { field: 'ids' });
    if (filter && filter.ledgerId !== ledgerId)
      throw new AppError('validation', 'The filter is about another ledger.', { field: 'filter.ledgerId' });
    await requireCategories(ledgerId, [{ field: 'set.categoryId', id: set.categoryId }]);
    const left = new Set(except);
    const wanted = ids ?? (await matchingIds(filter!, MAX_BULK + except.length + 1)).filter((id) => !left.has(id));
    if (wanted.length > MAX_BULK)
      throw new AppError(
        'validation',
        `At most ${MAX_BULK.toLocaleString('en')} transactions can be changed at once. Narrow the list.`,
        { field: 'filter' },
      );
    const rows = await query<Row>(
      `select t.id, t.version, t.day, t.amount, t.payee, t.notes, t.category_id, t.tags, t.bank_payee, t.bank_memo,
        t.deleted_at is not null as deleted
       from finance_transactions t where t.workspace_id = $1 and t.ledger_id = $2 and t.id = any($3)
          order by t.id for update`,
      [currentWorkspaceId(), ledgerId, wanted],
    );
    const changes = rows.flatMap((before) => {
      const after = applied(before, set);
      return isSame(before, after) ? [] : [{ before, after }];
    });
    await write(changes.map(({ after }) => after));
    const id = newId();
    const images = changes.map(({ before }): Image => ({
      id: before.id,
      version: before.version + 1,
      category_id: before.category_id,
      tags: before.tags,
      deleted: before.deleted,
    }));
    await query(
      'insert into finance_bulk_changes (id, workspace_id, ledger_id, images, created_by) values ($1, $2, $3, $4, $5)',
      [id, currentWorkspaceId(), ledgerId, JSON.stringify(images), currentUserId()],
    );
    await tell(ledgerId, changes);
    return { id, changed: changes.length };
  });
}

async function write(rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const gone = rows.filter((row) => row.deleted).map((row) => row.id);
  await requireOwn(gone, 'Delete');
  // The other side of a transfer stays, and is income or spending again until it finds another.
  if (gone.length > 0)
    await query(
      'delete from finance_transfers where workspace_id = $1 and id in (select transfer_id from finance_transactions where workspace_id = $1 and id = any($2))',
      [currentWorkspaceId(), gone],
    );
  await query(
    `update finance_transactions t
      set category_id = c.category_id, tags = array(select jsonb_array_elements_text(c.tags)),
      search_text = c.search_text,
       deleted_at = case when c.deleted then coalesce(t.deleted_at, now()) end, version = t.version + 1,
          updated_at = now()
     from json_to_recordset($2::json) as c(id uuid, category_id uuid, tags jsonb, search_text text, deleted boolean)
        where t.workspace_id = $1 and t.id = c.id`,
    [
      currentWorkspaceId(),
      JSON.stringify(
        rows.map((row) => ({
          id: row.id,
          category_id: row.category_id,
          tags: row.tags,
          deleted: row.deleted,
          search_text: searchText(row.payee, row.notes, row.bank_payee, row.bank_memo, row.tags),
        })),
      ),
    ],
  );
}

async function tell(ledgerId: string, changes: readonly { before: Row; after: Row }[]): Promise<void> {
  if (changes.length === 0) return;
  const names = await categoryNames(ledgerId);
  await emit(
    ...changes.map(({ before, after }) => ({
      type:
        before.deleted === after.deleted
          ? 'finance.transaction.updated'
          : after.deleted
            ? 'finance.transaction.deleted'
            : 'finance.transaction.restored',
      subject: { type: 'transaction', id: after.id },
      data: { changes: changesBetween(before, after, names) },
    })),
    {
      type: 'finance.transactions.changed',
      subject: { type: 'ledger', id: ledgerId },
      data: { count: changes.length },
      paths: TRANSACTIONS_CHANGED,
    },
  );
}

/** @throws AppError `not_found`, `forbidden`; `conflict` when it was taken back already, or in a closed period */
export function undoMany(id: string): Promise<{ restored: number }> {
  return transaction(async () => {
    const [kept] = await query<{ ledger_id: string; images: Image[]; undone_at: string | null }>(
      'select ledger_id, images, undone_at from finance_bulk_changes where workspace_id = $1 and id = $2 for update',
      [currentWorkspaceId(), id],
    );
    const { ledger_id, images, undone_at } = await requireRecord(kept, 'editor', 'The change');
    if (undone_at) throw new AppError('conflict', 'This change was already undone.');
    const byId = new Map(images.map((image) => [image.id, image]));
    const rows = await query<Row>(
      `select t.id, t.version, t.day, t.amount, t.payee, t.notes, t.category_id, t.tags, t.bank_payee, t.bank_memo,
        t.deleted_at is not null as deleted
       from finance_transactions t where t.workspace_id = $1 and t.id = any($2) order by t.id for update`,
      [currentWorkspaceId(), images.map((image) => image.id)],
    );
    const known = await categoryNames(ledger_id);
    const changes = rows.flatMap((before) => {
      const image = byId.get(before.id);
      if (!image || image.version !== before.version) return [];
      return [
        {
          before,
          after: {
            ...before,
            category_id: image.category_id && known.has(image.category_id) ? image.category_id : null,
            tags: image.tags,
            deleted: image.deleted,
          },
        },
      ];
    });
    await write(changes.map(({ after }) => after));
    await query('update finance_bulk_changes set undone_at = now() where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      id,
    ]);
    await tell(ledger_id, changes);
    return { restored: changes.length };
  });
}

/** Days for which a change of many can be taken back. */
const KEPT_DAYS = 7;

export const bulkChangesRecurring = defineRecurring({
  name: 'finance.bulk_changes',
  title: 'Delete expired bulk change history',
  cron: '40 3 * * *',
  handler: () => query(`delete from finance_bulk_changes where created_at < now() - interval '${KEPT_DAYS} days'`),
});
