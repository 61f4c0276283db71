/** The durable side of synchronization: who begins to look after a mailbox, and when. */
import * as z from 'zod';
import { currentWorkspaceId, inWorkspace, query, updateRows, NOW } from '../../../../server/db/index.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { noticeNew } from '../notice-new.ts';
import { dueMailboxes, type Lease } from './lease.ts';
import { attend, hasRoom } from './mailbox.ts';

/**
 * Begins to look after a mailbox in this process. It stands in nobody's list of jobs: the page shows its progress. The
 * work itself runs in the name of the mailbox's owner.
 */
export const syncJob = defineJob({
  name: 'mail.sync',
  title: 'Synchronize a mailbox',
  payload: z.object({ accountId: z.uuid() }),
  concurrency: 4,
  retry: { limit: 3, backoff: 5 },
  handler: async ({ payload }) => {
    if (hasRoom()) await attend(payload.accountId, noticeNew);
  },
});

/** Sees to it that a mailbox of the present workspace is looked after soon, once the ambient transaction has committed. */
export async function wakeMailbox(accountId: string): Promise<void> {
  await updateRows('mail_accounts', { nextSyncAt: NOW }, { id: accountId, workspaceId: currentWorkspaceId() });
  await enqueueSync({ accountId, workspaceId: currentWorkspaceId() });
}

async function enqueueSync({ accountId, workspaceId }: Pick<Lease, 'accountId' | 'workspaceId'>): Promise<void> {
  await inWorkspace(workspaceId, null, async () => {
    const waiting = await query(
      `select 1 from jobs where workspace_id = $1 and kind = $2 and state in ('queued', 'running') and payload ->> 'accountId' = $3 limit 1`,
      [workspaceId, syncJob.name, accountId],
    );
    if (waiting.length === 0) await enqueue(syncJob, { accountId });
  });
}

const MAX_DUE = 200;

export const watchMailboxesRecurring = defineRecurring({
  name: 'mail.watch',
  title: 'Look after mailboxes that no process looks after',
  every: 5,
  handler: async () => {
    for (const due of await dueMailboxes(MAX_DUE)) await enqueueSync(due);
  },
});
