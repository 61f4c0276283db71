/**
 * The import itself: a job that works through the file batch by batch. Each batch's records, its counts and how far it
 * came commit together, so that wherever it is cut off, the next run goes on with the first row that is not there.
 */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  database,
  execute,
  query,
  transaction,
} from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { runBeforeCommitWork } from '../../../../server/events/before-commit.ts';
import { AGAIN, defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { STOPPED } from '../../../../server/jobs/job-outcome.ts';
import { compileRowReader } from '../../engine/imports/row-reader.ts';
import { saidText } from '../../../../records/engine/note-search.ts';
import { CsvSyntaxError } from '../../../../kernel/csv.ts';
import { CRM } from '../../paths.ts';
import { keepImages } from '../../../../records/server/bulk/before-images.ts';
import { beginPrivate } from '../../../../records/server/access/readers.ts';
import { putWordsAside, sortingWordsBeside } from '../../../../records/server/list/flush-search-index.ts';
import type { CustomDefinition } from '../../../../records/engine/custom-field-values.ts';
import { customDefinitions } from '../../../../records/server/workspace.ts';
import type { NamedCompanies } from '../contacts/references.ts';
import { type AnyImportable, type ImportChange, importableOf, type ImportInsert, type ReadRow } from './importable.ts';
import { type Candidate, type Plan, planBatch, type PlanContext, peopleByText, readRows } from './plan.ts';
import { readBatches } from './read-rows.ts';
import { type ImportRecord, readImport } from './store.ts';

const BATCH = 2_500;
/**
 * So many rows are checked at a stretch: the database, which works on the batch before, must never wait for its next
 * statement.
 */
const PIECE = 50;
/** More often than this no one can read the figures. */
const SHOW_EVERY = 500;
/** How often an import looks whether it is its turn. */
const TURN_MS = 500;
/** From this many records on the planner's figures of the table are out of date. */
const ANALYZE_FROM = 5_000;

const SEARCHED: ReadonlySet<string> = new Set(['contacts', 'companies', 'leads', 'opportunities']);

interface RunState {
  rows: number;
}

export const importJob = defineJob<{ importId: string; fileName: string }, RunState>({
  name: 'crm.import',
  payload: z.object({ importId: z.uuid(), fileName: z.string() }),
  title: ({ fileName }) => `Import of ${fileName}`,
  asker: 'member',
  handler: runImport,
  ended: ({ importId }, { jobId, state, error }) => endImport(importId, jobId, state, error),
  async revived({ importId }, jobId) {
    await query(
      `update imports set state = 'queued', error = null, finished_at = null
        where id = $1 and workspace_id = $2 and job_id = $3 and state in ('cancelled', 'failed')`,
      [importId, currentWorkspaceId(), jobId],
    );
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
  },
});

/**
 * The job was stopped from the list of jobs, because whoever asked for it has left, or gave up: the import says so, and
 * can go on from where it is.
 */
async function endImport(id: string, jobId: string, state: 'cancelled' | 'failed', error: string): Promise<void> {
  const [row] = await query<Pick<ImportRecord, 'kind'>>(
    `update imports set state = $4, error = $5, finished_at = now()
      where id = $1 and workspace_id = $2 and job_id = $3 and state in ('queued', 'running') returning kind`,
    [id, currentWorkspaceId(), jobId, state, error === STOPPED ? null : error],
  );
  if (row)
    await emit({
      type: 'import.cancelled',
      subject: { type: 'import', id },
      paths: [CRM.imports, ...importableOf(row.kind).changed],
    });
}

export async function planContext(
  record: ImportRecord,
  columns = record.mapping,
  added: readonly CustomDefinition[] = [],
): Promise<PlanContext> {
  const { kind } = record;
  const of = importableOf(kind);
  const people = await peopleByText();
  // It may have been stopped for weeks: whoever has left since gets nothing.
  const active = new Set(people.values());
  const { ownerId, ownerNames } = record.options;
  const options = ownerId !== null && !active.has(ownerId) ? { ...record.options, ownerId: null } : record.options;
  // No owner was the answer for some names: they need no report.
  const reportedOwners = new Set<string>();
  for (const [name, id] of Object.entries(ownerNames)) {
    if (id !== null && active.has(id)) people.set(fold(name), id);
    else if (!people.get(fold(name))) reportedOwners.add(fold(name));
  }
  const definitions = new Map(
    [...(await customDefinitions(kind)), ...added].map((definition) => [definition.key, definition]),
  );
  return {
    importId: record.id,
    of,
    options,
    own: await of.context(options),
    people,
    reportedOwners,
    read: compileRowReader(of.rows, columns, options, definitions, record.columns.length),
  };
}

async function runImport(job: JobContext<{ importId: string }, RunState>): Promise<typeof AGAIN | undefined> {
  const { importId } = job.payload;
  let begun = await begin(importId, job.jobId);
  while (begun === 'later') {
    job.progress(0, undefined, 'waits for another import');
    await sleep(TURN_MS, undefined, { signal: job.signal });
    begun = await begin(importId, job.jobId);
  }
  if (!begun) return undefined;
  try {
    return await work(begun, job);
  } catch (error) {
    // Cut off from outside, or the database away: the job comes back by itself and goes on.
    if (job.signal.aborted || (error instanceof AppError && error.code === 'unavailable')) throw error;
    await fail(importId, error);
    if (!(error instanceof CsvSyntaxError)) throw error;
    return undefined;
  }
}

/**
 * Only the job that was enqueued for it last: an older one that someone starts again would do the same rows beside it.
 * Imports of a kind take turns, whichever process works on them: two files with the same people would each find none of
 * them.
 * @returns undefined when there is nothing to do any more
 */
function begin(id: string, jobId: string): Promise<ImportRecord | 'later' | undefined> {
  return transaction(async () => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`imports ${currentWorkspaceId()}`]);
    const mine = `i.id = $1 and i.workspace_id = $2 and i.job_id = $3 and i.state in ('queued', 'running')`;
    const [other] = await query(
      `select 1 from imports i join imports o on o.workspace_id = i.workspace_id and o.kind = i.kind and o.id <> i.id
        and o.state = 'running' join jobs j on j.id = o.job_id and j.state = 'running'
       where ${mine} limit 1`,
      [id, currentWorkspaceId(), jobId],
    );
    // One that waits says so: two that waited for one another would wait for ever.
    const [row] = await query(
      `update imports i set state = $4, error = null, started_at = case when $4 = 'running'
        then coalesce(i.started_at, now()) else i.started_at end where ${mine} returning i.id`,
      [id, currentWorkspaceId(), jobId, other ? 'queued' : 'running'],
    );
    if (!row) return undefined;
    return other ? 'later' : readImport(id);
  });
}

async function fail(id: string, error: unknown): Promise<void> {
  const message =
    error instanceof CsvSyntaxError || error instanceof AppError
      ? error.message
      : 'The import stopped because of an unexpected error. Rows imported until then were kept. You can continue from there.';
  await query(
    `update imports set state = 'failed', error = $3, finished_at = now()
      where id = $1 and workspace_id = $2 and state = 'running'`,
    [id, currentWorkspaceId(), message],
  );
  await publishPaths(currentWorkspaceId(), [CRM.imports]);
}

async function work(record: ImportRecord, job: JobContext<unknown, RunState>): Promise<typeof AGAIN | undefined> {
  const context = await planContext(record);
  // It is done when the records are there: they are found among the words put aside, too.
  return sortingWordsBeside(searched(context.of), async () => {
    const ended = await importAll(record, context, job);
    if (ended === 'done') await finish(record.id);
    return ended === 'again' ? AGAIN : undefined;
  });
}

/** Tables that an import fills and people search. */
const searched = ({ tables }: AnyImportable) => tables.filter((table) => SEARCHED.has(table));

/** Answers `stopped` when someone stopped the import meanwhile, `again` when its turn was over. */
async function importAll(
  record: ImportRecord,
  context: PlanContext,
  job: JobContext<unknown, RunState>,
): Promise<'done' | 'stopped' | 'again'> {
  const batches = checkedBatches(record, context);
  const isTwoAtOnce =
    database().engine === 'postgres' && context.of.besides === true && context.options.onMatch !== 'update';
  let shown = 0;
  let last: BatchUnderway | undefined;
  const over = async ({ batch, over: end }: BatchUnderway) => {
    if (!(await end)) return false;
    job.progress(
      Math.min(batch.bytes, record.size),
      record.size,
      `${batch.rows.at(-1)!.row.toLocaleString('en')} rows`,
    );
    if (performance.now() - shown > SHOW_EVERY) {
      shown = performance.now();
      await publishPaths(currentWorkspaceId(), [CRM.imports]);
    }
    return true;
  };
  try {
    // The next batch is read, split and checked while the database works on this one.
    let upcoming = batches.next();
    for (;;) {
      const { value: batch, done } = await upcoming;
      if (done) return !last || (await over(last)) ? 'done' : 'stopped';
      if (job.turnIsOver()) return 'again';
      upcoming = batches.next();
      upcoming.catch(() => undefined);
      const before = last;
      last = beginBatch(record.id, batch, context, job, before);
      if (before && !(await over(before))) return 'stopped';
      await (isTwoAtOnce ? last.planned : last.over);
    }
  } finally {
    await last?.over.catch(() => undefined);
    await batches.return(undefined);
  }
}

interface CheckedBatch {
  rows: ReadRow[];
  /** Bytes of the file that have been read so far. */
  bytes: number;
}

async function* checkedBatches(record: ImportRecord, context: PlanContext): AsyncGenerator<CheckedBatch> {
  for await (const { first, rows, bytes } of readBatches(
    record.storage_key!,
    record.dialect,
    record.rows_done,
    BATCH,
  )) {
    const read: ReadRow[] = [];
    for (let at = 0; at < rows.length; at += PIECE) {
      read.push(...readRows(first + at, rows.slice(at, at + PIECE), context));
      await turn();
    }
    yield { rows: read, bytes };
  }
}

/** A batch that is written in a transaction of its own. */
interface BatchUnderway {
  batch: CheckedBatch;
  /** Results of this batch that the next one can't read from the database yet. */
  known?: { plan: Plan; companies: NamedCompanies['made'] };
  /** Fulfilled as soon as it is known; also when it never will be, because the transaction failed. */
  planned: Promise<unknown>;
  /** Answers false when the import was stopped meanwhile. */
  over: Promise<boolean>;
  endedAt: number;
}

/** Ends the transaction of a batch whose import was stopped. */
class StoppedError extends Error {}

/** Begins a batch. It commits after the one before or not at all: what is there is always the beginning of the file. */
function beginBatch(
  id: string,
  batch: CheckedBatch,
  context: PlanContext,
  job: JobContext<unknown, RunState>,
  before: BatchUnderway | undefined,
): BatchUnderway {
  const begun = performance.now();
  const { promise: known, resolve } = Promise.withResolvers<void>();
  const write = async () => {
    await putWordsAside();
    const basis = before?.known;
    const plan = await planBatch(batch.rows, context, basis?.plan);
    const companies: NamedCompanies['made'] = new Map();
    const images = await settledImages(context.of, id, plan, {
      before: basis?.companies ?? new Map(),
      made: companies,
    });
    underway.known = { plan, companies };
    resolve();
    const written = await writePlan(context.of, id, plan, images);
    if (before && !(await before.over)) throw new StoppedError();
    // Another attempt of it gave its records other ids; this one is tried again, too.
    if (before?.known !== basis) throw Object.assign(new Error('The batch before was planned anew'), { code: '40001' });
    await keepIssues(id, plan);
    await runBeforeCommitWork();
    await countBatch(id, batch, plan, written, performance.now() - Math.max(begun, before?.endedAt ?? 0));
    // Fails when another worker has taken the job over: then nothing of this batch may commit.
    await job.checkpoint({ rows: batch.rows.at(-1)!.row });
  };
  const over = transaction(write).then(
    () => {
      underway.endedAt = performance.now();
      return true;
    },
    (error: unknown) => {
      if (error instanceof StoppedError) return false;
      throw error;
    },
  );
  // Heard where it is awaited.
  over.catch(() => undefined);
  const underway: BatchUnderway = {
    batch,
    over,
    planned: Promise.race([known, over.catch(() => undefined)]),
    endedAt: 0,
  };
  return underway;
}

/** @throws StoppedError when the import is not running any more */
async function countBatch(
  id: string,
  batch: CheckedBatch,
  plan: Plan,
  { created, updated }: { created: number; updated: number },
  busyMs: number,
): Promise<void> {
  const count = (outcome: string) => plan.rows.reduce((sum, row) => sum + (row.outcome === outcome ? 1 : 0), 0);
  const counted = await execute(
    `update imports set rows_done = $3, bytes_done = $4, created = created + $5, updated = updated + $6,
      skipped = skipped + $7, rejected = rejected + $8,
       busy_ms = busy_ms + $9, warned = warned + $10 where id = $1 and workspace_id = $2 and state = 'running'`,
    [
      id,
      currentWorkspaceId(),
      batch.rows.at(-1)!.row,
      batch.bytes,
      created,
      updated,
      count('skip'),
      count('reject'),
      Math.round(busyMs),
      plan.rows.reduce((sum, row) => sum + (isWarned(row) ? 1 : 0), 0),
    ],
  );
  if (counted === 0) throw new StoppedError();
}

const isWarned = (row: Plan['rows'][number]) => row.warned && row.outcome === 'create';

/** The states that a plan leads to, with what they name found or made. */
async function settledImages(
  of: AnyImportable,
  importId: string,
  { candidates }: Plan,
  named: NamedCompanies,
): Promise<unknown[]> {
  const images = candidates.map((candidate) => candidate.image);
  return of.settle ? of.settle(images, importId, named) : images;
}

/**
 * Writes what a plan says. Of `update` rows those that change nothing become `skip`.
 * @returns rows that created and rows that updated a record
 */
async function writePlan(
  of: AnyImportable,
  importId: string,
  plan: Plan,
  settled: readonly unknown[],
): Promise<{ created: number; updated: number }> {
  const inserts: ImportInsert<unknown>[] = [];
  const changes: (ImportChange<unknown> & { own: boolean })[] = [];
  const unchanged = new Set<string>();
  const notes: { recordId: string; text: string }[] = [];
  plan.candidates.forEach((candidate, i) => {
    const { id: recordId } = candidate;
    if (!candidate.existing)
      inserts.push({ id: recordId, image: settled[i], importId, isPrivate: candidate.isPrivate });
    else {
      const change = changeOf(of, candidate, settled[i], importId);
      if (change) changes.push(change);
      else unchanged.add(recordId);
    }
    for (const text of candidate.notes) notes.push({ recordId, text });
  });
  await of.insert(inserts);
  // A record that the import itself created needs no memory of what it was.
  await keepImages(
    importId,
    changes.filter((change) => !change.own),
  );
  await of.update(changes);
  const { kind } = of.rows;
  if (kind === 'lead' || kind === 'opportunity')
    await beginPrivate(
      kind,
      plan.candidates.flatMap(({ id, isPrivate }) => (isPrivate ? [id] : [])),
      [],
    );
  await addNotes(of, importId, notes);
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

/** The update of an existing record; undefined if nothing differs. */
function changeOf(
  of: AnyImportable,
  { existing, notes }: Candidate,
  image: unknown,
  importId: string,
): (ImportChange<unknown> & { own: boolean }) | undefined {
  const { id, found } = existing!;
  const { version, image: before, importId: from, importVersion } = found!;
  if (notes.length === 0 && of.bulk.differences(before, image).length === 0) return undefined;
  const own = from === importId && importVersion === version;
  return { id, version, before, image, own, ...(own ? { importVersion: version + 1 } : {}) };
}

async function addNotes(
  of: AnyImportable,
  importId: string,
  notes: readonly { recordId: string; text: string }[],
): Promise<void> {
  if (notes.length === 0) return;
  await query(
    `insert into record_notes (id, workspace_id, kind, record_id, text, search_text, import_id, created_by, updated_by)
     select n.id, $1, $5, n.record_id, n.text, n.search_text, $2, $3, $3
        from jsonb_to_recordset($4::jsonb) as n(id uuid, record_id uuid, text text, search_text text)`,
    [
      currentWorkspaceId(),
      importId,
      currentUserId(),
      JSON.stringify(
        notes.map((note) => ({
          id: newId(),
          record_id: note.recordId,
          text: note.text,
          search_text: saidText(note.text),
        })),
      ),
      of.rows.kind,
    ],
  );
}

async function keepIssues(importId: string, plan: Plan): Promise<void> {
  const issues = plan.rows.filter((row) => row.outcome === 'skip' || row.outcome === 'reject' || isWarned(row));
  if (issues.length === 0) return;
  const rows = issues.map((row) => ({
    row: row.row,
    outcome: isWarned(row) ? 'warn' : row.outcome,
    reason: row.reasons.join(' '),
    cells: row.cells,
    record_id: row.matchedId,
  }));
  await query(
    `insert into import_rows (workspace_id, import_id, row, outcome, reason, cells, record_id)
     select $1, $2, r.row, r.outcome, r.reason, r.cells, r.record_id
     from jsonb_to_recordset($3::jsonb) as r(row integer, outcome text, reason text, cells jsonb, record_id uuid)`,
    [currentWorkspaceId(), importId, storableJson(rows)],
  );
}

async function finish(id: string): Promise<void> {
  const record = await transaction(async () => {
    await query(
      `update imports set state = 'done', bytes_done = size, finished_at = now()
        where id = $1 and workspace_id = $2 and state = 'running'`,
      [id, currentWorkspaceId()],
    );
    const row = await readImport(id);
    const { kind, created, updated, skipped, rejected } = row;
    await emit({
      type: 'import.finished',
      subject: { type: 'import', id },
      data: { kind, fileName: row.file_name, created, updated, skipped, rejected },
      paths: [CRM.imports, ...importableOf(kind).changed],
    });
    return row;
  });
  if (record.created + record.updated >= ANALYZE_FROM) await analyze(importableOf(record.kind).tables);
}

/** Refreshes the planner's figures; only the owner of the tables may. */
function analyze(tables: readonly string[]): Promise<number> {
  return asSystem(() => execute(`analyze ${tables.join(', ')}`));
}
