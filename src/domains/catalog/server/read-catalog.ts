/** The catalog of a workspace: what every domain declared, with its state here. */
import { allApps, type App, appOf } from '../../../kernel/apps.ts';
import { notFound } from '../../../kernel/errors.ts';
import { PORT_LABELS, type Port } from '../../../kernel/ports.ts';
import { allCatalogEntries, type CatalogEntry } from '../../../server/catalog.ts';
import { asSystem, query, selectRow } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { allProviders, embeddedProvider, type Provider } from '../../../server/providers/define.ts';
import { allServices, type Judgement } from '../../../server/status/services.ts';
import { meteredFeatures } from '../../billing/index.ts';
import { type Connection, connectionsOf } from '../../connections/index.ts';
import type { Catalog, CatalogItem, CatalogNeed } from '../contract.ts';

const CONNECTIONS_PAGE = '/settings?tab=connections';

/** @throws AppError `not_found` for a workspace that is gone */
export async function readCatalog(caller: Caller): Promise<Catalog> {
  const row = await asSystem(() => selectRow('workspaces', ['version', 'appsOff'], { id: caller.workspaceId }));
  if (!row) throw notFound('The workspace');
  const providers = allProviders().filter(({ embedded }) => !embedded);
  const ports = [...new Set([...providers.map(({ port }) => port), ...neededPorts()])];
  const connected = new Map<Port, Connection[]>();
  for (const port of ports) connected.set(port, await connectionsOf(port, caller.workspaceId));
  const health = await healthOf(caller.workspaceId);
  const [uses, credits] = [await usesOf([...connected.values()].flat()), await creditsUsed(caller.workspaceId)];
  const items = [
    ...allApps().map((app) => appItem(app, row.appsOff, health)),
    ...(await Promise.all(allCatalogEntries().map((entry) => featureItem(entry, caller, connected, credits)))),
    ...providers.map((provider) => connectorItem(provider, connected.get(provider.port) ?? [], uses, caller)),
  ];
  return { version: row.version, items, mayInstall: caller.role === 'admin' };
}

const neededPorts = (): Port[] => allCatalogEntries().flatMap(({ needs = [] }) => needs.map(({ port }) => port));

function appItem(app: App, off: readonly string[], health: ReadonlyMap<string, Judgement>): CatalogItem {
  const isOn = !off.includes(app.id);
  return {
    id: app.id,
    kind: 'app',
    name: app.name,
    summary: app.description,
    category: app.wing,
    ai: false,
    installed: isOn,
    page: isOn ? (app.pages[0] ?? null) : null,
    needs: (app.needs ?? []).map(({ app: id, why }) => ({
      kind: 'app',
      label: appOf(id)?.name ?? id,
      why,
      required: true,
      state: off.includes(id) ? 'missing' : 'met',
    })),
    allows: [...app.allows],
    neededBy: allApps()
      .filter(({ needs }) => needs?.some((need) => need.app === app.id))
      .map(({ id, name }) => ({ id, name })),
    health: isOn ? (health.get(app.id) ?? null) : null,
    use: '',
  };
}

async function featureItem(
  entry: CatalogEntry,
  caller: Caller,
  connected: ReadonlyMap<Port, readonly Connection[]>,
  credits: ReadonlyMap<string, string>,
): Promise<CatalogItem> {
  const feature = meteredFeatures().find(({ id }) => id === entry.credits);
  const needs: CatalogNeed[] = (entry.needs ?? []).map(({ port, required, why }) => ({
    kind: 'connection',
    label: PORT_LABELS[port],
    why,
    required,
    state: connected.get(port)?.length ? 'met' : embeddedProvider(port) ? 'built in' : 'missing',
  }));
  if (feature)
    needs.push({
      kind: 'credits',
      label: `${feature.defaultPrice} credits per ${feature.unit}`,
      why: 'Free where the workspace connects its own service.',
      required: false,
      state: 'info',
    });
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const used = [(await entry.usage?.(month)) ?? '', feature ? (credits.get(feature.id) ?? '') : ''];
  return {
    id: entry.id,
    kind: 'feature',
    name: entry.name,
    summary: entry.summary,
    category: entry.category,
    ai: entry.ai === true,
    installed: needs.every(({ required, state }) => !required || state !== 'missing'),
    page: entry.admin && caller.role !== 'admin' ? null : entry.page,
    needs,
    allows: [...entry.allows],
    neededBy: [],
    health: null,
    use: used.filter(Boolean).join(', '),
  };
}

interface Use {
  calls: number;
  failures: number;
  isFailing: boolean;
}

function connectorItem(
  { port, id, name, summary }: Provider,
  connections: readonly Connection[],
  uses: ReadonlyMap<string, Use>,
  caller: Caller,
): CatalogItem {
  const own = connections.filter(({ provider }) => provider === id);
  const all = own.flatMap((one) => uses.get(one.id) ?? []);
  const [calls, failures] = [
    all.reduce((sum, one) => sum + one.calls, 0),
    all.reduce((sum, one) => sum + one.failures, 0),
  ];
  const isFailing = all.some((one) => one.isFailing);
  return {
    id: `${port}/${id}`,
    kind: 'connector',
    name,
    summary,
    category: PORT_LABELS[port],
    ai: port === 'model' || port === 'embedding',
    installed: own.length > 0,
    page: caller.isClient || caller.role === 'admin' ? CONNECTIONS_PAGE : null,
    needs: [],
    allows: [`Data that ${PORT_LABELS[port].toLowerCase()} need leaves the workspace for this service.`],
    neededBy: allCatalogEntries()
      .filter(({ needs }) => needs?.some((need) => need.port === port && need.required))
      .map((entry) => ({ id: entry.id, name: entry.name })),
    health:
      own.length === 0
        ? null
        : isFailing
          ? { status: 'error', detail: 'The last call failed. See Settings → Connections.' }
          : { status: 'active', detail: 'Working.' },
    use: own.length > 0 ? `${calls} calls${failures > 0 ? `, ${failures} failed` : ''}` : '',
  };
}

async function healthOf(workspaceId: string): Promise<Map<string, Judgement>> {
  const known = new Set(allApps().map(({ id }) => id));
  const health = new Map<string, Judgement>();
  for (const service of allServices()) {
    if (!known.has(service.id)) continue;
    const judgement = (await asSystem(() => service.judge([workspaceId]))).get(workspaceId);
    if (judgement) health.set(service.id, judgement);
  }
  return health;
}

async function usesOf(connections: readonly Connection[]): Promise<Map<string, Use>> {
  const rows = await asSystem(() =>
    query<Use & { id: string }>(
      `select c.id, coalesce(u.calls, 0)::int as calls, coalesce(u.failures, 0)::int as failures,
         c.state = 'failing' as "isFailing"
       from connections c left join connection_usage u on u.connection_id = c.id
         and u.month = date_trunc('month', now() at time zone 'UTC')::date where c.id = any($1)`,
      [connections.map(({ id }) => id)],
    ),
  );
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

/** Credits of the present month by feature, in words. */
async function creditsUsed(workspaceId: string): Promise<Map<string, string>> {
  const rows = await query<{ feature: string; used: string }>(
    `select feature, trim_scale(sum(used))::text as used from credit_usage
      where workspace_id = $1 and period = 'month' and starts = date_trunc('month', now() at time zone 'UTC')::date
      group by feature`,
    [workspaceId],
  );
  return new Map(rows.map(({ feature, used }) => [feature, `${used} credits`]));
}
