/** Enqueueing jobs, and looking after them. The running of them is in `worker.ts`. */
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { asSystem, currentUserId, currentWorkspaceId, execute, query, transaction } from '../db/index.ts';
import { forgetRows } from '../db/delete-in-batches.ts';
import { notify } from '../events/bus.ts';
import { publishPaths } from '../events/emit.ts';
import { stillAsked } from './requester.ts';
import { type JobDefinition, jobDefinitions } from './define.ts';
import { type Ending, STOPPED, tellEnded, tellRevived } from './job-outcome.ts';
import { deliver, newDeliveryId } from './queue.ts';

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A job as it is shown. */
export interface Job {
  id: string;
  kind: string;
  title: string;
  state: JobState;
  progress: { done: number; total: number | null; message: string | null };
  result: unknown;
  /** What went wrong, in words; also while it waits for another try. */
  error: string | null;
  /** Cancelling was asked for and is under way. */
  cancelling: boolean;
  createdBy: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** The live channel's path of everything about jobs. */
export const JOBS_PATH = '/api/jobs';
/** Channel on which workers hear that a job shall stop; the payload is its id. */
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
 * Puts a job into the queue of the present workspace, in the name of the present user. Inside `transaction()` it exists
 * exactly when the transaction commits, and no worker starts it before that.
 * @param options.delaySeconds earliest start from now
 * @returns the job's id.
 * @throws ZodError when the payload is not what the job declared: a mistake in our code.
 */
export async function enqueue<Payload, State, Result>(
  job: JobDefinition<Payload, State, Result>,
  payload: NoInfer<Payload>,
  options: { delaySeconds?: number } = {},
): Promise<string> {
  const checked = job.payload.parse(payload);
  const id = newId();
  const deliveryId = newDeliveryId();
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    await query(
      `insert into jobs (id, workspace_id, kind, title, payload, state, delivery_id, created_by)
        values ($1, $2, $3, $4, $5, 'queued', $6, $7)`,
      [
        id,
        workspaceId,
        job.name,
        job.title(checked).slice(0, 300),
        JSON.stringify(checked),
        deliveryId,
        currentUserId(),
      ],
    );
    await deliver(job.name, id, deliveryId, options.delaySeconds);
    await publishPaths(workspaceId, [JOBS_PATH]);
  });
  return id;
}

/**
 * The present user's jobs in the present workspace, newest first; those that no person started are not among them.
 * @param before id of the last job of the page before
 */
export async function listJobs(options: { active?: boolean; before?: string; limit: number }): Promise<Job[]> {
  const states = options.active ? ['queued', 'running'] : ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
  const rows = await query<Row>(
    // Ids are made in the order of time, so they alone give the order.
    `select ${COLUMNS} from jobs where created_by = $1 and workspace_id = $2 and state = any($3)
      and ($4::uuid is null or id < $4) order by id desc limit $5`,
    [currentUserId(), currentWorkspaceId(), states, options.before ?? null, options.limit],
  );
  return rows.map(toJob);
}

/** One of the present user's jobs. @throws AppError `not_found`, also for other people's. */
export async function getJob(id: string): Promise<Job> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from jobs where id = $1 and created_by = $2 and workspace_id = $3`,
    [id, currentUserId(), currentWorkspaceId()],
  );
  if (!row) throw notFound('The job');
  return toJob(row);
}

/** Whose jobs an act may touch; the job's id is `$1`. */
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
 * Stops one of the present user's jobs: at once when it waits, at its next opportunity when it runs. What it has done
 * until then stays.
 * @throws AppError `not_found`; `conflict` when it is over.
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
 * Starts a failed or cancelled job of the present user again, from its last checkpoint.
 * @throws AppError `not_found`; `conflict` when it did not fail, or what it worked on is worked on otherwise by now.
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

/** A job of the installation, with whose it is; what came of it is for those who started it. */
export interface InstallationJob extends Omit<Job, 'result'> {
  workspace: { id: string; name: string } | null;
  creator: { id: string; name: string } | null;
}

/**
 * Jobs of all workspaces, newest first, also those that no person started. For administrators of the installation.
 * @param options.before id of the last job of the page before
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

/** As `cancelJob`, for any job of the installation. */
export const cancelAnyJob = (id: string): Promise<Job> => asSystem(() => cancel(id, ANYBODYS));

/**
 * As `retryJob`, for any job of the installation.
 * @param by who starts it again: what whoever asked for it may not do any more goes on in their name
 */
export const retryAnyJob = (id: string, by: string | null = null): Promise<Job> =>
  asSystem(() => retry(id, ANYBODYS, by));

/** Gives a job to somebody else where who asked for it has left. @returns in whose name it runs */
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

/** Removes jobs that ended long ago. @returns how many. */
export async function forgetOldJobs(): Promise<number> {
  return forgetRows('jobs', `finished_at < now() - interval '${KEEP}'`);
}
