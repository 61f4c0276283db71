/** Looking after the services of clients: each change of a state is written down, with when it began and ended. */
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, query, selectRow, transaction } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import { allServices, type Judgement } from '../../../../server/status/services.ts';
import { workspacesOfAdministrators } from '../../../identity/index.ts';
import type { clientStatus, Incident } from '../../contract/status.ts';
import { CLIENTS } from '../../paths.ts';

/** Clients that are looked at together. */
const BATCH = 100;
const KEEP = '1 year';
const NOTHING: Judgement = { status: 'inactive', detail: 'Not in use.' };

/** Judges all services of the clients and writes down what changed. Runs as system. */
async function look(workspaceIds: readonly string[]): Promise<void> {
  for (const service of allServices()) {
    const found = await service.judge(workspaceIds);
    const states = workspaceIds.map((workspaceId) => ({
      id: newId(),
      workspace_id: workspaceId,
      ...(found.get(workspaceId) ?? NOTHING),
    }));
    const changed = await transaction(async () => {
      // In one order, so that two who look at once wait for each other instead of standing in each other's way.
      const ended = await query<{ workspace_id: string }>(
        `update service_states s set ended_at = now()
          from jsonb_to_recordset($1::jsonb) as g(workspace_id uuid, status text, detail text)
         where s.workspace_id = g.workspace_id and s.service = $2 and s.ended_at is null and s.status <> g.status
            returning s.workspace_id`,
        [JSON.stringify(states), service.id],
      );
      await execute(
        `update service_states s set detail = g.detail
          from jsonb_to_recordset($1::jsonb) as g(workspace_id uuid, status text, detail text)
         where s.workspace_id = g.workspace_id and s.service = $2 and s.ended_at is null and s.detail <> g.detail`,
        [JSON.stringify(states), service.id],
      );
      await execute(
        `insert into service_states (id, workspace_id, service, status, detail)
         select id, workspace_id, $2, status, detail
            from jsonb_to_recordset($1::jsonb) as g(id uuid, workspace_id uuid, status text, detail text)
         on conflict (workspace_id, service) where ended_at is null do nothing`,
        [JSON.stringify(states), service.id],
      );
      return ended;
    });
    await tell(changed.map(({ workspace_id: id }) => id));
  }
}

async function tell(clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  const paths = clientIds.flatMap((id) => [`${CLIENTS}/${id}/status`, `${CLIENTS}/${id}/incidents`]);
  for (const workspaceId of await workspacesOfAdministrators()) await publishPaths(workspaceId, paths);
}

async function clientName(id: string): Promise<string> {
  const row = await selectRow('workspaces', ['name'], { id, kind: 'client' });
  if (!row) throw notFound('The client');
  return row.name;
}

/** How the services are at this moment. @throws AppError `not_found` */
export function readStatus(id: string): Promise<ResponseOf<typeof clientStatus.get>> {
  return asSystem(async () => {
    const name = await clientName(id);
    await look([id]);
    const rows = await query<{ service: string; status: Judgement['status']; detail: string; started_at: string }>(
      'select service, status, detail, started_at from service_states where workspace_id = $1 and ended_at is null',
      [id],
    );
    const services = allServices().flatMap((service) => {
      const row = rows.find((one) => one.service === service.id);
      return row
        ? [{ id: service.id, name: service.name, status: row.status, detail: row.detail, since: row.started_at }]
        : [];
    });
    return { client: { id, name }, services, checkedAt: new Date().toISOString() };
  });
}

/** @throws AppError `not_found` */
export function listIncidents(
  id: string,
  { cursor, limit }: QueryOf<typeof clientStatus.incidents>,
): Promise<ResponseOf<typeof clientStatus.incidents>> {
  return asSystem(async () => {
    await clientName(id);
    const from = unpackCursor(cursor, UUID);
    const rows = await query<Incident>(
      `select id, service, status, detail, started_at as "startedAt", ended_at as "endedAt" from service_states
       where workspace_id = $1 and status in ('warning', 'error') and ($2::uuid is null or id < $2)
          order by id desc limit $3`,
      [id, from?.[0] ?? null, limit + 1],
    );
    const names = new Map(allServices().map((service) => [service.id, service.name]));
    const page = pageFrom(rows, limit, (row) => packCursor(row.id));
    return {
      items: page.items.map((row) => ({ ...row, service: names.get(row.service) ?? row.service })),
      next: page.next,
    };
  });
}

/** Name of the recurring work, for tests. */
export const WATCH = 'clients.watch';
export const watchRecurring = defineRecurring({
  name: WATCH,
  title: 'Check client services',
  every: 60,
  handler: watch,
});

async function watch({ signal }: { signal: AbortSignal }): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    signal.throwIfAborted();
    const page = await query<{ id: string }>(
      `select id from workspaces where kind = 'client' and archived_at is null and id > $1 order by id limit ${BATCH}`,
      [after],
    );
    if (page.length > 0) await look(page.map(({ id }) => id));
    if (page.length < BATCH) break;
    after = page.at(-1)!.id;
  }
  await execute(`delete from service_states where ended_at < now() - interval '${KEEP}'`);
}
