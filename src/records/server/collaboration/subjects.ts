/** Names and pages of records of every kind, for comments, watching, and favorites. */
import { notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { recordKind } from '../record-kind.ts';

/**
 * A living record's name.
 * @param hold it becomes one with no other, and is deleted for good by no one, until the transaction ends: what is
 *   attached to it would be left behind
 * @throws AppError `not_found` for an absent, a foreign and a deleted one alike.
 */
export async function requireSubject(kind: RecordKind, id: string, hold = false): Promise<string> {
  const { noun, name } = recordKind(kind);
  const [row] = await query<{ name: string }>(
    `select ${name} as name from ${KINDS[kind].table} r
      where r.id = $1 and r.workspace_id = $2 and r.deleted_at is null${hold ? ' for key share of r' : ''}`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound(noun);
  return row.name;
}

/** Names of records of all kinds by id, the deleted ones included where asked for. */
export async function namesOf(
  ids: readonly string[],
  options: { deleted?: boolean } = {},
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const selects = RECORD_KINDS.map((kind) => {
    const { name } = recordKind(kind);
    return `select r.id, ${name} as name from ${KINDS[kind].table} r
      where r.workspace_id = $1 and r.id = any($2)${options.deleted ? '' : ' and r.deleted_at is null'}`;
  });
  const rows = await query<{ id: string; name: string }>(selects.join(' union all '), [currentWorkspaceId(), ids]);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Where a record opens. */
export const pageOf = (kind: RecordKind, id: string): string => `${KINDS[kind].page}/${id}`;
