/** Usage of connections: last use, calls per month, and errors. */
import { afterCommit, asSystem, currentTransaction, execute, outsideTransaction } from '../../../server/db/index.ts';
import { presentScope } from '../../../server/db/context.ts';
import { log } from '../../../server/observability/log.ts';

export interface Use {
  ok: boolean;
  /** The service's words. With `ok`, the service works and refused this one request. */
  error?: string | undefined;
  /** Tokens, segments, or what else the port counts; a decimal. */
  units?: number | string | undefined;
}

const MAX_ERROR = 500;

/**
 * Records one use of a connection. Inside a transaction it is recorded after the commit. It never fails the work.
 * @param connectionId null for embedded providers, whose uses are not counted
 */
export async function noteUse(connectionId: string | null, use: Use): Promise<void> {
  if (connectionId === null) return;
  const write = () =>
    asSystem(() => outsideTransaction(() => count(connectionId, use))).catch((error: unknown) =>
      log().warn({ err: error, connectionId }, 'the use of a connection was not counted'),
    );
  if (presentScope() && currentTransaction()) afterCommit(() => void write());
  else await write();
}

/** One statement, so that concurrent uses wait for each other as briefly as possible. */
async function count(connectionId: string, { ok, error, units = 0 }: Use): Promise<void> {
  await execute(
    `with used as (
       update connections set last_used_at = now(),
         state = case when state = 'paused' then state when $2 then 'working' else 'failing' end,
         last_error = coalesce($3, last_error), last_error_at = case when $3 is null then last_error_at else now() end
       where id = $1 returning id, workspace_id
     )
     insert into connection_usage as u (connection_id, workspace_id, month, calls, failures, units)
     select id, workspace_id, date_trunc('month', now() at time zone 'UTC')::date, 1, $4, $5 from used
     on conflict (connection_id, month) do update
       set calls = u.calls + 1, failures = u.failures + excluded.failures, units = u.units + excluded.units`,
    [connectionId, ok, error?.slice(0, MAX_ERROR) ?? null, ok ? 0 : 1, String(units)],
  );
}
