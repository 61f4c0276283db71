/** Membership of the active workspace, and the right to act for it. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { asSystem, currentWorkspaceId, query, selectRow } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { WorkspaceRole } from '../../identity/contract.ts';
import { operationsWorkspace } from '../../identity/index.ts';

/** @throws AppError not_found for someone who is not in this workspace. */
export async function requireMember(id: string): Promise<WorkspaceRole> {
  const workspaceId = currentWorkspaceId();
  const [row] = await asSystem(() =>
    query<{ role: WorkspaceRole }>(
      'select m.role from memberships m join users u on u.id = m.user_id where m.workspace_id = $1 and m.user_id = $2 and u.erased_at is null',
      [workspaceId, id],
    ),
  );
  if (!row) throw notFound('The member');
  return row.role;
}

/** The caller's part in the active workspace; null while visiting it. */
export async function workspaceRoleOf(userId: string): Promise<WorkspaceRole | null> {
  const workspaceId = currentWorkspaceId();
  const row = await asSystem(() => selectRow('memberships', ['role'], { workspaceId, userId }));
  return row?.role ?? null;
}

/** Administrators and owners of the workspace may go on. @throws AppError forbidden */
export async function requireManager(caller: Caller): Promise<void> {
  if (caller.role === 'admin' || (await workspaceRoleOf(caller.userId)) === 'owner') return;
  throw new AppError('forbidden', 'Only administrators and owners of this workspace may do this.');
}

/** @throws AppError conflict when the workspace would be left without an active owner. */
export async function requireAnotherOwner(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const owners = await asSystem(async () => {
    await holdOwners([workspaceId]);
    return query<{ id: string }>(
      `select m.user_id as id from memberships m join users u on u.id = m.user_id
        where m.workspace_id = $1 and m.role = 'owner' and u.active`,
      [workspaceId],
    );
  });
  if (!owners.some((owner) => owner.id !== id))
    throw new AppError('conflict', 'This is the last owner of the workspace. Make someone else an owner first.');
}

/**
 * Locks all owners of the workspace until the end of the transaction and then reads them in a separate statement, so
 * that a waiting second removal sees the first. Runs as system.
 */
async function holdOwners(workspaceIds: readonly string[]): Promise<void> {
  await query(
    `select 1 from memberships where workspace_id = any($1) and role = 'owner'
      order by workspace_id, user_id for update`,
    [workspaceIds],
  );
}

/**
 * @throws AppError conflict when a workspace with other people in it would be left without an active owner, were the
 *   account gone.
 */
export async function requireNoWorkspaceLeftAlone(id: string, words: (workspace: string) => string): Promise<void> {
  const [alone] = await asSystem(async () => {
    const owned = await query<{ id: string }>(
      `select workspace_id as id from memberships where user_id = $1 and role = 'owner'`,
      [id],
    );
    await holdOwners(owned.map((workspace) => workspace.id));
    return query<{ name: string }>(
      `select w.name from memberships m join workspaces w on w.id = m.workspace_id
       where m.user_id = $1 and m.role = 'owner' and w.archived_at is null
         and exists (select 1 from memberships o join users u on u.id = o.user_id where o.workspace_id = w.id
            and o.user_id <> $1 and u.active)
         and not exists (select 1 from memberships o join users u on u.id = o.user_id where o.workspace_id = w.id
            and o.user_id <> $1 and u.active and o.role = 'owner')
       limit 1`,
      [id],
    );
  });
  if (alone) throw new AppError('conflict', words(alone.name));
}

/**
 * Where someone hears of what happens to invitations of theirs: an administrator who invites into a client's workspace
 * does not belong there, and hears of it at home. Runs as system.
 * @param href where it is seen in the workspace itself
 */
export async function homeOfNews(
  workspaceId: string,
  userId: string,
  href: string,
): Promise<{ workspaceId: string; href: string }> {
  const [belongs] = await query('select 1 from memberships where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
  ]);
  const home = belongs ? undefined : await operationsWorkspace();
  return home ? { workspaceId: home, href: `/clients/${workspaceId}/users` } : { workspaceId, href };
}
