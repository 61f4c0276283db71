/**
 * Undoing a whole import: what it created goes, what it changed becomes what it was, and what someone changed since
 * stays.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query, transaction, withAllRecords } from '../../../../server/db/index.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { runBeforeCommitWork } from '../../../../server/events/before-commit.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import type { RecordImport, ImportRevert } from '../../contract.ts';
import { CRM } from '../../paths.ts';
import { forgetCollaboration } from '../../../../records/server/collaboration/move-collaboration.ts';
import { withAllNotes } from '../../../../records/server/notes/with-all-notes.ts';
import { restoreImages } from '../../../../records/server/bulk/before-images.ts';
import { type AnyImportable, importableOf } from './importable.ts';
import { hasPrivate, lockImport, mayRevert, readImport, toImport } from './store.ts';

const BATCH = 1_000;
/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';
const MAX_NAMED = 200;
const NOTHING: ImportRevert = { deleted: 0, restored: 0, kept: 0, keptRecords: [] };

export const revertJob = defineJob<{ importId: string; fileName: string }>({
  name: 'crm.import-revert',
  payload: z.object({ importId: z.uuid(), fileName: z.string() }),
  title: ({ fileName }) => `Undoing import of ${fileName}`,
  asker: 'member',
  handler: runRevert,
  async ended({ importId }) {
    await query(`update imports set state = 'done' where id = $1 and workspace_id = $2 and state = 'reverting'`, [
      importId,
      currentWorkspaceId(),
    ]);
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
  },
  async revived({ importId }) {
    await query(`update imports set state = 'reverting' where id = $1 and workspace_id = $2 and state = 'done'`, [
      importId,
      currentWorkspaceId(),
    ]);
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
  },
});

/** @throws AppError `not_found`, `conflict`; `forbidden` where others may not know what it made */
export function revertImport(id: string, caller: Caller): Promise<RecordImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['done', 'cancelled', 'failed'], 'reverted');
    if (!(await mayRevert(record, caller)))
      throw new AppError(
        'forbidden',
        'Some of its records are private. Only the person who imported them, workspace administrators, and owners can undo it.',
      );
    await query(
      `update imports set state = 'reverting', revert = $3, error = null where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), JSON.stringify(NOTHING)],
    );
    await enqueue(revertJob, { importId: id, fileName: record.file_name });
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
    return toImport(await readImport(id), caller);
  });
}

async function runRevert({ payload, signal, progress }: JobContext<{ importId: string }, never>): Promise<void> {
  const { importId } = payload;
  const record = await readImport(importId);
  if (record.state !== 'reverting') return;
  const of = importableOf(record.kind);
  // Private records of the import are deleted too, whoever undoes it; no one is shown them.
  const seeing: <T>(fn: () => T) => T = hasPrivate(record) ? withAllRecords : (fn) => fn();
  const total = record.created + record.updated;
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const restored = await restoreBatch(of, importId);
    if (restored === 0) break;
    progress(Math.min((done += restored), total), total);
  }
  // From id to id: starting over each time would wade through what the batches before have just deleted.
  for (let after: string | undefined = FIRST; after !== undefined;) {
    signal.throwIfAborted();
    const last: string = after;
    const batch = await seeing(() => deleteBatch(of, importId, last));
    after = batch.last;
    progress(Math.min((done += batch.deleted), total), total);
  }
  await seeing(() => finish(of, importId));
}

async function addToReport(importId: string, add: Pick<ImportRevert, 'deleted' | 'restored'>): Promise<void> {
  await query(
    `update imports set revert = revert || jsonb_build_object('deleted', (revert->>'deleted')::int + $3, 'restored',
      (revert->>'restored')::int + $4)
     where id = $1 and workspace_id = $2`,
    [importId, currentWorkspaceId(), add.deleted, add.restored],
  );
}

/** Puts records back that the import changed and no one since. */
function restoreBatch(of: AnyImportable, importId: string): Promise<number> {
  return transaction(async () => {
    const restored = (await restoreImages(of.bulk, importId, BATCH)).map(({ id }) => id);
    await withAllNotes(() =>
      query(
        'delete from record_notes where workspace_id = $1 and import_id = $2 and record_id = any($3) and version = 1',
        [currentWorkspaceId(), importId, restored],
      ),
    );
    await addToReport(importId, { deleted: 0, restored: restored.length });
    await runBeforeCommitWork();
    return restored.length;
  });
}

/**
 * Removes records behind `after` that are exactly what the import made of them, and that nothing was attached to since.
 * @returns how many, and the last one's id; undefined when there were no more
 */
function deleteBatch(
  of: AnyImportable,
  importId: string,
  after: string,
): Promise<{ deleted: number; last: string | undefined }> {
  const { table, alias } = of.bulk.list;
  return transaction(async () => {
    const rows = await withAllNotes(() =>
      query<{ id: string; version: number }>(
        `select ${alias}.id, ${alias}.version from ${table} ${alias}
       where ${alias}.workspace_id = $1 and ${alias}.import_id = $2 and ${alias}.id > $4
          and ${alias}.version = ${alias}.import_version and ${alias}.deleted_at is null
         and not (${USED(alias)} or ${of.touched})
       order by ${alias}.id limit $3 for update of ${alias}`,
        [currentWorkspaceId(), importId, BATCH, after],
      ),
    );
    if (rows.length === 0) return { deleted: 0, last: undefined };
    const records = await of.bulk.lock(rows.map((row) => row.id));
    await withAllNotes(() =>
      query('delete from record_notes where workspace_id = $1 and record_id = any($2)', [
        currentWorkspaceId(),
        records.map((record) => record.id),
      ]),
    );
    await forgetCollaboration(records.map((record) => record.id));
    await of.remove(records);
    await addToReport(importId, { deleted: records.length, restored: 0 });
    await runBeforeCommitWork();
    return { deleted: records.length, last: rows.at(-1)!.id };
  });
}

/**
 * Someone worked with the record since: wrote a note or a comment, attached a file. What else counts, each kind says.
 */
const USED = (
  alias: string,
) => `exists (select 1 from record_notes n where n.workspace_id = ${alias}.workspace_id and n.record_id = ${alias}.id
  and n.import_id is distinct from ${alias}.import_id)
  or exists (select 1 from record_files f where f.workspace_id = ${alias}.workspace_id and f.record_id = ${alias}.id)
  or exists (select 1 from record_comments k where k.workspace_id = ${alias}.workspace_id
    and k.record_id = ${alias}.id)`;

function finish(of: AnyImportable, importId: string): Promise<void> {
  const { list } = of.bulk;
  const { alias } = list;
  return transaction(async () => {
    const scope = [currentWorkspaceId(), importId];
    const kept = `${alias}.workspace_id = $1 and ${alias}.deleted_at is null
      and (${alias}.import_id = $2 or ${alias}.id in
        (select i.record_id from record_images i where i.workspace_id = $1 and i.batch_id = $2))`;
    const [count] = await query<{ kept: number }>(
      `select count(*)::int as kept from ${list.table} ${alias} where ${kept}`,
      scope,
    );
    // The report is everyone's: it names none that is private.
    const named = await query<{ id: string }>(
      `select ${list.columns} from ${list.table} ${alias} ${list.joins}
        where ${kept} and not exists (select 1 from private_records p where p.record_id = ${alias}.id)
        order by ${alias}.id limit ${MAX_NAMED}`,
      scope,
    );
    const keptRecords = named.map((row) => ({ id: row.id, name: list.nameOf(row as never) }));
    await query(
      `update imports set state = 'reverted', revert = revert || $3::jsonb where id = $2 and workspace_id = $1`,
      [...scope, JSON.stringify({ kept: count!.kept, keptRecords })],
    );
    await of.sweep?.(importId);
    await query('delete from record_images where workspace_id = $1 and batch_id = $2', scope);
    await emit({
      type: 'import.reverted',
      subject: { type: 'import', id: importId },
      paths: [CRM.imports, ...of.changed],
    });
  });
}
