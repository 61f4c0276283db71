/** Notifies the person responsible when a sync fails or waits for a decision, because no one watches it run. */
import { asSystem, query } from '../../../../server/db/index.ts';
import { KINDS } from '../../../../records/contract.ts';
import { administrators } from '../../../identity/index.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { SyncRun } from '../../contract/sync.ts';
import type { DefinitionRow } from './rows.ts';

export const TROUBLE = defineNotificationKind({
  name: 'sync_trouble',
  group: 'Clients',
  label: 'Syncs with clients',
  hint: 'A sync you created failed, skipped records, or has conflicts.',
  ways: { inApp: true, email: true },
  roles: ['admin'],
});

interface Ended {
  state: SyncRun['state'];
  cause: SyncRun['cause'];
  dry: boolean;
  errors: number;
  error: string | null;
  made_by: string | null;
  oldest_conflict: string | null;
}

/**
 * In the ambient transaction, where there is one. Who starts a run by hand looks at it; a failure is told once a day,
 * what is to be decided once until that is decided.
 */
export async function tellOfRun(
  { id, workspace_id: workspaceId, kind, client_name: client }: DefinitionRow,
  runId: string,
): Promise<void> {
  const [run] = await query<Ended>(
    `select r.state, r.cause, r.dry, r.errors, r.error,
      (select u.id from users u where u.id = d.created_by and u.active and u.role = 'admin') as made_by,
       (select c.id from sync_conflicts c where c.definition_id = d.id order by c.id limit 1) as oldest_conflict
     from sync_runs r join sync_definitions d on d.id = r.definition_id where r.id = $1`,
    [runId],
  );
  if (!run || run.dry || run.cause === 'manual') return;
  const what = `The sync of ${KINDS[kind].many} with ${client}`;
  const today = new Date().toISOString().slice(0, 10);
  const href = `/client-sync?sync=${id}`;
  const news =
    run.state === 'failed'
      ? { title: `${what} failed`, body: run.error ?? '', href, key: `sync:${id}:failed:${today}` }
      : run.errors > 0
        ? {
            title: `${what} skipped records`,
            body: `${run.errors === 1 ? '1 record' : `${run.errors} records`} could not be synced. See the run for details.`,
            href: `${href}&run=${runId}`,
            key: `sync:${id}:errors:${today}`,
          }
        : run.oldest_conflict
          ? {
              title: `${what} has conflicts`,
              body: 'Both sides changed the same fields. Resolve them under Conflicts.',
              href: `${href}&tab=conflicts`,
              key: `sync:${id}:asks:${run.oldest_conflict}`,
            }
          : undefined;
  if (!news) return;
  for (const userId of run.made_by ? [run.made_by] : (await asSystem(administrators)).map((one) => one.id))
    await tellUser(userId, TROUBLE, { ...news, workspaceId });
}
