/** How the imports of a workspace are. */
import { query } from '../../../../server/db/index.ts';
import { defineService, judged } from '../../../../server/status/services.ts';

export const importsService = defineService({
  id: 'imports',
  name: 'Imports',
  async judge(workspaceIds) {
    const rows = await query<{ workspace_id: string; state: string; recent: boolean; file_name: string }>(
      `select i.workspace_id, i.state, i.created_at > now() - interval '7 days' as recent, i.file_name
        from unnest($1::uuid[]) w(id)
       cross join lateral (select * from imports where workspace_id = w.id and state <> 'mapping'
          order by created_at desc limit 1) i`,
      [workspaceIds],
    );
    return judged(rows, ({ state, recent, file_name: name }) => {
      if (state === 'queued' || state === 'running' || state === 'reverting')
        return { status: 'pending', detail: `${name} is being worked on.` };
      if (state === 'failed' && recent) return { status: 'error', detail: `The import of ${name} failed.` };
      return { status: 'active', detail: `The last one, ${name}, has ended.` };
    });
  },
});
