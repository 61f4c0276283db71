/** In whose name a run works: the administrator who started it, or who approved an act, with the rights of now. */
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, currentUserId, currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';

/** @throws AppError `forbidden` when the person may not act in the workspace any more */
export async function currentCaller(): Promise<Caller> {
  const [userId, workspaceId] = [currentUserId(), currentWorkspaceId()];
  const [row] = await asSystem(() =>
    query<{ role: Caller['role']; is_client: boolean; apps_off: string[] }>(
      `select u.role, w.kind = 'client' as is_client, w.apps_off from users u, workspaces w
        where u.id = $1 and u.active and w.id = $2 and w.archived_at is null
          and (u.role = 'admin' or exists (select 1 from memberships m where m.workspace_id = w.id and m.user_id = u.id))`,
      [userId, workspaceId],
    ),
  );
  if (!row || !userId) throw new AppError('forbidden', 'The person in whose name this runs has no access any more.');
  return { userId, workspaceId, role: row.role, isClient: row.is_client, sessionId: '', appsOff: row.apps_off };
}

/** @throws AppError `forbidden` when the person is no administrator any more */
export async function currentAdministrator(): Promise<Caller> {
  const caller = await currentCaller();
  if (caller.role !== 'admin')
    throw new AppError('forbidden', 'The person who started this run is no administrator any more.');
  return caller;
}
