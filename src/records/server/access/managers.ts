import { AppError } from '../../../kernel/errors.ts';
import { query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';

/** Whether the caller may change how the workspace sells: an administrator, or an owner of the workspace. */
export async function mayManage(caller: Caller): Promise<boolean> {
  if (caller.role === 'admin') return true;
  const owners = await query(`select 1 from workspace_people where id = $1 and workspace_role = 'owner' and active`, [
    caller.userId,
  ]);
  return owners.length > 0;
}

/** @throws AppError `forbidden` */
export async function requireManager(caller: Caller): Promise<void> {
  if (!(await mayManage(caller)))
    throw new AppError('forbidden', 'Only administrators and owners of the workspace may change this.');
}
