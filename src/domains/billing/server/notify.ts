/** Notifies managers of low or exhausted credits, once until there are more. */
import { query, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { formatCredits } from '../contract.ts';

export const LOW = defineNotificationKind({
  name: 'credits_low',
  group: 'Credits',
  label: 'Low balance',
  hint: 'Credits fall below the threshold of the workspace, or run out.',
  ways: { inApp: true, email: true },
});

const MAX = 50;
export const CREDITS_PAGE = '/purchase-credits';

/** In the scope of the workspace. */
export async function tellOfCredits(workspaceId: string, level: 'low' | 'out'): Promise<void> {
  await transaction(async () => {
    const told = await updateRows(
      'credit_accounts',
      { told: level },
      { workspaceId, told: level === 'low' ? 'none' : sql`<> 'out'` },
    );
    if (told === 0) return;
    const [account] = await query<{ left: string }>(
      'select (balance - reserved)::text as left from credit_accounts where workspace_id = $1',
      [workspaceId],
    );
    const left = formatCredits(account!.left);
    for (const id of await peopleInCharge()) {
      await tellUser(id, LOW, {
        workspaceId,
        title: level === 'low' ? `Credits are low: ${left} left` : `Out of credits: ${left} left`,
        body:
          level === 'low'
            ? 'Assistants, messages, and other paid features stop when the credits run out.'
            : 'A paid feature was refused because the credits do not cover it. Add credits to go on.',
        href: CREDITS_PAGE,
      });
    }
  });
}

async function peopleInCharge(): Promise<string[]> {
  const people = await query<{ id: string }>(
    `select id from workspace_people where active and (role = 'admin' or workspace_role <> 'member')
      order by id limit ${MAX}`,
  );
  return people.map(({ id }) => id);
}
