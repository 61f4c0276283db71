/** How the installation is doing, in figures that an administrator asks for. */
import packageJson from '../../../../package.json' with { type: 'json' };
import { asSystem, database, query } from '../../../server/db/index.ts';
import { countAside } from '../../../server/events/failed-deliveries.ts';
import { listRecurring } from '../../../server/jobs/recurring.ts';
import type { SystemFigures } from '../contract.ts';

/** Failed jobs of this long are counted. */
const LATELY = '7 days';

interface Counts {
  version: string;
  size: number;
  accounts: number;
  online: number;
  workspaces: number;
  queued: number;
  running: number;
  failed: number;
  mails: number;
}

export async function systemFigures(): Promise<SystemFigures> {
  const [row] = await asSystem(() =>
    query<Counts>(
      `select split_part(version(), ' on ', 1) as version, pg_database_size(current_database())::float8 as size,
       (select count(*)::int from users where active) as accounts,
       (select count(distinct user_id)::int from sessions where revoked_at is null
          and last_seen_at > now() - interval '15 minutes') as online,
       (select count(*)::int from workspaces) as workspaces,
       (select count(*)::int from jobs where state = 'queued') as queued,
          (select count(*)::int from jobs where state = 'running') as running,
       (select count(*)::int from jobs where state = 'failed' and finished_at > now() - interval '${LATELY}') as failed,
       (select count(*)::int from mail_outbox) as mails`,
    ),
  );
  const recurring = await listRecurring();
  return {
    version: packageJson.version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    engine: database().engine,
    database: row!.version,
    databaseSize: row!.size,
    memory: process.memoryUsage().rss,
    accounts: row!.accounts,
    online: row!.online,
    workspaces: row!.workspaces,
    jobs: { queued: row!.queued, running: row!.running, failed: row!.failed },
    recurring: {
      failing: recurring.filter(({ failures }) => failures > 0).length,
      paused: recurring.filter(({ paused }) => paused).length,
    },
    keptMails: row!.mails,
    reactions: await countAside(),
  };
}
