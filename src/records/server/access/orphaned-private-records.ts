/**
 * Private records that no active person sees. After a day the owners and administrators of the workspace become their
 * readers (decision 18). The job looks at the current state, so it does not matter how a record lost its readers.
 */
import { encodeFilter } from '../../../kernel/filter-terms.ts';
import { execute, inWorkspace, query, transaction, withAllRecords } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../domains/notifications/index.ts';
import { countOf, KINDS, type PrivateKind } from '../../contract/kinds.ts';
import { TABLES, writeReaders } from './readers.ts';

export const LONELY = defineNotificationKind({
  name: 'lonely_records',
  group: 'Team',
  label: 'Private records of former members',
  hint: 'Everyone with access to a private record has left, and you can see it now.',
  ways: { inApp: true, email: true },
});

/** Time for a hand-over to give them to someone, and for a deactivation by mistake to be taken back. */
const GRACE = '1 day';

/** Someone who sees it may still come: as a member, or as an administrator on a visit. */
const SEEN = `exists (select 1 from users u where u.id = any(p.readers) and u.active
  and (u.role = 'admin' or exists
    (select 1 from memberships m where m.user_id = u.id and m.workspace_id = p.workspace_id)))`;

/** Looks at the private records of all workspaces; runs as system. @param now the present instant */
export async function findLonely(now: Date): Promise<void> {
  await execute(`update private_records p set lonely_since = null where lonely_since is not null and ${SEEN}`);
  await execute(`update private_records p set lonely_since = $1 where lonely_since is null and not ${SEEN}`, [now]);
  for (const kind of ['lead', 'opportunity'] as const) {
    const found = await query<{ workspace_id: string; chiefs: string[]; ids: string[] }>(
      `select p.workspace_id, c.chiefs, array_agg(p.record_id order by p.record_id) as ids from private_records p
        join ${TABLES[kind]} r on r.id = p.record_id
       cross join lateral (select array_agg(u.id order by u.id) as chiefs from memberships m
          join users u on u.id = m.user_id and u.active
         where m.workspace_id = p.workspace_id and (m.role = 'owner' or u.role = 'admin')) c
       where p.kind = $1 and p.lonely_since < $2::timestamptz - interval '${GRACE}' and c.chiefs is not null
          group by 1, 2`,
      [kind, now],
    );
    for (const { workspace_id: id, chiefs, ids } of found)
      await inWorkspace(id, null, () => withAllRecords(() => share(kind, ids, chiefs)));
  }
}

/** Those who run the workspace see them from now on, and are told so. */
function share(kind: PrivateKind, ids: readonly string[], chiefs: readonly string[]): Promise<void> {
  return transaction(async () => {
    const rows = await query<{ id: string; owner_id: string | null; readers: string[] }>(
      `select r.id, r.owner_id, p.readers from ${TABLES[kind]} r join private_records p on p.record_id = r.id
        where r.id = any($1) and p.lonely_since is not null order by r.id for update of r, p`,
      [ids],
    );
    if (rows.length === 0) return;
    await writeReaders(
      kind,
      rows.map(({ id, owner_id: ownerId, readers }) => ({
        id,
        ownerId,
        readers: [...new Set([...readers, ...chiefs])].sort(),
      })),
      'lonely',
    );
    const { page } = KINDS[kind];
    const filter = encodeFilter({ match: 'all', conditions: [{ field: 'private', op: 'true' }] })!;
    for (const chief of chiefs) {
      await tellUser(chief, LONELY, {
        title:
          rows.length === 1
            ? `A private ${KINDS[kind].one} is yours to see`
            : `${countOf(kind, rows.length)} that were private are yours to see`,
        body: 'Everyone with access has left. Assign it to a teammate, or share it with everyone.',
        href: rows.length === 1 ? `${page}/${rows[0]!.id}` : `${page}?filter=${encodeURIComponent(filter)}`,
      });
    }
  });
}

export const lonelyRecordsRecurring = defineRecurring({
  name: 'crm.lonely_records',
  title: 'Find private records without access',
  every: 3600,
  handler: () => findLonely(new Date()),
});
