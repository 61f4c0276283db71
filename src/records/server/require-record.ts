import { notFound } from '../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';
import type { KindBase } from './list/list-kind.ts';

/** @throws AppError `not_found` for an absent, a foreign and a deleted record alike. */
export async function requireRecord(kind: KindBase, id: string): Promise<void> {
  const found = await query(
    `select 1 from ${kind.table} where id = $1 and workspace_id = $2 and deleted_at is null`,
    [id, currentWorkspaceId()],
    `crm_is_there_${kind.kind}`,
  );
  if (found.length === 0) throw notFound(kind.noun);
}

/** Notes that something was done with a record just now. @returns the paths whose answers that changes. */
export async function recordChanged(kind: KindBase, id: string): Promise<string[]> {
  await kind.touch?.(id);
  return [...kind.changed];
}
