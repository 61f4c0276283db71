/** Webhooks out: what happens here, told to other systems (Standard Webhooks, https://www.standardwebhooks.com). */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { AUTOMATION } from '../paths.ts';

const Version = z.number().int().min(1);
const Url = z.string().trim().min(1, 'Enter a URL.').max(2_000);
/** Types of events; `*` for all. */
const Types = z
  .array(
    z
      .string()
      .regex(/^(\*|[a-z_]+\.[a-z_]+)$/, 'This event type does not exist.')
      .max(80),
  )
  .min(1, 'Choose at least one event.')
  .max(60);

/** `disabled`: switched off by the product, because nothing arrived for days. */
export const EndpointState = z.enum(['on', 'off', 'disabled']);
export type EndpointState = z.infer<typeof EndpointState>;

export const WebhookEndpoint = z.object({
  id: Id,
  version: z.number().int(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  state: EndpointState,
  disabledReason: z.string().nullable(),
  /** Since when nothing has arrived; null while all is well. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  /** The secret that was replaced still signs as well until then. */
  previousSecretUntil: Instant.nullable(),
  /** Messages that wait for another try. */
  pending: z.number().int(),
  createdAt: Instant,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const MessageState = z.enum(['pending', 'delivered', 'failed']);
export type MessageState = z.infer<typeof MessageState>;

export const WebhookMessage = z.object({
  id: Id,
  endpointId: Id,
  type: z.string(),
  state: MessageState,
  attempts: z.number().int(),
  nextAt: Instant.nullable(),
  /** Status of the last answer; null where there was none. */
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  createdAt: Instant,
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const WebhookAttempt = z.object({
  number: z.number().int(),
  at: Instant,
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  /** Secrets in headers are masked. */
  requestHeaders: z.record(z.string(), z.string()),
  responseHeaders: z.record(z.string(), z.string()),
  /** The first 4 kB. */
  responseBody: z.string(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const tag = 'Webhooks';
const read = { tag, access: 'admin', scope: 'automation:read' } as const;
const write = { tag, access: 'admin', scope: 'automation:write' } as const;
const Secret = z.object({ secret: z.string() });

export const webhooks = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: AUTOMATION.endpoints,
    summary: 'List webhook endpoints',
    response: z.object({ items: z.array(WebhookEndpoint) }),
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: AUTOMATION.endpoints,
    summary: 'Add an endpoint',
    status: 201,
    description:
      'The response contains the signing secret (`whsec_…`). Each message carries webhook-id, webhook-timestamp, and webhook-signature headers. Answer with 2xx within ten seconds, or the message is retried for about a day.',
    body: z.strictObject({ url: Url, description: z.string().trim().max(200).default(''), types: Types }),
    response: WebhookEndpoint.extend({ secret: z.string() }),
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/webhook-endpoints/{id}',
    summary: 'Get an endpoint',
    params: IdParams,
    response: WebhookEndpoint,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/webhook-endpoints/{id}',
    summary: 'Update an endpoint, or turn it on or off',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      url: Url.optional(),
      description: z.string().trim().max(200).optional(),
      types: Types.optional(),
      on: z.boolean().optional(),
    }),
    response: WebhookEndpoint,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/webhook-endpoints/{id}',
    summary: 'Delete an endpoint and its log',
    params: IdParams,
    errors: ['not_found'],
  }),
  secret: endpoint({
    ...write,
    method: 'GET',
    path: '/api/webhook-endpoints/{id}/secret',
    summary: 'Get the signing secret; access is audited',
    params: IdParams,
    response: Secret,
    errors: ['not_found'],
  }),
  rotate: endpoint({
    ...write,
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/rotate',
    summary: 'Roll the signing secret; the old one also signs for a day',
    params: IdParams,
    response: Secret,
    errors: ['not_found'],
  }),
  test: endpoint({
    ...write,
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/test',
    summary: 'Send a test message',
    params: IdParams,
    response: WebhookMessage,
    errors: ['not_found'],
  }),
  replaySpan: endpoint({
    ...write,
    method: 'POST',
    path: '/api/webhook-endpoints/{id}/replay',
    summary: 'Resend the failed or all messages of a period',
    params: IdParams,
    description: 'Up to 5,000 messages, under their original ids.',
    body: z.strictObject({ from: Instant, until: Instant, all: z.boolean().default(false) }),
    response: z.object({ replayed: z.number().int() }),
    errors: ['validation', 'not_found'],
  }),
  messages: endpoint({
    ...read,
    method: 'GET',
    path: '/api/webhook-endpoints/{id}/messages',
    summary: 'Messages sent to an endpoint, newest first',
    params: IdParams,
    query: z.object({
      state: MessageState.optional(),
      cursor: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(WebhookMessage),
    errors: ['validation', 'not_found'],
  }),
  message: endpoint({
    ...read,
    method: 'GET',
    path: '/api/webhook-messages/{id}',
    summary: 'Get a message with its attempts',
    params: IdParams,
    response: WebhookMessage.extend({ payload: z.unknown(), tries: z.array(WebhookAttempt) }),
    errors: ['not_found'],
  }),
  replay: endpoint({
    ...write,
    method: 'POST',
    path: '/api/webhook-messages/{id}/replay',
    summary: 'Resend a message under the same id',
    params: IdParams,
    response: WebhookMessage,
    errors: ['not_found'],
  }),
} as const;
