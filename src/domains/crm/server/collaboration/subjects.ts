/**
 * Every kind of record as far as comments, watching and favourites need it: where it is, what it is called, whose it
 * is.
 */
import { notFound } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';

interface Subject {
  table: string;
  /** What a missing one is called in an error. */
  noun: string;
  /** SQL of what one is called in a line, and of its owner; the row is `r`. */
  name: string;
  owner: string;
}

export const SUBJECTS: Record<RecordKind, Subject> = {
  contact: {
    table: 'contacts',
    noun: 'The contact',
    owner: 'r.owner_id',
    name: `coalesce(nullif(trim(r.first_name || ' ' || r.last_name), ''), r.emails->0->>'value', r.phones->0->>'value', 'No name')`,
  },
  company: { table: 'companies', noun: 'The company', name: 'r.name', owner: 'r.owner_id' },
  lead: { table: 'leads', noun: 'The lead', name: 'r.name', owner: 'r.owner_id' },
  opportunity: { table: 'opportunities', noun: 'The opportunity', name: 'r.name', owner: 'r.owner_id' },
  activity: { table: 'activities', noun: 'The activity', name: 'r.subject', owner: 'r.owner_id' },
  business_license: {
    table: 'business_licenses',
    noun: 'The business licence',
    name: 'r.name',
    owner: 'r.responsible_id',
  },
};

/**
 * A living record's name.
 * @param hold it becomes one with no other, and is deleted for good by nobody, until the transaction ends: what is
 *   attached to it would be left behind
 * @throws AppError `not_found` for an absent, a foreign and a deleted one alike.
 */
export async function requireSubject(kind: RecordKind, id: string, hold = false): Promise<string> {
  const { table, noun, name } = SUBJECTS[kind];
  const [row] = await query<{ name: string }>(
    `select ${name} as name from ${table} r
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
    const { table, name } = SUBJECTS[kind];
    return `select r.id, ${name} as name from ${table} r
      where r.workspace_id = $1 and r.id = any($2)${options.deleted ? '' : ' and r.deleted_at is null'}`;
  });
  const rows = await query<{ id: string; name: string }>(selects.join(' union all '), [currentWorkspaceId(), ids]);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Where a record opens. */
export const pageOf = (kind: RecordKind, id: string): string => `${KINDS[kind].page}/${id}`;
