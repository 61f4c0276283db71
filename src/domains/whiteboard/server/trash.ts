/** Boards that were in the trash long enough are deleted. */
import { inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { TRASH_DAYS } from '../contract.ts';
import { deleteBoards } from './boards.ts';

const AT_ONCE = 200;

/** Deletes what is due, a bounded number at a time. */
export async function emptyTrash(now: Date): Promise<void> {
  const due = await query<{ id: string; workspace_id: string }>(
    `select id, workspace_id from whiteboards where deleted_at < $1::timestamptz - make_interval(days => $2) limit $3`,
    [now.toISOString(), TRASH_DAYS, AT_ONCE],
  );
  for (const [workspaceId, boards] of Map.groupBy(due, (board) => board.workspace_id))
    await inWorkspace(workspaceId, null, () => transaction(() => deleteBoards(boards.map(({ id }) => id))));
}

export const emptyTrashRecurring = defineRecurring({
  name: 'whiteboard.trash',
  title: 'Delete whiteboards that were in the trash for 30 days',
  every: 3_600,
  handler: () => emptyTrash(new Date()),
});
