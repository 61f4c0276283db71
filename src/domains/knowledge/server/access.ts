/** Permissions to read and manage knowledge. Every statement that reads uses {@link VISIBLE}. */
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, currentUserId, currentWorkspaceId, query } from '../../../server/db/index.ts';

export interface Viewer {
  workspaceId: string;
  userId: string | null;
  /** Roles in the workspace and in the installation. */
  roles: string[];
  /** Owners of the workspace and administrators: settings, gaps, verified answers, and sources of others. */
  isManager: boolean;
}

/** The caller. Work that no person started reads what everyone may read. */
export async function currentViewer(): Promise<Viewer> {
  const workspaceId = currentWorkspaceId();
  const userId = currentUserId();
  const [row] = userId
    ? await asSystem(() =>
        query<{ role: string; workspace_role: string | null }>(
          `select u.role, m.role as workspace_role from users u
            left join memberships m on m.user_id = u.id and m.workspace_id = $2 where u.id = $1`,
          [userId, workspaceId],
        ),
      )
    : [];
  const roles = row ? [row.role, ...(row.workspace_role ? [row.workspace_role] : [])] : [];
  return { workspaceId, userId, roles, isManager: roles.includes('owner') || roles.includes('admin') };
}

/** Condition on the source `s`; the statement's first parameters are those of {@link viewerValues}. */
export const VISIBLE = `s.workspace_id = $1 and (s.audience = 'everyone' or s.owner_id = $2::uuid
  or s.audience = 'roles' and s.roles && $3::text[] or s.audience = 'people' and $2::uuid = any(s.people))`;

export const viewerValues = ({ workspaceId, userId, roles }: Viewer): unknown[] => [workspaceId, userId, roles];

/** Whether the source `s` may be changed by the viewer, in SQL; `$4` is {@link Viewer.isManager}. */
export const mayEdit = (viewer: Viewer, ownerId: string | null): boolean =>
  viewer.isManager || (ownerId !== null && ownerId === viewer.userId);

/** @throws AppError `forbidden` */
export function requireManager({ isManager }: Viewer): void {
  if (!isManager) throw new AppError('forbidden', 'Owners of the workspace and administrators can do this.');
}
