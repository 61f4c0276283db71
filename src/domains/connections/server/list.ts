/** Connections and available providers for the page. */
import { notFound } from '../../../kernel/errors.ts';
import { PORT_LABELS, type Port } from '../../../kernel/ports.ts';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { allProviders, embeddedProvider, findProvider } from '../../../server/providers/define.ts';
import type { ConnectionDetails, ConnectionPort, ConnectionProvider } from '../contract.ts';
import { mayConnectInstallation } from './manage.ts';

interface Row extends Omit<ConnectionDetails, 'installation' | 'usage' | 'reportsTo'> {
  workspaceId: string | null;
  calls: number;
  failures: number;
  units: string;
}

const SELECT = `select c.id, c.version, c.port, c.provider, c.name, c.workspace_id as "workspaceId", c.settings,
    c.hints as secrets, c.state, c.verified_at as "verifiedAt", c.last_used_at as "lastUsedAt",
    c.last_error as "lastError", c.last_error_at as "lastErrorAt",
    coalesce(u.calls, 0)::int as calls, coalesce(u.failures, 0)::int as failures,
    trim_scale(coalesce(u.units, 0))::text as units
  from connections c
  left join connection_usage u on u.connection_id = c.id
    and u.month = date_trunc('month', now() at time zone 'UTC')::date`;
const MAX_LISTED = 500;

/** Connections that the caller may manage, the workspace's own first, each port in its fallback order. */
async function readAll(
  caller: Caller,
  withInstallation: boolean,
  id: string | null = null,
): Promise<ConnectionDetails[]> {
  const rows = await asSystem(() =>
    query<Row>(
      `${SELECT} where (c.workspace_id = $1 or ($2 and c.workspace_id is null)) and ($3::uuid is null or c.id = $3)
       order by c.port, (c.workspace_id is null), c.position, c.id limit ${MAX_LISTED}`,
      [caller.workspaceId, withInstallation, id],
    ),
  );
  return rows.map(({ workspaceId, calls, failures, units, ...row }) => ({
    ...row,
    installation: workspaceId === null,
    reportsTo: findProvider(row.port, row.provider)?.receives ? appLink(`/api/provider-events/${row.id}`) : null,
    usage: { calls, failures, units },
  }));
}

export async function listConnections(
  caller: Caller,
): Promise<{
  items: ConnectionDetails[];
  ports: ConnectionPort[];
  providers: ConnectionProvider[];
  mayConnectInstallation: boolean;
}> {
  const all = await mayConnectInstallation(caller);
  const providers = allProviders();
  const ports = [...new Set(providers.map(({ port }) => port))];
  return {
    items: await readAll(caller, all),
    ports: ports.map((port) => ({ port, label: PORT_LABELS[port], embedded: embeddedOf(port) })),
    providers: providers
      .filter(({ embedded }) => !embedded)
      .map(({ port, id, name, summary, fields }) => ({ port, id, name, summary, fields: [...fields] })),
    mayConnectInstallation: all,
  };
}

function embeddedOf(port: Port): ConnectionPort['embedded'] {
  const provider = embeddedProvider(port);
  return provider ? { name: provider.name, summary: provider.summary } : null;
}

/** @throws AppError `not_found` */
export async function readConnection(id: string, caller: Caller): Promise<ConnectionDetails> {
  const [row] = await readAll(caller, await mayConnectInstallation(caller), id);
  if (!row) throw notFound('The connection');
  return row;
}
