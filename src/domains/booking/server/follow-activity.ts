/**
 * Bookings follow their activity: whoever moves, reassigns, cancels, or deletes the meeting changes the booking, and the
 * visitor hears of it. So the bookings of somebody who leaves go to whoever gets their activities.
 */
import { currentWorkspaceId, query, withAllRecords } from '../../../server/db/index.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { tellUser } from '../../notifications/index.ts';
import { BOOKING_CHANGED, closeBooking } from './book.ts';
import { lockWorkspace } from './choose-hosts.ts';
import { PLACED, type PlacedBooking, placeBooking } from './reassign.ts';

interface Followed extends PlacedBooking {
  name: string;
  ownerId: string | null;
  dueAt: string | null;
  isOff: boolean;
}

async function follow(activityId: string): Promise<void> {
  await lockWorkspace();
  const [one] = await query<Followed>(
    `select b.name, a.owner_id as "ownerId", a.due_at as "dueAt",
        a.deleted_at is not null or a.cancelled_at is not null as "isOff", ${PLACED}
        join activities a on a.id = b.activity_id
      where b.workspace_id = $1 and b.activity_id = $2 and b.state in ('pending', 'confirmed') and b.start_at > now()
      for update of b`,
    [currentWorkspaceId(), activityId],
  );
  if (!one) return;
  if (one.isOff) return closeBooking(one.id, 'canceled', one, '');
  const hostId = one.ownerId ?? one.hostId;
  const at = Date.parse(one.dueAt ?? one.startAt);
  if (hostId === one.hostId && at === Date.parse(one.startAt)) return;
  if (at > Date.now() && (await placeBooking(one, hostId, at))) return;
  await tellUser(hostId, BOOKING_CHANGED, {
    workspaceId: currentWorkspaceId(),
    title: `The booking of ${one.name} was not changed with its activity`,
    body: 'Another booking takes this time, or it is over. The visitor still has the old time and host.',
    href: `/appointment-funnel?booking=${one.id}`,
  });
}

export const followActivities = subscribe(
  ['activity.updated', 'activity.cancelled', 'activity.deleted'],
  'booking.activities',
  ({ subject }) => withAllRecords(async () => (subject ? follow(subject.id) : undefined)),
  {
    seesPrivate: true,
    // Imports and bulk edits change activities by the thousand, and few of them are bookings.
    sift: async (events) => {
      const ids = events.flatMap(({ subject }) => subject?.id ?? []);
      const rows = await query<{ id: string }>(
        `select activity_id as id from bookings where activity_id = any($1) and state in ('pending', 'confirmed')`,
        [ids],
      );
      const known = new Set(rows.map(({ id }) => id));
      return events.filter(({ subject }) => subject && known.has(subject.id));
    },
  },
);
