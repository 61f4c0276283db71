/** One action on many contacts: small selections at once, big ones as a job; every batch can be undone as one. */
import * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { BULK_MAX, type BulkAction, type BulkBatch, type BulkRequest, type BulkSelection } from '../../contract.ts';
import { changesBetween } from '../../engine/changes.ts';
import { BLANK_CONTACT, type ContactData, uniqueTags } from '../../engine/contact-data.ts';
import { CRM } from '../../paths.ts';
import { CONTACTS_CHANGED } from '../live-paths.ts';
import { keepImages, restoreImages } from './images.ts';
import { nameOf, selectedIds, type Selection } from './list.ts';
import { COMPANY_JOIN, type DbRow, ROW_COLUMNS, toData } from './rows.ts';
import { applyToContact, lockContacts } from './service.ts';
import { type ContactChange, updateContacts } from './write.ts';

/** Up to this many contacts are done before the answer; more become a job. */
const AT_ONCE = 500;
const STEP = 1_000;
const SAMPLE = 10;
const UNDO_FOR = '7 days';

interface BatchRow {
  id: string; action: BulkAction; state: 'running' | 'done' | 'failed' | 'undone'; total: number; processed: number; changed: number; kept: number;
  error: string | null; undo_until: string | null;
}

function toBatch(row: BatchRow, sample: BulkBatch['sample'] = []): BulkBatch {
  return {
    id: row.id, state: row.state, count: row.total, processed: row.processed, changed: row.changed, sample,
    undoUntil: row.state === 'done' ? row.undo_until : null, error: row.error, kept: row.kept,
  };
}

/** The rows that an action means: restoring works on the trash, everything else on living contacts. */
function toSelection(selection: BulkSelection, action: BulkAction): Selection {
  if ('ids' in selection) return { ids: selection.ids, trash: action.kind === 'restore' };
  return { filter: selection.all.filter, search: selection.all.search, except: selection.except, trash: action.kind === 'restore' };
}

async function sampleOf(ids: readonly string[]): Promise<BulkBatch['sample']> {
  const rows = await query<DbRow>(`select ${ROW_COLUMNS} from contacts c ${COMPANY_JOIN} where c.workspace_id = $1 and c.id = any($2) order by c.id`, [currentWorkspaceId(), ids.slice(0, SAMPLE)]);
  return rows.map((row) => ({ id: row.id, name: nameOf(row) }));
}

/** @throws AppError `validation`; `too_large` above the limit. */
export function runBulk(request: z.output<typeof BulkRequest>): Promise<BulkBatch> {
  return transaction(async () => {
    const selection = toSelection(request.selection, request.action);
    const ids = await selectedIds(selection, BULK_MAX + 1);
    if (ids.length > BULK_MAX) throw new AppError('too_large', `One action works on at most ${BULK_MAX.toLocaleString('en')} contacts. Narrow the selection.`);
    // Wrong input is told now, not by a job that fails later.
    const edit = await preparedEdit(request.action);
    const sample = await sampleOf(ids);
    if (request.preview) return { id: null, state: 'preview', count: ids.length, processed: 0, changed: 0, sample, undoUntil: null, error: null, kept: 0 };
    const id = newId();
    await query(
      `insert into contact_batches (id, workspace_id, action, selection, state, total, created_by) values ($1, $2, $3, $4, 'running', $5, $6)`,
      [id, currentWorkspaceId(), JSON.stringify(request.action), JSON.stringify(ids), ids.length, currentUserId()],
    );
    if (ids.length > AT_ONCE) await enqueue(bulkJob, { batchId: id, count: ids.length });
    else {
      await doStep(id, request.action, ids, edit);
      await finishBatch(id);
    }
    return toBatch(await readBatch(id), sample);
  });
}

async function readBatch(id: string, lock = false): Promise<BatchRow> {
  const [row] = await query<BatchRow>(
    `select id, action, state, total, processed, changed, kept, error, undo_until from contact_batches where id = $1 and workspace_id = $2 ${lock ? 'for update' : ''}`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The batch');
  return row;
}

/** @throws AppError `not_found` */
export async function getBatch(id: string): Promise<BulkBatch> {
  return toBatch(await readBatch(id));
}

type Edit = (data: ContactData) => { data: ContactData; companyName?: string };

/** What the action does to one contact; undefined for delete and restore. @throws AppError `validation` */
async function preparedEdit(action: BulkAction): Promise<Edit | undefined> {
  switch (action.kind) {
    case 'addTags': return (data) => ({ data: { ...data, tags: uniqueTags([...data.tags, ...action.tags]) } });
    case 'removeTags': {
      const gone = new Set(action.tags.map((tag) => tag.toLowerCase()));
      return (data) => ({ data: { ...data, tags: data.tags.filter((tag) => !gone.has(tag.toLowerCase())) } });
    }
    case 'assign': {
      await applyToContact(BLANK_CONTACT, { ownerId: action.ownerId });
      return (data) => ({ data: { ...data, ownerId: action.ownerId } });
    }
    case 'edit': {
      const { city, country, custom = {}, ...fields } = action.set;
      const address = { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) };
      // Checked and normalised once; what is the same for all need not be done for each.
      const { data: set, companyName } = await applyToContact(BLANK_CONTACT, { ...fields, address, custom });
      const plain = Object.fromEntries(Object.keys({ ...fields, ...address }).map((field) => [field, set[field as keyof ContactData]]));
      return (data) => {
        const merged: Record<string, unknown> = { ...data.custom, ...set.custom };
        for (const key of Object.keys(custom)) if (!(key in set.custom)) delete merged[key];
        return { data: { ...data, ...plain, custom: merged as ContactData['custom'] }, ...(fields.companyId === undefined ? {} : { companyName }) };
      };
    }
    default: return undefined;
  }
}

async function doStep(batchId: string, action: BulkAction, ids: readonly string[], edit: Edit | undefined): Promise<void> {
  const changed = edit ? await editContacts(batchId, ids, edit) : await moveContacts(batchId, ids, action.kind === 'delete');
  await query('update contact_batches set processed = processed + $3, changed = changed + $4 where id = $1 and workspace_id = $2', [batchId, currentWorkspaceId(), ids.length, changed]);
}

async function editContacts(batchId: string, ids: readonly string[], edit: Edit): Promise<number> {
  const changes: ContactChange[] = [];
  const events: Parameters<typeof emit> = [];
  for (const row of await lockContacts(ids)) {
    const before = { data: toData(row), companyName: row.company_name ?? '' };
    const { data, companyName = before.companyName } = edit(before.data);
    const after = { data, companyName };
    const differences = changesBetween(before, after);
    if (differences.length === 0) continue;
    changes.push({ id: row.id, version: row.version, before, ...after });
    events.push({ type: 'contact.updated', subject: { type: 'contact', id: row.id }, data: { version: row.version + 1, changes: differences, batchId } });
  }
  await keepImages(batchId, changes);
  await updateContacts(changes);
  await emit(...events);
  return changes.length;
}

/** Into the trash or out of it. The image only remembers the version: where the contact goes back to is clear. */
async function moveContacts(batchId: string, ids: readonly string[], intoTrash: boolean): Promise<number> {
  const rows = await query<{ id: string; version: number }>(
    `update contacts set deleted_at = ${intoTrash ? 'now()' : 'null'}, version = version + 1, updated_at = now(), updated_by = $3
     where workspace_id = $1 and id = any($2) and deleted_at is ${intoTrash ? 'null' : 'not null'} returning id, version`,
    [currentWorkspaceId(), ids, currentUserId()],
  );
  await query(
    `insert into contact_images (workspace_id, batch_id, contact_id, version_after, before)
     select $1, $2, i.id, i.version, '{}' from unnest($3::uuid[], $4::int[]) as i(id, version)`,
    [currentWorkspaceId(), batchId, rows.map((row) => row.id), rows.map((row) => row.version)],
  );
  const type = intoTrash ? 'contact.deleted' : 'contact.restored';
  await emit(...rows.map((row) => ({ type, subject: { type: 'contact', id: row.id }, data: { version: row.version, batchId } })));
  return rows.length;
}

async function finishBatch(id: string): Promise<void> {
  await query(`update contact_batches set state = 'done', undo_until = now() + interval '${UNDO_FOR}' where id = $1 and workspace_id = $2`, [id, currentWorkspaceId()]);
  await emit({ type: 'contacts.batch_done', subject: { type: 'contact_batch', id }, paths: CONTACTS_CHANGED });
}

export const bulkJob = defineJob<{ batchId: string; count: number }>({
  name: 'crm.bulk',
  payload: z.object({ batchId: z.uuid(), count: z.number() }),
  title: ({ count }) => `Changing ${count.toLocaleString('en')} contacts`,
  handler: runBatch,
});

async function runBatch({ payload: { batchId }, signal, progress }: JobContext<{ batchId: string }, never>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const step = await transaction(() => nextStep(batchId));
    if (!step) return;
    progress(step.processed, step.total);
  }
}

/** The next thousand; what is done and how far commit together. Undefined when there is nothing left. */
async function nextStep(batchId: string): Promise<{ processed: number; total: number } | undefined> {
  const row = await readBatch(batchId, true);
  if (row.state !== 'running') return undefined;
  const [slice] = await query<{ ids: string[] }>(
    `select coalesce(array_agg(e.id::uuid order by e.n), '{}') as ids from contact_batches b, jsonb_array_elements_text(b.selection) with ordinality e(id, n)
     where b.id = $1 and b.workspace_id = $2 and e.n > $3 and e.n <= $4`,
    [batchId, currentWorkspaceId(), row.processed, row.processed + STEP],
  );
  if (slice!.ids.length > 0) await doStep(batchId, row.action, slice!.ids, await preparedEdit(row.action));
  else await finishBatch(batchId);
  await publishPaths(currentWorkspaceId(), [`${CRM.contacts}/bulk`]);
  return slice!.ids.length > 0 ? { processed: row.processed + slice!.ids.length, total: row.total } : undefined;
}

/**
 * Undoes a batch; contacts that were changed since stay as they are.
 * @throws AppError `not_found`; `conflict` while it runs or when it is undone already; `gone` after the time to undo.
 */
export function undoBatch(id: string): Promise<BulkBatch> {
  return transaction(async () => {
    const row = await readBatch(id, true);
    if (row.state !== 'done') throw new AppError('conflict', row.state === 'undone' ? 'This is undone already.' : 'This is still running.', { details: { state: row.state } });
    if (row.undo_until !== null && Date.parse(row.undo_until) < Date.now()) throw new AppError('gone', 'This happened too long ago to be undone.');
    const isMove = row.action.kind === 'delete' || row.action.kind === 'restore';
    const undone = isMove ? await undoMove(id, row.action.kind === 'delete') : await undoEdits(id);
    const kept = row.changed - undone;
    await query(`update contact_batches set state = 'undone', kept = $3 where id = $1 and workspace_id = $2`, [id, currentWorkspaceId(), kept]);
    await query('delete from contact_images where workspace_id = $1 and batch_id = $2', [currentWorkspaceId(), id]);
    await emit({ type: 'contacts.batch_undone', subject: { type: 'contact_batch', id }, data: { kept }, paths: CONTACTS_CHANGED });
    return toBatch(await readBatch(id));
  });
}

async function undoEdits(id: string): Promise<number> {
  let undone = 0;
  for (;;) {
    const ids = await restoreImages(id, STEP);
    if (ids.length === 0) return undone;
    undone += ids.length;
  }
}

async function undoMove(id: string, outOfTrash: boolean): Promise<number> {
  const rows = await query<{ id: string; version: number }>(
    `update contacts c set deleted_at = ${outOfTrash ? 'null' : 'now()'}, version = c.version + 1, updated_at = now(), updated_by = $3
     from contact_images i where i.workspace_id = $1 and i.batch_id = $2 and c.workspace_id = $1 and c.id = i.contact_id and c.version = i.version_after
     returning c.id, c.version`,
    [currentWorkspaceId(), id, currentUserId()],
  );
  for (let at = 0; at < rows.length; at += STEP) {
    await emit(...rows.slice(at, at + STEP).map((row) => ({
      type: outOfTrash ? 'contact.restored' : 'contact.deleted', subject: { type: 'contact', id: row.id }, data: { version: row.version, batchId: id },
    })));
  }
  return rows.length;
}
