/**
 * Ledgers whose owners are all deactivated or gone. After a day the people a ledger is shared with own it, and a
 * business ledger that no one sees goes to the owners and administrators of the workspace (decision 35). A personal
 * ledger that was never shared stays unowned. The job looks at the current state, so it does not matter how it came
 * about.
 */
import { execute, inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { ledgerShared } from './ledgers.ts';

export const LEFT = defineNotificationKind({
  name: 'left_ledgers',
  group: 'Finance',
  label: 'Ledgers of who left',
  hint: 'Nobody who owned a ledger is left, and you own it now.',
  ways: { inApp: true, email: true },
});

/** Time for a deactivation by mistake to be taken back. */
const GRACE = '1 day';

/** A member of the ledger who may still come: as one of the workspace, or as an administrator on a visit. */
const COMES = `exists (select 1 from users u where u.id = m.user_id and u.active
  and (u.role = 'admin' or exists
  (select 1 from memberships w where w.user_id = u.id and w.workspace_id = l.workspace_id)))`;
const OWNED = `exists (select 1 from finance_ledger_members m where m.workspace_id = l.workspace_id
  and m.ledger_id = l.id and m.role = 'owner' and ${COMES})`;

/** Looks at the ledgers of all workspaces; runs as system. @param now the present instant */
export async function findLeftLedgers(now: Date): Promise<void> {
  await execute(`update finance_ledgers l set left_since = null where left_since is not null and ${OWNED}`);
  await execute(`update finance_ledgers l set left_since = $1 where left_since is null and not ${OWNED}`, [now]);
  const found = await query<{ id: string; workspace_id: string; name: string; heirs: string[] }>(
    `select l.id, l.workspace_id, l.name, h.heirs from finance_ledgers l cross join lateral (
       select coalesce(
         (select array_agg(m.user_id order by m.user_id) from finance_ledger_members m
            where m.workspace_id = l.workspace_id and m.ledger_id = l.id and m.role = 'editor' and ${COMES}),
         (select array_agg(m.user_id order by m.user_id) from finance_ledger_members m
            where m.workspace_id = l.workspace_id and m.ledger_id = l.id and m.role = 'viewer' and ${COMES}),
         case when l.kind = 'business' then
            (select array_agg(u.id order by u.id) from memberships w join users u on u.id = w.user_id and u.active
            where w.workspace_id = l.workspace_id and (w.role = 'owner' or u.role = 'admin')) end) as heirs) h
     where l.left_since < $1::timestamptz - interval '${GRACE}' and h.heirs is not null order by l.id limit 1000`,
    [now],
  );
  for (const { workspace_id: workspaceId, ...ledger } of found)
    await inWorkspace(workspaceId, null, () => give(workspaceId, ledger));
}

function give(
  workspaceId: string,
  { id, name, heirs }: { id: string; name: string; heirs: readonly string[] },
): Promise<void> {
  return transaction(async () => {
    const [row] = await query<{ kind: string }>(
      'update finance_ledgers set left_since = null where workspace_id = $1 and id = $2 and left_since is not null returning kind',
      [workspaceId, id],
    );
    if (!row) return;
    await query(
      `insert into finance_ledger_members (workspace_id, ledger_id, user_id, role) select $1, $2, h.id, 'owner'
        from unnest($3::uuid[]) as h(id)
       on conflict (ledger_id, user_id) do update set role = excluded.role`,
      [workspaceId, id, heirs],
    );
    await ledgerShared(
      id,
      heirs.map((userId) => ({ userId, role: 'owner' as const })),
    );
    for (const heir of heirs) {
      await tellUser(heir, LEFT, {
        title: `You own the ledger “${name}” now`,
        body: 'Everybody who owned it has left. Share it with whom it concerns.',
        href: `/${row.kind === 'business' ? 'business-finance' : 'personal-finance'}?ledger=${id}`,
      });
    }
  });
}

export const leftLedgersRecurring = defineRecurring({
  name: 'finance.left_ledgers',
  title: 'Ledgers whose owners have left',
  every: 3600,
  handler: () => findLeftLedgers(new Date()),
});
