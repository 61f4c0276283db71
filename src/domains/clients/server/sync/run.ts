/** Runs of syncs: starting them, and the job that works through the records of both sides. */
import * as z from 'zod';
import { appOf } from '../../../../kernel/apps.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { forgetRows } from '../../../../server/db/delete-in-batches.ts';
import {
  asSystem,
  deleteRows,
  execute,
  insertRow,
  inWorkspace,
  NOW,
  query,
  selectRows,
  sql,
  transaction,
  updateRow,
  updateRows,
} from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { recordMatches, recordVersions } from '../../../crm/index.ts';
import type { Side, SyncKind, SyncRun } from '../../contract/sync.ts';
import { SYNC } from '../../paths.ts';
import { fieldsOf } from './fields.ts';
import { type Context, contextOf, onSide, RunEnded, syncRecord } from './sync-pair.ts';
import { DEFINITION, type DefinitionRow } from './rows.ts';
import { tellOfRun } from './notify-failures.ts';

const PAGE = 500;
/** More often than this no one can read the figures. */
const SHOW_EVERY = 50;
const KEEP_LOG = '90 days';

/** The app without which a client has no records of the kind. */
const APPS: Record<SyncKind, string> = {
  contact: 'contacts',
  company: 'contacts',
  lead: 'leads',
  opportunity: 'opportunities',
  activity: 'activities',
};

export const syncJob = defineJob<{ runId: string; client: string }>({
  name: 'clients.sync',
  payload: z.object({ runId: z.uuid(), client: z.string() }),
  title: ({ client }) => `Sync with ${client}`,
  retry: { limit: 3, backoff: 10 },
  // A whole sync of one client does not keep the changes of the others waiting.
  concurrency: 2,
  handler: runSync,
  ended: ({ runId }, { error }) => setRun(runId, 'failed', error),
  revived: ({ runId }) => setRun(runId, 'queued', null),
});

/** The job was stopped or gave up, or is started again. */
async function setRun(id: string, state: 'failed' | 'queued', error: string | null): Promise<void> {
  await asSystem(async () => {
    const run = await updateRow(
      'sync_runs',
      { state, error, finishedAt: state === 'failed' ? NOW : null },
      { id, state: state === 'failed' ? ['queued', 'running'] : ['failed'] },
      ['definitionId'],
    );
    const [definition] = run ? await query<DefinitionRow>(`${DEFINITION} where d.id = $1`, [run.definitionId]) : [];
    if (!definition) return;
    if (state === 'failed') await tellOfRun(definition, id);
    await tell(definition);
  });
}

/** Puts a run into the queue. In a transaction, with the definition locked. */
export async function startRun(
  definition: DefinitionRow,
  cause: SyncRun['cause'],
  { dry = false, userId = null as string | null } = {},
): Promise<string> {
  const id = newId();
  await insertRow('sync_runs', {
    id,
    workspaceId: definition.workspace_id,
    definitionId: definition.id,
    cause,
    dry,
    requestedBy: userId,
  });
  const jobId = await inWorkspace(definition.workspace_id, userId, () =>
    enqueue(syncJob, { runId: id, client: definition.client_name }),
  );
  await updateRows('sync_runs', { jobId }, { id });
  await tell(definition);
  return id;
}

export const tell = ({ workspace_id: house }: Pick<DefinitionRow, 'workspace_id'>) => publishPaths(house, [SYNC]);

/** Runs that have not ended. */
export async function openRuns(definitionId: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from sync_runs r join jobs j on j.id = r.job_id and j.state in ('queued', 'running')
      where r.definition_id = $1 and r.state in ('queued', 'running')`,
    [definitionId],
  );
  return row!.n;
}

/** Why a sync cannot run now, in words; undefined when it can. */
export async function obstacle(definition: DefinitionRow): Promise<string | undefined> {
  if (definition.archived) return 'The client is archived.';
  const app = APPS[definition.kind];
  const [row] = await query<{ on: boolean }>('select app_is_on($1, $2) as on', [definition.client_id, app]);
  return row?.on ? undefined : `The client does not have the app “${appOf(app)?.name ?? app}”.`;
}

async function runSync(job: JobContext<{ runId: string }, never>): Promise<void> {
  await asSystem(async () => {
    const run = await updateRow(
      'sync_runs',
      { state: 'running' },
      { id: job.payload.runId, state: sql`in ('queued', 'running')` },
      ['definitionId', 'dry', 'cause'],
    );
    const [definition] = run ? await query<DefinitionRow>(`${DEFINITION} where d.id = $1`, [run.definitionId]) : [];
    if (!run || !definition) return;
    await tell(definition);
    if (run.dry) await forgetDryLog(job.payload.runId);
    try {
      const hindered = await obstacle(definition);
      if (hindered) throw new AppError('conflict', hindered);
      const fields = {
        ops: await onSide({ definition }, 'ops', () => fieldsOf(definition.kind)),
        client: await onSide({ definition }, 'client', () => fieldsOf(definition.kind)),
      };
      const context = contextOf(definition, fields, job.payload.runId, run.dry);
      await (run.cause === 'change' ? workOnChanges(context, job) : workOnAll(context, job));
      await updateRows('sync_runs', { state: 'done', finishedAt: NOW }, { id: job.payload.runId });
      if (run.cause === 'change') await forgetEmptyRun(job.payload.runId);
    } catch (error) {
      // Cut off from outside, or the database away: the job comes back by itself, and what was done is not done again.
      if (
        job.signal.aborted ||
        !(error instanceof RunEnded || (error instanceof AppError && error.code !== 'unavailable'))
      )
        throw error;
      await updateRows(
        'sync_runs',
        { state: 'failed', error: error.message, finishedAt: NOW },
        { id: job.payload.runId },
      );
    }
    await tellOfRun(definition, job.payload.runId);
    await tell(definition);
  });
}

/** A dry run that was cut off says everything again. */
async function forgetDryLog(id: string): Promise<void> {
  await deleteRows('sync_log', { runId: id });
  await updateRows('sync_runs', { created: 0, updated: 0, linked: 0, conflicts: 0, errors: 0 }, { id });
}

/** A change that turned out to be none for the other side says nothing to anyone. */
async function forgetEmptyRun(id: string): Promise<void> {
  await execute('delete from sync_runs where id = $1 and created + updated + linked + conflicts + errors = 0', [id]);
}

type Job = JobContext<{ runId: string }, never>;

async function workOnAll(context: Context, job: Job): Promise<void> {
  let looked = 0;
  for (const side of ['client', 'ops'] as const) {
    let after: string | undefined;
    for (;;) {
      job.signal.throwIfAborted();
      const page = await onSide(context, side, () =>
        recordVersions(context.definition.kind, { ...(after !== undefined && { after }), limit: PAGE }),
      );
      for (const id of await wanted(context, side, page)) {
        job.signal.throwIfAborted();
        await syncRecord(context, side, id);
        if ((looked += 1) % SHOW_EVERY === 0) await show(context, job, looked);
      }
      if (page.length < PAGE) break;
      after = page.at(-1)!.id;
    }
  }
  await show(context, job, looked);
}

/** Records of a page that a run has to look at: linked ones that changed, and others that the filter lets in. */
async function wanted(
  { definition, claimed }: Context,
  side: Side,
  page: readonly { id: string; version: number }[],
): Promise<string[]> {
  const ids = page.map(({ id }) => id);
  const known = await query<{ id: string; version: number; other_changed: boolean }>(
    `select ${side}_record as id, ${side}_version as version, definition_version <> $3 as other_changed
      from sync_links where definition_id = $1 and ${side}_record = any($2)`,
    [definition.id, ids, definition.version],
  );
  const links = new Map(known.map((link) => [link.id, link]));
  const result: string[] = [];
  for (const { id, version } of page) {
    if (claimed[side].has(id)) continue;
    const link = links.get(id);
    if (link ? link.version !== version || link.other_changed : await letIn(definition, side, id)) result.push(id);
  }
  return result;
}

/** Whether an unlinked record takes part, as the side that it comes from sees it. */
function letIn(definition: DefinitionRow, side: Side, id: string): Promise<boolean> {
  const { filter, kind } = definition;
  if (definition.direction === (side === 'ops' ? 'to_ops' : 'to_client')) return Promise.resolve(false);
  if (!filter || filter.conditions.length === 0) return Promise.resolve(true);
  return onSide({ definition }, side, () => recordMatches(kind, id, filter));
}

async function workOnChanges(context: Context, job: Job): Promise<void> {
  const { definition } = context;
  let looked = 0;
  for (;;) {
    job.signal.throwIfAborted();
    const dirty = await selectRows(
      'sync_dirty',
      ['side', 'recordId'],
      { definitionId: definition.id },
      { orderBy: ['side', 'recordId'], limit: PAGE },
    );
    if (dirty.length === 0) break;
    for (const { side, recordId: id } of dirty) {
      await workOnChange(context, side, id);
      looked += 1;
    }
  }
  await show(context, job, looked);
}

/** Taken off the list and brought over in one transaction: a process that dies in between leaves it on the list. */
function workOnChange(context: Context, side: Side, id: string): Promise<void> {
  const { definition } = context;
  return transaction(async () => {
    // Held first, as `syncRecord` will want it: who changes the record meanwhile puts it on the list again after this.
    await query('select 1 from sync_definitions where id = $1 for update', [definition.id]);
    const [due] = await query<{ chain: string[] }>(
      'delete from sync_dirty where definition_id = $1 and side = $2 and record_id = $3 returning chain',
      [definition.id, side, id],
    );
    const page = await onSide(context, side, () => recordVersions(definition.kind, { ids: [id], limit: 1 }));
    for (const wantedId of await wanted(context, side, page))
      await syncRecord({ ...context, chain: due?.chain ?? [] }, side, wantedId);
  });
}

async function show({ definition, runId }: Context, job: Job, looked: number): Promise<void> {
  job.progress(looked, undefined, 'records checked');
  if (runId) await updateRows('sync_runs', { lookedAt: looked }, { id: runId });
  await tell(definition);
}

const SPANS = { hourly: '1 hour', daily: '1 day' } as const;

/** When a sync runs next by itself; null when that is not a question of time. */
export const nextRunSql = (schedule: DefinitionRow['schedule']) =>
  schedule === 'hourly' || schedule === 'daily' ? `now() + interval '${SPANS[schedule]}'` : 'null::timestamptz';

/** Names of the recurring work, for tests. */
export const RUN_DUE = 'clients.sync-due';
export const syncDueRecurring = defineRecurring({
  name: RUN_DUE,
  title: 'Run scheduled client syncs',
  every: 60,
  handler: runDue,
});
export const syncForgetRecurring = defineRecurring({
  name: 'clients.sync-forget',
  title: 'Delete old client sync runs',
  every: 86_400,
  handler: forgetOld,
});

async function runDue(): Promise<void> {
  await transaction(async () => {
    const due = await query<DefinitionRow>(
      `${DEFINITION} where d.state = 'on' and d.next_at <= now()
        order by d.next_at limit 100 for update of d skip locked`,
    );
    for (const definition of due) {
      await execute(`update sync_definitions set next_at = ${nextRunSql(definition.schedule)} where id = $1`, [
        definition.id,
      ]);
      if ((await openRuns(definition.id)) === 0) await startRun(definition, 'schedule');
    }
  });
}

async function forgetOld(): Promise<void> {
  await forgetRows('sync_runs', `finished_at < now() - interval '${KEEP_LOG}'`);
  await forgetRows('sync_log', `run_id is null and at < now() - interval '${KEEP_LOG}'`);
}
