/** Names of the records that changes name by their ids: an activity's contact, company, lead and opportunity. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { TimelineEntry } from '../../contract.ts';
import { KINDS, RECORD_KINDS } from '../../contract/kinds.ts';
import { recordKind } from '../record-kind.ts';

/** Kinds that changes name by id, by the field that does. */
const linkedKinds = () => RECORD_KINDS.filter((kind) => recordKind(kind).linkField !== undefined);

/** Read in the name of the caller: a private or deleted record has no name. */
const namesSql = () =>
  linkedKinds()
    .map(
      (kind) => `select r.id, ${recordKind(kind).name} as name from ${KINDS[kind].table} r
        where r.workspace_id = $1 and r.id = any($2::uuid[])`,
    )
    .join(' union all ');

function linkedIds({ changes = [] }: TimelineEntry): string[] {
  const fields = new Set(linkedKinds().map((kind) => recordKind(kind).linkField));
  return changes
    .filter(({ field }) => fields.has(field))
    .flatMap(({ from, to }) => [from, to])
    .filter((id) => typeof id === 'string');
}

/** The entries, each with the names of what its changes name. */
export async function withLinkedNames(entries: readonly TimelineEntry[]): Promise<TimelineEntry[]> {
  const ids = [...new Set(entries.flatMap(linkedIds))];
  if (ids.length === 0) return [...entries];
  const names = new Map(
    (await query<{ id: string; name: string }>(namesSql(), [currentWorkspaceId(), ids], 'crm_timeline_names')).map(
      ({ id, name }) => [id, name],
    ),
  );
  return entries.map((entry) => {
    const known = linkedIds(entry).filter((id) => names.has(id));
    return known.length > 0 ? { ...entry, names: Object.fromEntries(known.map((id) => [id, names.get(id)!])) } : entry;
  });
}
