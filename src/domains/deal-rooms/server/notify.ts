/** Telling whoever runs a deal. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

export const DEAL_NEWS = defineNotificationKind({
  name: 'deal_room',
  group: 'Deal rooms',
  label: 'Deal rooms',
  hint: 'A buyer accepts or declines a proposal, pays, or is late with a payment.',
  ways: { inApp: true, email: true },
});

const MAX_TOLD = 20;

/** The opportunity’s owner, else those who run the workspace. */
export async function tellOwner(
  room: { id: string; opportunityId: string },
  news: { title: string; body: string; key: string },
): Promise<void> {
  const people = await query<{ id: string }>(
    `select p.id from workspace_people p join opportunities o on o.owner_id = p.id
      where o.id = $1 and o.workspace_id = $2 and p.active`,
    [room.opportunityId, currentWorkspaceId()],
  );
  const told =
    people.length > 0
      ? people
      : await query<{ id: string }>(
          `select id from workspace_people where active and workspace_role <> 'member' order by id limit ${MAX_TOLD}`,
          [],
        );
  for (const { id } of told)
    await tellUser(id, DEAL_NEWS, {
      ...news,
      workspaceId: currentWorkspaceId(),
      href: `/high-ticket-sales-crm?room=${room.id}`,
    });
}
