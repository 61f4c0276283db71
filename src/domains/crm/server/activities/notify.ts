/** Notifications about activities: reminders, assignments, and answers to invitations. */
import { runBeforeCommitWork } from '../../../../server/events/before-commit.ts';
import {
  asSystem,
  currentUserId,
  execute,
  inWorkspace,
  query,
  transaction,
  withAllRecords,
} from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import type { Activity, Attendee } from '../../contract/activities.ts';
import type { ActivityData } from '../../engine/activities/activity-data.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { givenBy } from '../../../../records/server/timeline/acting-agent.ts';
import { extendSeries, seriesToExtend } from './series.ts';
import { timeInWords } from './when-text.ts';

export const REMINDER = defineNotificationKind({
  name: 'activity_reminder',
  group: 'Activities',
  label: 'Reminders',
  hint: 'One of your activities is due or about to start.',
  ways: { inApp: true, email: false },
});
export const ASSIGNED = defineNotificationKind({
  name: 'activity_assigned',
  group: 'Activities',
  label: 'Assigned to you',
  hint: 'Someone makes you the owner or an attendee of an activity.',
  ways: { inApp: true, email: false },
});
export const ANSWERED = defineNotificationKind({
  name: 'activity_answered',
  group: 'Activities',
  label: 'Invitation responses',
  hint: 'Someone you invited accepts or declines.',
  ways: { inApp: true, email: false },
});

export const UNSENT = defineNotificationKind({
  name: 'invitation_unsent',
  group: 'Activities',
  label: 'Undelivered invitations',
  hint: 'An invitation or cancellation you sent could not be emailed after several tries.',
  ways: { inApp: true, email: false },
});

const pathOf = (id: string) => `/activities/${id}`;
const ANSWERS: Record<Attendee['answer'], string> = {
  none: 'has not answered',
  accepted: 'comes',
  tentative: 'may come',
  declined: 'does not come',
};

/** Notifies new owners and attendees, except the person who made the change. */
export async function tellAssigned(
  id: string,
  data: ActivityData,
  before: { ownerId: string | null; attending: readonly string[] },
  attending: readonly string[],
): Promise<void> {
  const actor = currentUserId();
  const news = {
    body: [timeInWords(data), givenBy()].filter(Boolean).join('\n'),
    href: pathOf(id),
    subject: { type: 'activity', id },
  };
  if (data.ownerId && data.ownerId !== before.ownerId && data.ownerId !== actor)
    await tellUser(data.ownerId, ASSIGNED, { ...news, title: `Assigned to you: ${data.subject}` });
  for (const userId of attending) {
    if (!before.attending.includes(userId) && userId !== actor && userId !== data.ownerId)
      await tellUser(userId, ASSIGNED, { ...news, title: `You were added to: ${data.subject}` });
  }
}

/** Notifies the owner of an attendee's answer. */
export async function tellAnswer(activity: Activity, guest: Attendee, answer: Attendee['answer']): Promise<void> {
  if (!activity.ownerId || activity.ownerId === guest.userId) return;
  await tellUser(activity.ownerId, ANSWERED, {
    title: `${guest.name || guest.email} ${ANSWERS[answer]}: ${activity.subject}`,
    body: timeInWords(activity),
    href: pathOf(activity.id),
    subject: { type: 'activity', id: activity.id },
  });
}

/**
 * Notifies the inviter that a guest did not get a message. Runs in the job's name.
 * @param mail its subject
 */
export async function tellUnsent(id: string, mail: string, address: string): Promise<void> {
  const inviter = currentUserId();
  if (inviter)
    await tellUser(inviter, UNSENT, {
      title: `Couldn’t email ${address}: ${mail}`,
      body: 'Delivery failed after several tries. Check the address, then send it again.',
      href: pathOf(id),
      subject: { type: 'activity', id },
    });
}

interface Due {
  id: string;
  workspaceId: string;
  userId: string;
  activityId: string;
  subject: string;
  dueAt: string;
  day: string | null;
  zone: string;
}

const AT_ONCE = 200;

/**
 * Sends due reminders. If several of one activity were missed while the server was down, a person gets one. Done and
 * deleted activities and archived workspaces get none. The mark is stored in the same transaction.
 * @returns number of people notified
 */
export async function tellReminders(signal?: AbortSignal): Promise<number> {
  let told = 0;
  for (;;) {
    if (signal?.aborted) break;
    const due = await asSystem(() =>
      transaction(async () => {
        const rows = await query<Due & { open: boolean }>(
          `update activity_reminders r set told_at = now() from activities a join workspaces w on w.id = a.workspace_id
         where r.id in (select id from activity_reminders where told_at is null and fire_at <= now() order by fire_at
            limit ${AT_ONCE} for update skip locked) and a.id = r.activity_id
         returning r.id, r.workspace_id as "workspaceId", r.user_id as "userId", r.activity_id as "activityId",
            a.subject, a.due_at as "dueAt", a.day, a.zone,
           a.deleted_at is null and a.done_at is null and a.cancelled_at is null and w.archived_at is null as open`,
          [],
          'reminders_due',
        );
        const once = new Map(rows.filter((row) => row.open).map((row) => [`${row.activityId} ${row.userId}`, row]));
        for (const row of once.values()) {
          await tellUser(row.userId, REMINDER, {
            workspaceId: row.workspaceId,
            title: row.subject,
            body: timeInWords(row),
            href: pathOf(row.activityId),
            subject: { type: 'activity', id: row.activityId },
            key: `reminder:${row.id}`,
          });
        }
        told += once.size;
        return rows.length;
      }),
    );
    if (due < AT_ONCE) break;
  }
  return told;
}

/** Makes rows of what comes up in every series. @returns how many */
export async function extendAllSeries(signal?: AbortSignal): Promise<number> {
  let made = 0;
  for (const { id, workspaceId } of await asSystem(() => seriesToExtend())) {
    if (signal?.aborted) break;
    made += await inWorkspace(workspaceId, null, () =>
      withAllRecords(() =>
        transaction(async () => {
          const added = await extendSeries(id);
          await runBeforeCommitWork();
          return added;
        }),
      ),
    );
  }
  return made;
}

const KEEP = '90 days';

export const remindersRecurring = defineRecurring({
  name: 'crm.reminders',
  title: 'Reminders of activities',
  every: 15,
  handler: async ({ signal }) => void (await tellReminders(signal)),
});
export const seriesRecurring = defineRecurring({
  name: 'crm.series',
  title: 'Next occurrences of repeating activities',
  every: 900,
  handler: async ({ signal }) => {
    await extendAllSeries(signal);
    await asSystem(() => execute(`delete from activity_reminders where told_at < now() - interval '${KEEP}'`));
  },
});
