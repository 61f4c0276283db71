/** Deletes expired sign-in data, which would grow with every stranger's attempt. */
import { forgetRows } from '../../../server/db/delete-in-batches.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';

/** Devices and addresses of sessions that ended are someone's data; so long they may help to understand a theft. */
const SESSIONS = '90 days';
const LINKS = '30 days';

/** Name of the recurring work, for tests. */
export const FORGET = 'identity.forget';

export const deleteExpiredRecurring = defineRecurring({
  name: FORGET,
  title: 'Delete ended sessions, used links, and attempt counters',
  every: 3_600,
  async handler() {
    await forgetRows('throttles', `reset_at < now() - interval '1 hour'`);
    await forgetRows('password_resets', `expires_at < now() - interval '${LINKS}'`);
    await forgetRows('mailed_links', `expires_at < now() - interval '${LINKS}'`);
    // Everyone's latest stays: it says when they were here last.
    await forgetRows(
      'sessions',
      `least(revoked_at, greatest(expires_at, renewable_until)) < now() - interval '${SESSIONS}'
      and exists (select 1 from sessions later where later.user_id = sessions.user_id
        and (later.last_seen_at, later.id) > (sessions.last_seen_at, sessions.id))`,
    );
  },
});
