/** Checks sources when they are due. */
import { asSystem, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { startSync } from './start-sync.ts';

export const refreshDue = defineRecurring({
  name: 'knowledge.refresh',
  title: 'Check sources of knowledge that are due',
  every: 300,
  async handler({ signal }) {
    const due = await asSystem(() =>
      query<{ id: string; workspace_id: string; owner_id: string | null }>(
        `update knowledge_sources set next_at = now() + every_hours * interval '1 hour'
          where next_at <= now() and state <> 'working' and kind in ('web', 'feed') returning id, workspace_id, owner_id`,
      ),
    );
    for (const { id, workspace_id: workspaceId, owner_id: ownerId } of due) {
      signal.throwIfAborted();
      await inWorkspace(workspaceId, ownerId, () => transaction(() => startSync(id)));
    }
  },
});
