/** Events of activities, and their changes to an activity. */
import { currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import type { ActivityData } from '../../engine/activities/activity-data.ts';
import { ACTIVITIES_CHANGED } from '../live-paths.ts';
import { cancelInvitations } from './invitations.ts';
import { type ActivityRow, dataOf } from './rows.ts';
import type { Guest } from './write.ts';

interface Facts {
  version: number;
  changes?: FieldChange[];
  [fact: string]: unknown;
}

export async function tell(type: string, id: string, data: ActivityData, facts: Facts): Promise<void> {
  await emit({
    type: `activity.${type}`,
    subject: { type: 'activity', id },
    paths: ACTIVITIES_CHANGED,
    data: { ...facts, ...activityFacts(data) },
  });
}

/** Data that every event of an activity contains. */
export const activityFacts = (data: ActivityData) => ({
  activityType: data.type,
  subject: data.subject,
  contactId: data.contactId,
  ownerId: data.ownerId,
});

/** Whether a change completes or reopens the activity. */
export function doneActs(
  before: ActivityData,
  after: ActivityData,
): { name: 'completed' | 'reopened'; facts?: { outcome: string } }[] {
  if ((before.doneAt === null) === (after.doneAt === null)) return [];
  return after.doneAt === null ? [{ name: 'reopened' }] : [{ name: 'completed', facts: { outcome: after.outcome } }];
}

/** Into the trash, with what hangs on it: whoever was invited is told. */
export async function trash(row: ActivityRow): Promise<void> {
  await cancelInvitations(row);
  await execute(
    'update activities set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3 where id = $1 and workspace_id = $2',
    [row.id, currentWorkspaceId(), currentUserId()],
  );
  await execute('delete from activity_reminders where activity_id = $1 and told_at is null', [row.id]);
  await tell('deleted', row.id, dataOf(row), { version: row.version + 1 });
}

/** Attendees as they were entered. */
export function guestsOf(activityId: string): Promise<Guest[]> {
  return query<Guest>(
    'select contact_id as "contactId", user_id as "userId", name, email from activity_attendees where activity_id = $1 order by position',
    [activityId],
  );
}

/** Still to be done, and there. */
export const isOpen = ({ deleted, doneAt, cancelled }: ActivityRow): boolean =>
  !deleted && doneAt === null && !cancelled;
