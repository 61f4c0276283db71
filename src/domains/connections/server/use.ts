/** How code gets a service: the workspace's own connection, else the installation's, else the embedded provider. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { PORT_LABELS } from '../../../kernel/ports.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import {
  embeddedProvider,
  findProvider,
  guardedFetch,
  type OpenPort,
  type Port,
  type PortClient,
  type Provider,
  type ProviderContext,
} from '../../../server/providers/define.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import { openSettings } from './sealed.ts';
import { noteUse } from './usage.ts';

/** A connection that could be used, without its secrets. */
export interface Connection {
  id: string;
  /** Null: the installation's. */
  workspaceId: string | null;
  port: Port;
  provider: string;
  name: string;
  version: number;
  settings: Record<string, unknown>;
}

export type Used = {
  /** Null for the embedded provider. */
  connectionId: string | null;
  embedded: boolean;
};

export interface UseOptions {
  /** Purpose for the log: `lead reply`. */
  purpose?: string;
}

interface Row extends Connection {
  secrets: string;
}

const SELECT = `select id, workspace_id as "workspaceId", port, provider, name, version, settings, secrets
  from connections`;
/** A workspace's own come first, then the installation's, each in their fall-back order. */
const IN_ORDER = 'order by (workspace_id is null), position, id';
const MAX_LISTED = 100;

function readUsable(port: Port, workspaceId: string | null): Promise<Row[]> {
  return asSystem(() =>
    query<Row>(
      `${SELECT} where port = $1 and state <> 'paused' and (workspace_id is null or workspace_id = $2::uuid)
       ${IN_ORDER} limit ${MAX_LISTED}`,
      [port, workspaceId],
    ),
  );
}

/** Connections of a port that a workspace may use, in fall-back order; of the installation alone for null. */
export async function connectionsOf(port: Port, workspaceId: string | null): Promise<Connection[]> {
  const rows = await readUsable(port, workspaceId);
  return rows
    .filter(({ provider }) => findProvider(port, provider) !== undefined)
    .map(({ id, workspaceId: owner, provider, name, version, settings }) => ({
      id,
      workspaceId: owner,
      port,
      provider,
      name,
      version,
      settings,
    }));
}

/**
 * The client of a port. Each call of it that answers with a promise is counted; streams are counted by `noteUse`.
 * @throws AppError `unavailable` where nothing is connected and the port has no embedded provider; ProviderError
 * `settings` when the credentials cannot be opened
 */
export async function useProvider<P extends OpenPort>(
  port: P,
  workspaceId: string | null,
  options: UseOptions = {},
): Promise<PortClient[P] & Used> {
  const row = (await readUsable(port, workspaceId)).find(({ provider }) => findProvider(port, provider));
  if (row) return openRow<P>(row, workspaceId, options);
  return openEmbedded(port, workspaceId, options);
}

/** The embedded provider, also where something is connected. @throws AppError `unavailable` for a port without one */
export async function openEmbedded<P extends OpenPort>(
  port: P,
  workspaceId: string | null,
  options: UseOptions = {},
): Promise<PortClient[P] & Used> {
  const embedded = embeddedProvider(port) as Provider<P> | undefined;
  if (!embedded) {
    throw new AppError(
      'unavailable',
      `${NOTHING[port] ?? `Nothing is connected for ${PORT_LABELS[port].toLowerCase()}.`} Connect one in Settings → Connections.`,
    );
  }
  const client = embedded.open({}, contextOf(embedded, workspaceId, null, options));
  return { ...client, connectionId: null, embedded: true };
}

const NOTHING: Partial<Record<Port, string>> = { model: 'No model is connected.' };

/**
 * The client of one connection, for work that chooses among `connectionsOf` itself.
 * @throws AppError `not_found` for a connection of another workspace, of another port, or that is no longer there
 */
export async function openConnection<P extends OpenPort>(
  port: P,
  id: string,
  workspaceId: string | null,
  options: UseOptions = {},
): Promise<PortClient[P] & Used> {
  const [row] = await asSystem(() =>
    query<Row>(`${SELECT} where id = $1 and port = $2 and (workspace_id is null or workspace_id = $3::uuid)`, [
      id,
      port,
      workspaceId,
    ]),
  );
  if (!row || !findProvider(port, row.provider)) throw notFound('The connection');
  return openRow<P>(row, workspaceId, options);
}

function openRow<P extends OpenPort>(row: Row, workspaceId: string | null, options: UseOptions): PortClient[P] & Used {
  const provider = findProvider(row.port, row.provider) as unknown as Provider<P>;
  const client = provider.open(openSettings(row), contextOf(provider, workspaceId, row.id, options));
  return { ...counted(client, row.id), connectionId: row.id, embedded: false };
}

export function contextOf(
  provider: Pick<Provider, 'port' | 'id'>,
  workspaceId: string | null,
  connectionId: string | null,
  { purpose }: UseOptions = {},
): ProviderContext {
  return {
    workspaceId,
    connectionId,
    fetch: guardedFetch(provider, { connectionId, workspaceId, ...(purpose && { purpose }) }),
  };
}

/** The same client, whose calls are counted as uses of its connection. */
function counted<C extends object>(client: C, connectionId: string): C {
  return Object.fromEntries(
    Object.entries(client).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'function' && name !== 'close'
        ? (...given: unknown[]) => count(Reflect.apply(value, client, given), connectionId)
        : value,
    ]),
  ) as C;
}

function count(outcome: unknown, connectionId: string): unknown {
  if (!(outcome instanceof Promise)) return outcome;
  return outcome.then(
    async (result: unknown) => {
      await noteUse(connectionId, { ok: true, units: unitsOf(result) });
      return result;
    },
    async (error: unknown) => {
      // Anything else is a fault of ours, or of the input, and says nothing about the service.
      if (error instanceof ProviderError)
        await noteUse(connectionId, { ok: error.kind === 'refused', error: error.message });
      throw error;
    },
  );
}

/** A result that says what it took: `{ units: 3 }`. */
function unitsOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('units' in result)) return undefined;
  return typeof result.units === 'number' ? result.units : undefined;
}
