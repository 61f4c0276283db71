/** The services of a client that this domain knows of: its workspace, and its syncs with operations. */
import { query } from '../../../../server/db/index.ts';
import { defineService, judged, plural } from '../../../../server/status/services.ts';

export const workspaceService = defineService({
  id: 'workspace',
  name: 'Workspace',
  async judge(workspaceIds) {
    const rows = await query<{ workspace_id: string; archived: boolean; setup: string; owners: number }>(
      `select w.id as workspace_id, w.archived_at is not null as archived, w.setup,
        (select count(*)::int from memberships m join users u on u.id = m.user_id and u.active
        where m.workspace_id = w.id and m.role = 'owner') as owners
       from workspaces w where w.id = any($1)`,
      [workspaceIds],
    );
    return judged(rows, ({ archived, setup, owners }) => {
      if (archived) return { status: 'inactive', detail: 'Archived.' };
      if (setup === 'open') return { status: 'pending', detail: 'Being set up.' };
      return owners === 0
        ? { status: 'warning', detail: 'No active owner.' }
        : { status: 'active', detail: 'People can sign in.' };
    });
  },
});

export const syncService = defineService({
  id: 'sync',
  name: 'Sync with the agency',
  async judge(workspaceIds) {
    const rows = await query<{
      workspace_id: string;
      all: number;
      on: number;
      open: number;
      conflicts: number;
      failed: number;
    }>(
      `select d.client_id as workspace_id, count(*)::int as all, count(*) filter (where d.state = 'on')::int as on,
         count(*) filter (where r.state in ('queued', 'running'))::int as open, count(*)
            filter (where r.state = 'failed')::int as failed,
         sum((select count(*) from sync_conflicts c where c.definition_id = d.id))::int as conflicts
       from sync_definitions d left
          join lateral (select state from sync_runs where definition_id = d.id and not dry order by id desc limit 1) r
          on true
       where d.client_id = any($1) group by d.client_id`,
      [workspaceIds],
    );
    return judged(rows, ({ all, on, open, conflicts, failed }) => {
      if (failed > 0) return { status: 'error', detail: `${plural(failed, 'sync', 'syncs')} failed in the last run.` };
      if (conflicts > 0)
        return { status: 'warning', detail: `${plural(conflicts, 'record waits', 'records wait')} for a decision.` };
      if (open > 0) return { status: 'pending', detail: 'A run is in progress.' };
      return on === 0
        ? { status: 'inactive', detail: `${plural(all, 'sync is', 'syncs are')} paused.` }
        : { status: 'active', detail: `${plural(on, 'sync is', 'syncs are')} on.` };
    });
  },
});
