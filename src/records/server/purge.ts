import { currentWorkspaceId, query } from '../../server/db/index.ts';
import { forgetCollaboration } from './collaboration/move-collaboration.ts';
import { withAllNotes } from './notes/with-all-notes.ts';

/**
 * Removes what is kept of records that are deleted for good: notes, files, comments, and what undo would need of them.
 * @returns the storage keys of the files, which the caller removes once this has committed
 */
export async function forgetRecords(ids: readonly string[]): Promise<string[]> {
  const scope = [currentWorkspaceId(), ids];
  await withAllNotes(() => query('delete from record_notes where workspace_id = $1 and record_id = any($2)', scope));
  const files = await query<{ storage_key: string }>(
    'delete from record_files where workspace_id = $1 and record_id = any($2) returning storage_key',
    scope,
  );
  await query('delete from record_images where workspace_id = $1 and record_id = any($2)', scope);
  // Where one of them had become another record, what went on with that one still finds it.
  await query('delete from record_merges where workspace_id = $1 and keep_id = any($2)', scope);
  await forgetCollaboration(ids);
  return files.map((file) => file.storage_key);
}

/**
 * Activities of records that are deleted for good belong to them no longer; those of private ones do, and stay hidden
 * by that.
 */
export async function letGo(column: 'lead_id' | 'opportunity_id', ids: readonly string[]): Promise<void> {
  await query(
    `update activities set ${column} = null where workspace_id = $1 and ${column} = any($2) and not exists
      (select 1 from private_records p where p.record_id = ${column})`,
    [currentWorkspaceId(), ids],
  );
}
