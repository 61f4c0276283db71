/**
 * Telling other systems: a message for each endpoint that wants to know of an event, written when the event is handled,
 * and sent until it is taken or given up. At least once, under an id by which a repetition can be told.
 */
import * as z from 'zod';
import { newId } from '../../../../kernel/ids.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  insertRow,
  inWorkspace,
  NOW,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import { forgetRows } from '../../../../server/db/delete-in-batches.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import { OutgoingError, sendOutgoing } from '../../../../server/http-client/client.ts';
import { AGAIN, defineJob } from '../../../../server/jobs/define.ts';
import { enqueueUnlessQueued } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { AUTOMATION } from '../../paths.ts';
import { eventType } from '../events-catalogue.ts';
import { secretsOf } from './endpoint-secrets.ts';
import { pauseAfter, signatureOf } from './signature.ts';

const LEASE = '1 minute';
const GIVE_UP_AFTER = '5 days';
/**
 * How long an endpoint rests that did not answer at all: a quarter of the time for which nothing arrived, in these
 * bounds. One that hangs costs the whole time limit at each try; with a thousand messages it would keep everyone else
 * waiting.
 */
const REST = { shortest: '30 seconds', longest: '10 minutes' };
const KEPT_BODY = 4_096;
const MAX_PAYLOAD = 100_000;

export const DISABLED = defineNotificationKind({
  name: 'webhook_disabled',
  group: 'Automation',
  label: 'Webhooks turned off',
  hint: 'A webhook endpoint did not respond for days.',
  ways: { inApp: true, email: true },
  roles: ['admin'],
});

async function onEvent(event: RecordedEvent): Promise<void> {
  if (!eventType(event.type) || event.cause?.quiet) return;
  const endpoints = await query<{ id: string }>(
    `select id from webhook_endpoints where workspace_id = $1 and state = 'on' and types && array['*', $2::text]`,
    [event.workspaceId, event.type],
  );
  if (endpoints.length === 0) return;
  const payload = JSON.stringify(payloadOf(event));
  const kept =
    payload.length <= MAX_PAYLOAD
      ? payload
      : JSON.stringify({ ...payloadOf(event), data: { ...payloadOf(event).data, event: {}, shortened: true } });
  for (const { id } of endpoints) {
    await query(
      `insert into webhook_messages (id, workspace_id, endpoint_id, event_id, type, payload)
        values ($1, $2, $3, $4, $5, $6) on conflict (endpoint_id, event_id) where event_id is not null do nothing`,
      [newId(), event.workspaceId, id, event.id, event.type, kept],
    );
  }
  await wakeSender();
}

function payloadOf({ type, at, subject, actorId, data, id, workspaceId }: RecordedEvent) {
  return {
    type,
    timestamp: at,
    data: { eventId: id, workspaceId, subject: subject ?? null, actorId: actorId ?? null, event: data },
  };
}

/** Most workspaces call no one. */
async function ofListening(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const rows = await query<{ id: string }>(
    `select distinct workspace_id as id from webhook_endpoints where workspace_id = any($1) and state = 'on'`,
    [[...new Set(events.map(({ workspaceId }) => workspaceId))]],
  );
  const listening = new Set(rows.map(({ id }) => id));
  return events.filter(({ workspaceId }) => listening.has(workspaceId));
}

export const webhooksSubscriber = subscribe('*', 'automation.webhooks', onEvent, { sift: ofListening });

export const sendJob = defineJob({
  name: 'automation.webhooks',
  title: 'Sending webhooks',
  payload: z.object({}),
  concurrency: 4,
  retry: { limit: 3, backoff: 5 },
  async handler({ signal, turnIsOver }) {
    while (await sendNext(signal)) {
      signal.throwIfAborted();
      if (turnIsOver()) return AGAIN;
    }
  },
});

/** Sees to it that the present workspace's messages are sent, after the ambient transaction has committed. */
export async function wakeSender(): Promise<void> {
  await enqueueUnlessQueued(sendJob, {});
}

/** Name of the recurring work, for tests. */
export const SEND_DUE = 'automation.webhooks_due';
export const webhooksDueRecurring = defineRecurring({
  name: SEND_DUE,
  title: 'Retry failed webhooks',
  every: 5,
  async handler() {
    const due = await asSystem(() =>
      query<{ workspace_id: string }>(
        `select distinct m.workspace_id from webhook_messages m
          join webhook_endpoints e on e.id = m.endpoint_id and e.state = 'on'
          and (e.rest_until is null or e.rest_until <= now())
          where m.state = 'pending' and m.next_at <= now() limit 1000`,
        [],
        'webhooks_due',
      ),
    );
    for (const { workspace_id: id } of due) await inWorkspace(id, null, wakeSender);
  },
});

const KEEP = '30 days';
export const webhooksForgetRecurring = defineRecurring({
  name: 'automation.webhooks_forget',
  title: 'Delete old webhook messages',
  every: 3_600,
  handler: () => forgetRows('webhook_messages', `created_at < now() - interval '${KEEP}'`),
});

interface Due {
  id: string;
  type: string;
  payload: unknown;
  attempts: number;
  endpoint_id: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_until: string | null;
}

/** Sends the message that is due the longest. @returns whether there was one. */
async function sendNext(signal: AbortSignal): Promise<boolean> {
  const due = await transaction(async () => {
    const [row] = await query<Due>(
      `select m.id, m.type, m.payload, m.attempts, e.id as endpoint_id, e.url, e.secret, e.previous_secret,
        e.previous_until
       from webhook_messages m join webhook_endpoints e on e.id = m.endpoint_id
       where m.workspace_id = $1 and m.state = 'pending' and m.next_at <= now() and e.state = 'on'
          and (e.rest_until is null or e.rest_until <= now())
          order by m.next_at, m.id limit 1 for update of m skip locked`,
      [currentWorkspaceId()],
    );
    if (row)
      await execute(
        `update webhook_messages set next_at = now() + interval '${LEASE}', attempts = attempts + 1 where id = $1`,
        [row.id],
      );
    return row;
  });
  if (!due) return false;
  const attempt = await send({ ...due, attempts: due.attempts + 1 }, signal);
  await transaction(() => note(due, attempt));
  return true;
}

interface Attempt {
  status: number | null;
  error: string | null;
  durationMs: number;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  responseBody: string;
}

async function send(due: Due, signal: AbortSignal): Promise<Attempt> {
  const body = JSON.stringify(due.payload);
  const timestamp = Math.floor(Date.now() / 1000);
  const secrets = secretsOf({ ...due, id: due.endpoint_id });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': due.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets, due.id, timestamp, body),
  };
  const began = performance.now();
  const requestHeaders = {
    ...headers,
    'webhook-signature': headers['webhook-signature'].replaceAll(/v1,\S{6}\S*/g, (one) => `${one.slice(0, 9)}…`),
  };
  try {
    const answer = await sendOutgoing({ url: due.url, method: 'POST', headers, body, signal, maxBytes: KEPT_BODY });
    const taken = answer.status >= 200 && answer.status < 300;
    return {
      status: answer.status,
      error: taken ? null : `The endpoint answered ${answer.status}.`,
      durationMs: answer.durationMs,
      requestHeaders,
      responseHeaders: masked(answer.headers),
      responseBody: Buffer.from(answer.body).toString('utf8').replaceAll('\0', ''),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof OutgoingError)) throw error;
    return {
      status: null,
      error: error.message,
      durationMs: Math.round(performance.now() - began),
      requestHeaders,
      responseHeaders: {},
      responseBody: '',
    };
  }
}

/** Cookies that a server sets are secrets of its clients. */
function masked(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /cookie|token|secret|authorization/i.test(name) ? '••••' : value.slice(0, 500),
    ]),
  );
}

async function note(due: Due, attempt: Attempt): Promise<void> {
  const number = due.attempts + 1;
  await insertRow('webhook_attempts', {
    workspaceId: currentWorkspaceId(),
    messageId: due.id,
    number: sql`(select coalesce(max(number), 0) + 1 from webhook_attempts where message_id = ${due.id})`,
    durationMs: attempt.durationMs,
    status: attempt.status,
    error: attempt.error,
    requestHeaders: attempt.requestHeaders,
    responseHeaders: attempt.responseHeaders,
    responseBody: attempt.responseBody,
  });
  // 410 means: never again (Standard Webhooks).
  const pause = attempt.error === null || attempt.status === 410 ? undefined : pauseAfter(number);
  const state = attempt.error === null ? 'delivered' : pause === undefined ? 'failed' : 'pending';
  await execute(
    `update webhook_messages set state = $2, last_status = $3, last_error = $4, next_at = case when $5::int is null
      then null else now() + make_interval(secs => $5::int) end where id = $1`,
    [due.id, state, attempt.status, attempt.error, pause ?? null],
  );
  if (attempt.error === null)
    await updateRows(
      'webhook_endpoints',
      { failingSince: null, restUntil: null, lastDeliveredAt: NOW },
      { id: due.endpoint_id },
    );
  else await noteTrouble(due, attempt);
  await publishPaths(currentWorkspaceId(), [AUTOMATION.endpoints, AUTOMATION.messages]);
}

async function noteTrouble({ endpoint_id: id, url }: Due, { status }: Attempt): Promise<void> {
  await execute(
    `update webhook_endpoints set failing_since = coalesce(failing_since, now()),
       rest_until = case when $2
          then now() + least(greatest((now() - coalesce(failing_since, now())) / 4, interval '${REST.shortest}'),
          interval '${REST.longest}') end
     where id = $1`,
    [id, status === null],
  );
  const why =
    status === 410
      ? 'The endpoint answered that it no longer exists (410).'
      : 'The endpoint did not accept a message for five days.';
  const disabled = await execute(
    `update webhook_endpoints set state = 'disabled', disabled_reason = $2, version = version + 1
      where id = $1 and state = 'on' and ($3 or failing_since < now() - interval '${GIVE_UP_AFTER}')`,
    [id, why, status === 410],
  );
  if (disabled === 0) return;
  await emit({
    type: 'webhook_endpoint.disabled',
    subject: { type: 'webhook_endpoint', id },
    data: { why },
    paths: [AUTOMATION.endpoints],
  });
  const admins = await query<{ id: string }>(
    `select id from workspace_people where active and role = 'admin' order by id limit 20`,
  );
  for (const admin of admins) {
    await tellUser(admin.id, DISABLED, {
      title: `The webhook to ${new URL(url).host} was turned off`,
      body: `${why} Messages are kept. Resend them when the endpoint responds.`,
      href: `/workflow-visualization?tab=webhooks&endpoint=${id}`,
    });
  }
}
