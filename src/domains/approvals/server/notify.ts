/** Notifies managers that requests are waiting: at most once an hour. */
import { query } from '../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

export const WAITING = defineNotificationKind({
  name: 'approval_waiting',
  group: 'Approvals',
  label: 'Requests waiting for approval',
  hint: 'A request is waiting for your approval. Sent at most once an hour.',
  ways: { inApp: true, email: false },
});

const MAX = 50;

export async function tellOfWaiting(): Promise<void> {
  const people = await query<{ id: string }>(
    `select id from workspace_people where active and (role = 'admin' or workspace_role <> 'member')
      order by id limit ${MAX}`,
  );
  const hour = new Date().toISOString().slice(0, 13);
  for (const { id } of people) {
    await tellUser(id, WAITING, {
      title: 'A request is waiting for your approval',
      body: 'Review the action, edit it if needed, then approve or reject it.',
      href: '/lead-approval',
      key: `approvals:${hour}`,
    });
  }
}
