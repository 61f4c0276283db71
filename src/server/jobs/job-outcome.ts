/**
 * Keeping what a domain says of its own work in step with the job that does it, when a person or the end of all tries
 * decides about the job.
 */
import { inWorkspace, savepoint } from '../db/index.ts';
import { log } from '../observability/log.ts';
import { type JobEnd, jobDefinitions } from './define.ts';

/** What is needed of a job's row. */
export interface Ending {
  id: string;
  kind: string;
  workspace_id: string;
  created_by: string | null;
  payload: unknown;
}

/** What a domain says of work that a person stopped. */
export const STOPPED = 'It was stopped.';

/** In the transaction that ends the job. A fault in the domain does not keep the job from ending. */
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

/** In the transaction that starts the job again. @throws AppError where the domain has it otherwise by now */
export async function tellRevived(job: Ending): Promise<void> {
  const definition = jobDefinitions().get(job.kind);
  const { revived } = definition ?? {};
  if (definition && revived)
    await inWorkspace(job.workspace_id, job.created_by, () => revived(definition.payload.parse(job.payload), job.id));
}
