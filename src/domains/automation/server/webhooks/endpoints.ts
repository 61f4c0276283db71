/** Endpoints of other systems, their secrets, and the log of what they were told. */
import type { ResponseOf, QueryOf } from '../../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { audit } from '../../../../server/audit/audit.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  NEXT_VERSION,
  query,
  selectRow,
  sql,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { outgoingUrlProblem } from '../../../../server/http-client/client.ts';
import type { WebhookAttempt, WebhookEndpoint, WebhookMessage, webhooks } from '../../contract/webhooks.ts';
import { AUTOMATION } from '../../paths.ts';
import { eventType } from '../events-catalogue.ts';
import { wakeSender } from './deliver.ts';
import { newSecret, openSecret, sealSecret } from './endpoint-secrets.ts';

const NOUN = 'The endpoint';
const MAX_ENDPOINTS = 50;
const REPLAY_MAX = 5_000;
const OLD_SECRET_FOR = '24 hours';

const SELECT = `select e.id, e.version, e.url, e.description, e.types, e.state, e.disabled_reason as "disabledReason",
  e.failing_since as "failingSince", e.last_delivered_at as "lastDeliveredAt",
    case when e.previous_until > now() then e.previous_until end as "previousSecretUntil", e.created_at as "createdAt",
    (select count(*)::int from
      (select 1 from webhook_messages m where m.endpoint_id = e.id and m.state = 'pending' limit 10000) x) as pending
  from webhook_endpoints e where e.workspace_id = $1`;

const MESSAGE = `select m.id, m.endpoint_id as "endpointId", m.type, m.state, m.attempts, m.next_at as "nextAt", m.last_status as "lastStatus", m.last_error as "lastError", m.created_at as "createdAt"`;

export async function listEndpoints(): Promise<WebhookEndpoint[]> {
  return query<WebhookEndpoint>(`${SELECT} order by e.id`, [currentWorkspaceId()]);
}

export async function getEndpoint(id: string): Promise<WebhookEndpoint> {
  const [row] = await query<WebhookEndpoint>(`${SELECT} and e.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound(NOUN);
  return row;
}

function check({ url, types }: { url?: string | undefined; types?: readonly string[] | undefined }): void {
  const problem = url === undefined ? undefined : outgoingUrlProblem(url);
  if (problem) throw invalid('url', problem);
  const unknown = types?.find((type) => type !== '*' && !eventType(type));
  if (unknown) throw invalid('types', `The event “${unknown}” does not exist.`);
}

async function changed(what: string, id: string, details: Record<string, unknown> = {}): Promise<void> {
  await audit({ action: `webhook_endpoint.${what}`, subject: { type: 'webhook_endpoint', id }, details });
  await emit({
    type: `webhook_endpoint.${what}`,
    subject: { type: 'webhook_endpoint', id },
    paths: [AUTOMATION.endpoints],
  });
}

export function createEndpoint(input: {
  url: string;
  description: string;
  types: string[];
}): Promise<WebhookEndpoint & { secret: string }> {
  check(input);
  return transaction(async () => {
    const count = await countRows('webhook_endpoints', { workspaceId: currentWorkspaceId() });
    if (count >= MAX_ENDPOINTS)
      throw new AppError(
        'conflict',
        `You have reached the limit of ${MAX_ENDPOINTS} endpoints. Delete one to add another.`,
      );
    const id = newId();
    const secret = newSecret();
    await insertRow('webhook_endpoints', {
      id,
      workspaceId: currentWorkspaceId(),
      url: input.url,
      description: input.description,
      types: input.types,
      secret: sealSecret(secret, id),
      createdBy: currentUserId(),
    });
    await changed('created', id, { url: input.url, types: input.types });
    return { ...(await getEndpoint(id)), secret };
  });
}

export interface EndpointChange {
  version: number;
  url?: string | undefined;
  description?: string | undefined;
  types?: string[] | undefined;
  on?: boolean | undefined;
}

export function updateEndpoint(id: string, { version, ...change }: EndpointChange): Promise<WebhookEndpoint> {
  check(change);
  return transaction(async () => {
    const before = await getEndpoint(id);
    const state = change.on === undefined ? before.state : change.on ? 'on' : 'off';
    const written = await updateRows(
      'webhook_endpoints',
      {
        url: change.url ?? before.url,
        description: change.description ?? before.description,
        types: change.types ?? before.types,
        state,
        version: NEXT_VERSION,
        restUntil: null,
        disabledReason: state === 'disabled' ? undefined : null,
        failingSince: state === 'on' ? sql`case when state = 'on' then failing_since end` : undefined,
      },
      { id, workspaceId: currentWorkspaceId(), version },
    );
    if (written === 0)
      throw new AppError('stale', 'Someone else changed this endpoint in the meantime. Your changes were not saved.', {
        details: { current: before },
      });
    await changed('updated', id, { ...change });
    if (state === 'on') await wakeSender();
    return getEndpoint(id);
  });
}

export function removeEndpoint(id: string): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('webhook_endpoints', { id, workspaceId: currentWorkspaceId() })) === 0) throw notFound(NOUN);
    await changed('deleted', id);
  });
}

export function showSecret(id: string): Promise<{ secret: string }> {
  return transaction(async () => {
    const row = await selectRow('webhook_endpoints', ['secret'], { id, workspaceId: currentWorkspaceId() });
    if (!row) throw notFound(NOUN);
    await audit({ action: 'webhook_endpoint.secret_shown', subject: { type: 'webhook_endpoint', id } });
    return { secret: openSecret(row.secret, id) };
  });
}

export function rotateSecret(id: string): Promise<{ secret: string }> {
  return transaction(async () => {
    const secret = newSecret();
    const written = await execute(
      `update webhook_endpoints
        set previous_secret = secret, previous_until = now() + interval '${OLD_SECRET_FOR}', secret = $3,
        version = version + 1 where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), sealSecret(secret, id)],
    );
    if (written === 0) throw notFound(NOUN);
    await changed('secret_rotated', id);
    return { secret };
  });
}

async function readMessage(id: string): Promise<WebhookMessage> {
  const [row] = await query<WebhookMessage>(
    `${MESSAGE} from webhook_messages m where m.id = $2 and m.workspace_id = $1`,
    [currentWorkspaceId(), id],
  );
  if (!row) throw notFound('The message');
  return row;
}

export async function getMessage(id: string): Promise<ResponseOf<typeof webhooks.message>> {
  const message = await readMessage(id);
  const [row] = await query<{ payload: unknown }>('select payload from webhook_messages where id = $1', [id]);
  const tries = await query<WebhookAttempt>(
    `select number, at, duration_ms as "durationMs", status, error, request_headers as "requestHeaders",
      response_headers as "responseHeaders", response_body as "responseBody"
     from webhook_attempts where message_id = $1 and workspace_id = $2 order by number desc limit 50`,
    [id, currentWorkspaceId()],
  );
  return { ...message, payload: row!.payload, tries };
}

export async function listMessages(
  endpointId: string,
  { state, cursor, limit }: QueryOf<typeof webhooks.messages>,
): Promise<ResponseOf<typeof webhooks.messages>> {
  await getEndpoint(endpointId);
  const rows = await query<WebhookMessage>(
    `${MESSAGE} from webhook_messages m
      where m.workspace_id = $1 and m.endpoint_id = $2 and ($3::text is null or m.state = $3)
      and ($4::uuid is null or m.id < $4) order by m.id desc limit $5`,
    [currentWorkspaceId(), endpointId, state ?? null, cursor ?? null, limit + 1],
  );
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}

export function sendTest(id: string): Promise<WebhookMessage> {
  return transaction(async () => {
    await getEndpoint(id);
    const messageId = newId();
    const payload = { type: 'webhook.test', timestamp: new Date().toISOString(), data: { message: 'This is a test.' } };
    await endRest(id);
    await insertRow('webhook_messages', {
      id: messageId,
      workspaceId: currentWorkspaceId(),
      endpointId: id,
      type: 'webhook.test',
      payload,
    });
    await wakeSender();
    return readMessage(messageId);
  });
}

/** Someone wants to know now whether it answers. */
const endRest = (id: string) =>
  updateRows('webhook_endpoints', { restUntil: null }, { id, workspaceId: currentWorkspaceId() });

const AGAIN = `state = 'pending', next_at = now(), attempts = 0`;

export function replayMessage(id: string): Promise<WebhookMessage> {
  return transaction(async () => {
    if (
      (await execute(`update webhook_messages set ${AGAIN} where id = $1 and workspace_id = $2`, [
        id,
        currentWorkspaceId(),
      ])) === 0
    )
      throw notFound('The message');
    const message = await readMessage(id);
    await endRest(message.endpointId);
    await wakeSender();
    return message;
  });
}

export function replaySpan(
  endpointId: string,
  { from, until, all }: { from: string; until: string; all: boolean },
): Promise<{ replayed: number }> {
  return transaction(async () => {
    await getEndpoint(endpointId);
    const replayed = await execute(
      `update webhook_messages set ${AGAIN} where id in (
         select id from webhook_messages where workspace_id = $1 and endpoint_id = $2 and created_at >= $3
            and created_at < $4 and ($5 or state = 'failed') order by id limit ${REPLAY_MAX}
       )`,
      [currentWorkspaceId(), endpointId, from, until, all],
    );
    await endRest(endpointId);
    await wakeSender();
    return { replayed };
  });
}
