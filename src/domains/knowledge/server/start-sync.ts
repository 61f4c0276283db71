/** Starts the job that reads a source, unless it is under way. */
import { currentWorkspaceId, query, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { KNOWLEDGE } from '../paths.ts';
import { syncJob } from './sync-job.ts';

/** Runs in the transaction that adds what is to be read. */
export async function startSync(sourceId: string): Promise<void> {
  const [source] = await query<{ name: string; state: string; job_id: string | null }>(
    'select name, state, job_id from knowledge_sources where id = $1 for update',
    [sourceId],
  );
  // The running job looks for more under this lock before it ends.
  if (!source || (source.state === 'working' && source.job_id !== null)) return;
  const jobId = await enqueue(syncJob, { sourceId, name: source.name });
  await updateRows('knowledge_sources', { state: 'working', error: '', jobId }, { id: sourceId });
  await publishPaths(currentWorkspaceId(), [KNOWLEDGE.sources, KNOWLEDGE.status]);
}
