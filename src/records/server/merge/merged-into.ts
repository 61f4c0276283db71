/** Which records became one with others. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';

/** A record that someone took out of the trash by hand is one of its own again. */
const isGone = ['contacts', 'companies', 'leads']
  .map(
    (table) =>
      `not exists (select 1 from ${table} r where r.id = way.was and r.workspace_id = $1 and r.deleted_at is null)`,
  )
  .join(' and ');

/**
 * @returns a function that answers, for these ids, the record that holds what was theirs: the same one where it was not
 *   merged
 */
export async function mergedInto(ids: Iterable<string | null>): Promise<<Id extends string | null>(id: Id) => Id> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await query<{ was: string; id: string }>(
          `with recursive way(was, id) as
            (select m.merged_id, m.keep_id from record_merges m where m.workspace_id = $1 and m.merged_id = any($2)
            and m.undone_at is null
       union select way.was, m.keep_id from way join record_merges m on m.workspace_id = $1 and m.merged_id = way.id
          and m.undone_at is null)
     select way.was, way.id from way
        where not exists (select 1 from record_merges m where m.workspace_id = $1 and m.merged_id = way.id
        and m.undone_at is null)
       and ${isGone}`,
          [currentWorkspaceId(), wanted],
        );
  const byId = new Map(rows.map(({ was, id }) => [was, id]));
  return <Id extends string | null>(id: Id): Id => (id === null ? id : ((byId.get(id) ?? id) as Id));
}

/** The records that became this one, by merges that stand. */
export async function mergedFrom(id: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `with recursive way(id) as
      (select m.merged_id from record_merges m where m.workspace_id = $1 and m.keep_id = $2 and m.undone_at is null
       union select m.merged_id from way join record_merges m on m.workspace_id = $1 and m.keep_id = way.id
          and m.undone_at is null)
     select id from way`,
    [currentWorkspaceId(), id],
  );
  return rows.map((row) => row.id);
}
