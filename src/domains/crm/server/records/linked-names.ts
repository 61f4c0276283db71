/** Names of the records that changes name by their ids: an activity's contact, company, lead and opportunity. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { TimelineEntry } from '../../contract.ts';
import { contactName } from '../contacts/names.ts';

const LINKS: ReadonlySet<string> = new Set(['contactId', 'companyId', 'leadId', 'opportunityId']);

/** Read in the name of the caller: what is private or gone has no name. */
const NAMES = `select c.id, ${contactName('c')} as name from contacts c
  where c.workspace_id = $1 and c.id = any($2::uuid[])
  union all select id, name from companies where workspace_id = $1 and id = any($2::uuid[])
  union all select id, name from leads where workspace_id = $1 and id = any($2::uuid[])
  union all select id, name from opportunities where workspace_id = $1 and id = any($2::uuid[])`;

const linkedIds = ({ changes = [] }: TimelineEntry): string[] =>
  changes
    .filter(({ field }) => LINKS.has(field))
    .flatMap(({ from, to }) => [from, to])
    .filter((id) => typeof id === 'string');

/** The entries, each with the names of what its changes name. */
export async function withLinkedNames(entries: readonly TimelineEntry[]): Promise<TimelineEntry[]> {
  const ids = [...new Set(entries.flatMap(linkedIds))];
  if (ids.length === 0) return [...entries];
  const names = new Map(
    (await query<{ id: string; name: string }>(NAMES, [currentWorkspaceId(), ids], 'crm_timeline_names')).map(
      ({ id, name }) => [id, name],
    ),
  );
  return entries.map((entry) => {
    const known = linkedIds(entry).filter((id) => names.has(id));
    return known.length > 0 ? { ...entry, names: Object.fromEntries(known.map((id) => [id, names.get(id)!])) } : entry;
  });
}
