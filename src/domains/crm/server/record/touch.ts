import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { CONTACTS_CHANGED } from '../live-paths.ts';

/** Notes that something was done with a contact just now. @returns the paths whose answers that changes. */
export async function recordChanged(contactId: string): Promise<string[]> {
  await query('update contacts set last_activity_at = now() where id = $1 and workspace_id = $2', [contactId, currentWorkspaceId()]);
  return CONTACTS_CHANGED;
}
