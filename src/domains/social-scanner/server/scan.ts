/** A scan: asks the sources of a watch that may be asked now, each at its own pace, and keeps what matches. */
import * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { asSystem, currentWorkspaceId, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { userAgent } from '../../lead-scraper/index.ts';
import { parseQuery } from '../engine/query.ts';
import { checkSpike } from './alerts.ts';
import { NOT_ASKED, SOURCES } from './sources/index.ts';
import { type Answer, pauseAfter } from './sources/source.ts';
import { DAY_MS, publishWatches, storePosts } from './store-posts.ts';

type ScanJob = JobContext<{ watchId: string }, { done: string[] }>;

/** Hosts that are asked at once. */
const PARALLEL = 4;

export const scanJob = defineJob<{ watchId: string }, { done: string[] }>({
  name: 'social-scanner.scan',
  title: 'Scan public posts',
  payload: z.object({ watchId: z.uuid() }),
  concurrency: 2,
  retry: { limit: 3, backoff: 5 },
  handler: scan,
  async ended({ watchId }, { jobId, error, state }) {
    await execute(
      `update social_watches set state = 'idle', job_id = null, error = $3, next_scan_at = now() + make_interval(mins => interval_minutes)
        where id = $1 and job_id = $2`,
      [watchId, jobId, state === 'cancelled' ? 'The scan was canceled.' : error],
    );
    await publishWatches();
  },
  async revived({ watchId }, jobId) {
    await execute(
      `update social_watches set state = 'scanning', job_id = $2, error = '' where id = $1 and state = 'idle'`,
      [watchId, jobId],
    );
    await publishWatches();
  },
});

interface StoredWatch {
  id: string;
  query: string;
  state: string;
  jobId: string | null;
  retentionDays: number;
  createdBy: string | null;
}

interface StoredSource {
  id: string;
  kind: keyof typeof SOURCES;
  address: string;
  cursor: Record<string, unknown>;
  failures: number;
}

/** Locks the watch for this worker. @returns undefined when the scan is another worker's, or over */
async function lockWatch(job: ScanJob, done: readonly string[]): Promise<StoredWatch | undefined> {
  const [watch] = await query<StoredWatch>(
    `select id, query, state, job_id as "jobId", retention_days as "retentionDays", created_by as "createdBy"
      from social_watches where id = $1 and workspace_id = $2 for update`,
    [job.payload.watchId, currentWorkspaceId()],
  );
  if (!watch) return undefined;
  await job.checkpoint({ done: [...done] });
  return watch.jobId === job.jobId && watch.state === 'scanning' ? watch : undefined;
}

/** Sources that may be asked: not gone, and not asking to wait. */
const ASKABLE = `s.kind not in ${NOT_ASKED} and s.state <> 'gone' and (s.retry_at is null or s.retry_at <= now())`;

async function scan(job: ScanJob): Promise<void> {
  const done = job.state?.done ?? [];
  const watch = await transaction(() => lockWatch(job, done));
  if (!watch) return;
  const sources = await query<StoredSource>(
    `select s.id, s.kind, s.address, s.cursor, s.failures from social_sources s
      where s.watch_id = $1 and s.workspace_id = $2 and ${ASKABLE} and s.id <> all($3::uuid[]) order by s.id`,
    [watch.id, currentWorkspaceId(), done],
  );
  const total = sources.length + done.length;
  await execute('update social_watches set scan_total = $2 where id = $1', [watch.id, total]);
  const agent = await userAgent(watch.createdBy);
  // A host has one request at a time, whatever the number of its feeds.
  const chains = Map.groupBy(sources, ({ kind, address }) => SOURCES[kind].host(address)).values();
  const worker = async () => {
    for (const chain of chains)
      for (const source of chain) {
        job.signal.throwIfAborted();
        if (!(await scanSource(job, watch, source, { agent, done }))) return;
        job.progress(done.length, total, 'Reading sources');
      }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  await transaction(async () => {
    if (!(await lockWatch(job, done))) return;
    await execute(
      `update social_watches set state = 'idle', job_id = null, error = '', last_scan_at = now(),
          next_scan_at = now() + make_interval(mins => interval_minutes) where id = $1`,
      [watch.id],
    );
    await checkSpike(watch.id, new Date());
    await publishWatches();
  });
}

/** @returns whether the scan is still this worker's */
async function scanSource(
  job: ScanJob,
  watch: StoredWatch,
  source: StoredSource,
  { agent, done }: { agent: string; done: string[] },
): Promise<boolean> {
  const parsed = parseQuery(watch.query);
  if ('problem' in parsed) throw new Error(`The stored query of watch ${watch.id} cannot be read`);
  const now = new Date();
  const answer = await SOURCES[source.kind].ask({
    address: source.address,
    cursor: source.cursor,
    query: parsed.query,
    since: new Date(now.getTime() - watch.retentionDays * DAY_MS),
    now,
    agent,
    signal: job.signal,
  });
  return transaction(async () => {
    const current = await lockWatch(job, [...done, source.id]);
    // Someone changed the query meanwhile: the answer belongs to the old one.
    if (!current || current.query !== watch.query) return false;
    done.push(source.id);
    let added = 0;
    if (answer.state === 'ok') {
      const place = { watchId: watch.id, sourceId: source.id, query: parsed.query, retentionDays: watch.retentionDays };
      ({ added } = await storePosts(place, answer.posts, now));
    }
    await noteAnswer(source, answer, now);
    await execute('update social_watches set scan_done = $2, scan_hits = scan_hits + $3 where id = $1', [
      watch.id,
      done.length,
      added,
    ]);
    await publishWatches();
    return true;
  });
}

async function noteAnswer(source: StoredSource, answer: Answer, now: Date): Promise<void> {
  const isGood = answer.state === 'ok' || answer.state === 'unchanged';
  const failures = answer.state === 'failing' ? source.failures + 1 : 0;
  const until =
    answer.state === 'waiting'
      ? answer.until
      : answer.state === 'failing'
        ? new Date(now.getTime() + pauseAfter(failures))
        : undefined;
  await execute(
    `update social_sources set state = $3, reason = $4, failures = $5, retry_at = $6, last_ok_at = case when $7 then $8::timestamptz else last_ok_at end,
        cursor = coalesce($9::jsonb, cursor), title = coalesce(nullif($10, ''), title) where id = $1 and workspace_id = $2`,
    [
      source.id,
      currentWorkspaceId(),
      isGood ? 'ok' : answer.state,
      'reason' in answer ? (answer.reason ?? '') : '',
      failures,
      until?.toISOString() ?? null,
      isGood,
      now.toISOString(),
      answer.state === 'ok' ? JSON.stringify(answer.cursor) : null,
      answer.state === 'ok' ? (answer.title ?? '').slice(0, 200) : '',
    ],
  );
}

/**
 * Starts a scan, in the ambient transaction.
 * @param isAsked by a person: failing sources are tried at once, and what keeps it from starting is an error
 * @throws AppError `not_found`; `conflict` while one runs, or when no source may be asked now
 */
export async function startScan(watchId: string, isAsked: boolean): Promise<boolean> {
  const [watch] = await query<{ state: string; isSample: boolean }>(
    'select state, is_sample as "isSample" from social_watches where id = $1 and workspace_id = $2 for update',
    [watchId, currentWorkspaceId()],
  );
  const refuse = (message: string): false => {
    if (isAsked) throw new AppError('conflict', message);
    return false;
  };
  if (!watch) {
    if (isAsked) throw notFound('The watch');
    return false;
  }
  if (watch.isSample)
    return refuse('This watch is sample data, and its sources are invented. Add a watch of your own.');
  if (watch.state === 'scanning') return refuse('This watch is being scanned already.');
  if (isAsked)
    await execute(
      `update social_sources set retry_at = null where watch_id = $1 and workspace_id = $2 and state = 'failing'`,
      [watchId, currentWorkspaceId()],
    );
  const [count] = await query<{ askable: number; all: number; until: string | null }>(
    `select count(*) filter (where ${ASKABLE})::integer as askable, count(*) filter (where s.kind not in ${NOT_ASKED})::integer as all,
        min(s.retry_at) as until from social_sources s where s.watch_id = $1 and s.workspace_id = $2`,
    [watchId, currentWorkspaceId()],
  );
  if (count!.askable === 0) {
    await execute(
      'update social_watches set next_scan_at = now() + make_interval(mins => interval_minutes) where id = $1',
      [watchId],
    );
    if (count!.all === 0)
      return refuse('Add a feed or another source first. Bluesky is read every minute without a scan.');
    return refuse('No source can be scanned now: each asked to wait, or is gone. See the reasons under its name.');
  }
  await execute(
    `update social_watches set state = 'scanning', scan_done = 0, scan_total = $2, scan_hits = 0, error = '', job_id = $3 where id = $1`,
    [watchId, count!.askable, await enqueue(scanJob, { watchId })],
  );
  await publishWatches();
  return true;
}

const MAX_DUE = 500;

/** Starts scans that are due. */
export const dueScansRecurring = defineRecurring({
  name: 'social-scanner.due',
  title: 'Scan public posts for watches that are due',
  every: 60,
  async handler({ signal }) {
    const due = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `select id, workspace_id as "workspaceId" from social_watches
          where state = 'idle' and not is_paused and not is_sample and next_scan_at <= now()
            and exists (select 1 from social_sources s where s.watch_id = social_watches.id and s.kind not in ${NOT_ASKED})
          order by next_scan_at limit ${MAX_DUE}`,
      ),
    );
    for (const { id, workspaceId } of due) {
      signal.throwIfAborted();
      await inWorkspace(workspaceId, null, () => transaction(() => startScan(id, false)));
    }
  },
});
