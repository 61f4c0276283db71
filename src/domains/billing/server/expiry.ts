/** Ends grants and reservations whose time is over, also in workspaces where no one spends. */
import { asSystem, query } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { refreshCredits } from './apply.ts';

const BATCH = 500;

async function expireCredits(): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const due = await asSystem(() =>
      query<{ id: string }>(
        `select workspace_id as id from credit_accounts where due_at <= now() and workspace_id > $1
          order by workspace_id limit ${BATCH}`,
        [after],
      ),
    );
    for (const { id } of due) await refreshCredits(id);
    if (due.length < BATCH) return;
    after = due.at(-1)!.id;
  }
}

/** Name of the recurring work, for tests. */
export const CREDITS_EXPIRY = 'billing.expiry';
export const creditsExpiryRecurring = defineRecurring({
  name: CREDITS_EXPIRY,
  title: 'Expire credits and reservations',
  every: 30,
  handler: expireCredits,
});
