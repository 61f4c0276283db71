/** Notifies the people responsible for a workflow, at most once an hour each. */
import { asSystem, query } from '../../../server/db/index.ts';
import { administrators } from '../../identity/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

export const TROUBLE = defineNotificationKind({
  name: 'workflow_trouble',
  group: 'Automation',
  label: 'Failed workflows',
  hint: 'A workflow you published failed or was paused.',
  ways: { inApp: true, email: true },
  roles: ['admin'],
});

/**
 * Notifies the person who published or last changed the workflow, or administrators if that person can no longer edit
 * it.
 */
export async function tellOwner(
  workflowId: string,
  news: { title: string; body: string; runId?: string },
): Promise<void> {
  const [row] = await query<{ who: string | null }>(
    `select coalesce((select published_by from workflow_versions v where v.workflow_id = w.id order by number desc
      limit 1), w.updated_by, w.created_by) as who from workflows w where w.id = $1`,
    [workflowId],
  );
  const { runId, ...rest } = news;
  const telling = {
    ...rest,
    href: runId ? `/workflow-visualization?tab=runs&run=${runId}` : `/workflow-visualization/${workflowId}`,
    key: `workflow:${workflowId}:${new Date().toISOString().slice(0, 13)}`,
  };
  if (row?.who && (await mayMend(row.who))) await tellUser(row.who, TROUBLE, telling);
  else for (const { id } of await asSystem(administrators)) await tellUser(id, TROUBLE, telling);
}

const mayMend = async (userId: string) =>
  (await asSystem(() => query(`select 1 from users where id = $1 and active and role = 'admin'`, [userId]))).length > 0;
