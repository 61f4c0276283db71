/** Requests whose time is over lapse; those that were put aside come back. */
import {
  asSystem,
  inWorkspace,
  NEXT_VERSION,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { APPROVALS } from '../paths.ts';
import type { ApprovalRow } from './rows.ts';
import { close } from './run.ts';

const BATCH = 500;

type Due = Pick<ApprovalRow, 'id' | 'kind' | 'origin'> & { workspace_id: string; expired: boolean };

async function lapseAndWake(): Promise<void> {
  for (;;) {
    const due = await asSystem(() =>
      transaction(async () => {
        const rows = await query<Due>(
          // In the order of the index that holds those which wait: in that of ids all approvals there ever were are
          // walked.
          `select id, kind, origin, workspace_id, coalesce(expires_at <= now(), false) as expired from approvals
         where state = 'pending' and least(expires_at, snoozed_until) <= now()
            order by least(expires_at, snoozed_until) limit ${BATCH} for update skip locked`,
        );
        for (const row of rows)
          await inWorkspace(row.workspace_id, null, () =>
            withAllRecords(() => (row.expired ? close(row, 'expired') : wake(row.id))),
          );
        return rows.length;
      }),
    );
    if (due < BATCH) return;
  }
}

async function wake(id: string): Promise<void> {
  await updateRows('approvals', { snoozedUntil: null, version: NEXT_VERSION }, { id });
  await emit({ type: 'approval.woken', subject: { type: 'approval', id }, paths: [APPROVALS.list] });
}

/** Name of the recurring work, for tests. */
export const EXPIRY = 'approvals.expiry';
export const expiryRecurring = defineRecurring({
  name: EXPIRY,
  title: 'Expire overdue approvals and wake snoozed ones',
  every: 20,
  handler: lapseAndWake,
});
