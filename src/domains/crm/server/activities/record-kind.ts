import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { forgetCollaboration } from '../../../../records/server/collaboration/move-collaboration.ts';
import { withAllNotes } from '../../../../records/server/notes/with-all-notes.ts';
import { defineRecordKind } from '../../../../records/server/record-kind.ts';
import { ActivityUpdate, NewActivity } from '../../contract/activities.ts';
import { ACTIVITIES_CHANGED } from '../live-paths.ts';
import { createActivity, getActivity, updateActivity } from './service.ts';

export const activityRecordKind = defineRecordKind('activity', {
  noun: 'The activity',
  name: 'r.subject',
  owner: 'r.owner_id',
  create: { schema: NewActivity, run: createActivity },
  edit: { schema: ActivityUpdate, read: (id) => getActivity(id), update: updateActivity },
  purge: purgeActivities,
});

async function purgeActivities(ids: readonly string[]): Promise<{ storageKeys: string[] }> {
  const scope = [currentWorkspaceId(), ids];
  await forgetCollaboration(ids);
  await withAllNotes(() => query('delete from record_notes where workspace_id = $1 and record_id = any($2)', scope));
  const files = await query<{ storage_key: string }>(
    'delete from record_files where workspace_id = $1 and record_id = any($2) returning storage_key',
    scope,
  );
  await query('delete from record_images where workspace_id = $1 and record_id = any($2)', scope);
  await query('delete from activities where workspace_id = $1 and id = any($2)', scope);
  await emit({ type: 'activities.purged', data: { count: ids.length }, paths: ACTIVITIES_CHANGED });
  return { storageKeys: files.map((file) => file.storage_key) };
}
