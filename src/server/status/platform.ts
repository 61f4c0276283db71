/** Services common to all workspaces. */
import { query } from '../db/index.ts';
import { mailProvider } from '../providers/mail/index.ts';
import { alike, defineService, judged, plural } from './services.ts';

/** A database that needs longer for an empty query is slow; milliseconds. */
const SLOW = 3_000;

defineService({
  id: 'api',
  name: 'Application and API',
  async judge(workspaceIds) {
    const began = performance.now();
    await query('select 1');
    const took = Math.round(performance.now() - began);
    return alike(
      workspaceIds,
      took > SLOW ? { status: 'warning', detail: 'It answers slowly.' } : { status: 'active', detail: 'It answers.' },
    );
  },
});

defineService({
  id: 'jobs',
  name: 'Background work',
  async judge(workspaceIds) {
    const rows = await query<{ workspace_id: string; open: number; late: number; failed: number }>(
      `select w.id as workspace_id,
         (select count(*)::int from jobs j where j.workspace_id = w.id and j.state in ('queued', 'running')) as open,
         (select count(*)::int from jobs j where j.workspace_id = w.id and j.state = 'queued' and j.started_at is null
            and j.created_at < now() - interval '15 minutes') as late,
         (select count(*)::int from jobs j where j.workspace_id = w.id and j.state = 'failed'
            and j.finished_at > now() - interval '1 day') as failed
       from unnest($1::uuid[]) w(id)`,
      [workspaceIds],
    );
    return judged(rows, ({ open, late, failed }) => {
      if (late > 0)
        return {
          status: 'error',
          detail: `${plural(late, 'piece of work waits', 'pieces of work wait')} for more than a quarter of an hour.`,
        };
      if (failed > 0)
        return {
          status: 'warning',
          detail: `${plural(failed, 'piece of work', 'pieces of work')} failed in the last day.`,
        };
      return open > 0
        ? { status: 'pending', detail: `${plural(open, 'piece of work is', 'pieces of work are')} under way.` }
        : { status: 'active', detail: 'Nothing is waiting.' };
    });
  },
});

defineService({
  id: 'mail',
  name: 'Outgoing mail',
  async judge(workspaceIds) {
    const mail = mailProvider();
    if (!mail.delivers)
      return alike(workspaceIds, { status: 'inactive', detail: 'This installation keeps mail and does not send it.' });
    try {
      await mail.verify();
      return alike(workspaceIds, { status: 'active', detail: 'The mail server takes mail.' });
    } catch {
      return alike(workspaceIds, { status: 'error', detail: 'The mail server does not answer.' });
    }
  },
});
