/** Warns people before one of their keys in use expires, because its calls would stop without notice. */
import { query } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

export const RUNS_OUT = defineNotificationKind({
  name: 'api_key_expires',
  group: 'Your account',
  label: 'Expiring API keys',
  hint: 'Sent 7 days and 1 day before an API key in use expires.',
  ways: { inApp: true, email: true },
});

/** Days before the end. */
const RUNGS = [7, 1] as const;
const BATCH = 500;

interface Key {
  id: string;
  user_id: string;
  workspace_id: string;
  name: string;
}

/** Looks at the keys of everyone; runs as system. @param now the present instant */
export async function tellOfExpiringKeys(now: Date): Promise<void> {
  for (const rung of RUNGS) {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      // Keys created for only a few days need no warning.
      const keys = await query<Key>(
        `select k.id, k.user_id, k.workspace_id, k.name from api_keys k join users u on u.id = k.user_id and u.active
         where k.id > $1 and k.last_used_at is not null and k.expires_at > $2
            and k.expires_at <= $2::timestamptz + make_interval(days => $3)
            and k.created_at < k.expires_at - make_interval(days => $3 * 2)
         order by k.id limit ${BATCH}`,
        [after, now, rung],
      );
      for (const key of keys) {
        await tellUser(key.user_id, RUNS_OUT, {
          title: `Your API key “${key.name}” expires within ${rung === 1 ? '1 day' : `${rung} days`}`,
          body: 'The key is in use. Create a new key and replace it before then.',
          href: '/settings?tab=api-keys',
          key: `api_key:${key.id}:${rung}`,
          workspaceId: key.workspace_id,
        });
      }
      if (keys.length < BATCH) break;
      after = keys.at(-1)!.id;
    }
  }
}

export const expiringKeysRecurring = defineRecurring({
  name: 'identity.expiring_keys',
  title: 'Expiring API keys',
  every: 3600,
  handler: () => tellOfExpiringKeys(new Date()),
});
