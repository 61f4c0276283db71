/**
 * The door for services that call us: `POST /api/provider-events/{connectionId}`. The provider checks the signature over
 * the bytes as they came. A report is kept under its id before it is answered, so one that comes again does nothing.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../kernel/errors.ts';
import { UUID } from '../../../kernel/ids.ts';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, execute, insertIfNew, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import {
  type Delivery,
  findProvider,
  type OpenPort,
  type Port,
  type PortClient,
  type Provider,
  type ProviderEvent,
} from '../../../server/providers/define.ts';
import { attributedWorkspaces } from '../../../server/providers/events.ts';
import { RequestLimit } from '../../../server/public/request-limit.ts';
import { openSettings } from './sealed.ts';
import { contextOf } from './use.ts';

const BODY_LIMIT = 512 * 1024;
/** Calls of a network in a minute: a service reports three times for each of some thousand messages. */
const CALLS = new RequestLimit(12_000);
/** Longer than any service repeats a report, and any signature with a time in it is accepted. */
const KEEP = '400 days';

interface Row {
  id: string;
  workspaceId: string | null;
  port: Port;
  provider: string;
  settings: unknown;
  secrets: string;
}

/** A stranger learns nothing about which connections exist. */
const refusal = () => new AppError('bad_request', 'The signature of this call could not be verified.');

export function mountProviderEvents(app: FastifyInstance): void {
  void app.register((scope, _options, done) => {
    takeBytes(scope);
    scope.post<{ Params: { connectionId: string } }>('/api/provider-events/:connectionId', async (request, reply) => {
      if (!CALLS.allows(networkOf(request.ip)))
        throw new AppError('rate_limited', 'Too many calls. Repeat this one later.', { retryAfter: 60 });
      await take(request.params.connectionId, request);
      return reply.code(204).send();
    });
    done();
  });
}

/** Bodies stay bytes, over which services sign. */
export function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, next) =>
    next(null, body),
  );
}

async function take(id: string, request: FastifyRequest): Promise<void> {
  const row = UUID.test(id) ? await readConnection(id) : undefined;
  const events = row && readReport(row, request);
  if (!events) throw refusal();
  await asSystem(() =>
    transaction(async () => {
      for (const event of events) await keep(row, event);
    }),
  );
}

async function readConnection(id: string): Promise<Row | undefined> {
  const [row] = await asSystem(() =>
    query<Row>(
      'select id, workspace_id as "workspaceId", port, provider, settings, secrets from connections where id = $1',
      [id],
      'provider_events_connection',
    ),
  );
  return row;
}

/** A request of a service, as its provider reads it; the body is there where it was parsed as bytes. */
export function deliveryOf({ url, headers, body }: FastifyRequest): Delivery {
  return {
    url: appLink(url as `/${string}`),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    ),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

/** The connection that a service names in an address of ours; undefined when there is none of this port. */
export async function calledConnection<P extends OpenPort>(
  port: P,
  id: string,
): Promise<{ id: string; workspaceId: string | null; client: PortClient[P] } | undefined> {
  const row = UUID.test(id) ? await readConnection(id) : undefined;
  const provider = row?.port === port ? (findProvider(port, row.provider) as Provider<P> | undefined) : undefined;
  if (!row || !provider) return undefined;
  const client = provider.open(openSettings(row), contextOf(provider, row.workspaceId, row.id));
  return { id: row.id, workspaceId: row.workspaceId, client };
}

/** The events of a report; undefined when its signature is not right. */
function readReport(row: Row, request: FastifyRequest): ProviderEvent[] | undefined {
  const provider = findProvider(row.port, row.provider);
  if (!provider?.receives) return undefined;
  try {
    return provider.receive(openSettings(row), deliveryOf(request), contextOf(provider, row.workspaceId, row.id));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().warn({ connectionId: row.id, provider: row.provider, why: error.message }, 'a report was refused');
    return undefined;
  }
}

/** Keeps a report that is new, and hands it to whom it concerns. */
async function keep({ id, workspaceId: owner, port, provider }: Row, event: ProviderEvent): Promise<void> {
  const isNew = await insertIfNew('connection_events', {
    connectionId: id,
    workspaceId: owner ?? event.workspaceId ?? null,
    eventId: event.id,
    type: event.type,
  });
  if (!isNew) return;
  const named = owner ?? event.workspaceId;
  const wanted = named ? [named] : await attributedWorkspaces(port, event);
  const found = await query<{ id: string }>(
    'select id from workspaces where id = any($1::uuid[]) and archived_at is null order by id',
    [wanted.filter((one) => UUID.test(one))],
  );
  await emit(
    ...found.map((workspace, i) => ({
      type: event.type,
      workspaceId: workspace.id,
      // Of several, the first answers for all.
      data: { ...event.data, connectionId: id, provider, ...(i > 0 && { isCopy: true }) },
    })),
  );
}

export const forgetProviderEventsRecurring = defineRecurring({
  name: 'connections.forget-events',
  title: 'Remove old ids of reports from services',
  cron: '40 4 * * *',
  handler: () =>
    asSystem(() => execute(`delete from connection_events where received_at < now() - interval '${KEEP}'`)),
});
