/** Who may see and decide what of a workspace's expenses. */
import { AppError } from '../../../../kernel/errors.ts';
import { currentUserId, query } from '../../../../server/db/index.ts';
import { looksAfterWorkspace } from '../../../approvals/index.ts';

export interface Viewer {
  userId: string;
  /** An administrator, or an owner of the workspace. */
  isManager: boolean;
  /** Nobody else could decide on their own expenses. */
  isOnlyManager: boolean;
}

export async function viewer(): Promise<Viewer> {
  const userId = currentUserId() ?? '';
  const isManager = await looksAfterWorkspace();
  return { userId, isManager, isOnlyManager: isManager && (await otherManagers(userId)) === 0 };
}

/** How many active people besides this one look after the workspace. */
export async function otherManagers(userId: string): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*)::int as count from workspace_people where active and id <> $1 and (role = 'admin' or workspace_role <> 'member')`, [userId || '00000000-0000-0000-0000-000000000000']);
  return row!.count;
}

/** @throws AppError `forbidden` */
export async function requireExpenseManager(): Promise<void> {
  if (!(await looksAfterWorkspace())) throw new AppError('forbidden', 'Only administrators and owners of this workspace may do this.');
}

/** Nobody decides on their own expense, nor twice on one that needs two people; unless there is nobody else. */
export function mayDecideOn({ userId, isManager, isOnlyManager }: Viewer, expense: { user_id: string; first_approved_by: string | null }): boolean {
  return isManager && (isOnlyManager || (expense.user_id !== userId && expense.first_approved_by !== userId));
}
