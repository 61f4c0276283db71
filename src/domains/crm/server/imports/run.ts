/**
 * The import itself: a job that works through the file batch by batch. Each batch's contacts, its counts and how far it
 * came commit together, so that wherever it is cut off, the next run goes on with the first row that is not there.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { changesBetween } from '../../engine/changes.ts';
import { compileRowReader } from '../../engine/import-row.ts';
import { CsvSyntaxError } from '../../../../kernel/csv.ts';
import { CRM } from '../../paths.ts';
import { keepImages } from '../records/images.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { companiesByName } from '../contacts/references.ts';
import { toData } from '../contacts/rows.ts';
import { type ContactChange, type ContactInsert, insertContacts, updateContacts } from '../contacts/write.ts';
import { customDefinitions } from '../workspace.ts';
import { type Candidate, type Plan, planBatch, type PlanContext, peopleByText, type ReadRow, readRows } from './plan.ts';
import { readBatches } from './read-rows.ts';
import { type ImportRecord, readImport } from './store.ts';
import { storable } from './upload.ts';

const BATCH = 2_000;
/** More often than this nobody can read the figures. */
const SHOW_EVERY = 500;
/** From this many contacts on the planner's figures of the table are out of date. */
const ANALYZE_FROM = 5_000;

interface RunState {
  rows: number;
}

export const importJob = defineJob<{ importId: string; fileName: string }, RunState>({
  name: 'crm.import',
  payload: z.object({ importId: z.uuid(), fileName: z.string() }),
  title: ({ fileName }) => `Import of ${fileName}`,
  handler: runImport,
});

export async function planContext(record: ImportRecord): Promise<PlanContext> {
  const definitions = new Map((await customDefinitions('contact')).map((definition) => [definition.key, definition]));
  return {
    options: record.options,
    read: compileRowReader(record.mapping, record.options, definitions, record.columns.length),
    people: await peopleByText(),
  };
}

async function runImport(job: JobContext<{ importId: string }, RunState>): Promise<void> {
  const { importId } = job.payload;
  const begun = await begin(importId);
  if (!begun) return;
  try {
    await work(begun, job);
  } catch (error) {
    // Cut off from outside, or the database away: the job comes back by itself and goes on.
    if (job.signal.aborted || (error instanceof AppError && error.code === 'unavailable')) throw error;
    await fail(importId, error);
    if (!(error instanceof CsvSyntaxError)) throw error;
  }
}

async function begin(id: string): Promise<ImportRecord | undefined> {
  const [row] = await query(
    `update imports set state = 'running', error = null, started_at = coalesce(started_at, now()) where id = $1 and workspace_id = $2 and state in ('queued', 'running') returning id`,
    [id, currentWorkspaceId()],
  );
  return row ? readImport(id) : undefined;
}

async function fail(id: string, error: unknown): Promise<void> {
  const message = error instanceof CsvSyntaxError || error instanceof AppError ? error.message : 'The import broke off because of an unexpected error. What was imported until then is there; it can go on from there.';
  await query(`update imports set state = 'failed', error = $3, finished_at = now() where id = $1 and workspace_id = $2 and state = 'running'`, [id, currentWorkspaceId(), message]);
  await publishPaths(currentWorkspaceId(), [CRM.imports]);
}

async function work(record: ImportRecord, job: JobContext<unknown, RunState>): Promise<void> {
  const context = await planContext(record);
  const batches = checkedBatches(record, context);
  let shown = 0;
  try {
    // The next batch is read, split and checked while the database works on this one.
    let upcoming = batches.next();
    for (;;) {
      const { value: batch, done } = await upcoming;
      if (done) break;
      upcoming = batches.next();
      upcoming.catch(() => undefined);
      const started = performance.now();
      if (!(await importBatch(record.id, batch, context, job, started))) return;
      job.progress(Math.min(batch.bytes, record.size), record.size, `${batch.rows.at(-1)!.row.toLocaleString('en')} rows`);
      if (performance.now() - shown > SHOW_EVERY) {
        shown = performance.now();
        await publishPaths(currentWorkspaceId(), [CRM.imports]);
      }
    }
  } finally {
    await batches.return(undefined);
  }
  await finish(record.id);
}

interface CheckedBatch {
  rows: ReadRow[];
  /** Bytes of the file that have been read so far. */
  bytes: number;
}

async function* checkedBatches(record: ImportRecord, context: PlanContext): AsyncGenerator<CheckedBatch> {
  for await (const { first, rows, bytes } of readBatches(record.storage_key!, record.dialect, record.rows_done, BATCH)) {
    yield { rows: readRows(first, rows, context), bytes };
  }
}

/** Answers false when the import was stopped meanwhile. */
function importBatch(id: string, batch: CheckedBatch, context: PlanContext, job: JobContext<unknown, RunState>, started: number): Promise<boolean> {
  return transaction(async () => {
    const [current] = await query<{ state: string }>('select state from imports where id = $1 and workspace_id = $2 for update', [id, currentWorkspaceId()]);
    if (current?.state !== 'running') return false;
    const plan = await planBatch(batch.rows, context);
    const { created, updated } = await writePlan(id, plan);
    await keepIssues(id, plan);
    const count = (outcome: string) => plan.rows.reduce((sum, row) => sum + (row.outcome === outcome ? 1 : 0), 0);
    const done = batch.rows.at(-1)!.row;
    await query(
      `update imports set rows_done = $3, bytes_done = $4, created = created + $5, updated = updated + $6, skipped = skipped + $7, rejected = rejected + $8,
         busy_ms = busy_ms + $9 where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), done, batch.bytes, created, updated, count('skip'), count('reject'), Math.round(performance.now() - started)],
    );
    // Fails when another worker has taken the job over: then nothing of this batch may commit.
    await job.checkpoint({ rows: done });
    return true;
  });
}

/**
 * Writes what a plan says. Of `update` rows those that change nothing become `skip`.
 * @returns rows that created and rows that updated a contact
 */
async function writePlan(importId: string, plan: Plan): Promise<{ created: number; updated: number }> {
  const companies = await companiesByName(plan.candidates.map((candidate) => candidate.companyName).filter(Boolean), importId);
  const inserts: ContactInsert[] = [];
  const changes: (ContactChange & { own: boolean })[] = [];
  const unchanged = new Set<string>();
  const notes: { contactId: string; text: string }[] = [];
  for (const candidate of plan.candidates) {
    const company = companies.get(companyKey(candidate.companyName));
    const after = { data: { ...candidate.data, companyId: company?.id ?? null }, companyName: company?.name ?? '' };
    const contactId = candidate.existing?.id ?? newId();
    if (candidate.existing) planChange(candidate, after, importId, changes, unchanged);
    else inserts.push({ id: contactId, ...after, importId });
    for (const text of candidate.notes) notes.push({ contactId, text });
  }
  await insertContacts(inserts);
  // A contact that the import itself created needs no memory of what it was.
  await keepImages(importId, changes.filter((change) => !change.own));
  await updateContacts(changes);
  await addNotes(importId, notes);
  let updated = 0;
  for (const row of plan.rows) {
    if (row.outcome !== 'update') continue;
    if (row.matchedId !== null && unchanged.has(row.matchedId)) {
      row.outcome = 'skip';
      row.reasons = [`Nothing new: ${row.reasons.join(' ')}`];
    } else updated++;
  }
  return { created: plan.rows.reduce((sum, row) => sum + (row.outcome === 'create' ? 1 : 0), 0), updated };
}

function planChange(
  candidate: Candidate, after: Pick<ContactChange, 'data' | 'companyName'>, importId: string, changes: (ContactChange & { own: boolean })[], unchanged: Set<string>,
): void {
  const existing = candidate.existing!;
  const before = { data: toData(existing), companyName: existing.company_name ?? '' };
  if (candidate.notes.length === 0 && changesBetween(before, after).length === 0) {
    unchanged.add(existing.id);
    return;
  }
  const own = existing.import_id === importId && existing.import_version === existing.version;
  changes.push({ id: existing.id, version: existing.version, before, ...after, own, ...(own ? { importVersion: existing.version + 1 } : {}) });
}

async function addNotes(importId: string, notes: readonly { contactId: string; text: string }[]): Promise<void> {
  if (notes.length === 0) return;
  await query(
    `insert into record_notes (id, workspace_id, kind, record_id, text, import_id, created_by, updated_by)
     select n.id, $1, 'contact', n.contact_id, n.text, $2, $3, $3 from json_to_recordset($4::json) as n(id uuid, contact_id uuid, text text)`,
    [currentWorkspaceId(), importId, currentUserId(), JSON.stringify(notes.map((note) => ({ id: newId(), contact_id: note.contactId, text: note.text })))],
  );
}

async function keepIssues(importId: string, plan: Plan): Promise<void> {
  const issues = plan.rows.filter((row) => row.outcome === 'skip' || row.outcome === 'reject');
  if (issues.length === 0) return;
  const rows = issues.map((row) => ({ row: row.row, outcome: row.outcome, reason: row.reasons.join(' '), cells: row.cells, contact_id: row.matchedId }));
  await query(
    `insert into import_rows (workspace_id, import_id, row, outcome, reason, cells, contact_id)
     select $1, $2, r.row, r.outcome, r.reason, r.cells, r.contact_id
     from json_to_recordset($3::json) as r(row integer, outcome text, reason text, cells jsonb, contact_id uuid)`,
    [currentWorkspaceId(), importId, storable(rows)],
  );
}

async function finish(id: string): Promise<void> {
  const record = await transaction(async () => {
    await query(`update imports set state = 'done', bytes_done = size, finished_at = now() where id = $1 and workspace_id = $2 and state = 'running'`, [id, currentWorkspaceId()]);
    const row = await readImport(id);
    const { created, updated, skipped, rejected } = row;
    await emit({
      type: 'import.finished', subject: { type: 'import', id }, data: { fileName: row.file_name, created, updated, skipped, rejected },
      paths: [CRM.imports, CRM.contacts, CRM.companies],
    });
    return row;
  });
  if (record.created + record.updated >= ANALYZE_FROM) await analyzeContacts();
}

/** Refreshes the planner's figures; only the owner of the tables may. */
function analyzeContacts(): Promise<number> {
  return asSystem(() => execute('analyze contacts, contact_keys, companies'));
}
