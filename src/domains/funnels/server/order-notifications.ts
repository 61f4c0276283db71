/** Who is notified of orders. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

const MAX_MANAGERS = 20;

export const FUNNEL_ORDERS = defineNotificationKind({
  name: 'funnel_order',
  group: 'Funnels',
  label: 'Paid orders',
  hint: 'A visitor pays an order on a funnel page.',
  ways: { inApp: true, email: false },
});

interface OrderNotification {
  title: string;
  body: string;
  href: `/${string}`;
  /** The same key is the same notification. */
  key: string;
}

async function notifyPeople(ids: readonly string[], notification: OrderNotification): Promise<void> {
  const { title, body, ...rest } = notification;
  for (const id of ids)
    await tellUser(id, FUNNEL_ORDERS, {
      workspaceId: currentWorkspaceId(),
      title: title.slice(0, 200),
      body: body.slice(0, 500),
      ...rest,
    });
}

/** Notifies the people who run the workspace. */
export async function notifyManagers(notification: OrderNotification): Promise<void> {
  const managers = await query<{ id: string }>(
    `select id from workspace_people where active and workspace_role <> 'member' order by id limit ${MAX_MANAGERS}`,
  );
  await notifyPeople(
    managers.map(({ id }) => id),
    notification,
  );
}

/** Notifies the owner of a lead, or the managers where no one owns it. */
export async function notifyLeadOwner(leadId: string | null, notification: OrderNotification): Promise<void> {
  const owners = await query<{ id: string }>(
    'select p.id from workspace_people p join leads l on l.owner_id = p.id where l.id = $1 and p.active',
    [leadId],
  );
  if (owners.length === 0) return notifyManagers(notification);
  await notifyPeople(
    owners.map(({ id }) => id),
    notification,
  );
}
