/** Executes runs: one job per workspace, started when there is work and every few seconds for waiting runs. */
import * as z from 'zod';
import { asSystem, inWorkspace, query } from '../../../server/db/index.ts';
import { forgetRows } from '../../../server/db/delete-in-batches.ts';
import { AGAIN, defineJob } from '../../../server/jobs/define.ts';
import { enqueueUnlessQueued } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { advanceAll } from './advance-runs.ts';

export const workJob = defineJob({
  name: 'automation.work',
  title: 'Running workflows',
  payload: z.object({}),
  concurrency: 2,
  retry: { limit: 3, backoff: 5 },
  handler: async (job) => ((await advanceAll(job)) ? AGAIN : undefined),
});

/** Sees to it that the present workspace's runs are worked off, after the ambient transaction has committed. */
export async function wakeWorker(): Promise<void> {
  await enqueueUnlessQueued(workJob, {});
}

const MAX = 1_000;

async function wakeAll(): Promise<void> {
  const due = await asSystem(() =>
    query<{ workspace_id: string }>(
      `select distinct workspace_id from workflow_runs
        where state in ('queued', 'running', 'waiting') and wake_at <= now() and app_is_on(workspace_id, 'automation')
        limit ${MAX}`,
      [],
      'workflows_due',
    ),
  );
  for (const { workspace_id: id } of due) await inWorkspace(id, null, wakeWorker);
}

/** Name of the recurring work, for tests. */
export const WAKE = 'automation.wake';
export const wakeRecurring = defineRecurring({
  name: WAKE,
  title: 'Continue waiting workflows',
  every: 5,
  handler: wakeAll,
});

const KEEP = '90 days';
export const deleteOldRunsRecurring = defineRecurring({
  name: 'automation.forget',
  title: 'Delete old workflow runs',
  every: 3_600,
  handler: () => forgetRows('workflow_runs', `finished_at < now() - interval '${KEEP}'`),
});
