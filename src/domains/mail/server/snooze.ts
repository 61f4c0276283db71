/** Snoozed conversations whose time has come. */
import { asSystem, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { MAIL } from '../paths.ts';

const MAX = 1_000;

/** Name of the recurring work, for tests. */
export const WAKE_SNOOZED = 'mail.wake_snoozed';

/** They are new again: on top of the inbox, and unread. */
export const wakeSnoozedRecurring = defineRecurring({
  name: WAKE_SNOOZED,
  title: 'Bring snoozed emails back',
  every: 15,
  handler: () =>
    asSystem(() =>
      transaction(async () => {
        const woken = await query<{ workspaceId: string }>(
          `update mail_threads set snoozed_until = null, last_at = greatest(last_at, now()) where id in
            (select id from mail_threads where snoozed_until <= now() order by snoozed_until limit ${MAX} for update skip locked)
            returning workspace_id as "workspaceId"`,
        );
        for (const id of new Set(woken.map(({ workspaceId }) => workspaceId)))
          await publishPaths(id, [MAIL.threads, MAIL.accounts]);
      }),
    ),
});
