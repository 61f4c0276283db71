/** Enqueues and manages jobs. `worker.ts` runs them. */
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { asSystem, currentUserId, currentWorkspaceId, execute, inWorkspace, query, transaction } from '../db/index.ts';
import { forgetRows } from '../db/delete-in-batches.ts';
import { notify } from '../events/bus.ts';
import { publishPaths } from '../events/emit.ts';
import { stillAsked } from './requester.ts';
import { type JobDefinition, jobDefinitions } from './define.ts';
import { type Ending, STOPPED, tellEnded, tellRevived } from './job-outcome.ts';
import { deliver, newDeliveryId } from './queue.ts';

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A job as people see it. */
export interface Job {
  id: string;
  kind: string;
  title: string;
  state: JobState;
  progress: { done: number; total: number | null; message: string | null };
  result: unknown;
  /** The error in words; also while it waits for a retry. */
  error: string | null;
  /** Cancellation was requested and is in progress. */
  cancelling: boolean;
  createdBy: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** The live channel's path for all jobs. */
export const JOBS_PATH = '/api/jobs';
/** Channel on which workers hear that a job must stop; the payload is its id. */
export const CANCEL_CHANNEL = 'gauntlet_job_cancel';

interface Row {
  id: string;
  kind: string;
  title: string;
  state: JobState;
  done: number;
  total: number | null;
  message: string | null;
  result: unknown;
  error: string | null;
  cancel_requested: boolean;
  created_by: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

const COLUMNS =
  'id, kind, title, state, done, total, message, result, error, cancel_requested, created_by, created_at, started_at, finished_at';

function toJob(row: Row): Job {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    progress: { done: row.done, total: row.total, message: row.message },
    result: row.result,
    error: row.error,
    cancelling: row.cancel_requested && row.state === 'running',
    createdBy: row.created_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

/**
 * Queues a job in the current workspace, in the name of the current user. Inside `transaction()` it exists exactly when
 * the transaction commits, and no worker starts it earlier.
 * @param options.delaySeconds earliest start from now
 * @param options.continues an earlier job of this kind and workspace: the new one resumes from its last checkpoint
 * @returns the job's id
 * @throws ZodError when the payload does not match the declaration, which is a bug in our code
 */
export async function enqueue<Payload, State, Result>(
  job: JobDefinition<Payload, State, Result>,
  payload: NoInfer<Payload>,
  options: { delaySeconds?: number; continues?: string } = {},
): Promise<string> {
  const checked = job.payload.parse(payload);
  const id = newId();
  const deliveryId = newDeliveryId();
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    await query(
      `insert into jobs (id, workspace_id, kind, title, payload, state, delivery_id, created_by, checkpoint)
        values ($1, $2, $3, $4, $5, 'queued', $6, $7,
          (select checkpoint from jobs where id = $8 and workspace_id = $2 and kind = $3))`,
      [
        id,
        workspaceId,
        job.name,
        job.title(checked).slice(0, 300),
        JSON.stringify(checked),
        deliveryId,
        currentUserId(),
        options.continues ?? null,
      ],
    );
    await deliver(job.name, id, deliveryId, options.delaySeconds);
    await publishPaths(workspaceId, [JOBS_PATH]);
  });
  return id;
}

/**
 * Queues a job that works off whatever is due in the current workspace, in nobody's name, unless one with the same
 * payload waits already. That one then starts after the ambient transaction, and so sees what it wrote: without the lock
 * it could start, find nothing, and end just before the commit.
 */
export async function enqueueUnlessQueued<Payload, State, Result>(
  job: JobDefinition<Payload, State, Result>,
  payload: NoInfer<Payload>,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await inWorkspace(workspaceId, null, () =>
    transaction(async () => {
      const waiting = await query(
        `select 1 from jobs where workspace_id = $1 and kind = $2 and state = 'queued' and payload = $3 limit 1 for share`,
        [workspaceId, job.name, JSON.stringify(payload)],
      );
      if (waiting.length === 0) await enqueue(job, payload);
    }),
  );
}

/**
 * The current user's jobs in the current workspace, newest first, without those that no person started.
 * @param before id of the last job of the previous page
 */
export async function listJobs(options: { active?: boolean; before?: string; limit: number }): Promise<Job[]> {
  const states = options.active ? ['queued', 'running'] : ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
  const rows = await query<Row>(
    // Ids are ordered by time, so they alone give the order.
    `select ${COLUMNS} from jobs where created_by = $1 and workspace_id = $2 and state = any($3)
      and ($4::uuid is null or id < $4) order by id desc limit $5`,
    [currentUserId(), currentWorkspaceId(), states, options.before ?? null, options.limit],
  );
  return rows.map(toJob);
}

/** One of the current user's jobs. @throws AppError `not_found`, also for other people's */
export async function getJob(id: string): Promise<Job> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from jobs where id = $1 and created_by = $2 and workspace_id = $3`,
    [id, currentUserId(), currentWorkspaceId()],
  );
  if (!row) throw notFound('The job');
  return toJob(row);
}

/** The jobs an action may touch; the job's id is `$1`. */
interface Whose {
  sql: string;
  values: readonly unknown[];
}
const mine = (): Whose => ({
  sql: 'and created_by = $2 and workspace_id = $3',
  values: [currentUserId(), currentWorkspaceId()],
});
const ANYBODYS: Whose = { sql: '', values: [] };

/**
 * Stops one of the current user's jobs: at once when it waits, at its next opportunity when it runs. Finished work
 * stays.
 * @throws AppError `not_found`; `conflict` when it is over
 */
export const cancelJob = (id: string): Promise<Job> => cancel(id, mine());

async function cancel(id: string, { sql, values }: Whose): Promise<Job> {
  return transaction(async () => {
    const [row] = await query<Row & Ending>(
      `update jobs set cancel_requested = true,
         state = case when state = 'queued' then 'cancelled' else state end,
         finished_at = case when state = 'queued' then now() else null end
       where id = $1 ${sql} and state in ('queued', 'running') returning ${COLUMNS}, workspace_id, payload`,
      [id, ...values],
    );
    if (!row) throw overOrAbsent(await stateOf(id, { sql, values }), 'cancelled');
    if (row.state === 'cancelled') await tellEnded(row, { state: 'cancelled', error: STOPPED });
    await notify(CANCEL_CHANNEL, id);
    await publishPaths(row.workspace_id, [JOBS_PATH]);
    return toJob(row);
  });
}

/**
 * Restarts a failed or canceled job of the current user from its last checkpoint.
 * @throws AppError `not_found`; `conflict` when it did not fail, or its work is done otherwise by now
 */
export const retryJob = (id: string): Promise<Job> => retry(id, mine());

async function retry(id: string, { sql, values }: Whose, inNameOf: string | null = null): Promise<Job> {
  return transaction(async () => {
    const deliveryId = newDeliveryId();
    const [row] = await query<Row & Ending>(
      `update jobs set state = 'queued', delivery_id = $${values.length + 2}, failures = 0, interruptions = 0,
        error = null, cancel_requested = false, finished_at = null
       where id = $1 ${sql} and state in ('failed', 'cancelled') returning ${COLUMNS}, workspace_id, payload`,
      [id, ...values, deliveryId],
    );
    if (!row) throw overOrAbsent(await stateOf(id, { sql, values }), 'started again');
    if (inNameOf) row.created_by = await askedBy(row, inNameOf);
    await tellRevived(row);
    await deliver(row.kind, id, deliveryId);
    await publishPaths(row.workspace_id, [JOBS_PATH]);
    return toJob(row);
  });
}

async function stateOf(id: string, { sql, values }: Whose): Promise<JobState> {
  const [row] = await query<{ state: JobState }>(`select state from jobs where id = $1 ${sql}`, [id, ...values]);
  if (!row) throw notFound('The job');
  return row.state;
}

/** A job of the installation with its owner; the result is only for the person who started it. */
export interface InstallationJob extends Omit<Job, 'result'> {
  workspace: { id: string; name: string } | null;
  creator: { id: string; name: string } | null;
}

/**
 * Jobs of all workspaces, newest first, including those that no person started. For administrators of the installation.
 * @param options.before id of the last job of the previous page
 */
export function listAllJobs(options: {
  state?: JobState | undefined;
  search?: string | undefined;
  before?: string | undefined;
  limit: number;
}): Promise<InstallationJob[]> {
  return asSystem(async () => {
    const rows = await query<Row & { workspace: InstallationJob['workspace']; creator: InstallationJob['creator'] }>(
      `select ${COLUMNS.split(', ')
        .map((column) => `j.${column}`)
        .join(
          ', ',
        )}, case when w.id is null then null else jsonb_build_object('id', w.id, 'name', w.name) end as workspace,
         case when u.id is null then null else jsonb_build_object('id', u.id, 'name', u.name) end as creator
       from jobs j left join workspaces w on w.id = j.workspace_id left join users u on u.id = j.created_by
       where ($1::text is null or j.state = $1) and ($2::uuid is null or j.id < $2)
          and ($3::text is null or position($3 in lower(j.title || ' ' || j.kind)) > 0) order by j.id desc limit $4`,
      [options.state ?? null, options.before ?? null, options.search?.toLowerCase() || null, options.limit],
    );
    return rows.map((row) => {
      const { result: _, ...job } = toJob(row);
      return { ...job, workspace: row.workspace, creator: row.creator };
    });
  });
}

/** Like `cancelJob`, for any job of the installation. */
export const cancelAnyJob = (id: string): Promise<Job> => asSystem(() => cancel(id, ANYBODYS));

/**
 * Like `retryJob`, for any job of the installation.
 * @param by the person who restarts it; the job runs in their name if its asker lost the right to it
 */
export const retryAnyJob = (id: string, by: string | null = null): Promise<Job> =>
  asSystem(() => retry(id, ANYBODYS, by));

/** Reassigns a job whose asker has left. @returns in whose name it runs */
async function askedBy({ id, kind, created_by: before }: Ending, by: string): Promise<string | null> {
  const given = await execute(
    `update jobs set created_by = $2 where id = $1 and not ${stillAsked(jobDefinitions().get(kind)?.asker)}`,
    [id, by],
  );
  return given > 0 ? by : before;
}

function overOrAbsent(state: JobState, wanted: string): AppError {
  return new AppError('conflict', `The job cannot be ${wanted}: it is ${state}.`, { details: { state } });
}

const KEEP = '90 days';

/** Deletes jobs that ended long ago. @returns how many */
export async function forgetOldJobs(): Promise<number> {
  return forgetRows('jobs', `finished_at < now() - interval '${KEEP}'`);
}
