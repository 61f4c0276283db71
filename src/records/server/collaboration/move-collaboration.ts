/** Moves comments, watchers, favorites, and history when their record is merged or permanently deleted. */
import { currentWorkspaceId, execute, query } from '../../../server/db/index.ts';
import { forgetHistory } from '../../../server/events/history.ts';

/** The rows that a merge moved, so that undo can move them back. */
export interface MovedCollaboration {
  comments: string[];
  /** People whose watch or favorite moved; those who had both records keep the other's. */
  watchers: string[];
  favourites: string[];
}

/** Moves all of it to another record of the same kind. */
export async function moveCollaboration(fromId: string, toId: string): Promise<MovedCollaboration> {
  const scope = [currentWorkspaceId(), fromId, toId];
  const comments = await query<{ id: string }>(
    'update record_comments set record_id = $3 where workspace_id = $1 and record_id = $2 returning id',
    scope,
  );
  const move = (table: string, column: string) =>
    query<{ user_id: string }>(
      `update ${table} t set ${column} = $3 where t.workspace_id = $1 and t.${column} = $2
       and not exists (select 1 from ${table} o where o.workspace_id = $1 and o.${column} = $3
          and o.user_id = t.user_id) returning t.user_id`,
      scope,
    );
  const watchers = await move('record_watches', 'record_id');
  const favourites = await move('favourites', 'target_id');
  return {
    comments: comments.map(({ id }) => id),
    watchers: watchers.map(({ user_id }) => user_id),
    favourites: favourites.map(({ user_id }) => user_id),
  };
}

/** Undoes `moveCollaboration`; what was written since stays with the record that was kept. */
export async function moveCollaborationBack(moved: MovedCollaboration, fromId: string, toId: string): Promise<void> {
  const scope = [currentWorkspaceId(), fromId, toId];
  await execute(
    'update record_comments set record_id = $2 where workspace_id = $1 and record_id = $3 and (id = any($4) or parent_id = any($4))',
    [...scope, moved.comments],
  );
  // Taken out of the trash by hand, it may be watched again by the same people.
  const move = (table: string, column: string, people: readonly string[]) =>
    execute(
      `update ${table} t set ${column} = $2 where t.workspace_id = $1 and t.${column} = $3 and t.user_id = any($4)
       and not exists (select 1 from ${table} o where o.workspace_id = $1 and o.${column} = $2
          and o.user_id = t.user_id)`,
      [...scope, people],
    );
  await move('record_watches', 'record_id', moved.watchers);
  await move('favourites', 'target_id', moved.favourites);
}

/** Deletes all of it, with records that are gone for good. */
export async function forgetCollaboration(recordIds: readonly string[]): Promise<void> {
  const scope = [currentWorkspaceId(), recordIds];
  for (const table of ['record_comments', 'record_watches', 'watch_news'])
    await execute(`delete from ${table} where workspace_id = $1 and record_id = any($2)`, scope);
  await execute('delete from favourites where workspace_id = $1 and target_id = any($2)', scope);
  await forgetHistory(recordIds);
}
