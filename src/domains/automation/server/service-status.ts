/** How the automations and webhooks of a workspace are. */
import { query } from '../../../server/db/index.ts';
import { defineService, judged, plural } from '../../../server/status/services.ts';

export const automationService = defineService({
  id: 'automation',
  name: 'Automations',
  async judge(workspaceIds) {
    const rows = await query<{ workspace_id: string; on: number; failed: number; ran: number }>(
      `select w.id as workspace_id,
        (select count(*)::int from workflows f where f.workspace_id = w.id and f.state = 'on' and f.deleted_at is null)
        as on,
         (select count(*)::int from workflow_runs r where r.workspace_id = w.id and r.state in ('failed', 'blocked')
            and r.created_at > now() - interval '1 day') as failed,
         (select count(*)::int from workflow_runs r where r.workspace_id = w.id
            and r.created_at > now() - interval '1 day') as ran
       from unnest($1::uuid[]) w(id) where app_is_on(w.id, 'automation')`,
      [workspaceIds],
    );
    return judged(rows, ({ on, failed, ran }) => {
      if (failed > 0)
        return {
          status: failed * 2 > ran ? 'error' : 'warning',
          detail: `${failed.toLocaleString('en')} of ${plural(ran, 'run', 'runs')} failed in the last 24 hours.`,
        };
      return on === 0
        ? { status: 'inactive', detail: 'No workflows are on.' }
        : { status: 'active', detail: `${plural(on, 'workflow is', 'workflows are')} on.` };
    });
  },
});

export const webhooksService = defineService({
  id: 'webhooks',
  name: 'Webhooks',
  async judge(workspaceIds) {
    const rows = await query<{ workspace_id: string; endpoints: number; failed: number; pending: number }>(
      `select w.id as workspace_id,
        (select count(*)::int from webhook_endpoints e where e.workspace_id = w.id) as endpoints,
         (select count(*)::int from webhook_messages m where m.workspace_id = w.id and m.state = 'failed'
            and m.created_at > now() - interval '1 day') as failed,
         (select count(*)::int from webhook_messages m where m.workspace_id = w.id and m.state = 'pending'
            and m.attempts > 0) as pending
       from unnest($1::uuid[]) w(id) where app_is_on(w.id, 'automation')`,
      [workspaceIds],
    );
    return judged(rows, ({ endpoints, failed, pending }) => {
      if (endpoints === 0) return { status: 'inactive', detail: 'No webhook endpoints.' };
      if (failed > 0)
        return {
          status: 'error',
          detail: `${plural(failed, 'message', 'messages')} could not be delivered in the last 24 hours.`,
        };
      return pending > 0
        ? { status: 'warning', detail: `${plural(pending, 'message is', 'messages are')} being retried.` }
        : { status: 'active', detail: `${plural(endpoints, 'endpoint is', 'endpoints are')} told.` };
    });
  },
});
