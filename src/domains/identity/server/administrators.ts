/** The operations team: the administrators, who answer for the installation. Every function runs as system. */
import { query, selectRow, selectRows } from '../../../server/db/index.ts';

/** Active administrators by name, at most 200. */
export function administrators(): Promise<{ id: string; name: string }[]> {
  return selectRows('users', ['id', 'name'], { role: 'admin', active: true }, { orderBy: ['name', 'id'], limit: 200 });
}

/** Whether an administrator other than `except` has used the product within the last minutes. */
export async function administratorSeen(minutes: number, except: string): Promise<boolean> {
  const [row] = await query<{ seen: boolean }>(
    `select exists (select 1 from sessions s join users u on u.id = s.user_id
       where u.role = 'admin' and u.active and u.id <> $2 and s.revoked_at is null
          and s.last_seen_at > now() - make_interval(mins => $1)) as seen`,
    [minutes, except],
  );
  return row!.seen;
}

/** The workspaces that administrators are working in now: where their screens must hear of changes. */
export async function workspacesOfAdministrators(): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select distinct s.workspace_id as id from sessions s join users u on u.id = s.user_id
     where u.role = 'admin' and u.active and s.revoked_at is null and s.idle_expires_at > now()
        and s.expires_at > now()`,
  );
  return rows.map(({ id }) => id);
}

/** The operations team's own workspace; undefined while the installation has none. */
export async function operationsWorkspace(): Promise<string | undefined> {
  const row = await selectRow('workspaces', ['id'], { kind: 'operations' }, { orderBy: ['createdAt', 'id'] });
  return row?.id;
}
