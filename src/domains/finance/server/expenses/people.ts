/** Permissions on a workspace's expenses. */
import { AppError } from '../../../../kernel/errors.ts';
import { currentUserId, query } from '../../../../server/db/index.ts';
import { looksAfterWorkspace } from '../../../approvals/index.ts';

export interface Viewer {
  userId: string;
  /** An administrator, or an owner of the workspace. */
  isManager: boolean;
  /** Other managers of the workspace: without any, a manager decides on their own expenses too. */
  others: readonly string[];
}

export async function viewer(): Promise<Viewer> {
  const userId = currentUserId() ?? '';
  const isManager = await looksAfterWorkspace();
  return { userId, isManager, others: isManager ? await otherManagers(userId) : [] };
}

/** Active people besides these who look after the workspace. */
export async function otherManagers(...userIds: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select id from workspace_people
      where active and not id = any($1::uuid[]) and (role = 'admin' or workspace_role <> 'member') order by id`,
    [userIds.filter(Boolean)],
  );
  return rows.map((row) => row.id);
}

/** @throws AppError `forbidden` */
export async function requireExpenseManager(): Promise<void> {
  if (!(await looksAfterWorkspace()))
    throw new AppError('forbidden', 'Only administrators and owners of this workspace may do this.');
}

/**
 * No one decides on their own expense, nor twice on one that needs two people; unless there is no one else who could.
 */
export function mayDecideOn(
  { userId, isManager, others }: Viewer,
  expense: { user_id: string; first_approved_by: string | null },
): boolean {
  if (!isManager) return false;
  if (expense.user_id === userId) return others.length === 0;
  return expense.first_approved_by !== userId || !others.some((id) => id !== expense.user_id);
}
