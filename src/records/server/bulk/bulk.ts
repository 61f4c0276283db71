/** One action on many records: small selections at once, big ones as a job; every batch can be undone as one. */
import * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  database,
  execute,
  isUniqueViolation,
  query,
  transaction,
} from '../../../server/db/index.ts';
import { emit, publishPaths } from '../../../server/events/emit.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { AGAIN, defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import type { Caller } from '../../../server/http/caller.ts';
import {
  BULK_MAX,
  type BulkAction,
  type BulkBatch,
  type BulkCalls,
  type BulkRequest,
  type BulkSelection,
} from '../../contract.ts';
import { countOf, KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import type { BulkKind, Changed, StepDone } from './bulk-kind.ts';
import { keepImages, restoreImages } from './before-images.ts';
import { namesOf, selectedIds } from '../list/list.ts';
import { checkReaders } from '../access/readers.ts';
import { putWordsAside, sortingWordsBeside } from '../list/flush-search-index.ts';
import type { Selection } from '../list/selection.ts';
import { shareable, shareRecords, undoShare } from './share.ts';

/** Up to this many records are done before the answer; more become a job. */
const AT_ONCE = 500;
const STEP = 1_000;
const SAMPLE = 10;
/** Milliseconds that each of two steps at once waits for records that someone else holds. */
const WAIT_BESIDES = 1_000;
const UNDO_FOR = '7 days';

type AnyBulk = BulkKind<{ id: string }, unknown>;
const kinds = new Map<RecordKind, { bulk: AnyBulk; calls: BulkCalls }>();

/** Binds the bulk calls of a kind. */
export function bulkRoutes<Row extends { id: string }, Image>(
  calls: BulkCalls,
  kind: BulkKind<Row, Image>,
): BoundRoute[] {
  // Images and rows only travel between functions of this one value.
  const bulk = kind as unknown as AnyBulk;
  kinds.set(kind.list.kind, { bulk, calls });
  return [
    route(calls.run, ({ body, caller }) => runBulk(bulk, body, caller)),
    route(calls.get, async ({ params }) => toBatch(await readBatch(bulk, params.batchId))),
    route(calls.undo, ({ params, caller }) => undoBatch(bulk, params.batchId, caller)),
  ];
}

/** The kind's bulk support; undefined if it has none. */
export function bulkOf(name: RecordKind): { bulk: AnyBulk; calls: BulkCalls } | undefined {
  return kinds.get(name);
}

interface BatchRow {
  id: string;
  action: BulkAction;
  state: 'running' | 'done' | 'failed' | 'undone';
  total: number;
  processed: number;
  changed: number;
  kept: number;
  error: string | null;
  undo_until: string | null;
  job_state: string | null;
  job_error: string | null;
}

/** The job that worked the batch off was canceled or gave up: what it did until then stays, and can be undone. */
const brokenOff = (row: BatchRow) =>
  row.state === 'running' && row.job_state !== null && row.job_state !== 'queued' && row.job_state !== 'running';

function whyBrokenOff({ job_state: how, job_error: error, processed, total }: BatchRow): string {
  return `${how === 'cancelled' ? 'It was stopped' : `It broke off: ${error ?? 'unknown'}`}, after ${processed.toLocaleString('en')} of ${total.toLocaleString('en')}.`;
}

function toBatch(row: BatchRow, sample: BulkBatch['sample'] = []): BulkBatch {
  const broken = brokenOff(row);
  return {
    id: row.id,
    state: broken ? 'failed' : row.state,
    count: row.total,
    processed: row.processed,
    changed: row.changed,
    sample,
    undoUntil: row.state === 'done' || (broken && row.changed > 0) ? row.undo_until : null,
    error: broken ? whyBrokenOff(row) : row.error,
    kept: row.kept,
  };
}

/** The rows that an action means: restoring works on the trash, everything else on living records. */
function toSelection(selection: BulkSelection, action: BulkAction): Selection {
  if ('ids' in selection) return { ids: selection.ids, trash: action.kind === 'restore' };
  return {
    filter: selection.all.filter,
    search: selection.all.search,
    except: selection.except,
    trash: action.kind === 'restore',
  };
}

/**
 * @param caller absent for a machine, which may share only what is its person's
 * @throws AppError `validation`; `too_large` above the limit.
 */
export function runBulk(kind: AnyBulk, request: BulkRequest, caller?: Caller): Promise<BulkBatch> {
  return unlessNameTaken(kind, async () => {
    const { action } = request;
    const selected = await selectedIds(kind.list, toSelection(request.selection, action), BULK_MAX + 1);
    if (selected.length > BULK_MAX)
      throw new AppError(
        'too_large',
        `One action works on at most ${countOf(kind.list.kind, BULK_MAX)}. Narrow the selection.`,
      );
    // Wrong input is told now, not by a job that fails later.
    const edit = await preparedEdit(kind, action);
    const ids = action.kind === 'share' ? await shareable(kind.list, selected, caller) : selected;
    const withheld = action.kind === 'share' ? { withheld: selected.length - ids.length } : {};
    const sample = await namesOf(kind.list, ids.slice(0, SAMPLE));
    if (request.preview)
      return {
        id: null,
        state: 'preview',
        count: ids.length,
        processed: 0,
        changed: 0,
        sample,
        undoUntil: null,
        error: null,
        kept: 0,
        ...withheld,
      };
    const id = newId();
    await query(
      `insert into record_batches (id, workspace_id, kind, action, selection, state, total, created_by)
        values ($1, $2, $3, $4, $5, 'running', $6, $7)`,
      [
        id,
        currentWorkspaceId(),
        kind.list.kind,
        JSON.stringify(action),
        JSON.stringify(ids),
        ids.length,
        currentUserId(),
      ],
    );
    if (ids.length > AT_ONCE) {
      const jobId = await enqueue(bulkJob, { batchId: id, count: ids.length, kind: kind.list.kind });
      await query('update record_batches set job_id = $3 where id = $1 and workspace_id = $2', [
        id,
        currentWorkspaceId(),
        jobId,
      ]);
    } else {
      await countStep(id, await doStep(kind, id, action, ids, edit), 0, ids);
      await finishBatch(kind, id);
    }
    return { ...toBatch(await readBatch(kind, id), sample), ...withheld };
  });
}

/** Names were free when they were looked at; someone may take one before what comes out of the trash is there. */
async function unlessNameTaken<T>({ list }: AnyBulk, act: () => Promise<T>): Promise<T> {
  try {
    return await transaction(act);
  } catch (error) {
    throw isUniqueViolation(error, 'companies_name')
      ? new AppError(
          'conflict',
          `Another of the ${KINDS[list.kind].many} was given one of these names at the same moment. Please try again.`,
          { retryAfter: 1, cause: error },
        )
      : error;
  }
}

/** @throws AppError `not_found` */
async function readBatch(kind: AnyBulk, id: string, lock = false): Promise<BatchRow> {
  const [row] = await query<BatchRow>(
    `select b.id, b.action, b.state, b.total, b.processed, b.changed, b.kept, b.error,
      coalesce(b.undo_until, j.finished_at + interval '${UNDO_FOR}') as undo_until,
       case when b.job_id is not null then coalesce(j.state, 'gone') end as job_state, j.error as job_error
     from record_batches b left join jobs j on j.id = b.job_id and j.workspace_id = b.workspace_id
        where b.id = $1 and b.workspace_id = $2 and b.kind = $3 ${lock ? 'for update of b' : ''}`,
    [id, currentWorkspaceId(), kind.list.kind],
  );
  if (!row) throw notFound('The batch');
  return row;
}

type Edit = (image: unknown) => unknown;

/** The edit of a single record; undefined for delete, restore, and share. @throws AppError `validation` */
async function preparedEdit(kind: AnyBulk, action: BulkAction): Promise<Edit | undefined> {
  if (action.kind === 'share') {
    await checkReaders(action.readers ?? []);
    return undefined;
  }
  return action.kind === 'delete' || action.kind === 'restore' ? undefined : kind.prepare(action);
}

function doStep(
  kind: AnyBulk,
  batchId: string,
  action: BulkAction,
  ids: readonly string[],
  edit: Edit | undefined,
): Promise<StepDone> {
  if (action.kind === 'share') return shareRecords(kind.list, batchId, ids, action.readers);
  return edit ? editRecords(kind, batchId, ids, edit) : moveRecords(kind, batchId, ids, action.kind === 'delete');
}

/**
 * Emits a step's events and adds it to the progress, after `at` records of earlier steps.
 * @returns false if another process owns the batch now
 */
async function countStep(
  batchId: string,
  { changed, events }: StepDone,
  at: number,
  ids: readonly string[],
): Promise<boolean> {
  await emit(...events);
  const counted = await execute(
    `update record_batches set processed = processed + $4, changed = changed + $5
      where id = $1 and workspace_id = $2 and processed = $3 and state = 'running'`,
    [batchId, currentWorkspaceId(), at, ids.length, changed],
  );
  return counted > 0;
}

async function editRecords(kind: AnyBulk, batchId: string, ids: readonly string[], edit: Edit): Promise<StepDone> {
  const changed: Changed<unknown>[] = [];
  const events: Parameters<typeof emit> = [];
  for (const record of await kind.lock(ids)) {
    const image = edit(record.image);
    const change = { ...record, before: record.image, image };
    const told = edited(kind, change, batchId);
    if (told.length === 0) continue;
    changed.push(change);
    events.push(...told);
  }
  await keepImages(batchId, changed);
  await kind.write(changed);
  return { changed: changed.length, events };
}

/** Events of an edited record: those of the same manual change, with the batch. Empty if nothing differs. */
function edited(
  { list: { kind }, differences, acts, facts }: AnyBulk,
  { id, version, before, image }: Changed<unknown>,
  batchId: string,
): Parameters<typeof emit> {
  const changes = differences(before, image);
  if (changes.length === 0) return [];
  const event = (name: string, said: Record<string, unknown>) => ({
    type: `${kind}.${name}`,
    subject: { type: kind, id },
    data: { version: version + 1, ...said, ...facts?.(image), batchId },
  });
  return [
    event('updated', { changes }),
    ...(acts?.(before, image) ?? []).map((act) => event(act.name, act.facts ?? {})),
  ];
}

/** Into the trash or out of it. The image only remembers the version: where the record goes back to is clear. */
async function moveRecords(
  { list }: AnyBulk,
  batchId: string,
  wanted: readonly string[],
  intoTrash: boolean,
): Promise<StepDone> {
  const ids = list.movable ? await list.movable(wanted, intoTrash) : wanted;
  const rows = await query<{ id: string; version: number }>(
    `update ${list.table} set deleted_at = ${intoTrash ? 'now()' : 'null'}, version = version + 1, updated_at = now(),
      updated_by = $3
     where workspace_id = $1 and id = any($2) and deleted_at is ${intoTrash ? 'null' : 'not null'}
        returning id, version`,
    [currentWorkspaceId(), ids, currentUserId()],
  );
  await query(
    `insert into record_images (workspace_id, batch_id, record_id, version_after, before)
     select $1, $2, i.id, i.version, '{}' from unnest($3::uuid[], $4::int[]) as i(id, version)`,
    [currentWorkspaceId(), batchId, rows.map((row) => row.id), rows.map((row) => row.version)],
  );
  await list.moved?.(rows.map((row) => row.id));
  return { changed: rows.length, events: rows.map((row) => moved(list.kind, row, intoTrash, batchId)) };
}

const moved = (kind: RecordKind, row: { id: string; version: number }, intoTrash: boolean, batchId: string) => ({
  type: `${kind}.${intoTrash ? 'deleted' : 'restored'}`,
  subject: { type: kind, id: row.id },
  data: { version: row.version, batchId },
});

const eventsOf = (kind: AnyBulk) => KINDS[kind.list.kind].many;

async function finishBatch(kind: AnyBulk, id: string): Promise<void> {
  await query(
    `update record_batches set state = 'done', undo_until = now() + interval '${UNDO_FOR}'
      where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  await emit({
    type: `${eventsOf(kind)}.batch_done`,
    subject: { type: 'record_batch', id },
    paths: [...kind.list.changed],
  });
}

const Payload = z.object({ batchId: z.uuid(), count: z.number(), kind: z.enum(RECORD_KINDS).default('contact') });
type Payload = z.input<typeof Payload>;

export const bulkJob = defineJob<Payload>({
  name: 'crm.bulk',
  payload: Payload,
  title: ({ count, kind = 'contact' }) => `Changing ${countOf(kind, count)}`,
  asker: 'member',
  handler: runBatch,
});

async function runBatch(job: JobContext<Payload, never>): Promise<typeof AGAIN | undefined> {
  const { batchId, kind: name = 'contact' } = job.payload;
  const kind = kinds.get(name)?.bulk;
  if (!kind) throw new Error(`No bulk actions for ${name}`);
  // Read once: a hundred thousand ids weigh four megabytes.
  const [chosen] = await query<{ selection: string[] }>(
    'select selection from record_batches where id = $1 and workspace_id = $2',
    [batchId, currentWorkspaceId()],
  );
  return sortingWordsBeside([kind.list.table], () => allSteps(kind, batchId, chosen?.selection ?? [], job));
}

/**
 * A thousand after a thousand. Two at once where that is possible: while the database writes one, the server works out
 * the next.
 */
async function allSteps(
  kind: AnyBulk,
  batchId: string,
  selection: readonly string[],
  job: JobContext<Payload, never>,
): Promise<typeof AGAIN | undefined> {
  if (database().engine === 'postgres' && kind.besides === true) {
    try {
      return await steps(kind, batchId, selection, job, true);
    } catch (error) {
      // Two writers may wait for each other's records, a deadlock that the database cannot detect.
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
  return steps(kind, batchId, selection, job, false);
}

const LOCK_NOT_AVAILABLE = '55P03';

async function steps(
  kind: AnyBulk,
  batchId: string,
  selection: readonly string[],
  { signal, progress, turnIsOver }: JobContext<Payload, never>,
  isTwoAtOnce: boolean,
): Promise<typeof AGAIN | undefined> {
  const batch = await readBatch(kind, batchId);
  if (batch.state !== 'running') return undefined;
  let last: Promise<boolean> | undefined;
  try {
    for (let at = batch.processed; at < selection.length; at += STEP) {
      signal.throwIfAborted();
      if (turnIsOver()) return AGAIN;
      const before: Promise<boolean> | undefined = last;
      last = oneStep(kind, batchId, batch.action, at, selection.slice(at, at + STEP), isTwoAtOnce, before);
      last.catch(() => undefined);
      if (!(await (isTwoAtOnce ? (before ?? true) : last))) return undefined;
      progress(Math.min(isTwoAtOnce ? at : at + STEP, selection.length), selection.length);
    }
    if (last && !(await last)) return undefined;
  } finally {
    await last?.catch(() => undefined);
  }
  await transaction(async () => {
    if ((await readBatch(kind, batchId, true)).state !== 'running') return;
    await finishBatch(kind, batchId);
    await publishPaths(currentWorkspaceId(), [`${KINDS[kind.list.kind].path}/bulk`]);
  });
  return undefined;
}

/** Ends the transaction of a step whose batch was ended meanwhile. */
class EndedError extends Error {}

/**
 * Records and progress are committed together, after the previous step or not at all. Returns false if the batch has
 * ended.
 */
async function oneStep(
  kind: AnyBulk,
  batchId: string,
  action: BulkAction,
  at: number,
  ids: readonly string[],
  isTwoAtOnce: boolean,
  before: Promise<boolean> | undefined,
): Promise<boolean> {
  try {
    await transaction(async () => {
      if (isTwoAtOnce) await execute(`set local lock_timeout = ${WAIT_BESIDES}`);
      await putWordsAside();
      const done = await doStep(kind, batchId, action, ids, await preparedEdit(kind, action));
      if ((before && !(await before)) || !(await countStep(batchId, done, at, ids))) throw new EndedError();
      await publishPaths(currentWorkspaceId(), [`${KINDS[kind.list.kind].path}/bulk`]);
    });
    return true;
  } catch (error) {
    if (error instanceof EndedError) return false;
    throw error;
  }
}

/**
 * Undoes a batch, one that broke off as far as it came; records that were changed since stay as they are.
 * @throws AppError `not_found`; `conflict` while it runs or when it is undone already; `gone` after the time to undo.
 */
export function undoBatch(kind: AnyBulk, id: string, caller?: Caller): Promise<BulkBatch> {
  return unlessNameTaken(kind, async () => {
    const row = await readBatch(kind, id, true);
    if (row.state !== 'done' && !brokenOff(row))
      throw new AppError('conflict', row.state === 'undone' ? 'This is already undone.' : 'This is still running.', {
        details: { state: row.state },
      });
    if (row.undo_until !== null && Date.parse(row.undo_until) < Date.now())
      throw new AppError('gone', 'It is too late to undo this.');
    const isMove = row.action.kind === 'delete' || row.action.kind === 'restore';
    const undone = isMove
      ? await undoMove(kind, id, row.action.kind === 'delete')
      : row.action.kind === 'share'
        ? await undoShare(kind.list, id, caller)
        : await undoEdits(kind, id);
    const kept = row.changed - undone;
    await query(`update record_batches set state = 'undone', kept = $3 where id = $1 and workspace_id = $2`, [
      id,
      currentWorkspaceId(),
      kept,
    ]);
    await query('delete from record_images where workspace_id = $1 and batch_id = $2', [currentWorkspaceId(), id]);
    await emit({
      type: `${eventsOf(kind)}.batch_undone`,
      subject: { type: 'record_batch', id },
      data: { kept },
      paths: [...kind.list.changed],
    });
    return toBatch(await readBatch(kind, id));
  });
}

async function undoEdits(kind: AnyBulk, id: string): Promise<number> {
  let undone = 0;
  for (;;) {
    const restored = await restoreImages(kind, id, STEP);
    if (restored.length === 0) return undone;
    // Timelines, watchers, workflows, webhooks, and syncs that got the change also get its undo.
    await emit(...restored.flatMap((record) => edited(kind, record, id)));
    undone += restored.length;
  }
}

async function undoMove({ list }: AnyBulk, id: string, outOfTrash: boolean): Promise<number> {
  const images = await query<{ id: string }>(
    'select record_id as id from record_images where workspace_id = $1 and batch_id = $2',
    [currentWorkspaceId(), id],
  );
  const all = images.map((image) => image.id);
  const rows = await query<{ id: string; version: number }>(
    `update ${list.table} r set deleted_at = ${outOfTrash ? 'null' : 'now()'}, version = r.version + 1,
      updated_at = now(), updated_by = $3
     from record_images i where i.workspace_id = $1 and i.batch_id = $2 and r.workspace_id = $1 and r.id = i.record_id
        and r.version = i.version_after and r.id = any($4)
     returning r.id, r.version`,
    [currentWorkspaceId(), id, currentUserId(), list.movable ? await list.movable(all, !outOfTrash) : all],
  );
  await list.moved?.(rows.map((row) => row.id));
  for (let at = 0; at < rows.length; at += STEP)
    await emit(...rows.slice(at, at + STEP).map((row) => moved(list.kind, row, !outOfTrash, id)));
  return rows.length;
}
