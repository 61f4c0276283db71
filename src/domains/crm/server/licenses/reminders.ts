/** The reminder ladder of licenses that expire: each rung is told once, to the person who is responsible. */
import { dayAt } from '../../../../kernel/days.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { RENEWAL_LADDER } from '../../contract.ts';
import { daysUntil, dueRung, WATCHED_STANDINGS } from '../../engine/licenses/license-renewal.ts';
import { LICENSES_PAGE } from '../../paths.ts';

export const RENEWAL = defineNotificationKind({
  name: 'license_renewal',
  group: 'Business',
  label: 'Expiring licenses',
  hint: `${RENEWAL_LADDER.join(', ')} days before a license that you are responsible for expires, and when it has.`,
  ways: { inApp: true, email: true },
});

/** From this hour of the workspace's day on people are told: no one's phone should ring at midnight. */
const FIRST_HOUR = 8;
const BATCH = 500;

/**
 * Marks the rung on which a newly entered date stands as told: whoever just wrote it down knows it. In the ambient
 * transaction.
 */
export async function seedReminder(licenseId: string, expiresOn: string | null, today: string): Promise<void> {
  const rung = expiresOn === null ? undefined : dueRung(expiresOn, today);
  if (rung === undefined) return;
  await query(
    'insert into business_license_reminders (workspace_id, license_id, expires_on, rung) values ($1, $2, $3, $4) on conflict do nothing',
    [currentWorkspaceId(), licenseId, expiresOn, rung],
  );
}

interface Candidate {
  id: string;
  workspace_id: string;
  name: string;
  authority: string;
  renewal_url: string;
  expires_on: string;
  time_zone: string;
  recipients: string[];
}

/** Licenses that may be due, with whom to tell: the responsible person while active, else the workspace's owners. */
const CANDIDATES = `
  select b.id, b.workspace_id, b.name, b.authority, b.renewal_url, b.expires_on, w.time_zone,
    case when r.id is not null then array[r.id] else array(
      select m.user_id from memberships m join users u on u.id = m.user_id and u.active
        where m.workspace_id = b.workspace_id and m.role = 'owner'
    ) end as recipients
  from business_licenses b join workspaces w on w.id = b.workspace_id and w.archived_at is null
    and app_is_on(w.id, 'licenses')
  left join users r on r.id = b.responsible_id and r.active and exists
    (select 1 from memberships m where m.workspace_id = b.workspace_id and m.user_id = r.id)
  where b.deleted_at is null and b.standing = any($1) and b.expires_on between $2::date - 40 and $2::date + 91
    and b.id > $3
  order by b.id limit ${BATCH}`;

/** Looks at every license near its end, in all workspaces; runs as system. @param now the present instant */
export async function remindOfLicenses(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Candidate>(CANDIDATES, [WATCHED_STANDINGS, now.toISOString().slice(0, 10), after]);
    for (const row of rows) await remind(row, now);
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remind(license: Candidate, now: Date): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: license.time_zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  const today = dayAt(now, license.time_zone);
  const rung = dueRung(license.expires_on, today);
  // Where no one is there to be told, the rung waits for someone.
  if (rung === undefined || hour < FIRST_HOUR || license.recipients.length === 0) return;
  await transaction(async () => {
    const told = await query(
      'insert into business_license_reminders (workspace_id, license_id, expires_on, rung) values ($1, $2, $3, $4) on conflict do nothing returning rung',
      [license.workspace_id, license.id, license.expires_on, rung],
    );
    if (told.length === 0) return;
    for (const userId of license.recipients) {
      await tellUser(userId, RENEWAL, {
        title: sentence(license.name, daysUntil(license.expires_on, today)),
        body: [
          `Last day: ${license.expires_on}.`,
          license.authority && `Granted by ${license.authority}.`,
          license.renewal_url && `Renew at ${license.renewal_url}`,
        ]
          .filter(Boolean)
          .join(' '),
        href: `${LICENSES_PAGE}/${license.id}`,
        subject: { type: 'business_license', id: license.id },
        key: `license:${license.id}:${license.expires_on}:${rung}`,
        workspaceId: license.workspace_id,
      });
    }
  });
}

function sentence(name: string, left: number): string {
  if (left < 0) return `${name} has expired`;
  if (left === 0) return `${name} expires today`;
  return `${name} expires in ${left} ${left === 1 ? 'day' : 'days'}`;
}

export const licenseRemindersRecurring = defineRecurring({
  name: 'crm.license_reminders',
  title: 'Reminders of licenses that run out',
  every: 900,
  handler: () => remindOfLicenses(new Date()),
});
