/** Undoing a whole import: what it created goes, what it changed becomes what it was, and what someone changed since stays. */
import * as z from 'zod';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import type { ContactImport, ImportRevert } from '../../contract.ts';
import { displayName } from '../../engine/contact-data.ts';
import { CRM } from '../../paths.ts';
import { COMPANY_JOIN, type DbRecord, RECORD_COLUMNS, toData } from '../contacts/rows.ts';
import { deleteContacts } from '../contacts/write.ts';
import { restoreImages } from '../records/images.ts';
import { contactBulk } from '../contacts/bulk.ts';
import { lockImport, readImport, toImport } from './store.ts';

const BATCH = 1_000;
/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';
const MOST_NAMED = 200;
const NOTHING: ImportRevert = { deleted: 0, restored: 0, kept: 0, keptContacts: [] };

export const revertJob = defineJob<{ importId: string; fileName: string }>({
  name: 'crm.import-revert',
  payload: z.object({ importId: z.uuid(), fileName: z.string() }),
  title: ({ fileName }) => `Reverting the import of ${fileName}`,
  handler: runRevert,
});

/** @throws AppError `not_found`, `conflict` */
export function revertImport(id: string): Promise<ContactImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['done', 'cancelled', 'failed'], 'reverted');
    await query(`update imports set state = 'reverting', revert = $3, error = null where id = $1 and workspace_id = $2`, [id, currentWorkspaceId(), JSON.stringify(NOTHING)]);
    await enqueue(revertJob, { importId: id, fileName: record.file_name });
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
    return toImport(await readImport(id));
  });
}

async function runRevert({ payload, signal, progress }: JobContext<{ importId: string }, never>): Promise<void> {
  const { importId } = payload;
  const record = await readImport(importId);
  if (record.state !== 'reverting') return;
  const total = record.created + record.updated;
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const restored = await restoreBatch(importId);
    if (restored === 0) break;
    progress(Math.min((done += restored), total), total);
  }
  // From id to id: starting over each time would wade through what the batches before have just deleted.
  for (let after: string | undefined = FIRST; after !== undefined;) {
    signal.throwIfAborted();
    const batch = await deleteBatch(importId, after);
    after = batch.last;
    progress(Math.min((done += batch.deleted), total), total);
  }
  await finish(importId);
}

async function addToReport(importId: string, add: Pick<ImportRevert, 'deleted' | 'restored'>): Promise<void> {
  await query(
    `update imports set revert = revert || jsonb_build_object('deleted', (revert->>'deleted')::int + $3, 'restored', (revert->>'restored')::int + $4)
     where id = $1 and workspace_id = $2`,
    [importId, currentWorkspaceId(), add.deleted, add.restored],
  );
}

/** Puts contacts back that the import changed and nobody since. */
function restoreBatch(importId: string): Promise<number> {
  return transaction(async () => {
    const restored = await restoreImages(contactBulk, importId, BATCH);
    await addToReport(importId, { deleted: 0, restored: restored.length });
    return restored.length;
  });
}

/**
 * Removes contacts behind `after` that are exactly what the import made of them, and that nothing was attached to since.
 * @returns how many, and the last one's id; undefined when there were no more
 */
function deleteBatch(importId: string, after: string): Promise<{ deleted: number; last: string | undefined }> {
  return transaction(async () => {
    const rows = await query<DbRecord>(
      `select ${RECORD_COLUMNS} from contacts c ${COMPANY_JOIN}
       where c.workspace_id = $1 and c.import_id = $2 and c.id > $4 and c.version = c.import_version and c.deleted_at is null and not ${TOUCHED}
       order by c.id limit $3 for update of c`,
      [currentWorkspaceId(), importId, BATCH, after],
    );
    if (rows.length === 0) return { deleted: 0, last: undefined };
    const scope = [currentWorkspaceId(), rows.map((row) => row.id)];
    await query('delete from record_notes where workspace_id = $1 and record_id = any($2)', scope);
    await deleteContacts(rows.map((row) => ({ id: row.id, data: toData(row), companyName: row.company_name ?? '' })));
    await addToReport(importId, { deleted: rows.length, restored: 0 });
    return { deleted: rows.length, last: rows.at(-1)!.id };
  });
}

/** Someone worked with the contact since: wrote a note, attached a file, planned an activity or an opportunity. */
const TOUCHED = `(exists (select 1 from record_notes n where n.workspace_id = c.workspace_id and n.record_id = c.id and n.import_id is distinct from c.import_id)
  or exists (select 1 from record_files f where f.workspace_id = c.workspace_id and f.record_id = c.id)
  or exists (select 1 from record_comments k where k.workspace_id = c.workspace_id and k.record_id = c.id)
  or exists (select 1 from activities a where a.workspace_id = c.workspace_id and a.contact_id = c.id)
  or exists (select 1 from opportunities o where o.workspace_id = c.workspace_id and o.contact_id = c.id)
  or exists (select 1 from leads l where l.workspace_id = c.workspace_id and l.contact_id = c.id))`;

function finish(importId: string): Promise<void> {
  return transaction(async () => {
    const scope = [currentWorkspaceId(), importId];
    const KEPT = `from contacts c where c.workspace_id = $1 and c.deleted_at is null
      and (c.import_id = $2 or c.id in (select i.record_id from record_images i where i.workspace_id = $1 and i.batch_id = $2))`;
    const [count] = await query<{ kept: number }>(`select count(*)::int as kept ${KEPT}`, scope);
    const named = await query<Pick<DbRecord, 'id' | 'first_name' | 'last_name' | 'emails' | 'phones'>>(
      `select c.id, c.first_name, c.last_name, c.emails, c.phones ${KEPT} order by c.id limit ${MOST_NAMED}`, scope,
    );
    const keptContacts = named.map((row) => ({ id: row.id, name: displayName({ firstName: row.first_name, lastName: row.last_name, emails: row.emails, phones: row.phones }) }));
    await query(
      `update imports set state = 'reverted', revert = revert || $3::jsonb where id = $2 and workspace_id = $1`, [...scope, JSON.stringify({ kept: count!.kept, keptContacts })],
    );
    await removeUnusedCompanies(importId);
    await query('delete from record_images where workspace_id = $1 and batch_id = $2', scope);
    await emit({ type: 'import.reverted', subject: { type: 'import', id: importId }, paths: [CRM.imports, CRM.contacts, CRM.companies] });
  });
}

/** Companies that came with the import and that no contact, opportunity or edit needs. */
async function removeUnusedCompanies(importId: string): Promise<void> {
  await query(
    `delete from companies co where co.workspace_id = $1 and co.import_id = $2 and co.version = 1
       and not exists (select 1 from contacts c where c.workspace_id = $1 and c.company_id = co.id)
       and not exists (select 1 from opportunities o where o.workspace_id = $1 and o.company_id = co.id)`,
    [currentWorkspaceId(), importId],
  );
}
