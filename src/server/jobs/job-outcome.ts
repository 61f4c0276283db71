/** Keeps a domain's own state in step with its job when a person stops the job or it gives up. */
import { inWorkspace, savepoint } from '../db/index.ts';
import { log } from '../observability/log.ts';
import { type JobEnd, jobDefinitions } from './define.ts';

/** The needed part of a job's row. */
export interface Ending {
  id: string;
  kind: string;
  workspace_id: string;
  created_by: string | null;
  payload: unknown;
}

/** A domain's text for work that a person stopped. */
export const STOPPED = 'It was stopped.';

/** Runs in the transaction that ends the job. A domain's failure does not keep the job from ending. */
export async function tellEnded(job: Ending, how: Omit<JobEnd, 'jobId'>): Promise<void> {
  const definition = jobDefinitions().get(job.kind);
  const { ended } = definition ?? {};
  if (!definition || !ended) return;
  try {
    await savepoint(() =>
      inWorkspace(job.workspace_id, job.created_by, () =>
        ended(definition.payload.parse(job.payload), { ...how, jobId: job.id }),
      ),
    );
  } catch (error) {
    log().error({ err: error, jobId: job.id, job: job.kind }, 'the end of a job could not be told');
  }
}

/** Runs in the transaction that restarts the job. @throws AppError when the domain's state no longer allows it */
export async function tellRevived(job: Ending): Promise<void> {
  const definition = jobDefinitions().get(job.kind);
  const { revived } = definition ?? {};
  if (definition && revived)
    await inWorkspace(job.workspace_id, job.created_by, () => revived(definition.payload.parse(job.payload), job.id));
}
