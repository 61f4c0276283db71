/** Managers of a workspace: its owners, and administrators of the installation, including during visits. */
import { notFound } from '../../../kernel/errors.ts';
import { asSystem, currentUserId, query } from '../../../server/db/index.ts';
import { findKind, reservedKinds } from './kinds.ts';

/** Whether the present user does; no one in particular, as in a job, does not. */
export async function looksAfterWorkspace(): Promise<boolean> {
  const userId = currentUserId();
  if (!userId) return false;
  const own = await query(
    `select 1 from workspace_people where id = $1 and active and (role = 'admin' or workspace_role <> 'member')`,
    [userId],
    'approvals_manager',
  );
  if (own.length > 0) return true;
  return (
    (await asSystem(() => query(`select 1 from users where id = $1 and active and role = 'admin'`, [userId]))).length >
    0
  );
}

/** Kinds whose requests the caller may not see. */
export async function hiddenKinds(): Promise<string[]> {
  const reserved = reservedKinds();
  return reserved.length === 0 || (await looksAfterWorkspace()) ? [] : reserved;
}

/** A request that the caller may not see is not there. @throws AppError `not_found` */
export async function requireVisible<Row extends { kind: string }>(row: Row): Promise<Row> {
  if (findKind(row.kind)?.reserved && !(await looksAfterWorkspace())) throw notFound('The request');
  return row;
}
