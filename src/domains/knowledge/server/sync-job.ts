/**
 * Reads a source: fetches what is outside, reads the waiting documents into the index, then makes the vectors. Some
 * documents are one transaction with the job's checkpoint, so that after a restart nothing is done twice or left out.
 */
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, inWorkspace, query, transaction, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { AGAIN, defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { log } from '../../../server/observability/log.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import { KNOWLEDGE } from '../paths.ts';
import { fetchFeed } from './fetch-feed.ts';
import { fetchWeb } from './fetch-web.ts';
import { embedSource } from './index/embed.ts';
import { readNext } from './read-next.ts';
import type { SyncedSource } from './synced-source.ts';

interface Payload {
  sourceId: string;
  name: string;
}
interface State {
  isFetched: boolean;
}

type Job = JobContext<Payload, State>;

export const syncJob = defineJob<Payload, State>({
  name: 'knowledge.sync',
  title: ({ name }) => `Reading ${name}`,
  payload: z.object({ sourceId: z.uuid(), name: z.string() }),
  retry: { limit: 3, backoff: 5 },
  concurrency: 1,
  turn: 10,
  handler: sync,
  async ended({ sourceId }, { state, error, jobId }) {
    await updateRows(
      'knowledge_sources',
      { state: 'failed', error: state === 'cancelled' ? 'Reading was canceled.' : error, jobId: null },
      { id: sourceId, jobId },
    );
    await publishKnowledge();
  },
  async revived({ sourceId }, jobId) {
    await updateRows('knowledge_sources', { state: 'working', error: '', jobId }, { id: sourceId });
    await publishKnowledge();
  },
});

export const publishKnowledge = (): Promise<void> =>
  publishPaths(currentWorkspaceId(), [KNOWLEDGE.sources, KNOWLEDGE.documents, KNOWLEDGE.status]);

async function sync(job: Job): Promise<void | typeof AGAIN> {
  const source = await readSynced(job);
  if (!source) return;
  let problem = '';
  if (!job.state?.isFetched) {
    problem = await fetchOutside(source, job);
    await transaction(() => job.checkpoint({ isFetched: true }));
  }
  for (;;) {
    for (let read = 0; ;) {
      job.signal.throwIfAborted();
      const left = await countWaiting(source.id);
      if (left === 0) break;
      job.progress(read, read + left, 'Reading documents');
      const done = read;
      read += await readNext(source, {
        signal: job.signal,
        checkpoint: () => job.checkpoint({ isFetched: true }),
        onPage: (message) => job.progress(done, done + left, message),
        turnIsOver: () => job.turnIsOver(),
      });
      await publishKnowledge();
      if (job.turnIsOver()) return AGAIN;
    }
    const vectors = await makeVectors(source.id, job);
    if (vectors === 'more') return AGAIN;
    problem ||= vectors;
    if (await finish(source, job, problem)) return;
  }
}

/** The source, while it is this job's. */
async function readSynced({ jobId, payload: { sourceId } }: Job): Promise<SyncedSource | undefined> {
  const [source] = await query<SyncedSource>(
    `select id, number, kind, url, max_pages as "maxPages", feed from knowledge_sources where id = $1 and job_id = $2`,
    [sourceId, jobId],
  );
  return source;
}

async function countWaiting(sourceId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from knowledge_documents where source_id = $1 and state in ('waiting', 'reading')`,
    [sourceId],
  );
  return row!.count;
}

/** @returns what went wrong, in words; blank when nothing did */
async function fetchOutside(source: SyncedSource, { signal, progress }: Job): Promise<string> {
  const onStep = (done: number) => progress(done, undefined, 'Looking for changes');
  try {
    if (source.kind === 'web') return await fetchWeb(source, signal, onStep);
    // In nobody's name: what only the one who started it may see stays out.
    if (source.kind === 'feed') await inWorkspace(currentWorkspaceId(), null, () => fetchFeed(source, signal, onStep));
    return '';
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return error.message;
  }
}

/** @returns `more` when it is others' turn; what went wrong, in words, blank when nothing did */
async function makeVectors(sourceId: string, { signal, progress, turnIsOver }: Job): Promise<string> {
  let isOver = false;
  try {
    await embedSource(sourceId, signal, async (made) => {
      progress(made, undefined, 'Preparing search by meaning');
      await publishPaths(currentWorkspaceId(), [KNOWLEDGE.status]);
      isOver = turnIsOver();
      return !isOver;
    });
  } catch (error) {
    if (signal.aborted || !(error instanceof ProviderError || error instanceof AppError)) throw error;
    log().warn({ err: error }, 'passages have no vectors');
    return `Search by meaning is not ready: ${error.message} Search by words works.`;
  }
  return isOver ? 'more' : '';
}

/** Ends the job unless more came meanwhile. */
async function finish({ id }: SyncedSource, job: Job, problem: string): Promise<boolean> {
  return transaction(async () => {
    const [row] = await query<{ every_hours: number | null }>(
      'select every_hours from knowledge_sources where id = $1 and job_id = $2 for update',
      [id, job.jobId],
    );
    if (!row) return true;
    if ((await countWaiting(id)) > 0) return false;
    await job.checkpoint({ isFetched: true });
    await query(
      `update knowledge_sources set state = $2, error = $3, job_id = null, checked_at = now(),
        next_at = case when every_hours is not null then now() + every_hours * interval '1 hour' end where id = $1`,
      [id, problem === '' ? 'ready' : 'failed', problem],
    );
    await publishKnowledge();
    return true;
  });
}
