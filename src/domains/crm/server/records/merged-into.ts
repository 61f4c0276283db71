/** Which records became one with others. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';

/** @returns a function that answers, for these ids, the record that holds what was theirs: the same one where it was not merged */
export async function mergedInto(ids: Iterable<string | null>): Promise<<Id extends string | null>(id: Id) => Id> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await query<{ was: string; id: string }>(
    `with recursive way(was, id) as (select m.merged_id, m.keep_id from record_merges m where m.workspace_id = $1 and m.merged_id = any($2) and m.undone_at is null
       union select way.was, m.keep_id from way join record_merges m on m.workspace_id = $1 and m.merged_id = way.id and m.undone_at is null)
     select way.was, way.id from way where not exists (select 1 from record_merges m where m.workspace_id = $1 and m.merged_id = way.id and m.undone_at is null)`,
    [currentWorkspaceId(), wanted],
  );
  const byId = new Map(rows.map(({ was, id }) => [was, id]));
  return <Id extends string | null>(id: Id): Id => (id === null ? id : ((byId.get(id) ?? id) as Id));
}
