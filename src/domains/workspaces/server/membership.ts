/** Who belongs to the active workspace, and who may act for it. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { asSystem, currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { WorkspaceRole } from '../../identity/contract.ts';

/** @throws AppError not_found for somebody who is not in this workspace. */
export async function requireMember(id: string): Promise<WorkspaceRole> {
  const workspaceId = currentWorkspaceId();
  const [row] = await asSystem(() => query<{ role: WorkspaceRole }>(
    'select m.role from memberships m join users u on u.id = m.user_id where m.workspace_id = $1 and m.user_id = $2 and u.erased_at is null', [workspaceId, id],
  ));
  if (!row) throw notFound('The member');
  return row.role;
}

/** The caller's part in the active workspace; null while visiting it. */
export async function workspaceRoleOf(userId: string): Promise<WorkspaceRole | null> {
  const workspaceId = currentWorkspaceId();
  const [row] = await asSystem(() => query<{ role: WorkspaceRole }>('select role from memberships where workspace_id = $1 and user_id = $2', [workspaceId, userId]));
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
  const owners = await asSystem(() => query<{ id: string }>(
    `select m.user_id as id from memberships m join users u on u.id = m.user_id where m.workspace_id = $1 and m.role = 'owner' and u.active order by m.user_id for update of m`, [workspaceId],
  ));
  if (!owners.some((owner) => owner.id !== id)) throw new AppError('conflict', 'This is the last owner of the workspace. Make somebody else an owner first.');
}
