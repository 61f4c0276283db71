/**
 * `route(endpoint, handler)` binds a contract value to its handler. Everything common to all calls happens here, once:
 * who calls, whether they may, input validation, workspace, repetition, and the check of the answer.
 */
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type * as z from 'zod';
import { appOfCall, appOffMessage } from '../../kernel/apps.ts';
import type { BodyOf, Endpoint, EndpointSpec, ParamsOf, QueryOf, ResponseOf } from '../../kernel/endpoint.ts';
import { AppError, type FieldError } from '../../kernel/errors.ts';
import '../../kernel/schema-messages.ts';
import { inWorkspace } from '../db/context.ts';
import { takesAFile } from './body-timeouts.ts';
import type { Caller } from './caller.ts';
import { assertContract, assertProduced } from './contract-check.ts';
import { once } from './idempotency.ts';
import { answerPreflight, CROSS_SITE } from './cross-site.ts';
import { enter, leave } from './overload.ts';
import { limitAccount } from './rate-limit.ts';

export interface Input<E extends EndpointSpec> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Always present unless the endpoint is public. */
  caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler's result: the JSON of its contract, or the sent reply where the contract names another content type. */
type AnswerOf<E extends EndpointSpec> = E['produces'] extends string ? FastifyReply : ResponseOf<E>;

type Handler<E extends EndpointSpec> = (input: Input<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;

export interface BoundRoute {
  endpoint: Endpoint;
  handle: (input: Input<EndpointSpec>) => unknown;
}

/**
 * Binds a handler. If its contract `produces` a file or a stream, it returns the sent `reply` (`sendDownload`,
 * `sendFile`, `sendStored`).
 */
export function route<const E extends EndpointSpec>(endpoint: Endpoint<E>, handler: NoInfer<Handler<E>>): BoundRoute {
  return { endpoint, handle: handler as unknown as BoundRoute['handle'] };
}

/** All bound routes by `METHOD path`, for work inside the server that calls an endpoint as its caller would. */
const bound = new Map<string, BoundRoute>();

export const boundRoutes = (): BoundRoute[] => [...bound.values()];
export const findRoute = (method: string, path: string): BoundRoute | undefined => bound.get(`${method} ${path}`);

export interface RouteOptions {
  /** Checks every answer against its schema: on in tests and development. */
  checkResponses: boolean;
}

/** Registers the routes; duplicates of a method and path stop the start. */
export function registerRoutes(app: FastifyInstance, routes: readonly BoundRoute[], options: RouteOptions): void {
  const preflighted = new Set<string>();
  for (const one of routes) {
    const { endpoint } = one;
    bound.set(`${endpoint.method} ${endpoint.path}`, one);
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    if (endpoint.crossSite && !preflighted.has(url)) {
      preflighted.add(url);
      app.options(url, { config: CROSS_SITE }, (_request, reply) => answerPreflight(reply));
    }
    app.route({
      method: endpoint.method,
      url,
      ...(endpoint.crossSite && { config: CROSS_SITE }),
      ...(endpoint.keepsRaw && { preParsing: keepRaw }),
      ...(endpoint.produces && options.checkResponses && { onSend: checkProduced(endpoint) }),
      handler: endpoint.consumes
        ? (request, reply) => answer(one, request, reply, options)
        : (request, reply) => counted(one, request, reply, options),
    });
  }
}

/** Checks a file before it is sent; afterward it could not be refused. */
function checkProduced(endpoint: EndpointSpec) {
  return async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (reply.statusCode === 200) assertProduced(endpoint, reply.getHeader('content-type'));
    return payload;
  };
}

/** Keeps the bytes of the body on their way to the parser, which limits their size. */
function keepRaw(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
  done: (error: null, payload: RequestPayload) => void,
): void {
  const chunks: Buffer[] = [];
  const kept = new PassThrough();
  payload.on('data', (chunk: Buffer) => chunks.push(chunk));
  payload.on('end', () => {
    request.rawBody = Buffer.concat(chunks);
  });
  payload.on('error', (error) => kept.destroy(error));
  done(null, payload.pipe(kept));
}

async function counted(
  route: BoundRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
): Promise<unknown> {
  enter(request.raw);
  try {
    return await answer(route, request, reply, options);
  } finally {
    leave(request.raw);
  }
}

async function answer(
  { endpoint, handle }: BoundRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
): Promise<unknown> {
  const caller = authorise(endpoint, request.caller);
  if (caller) limitAccount(caller, request, reply);
  if (caller) requireShownWorkspace(caller, request, reply);
  if (caller && endpoint.consumes) takesAFile(request.raw);
  const query = withoutTransport(request.query as Record<string, unknown>);
  const given = parseInput(endpoint, { params: request.params, query, body: request.body });
  const input = { ...given, caller: caller as Caller, request, reply } satisfies Input<EndpointSpec>;
  const act = async () => handle(input);
  const run = () =>
    endpoint.method === 'POST' && endpoint.access !== 'public' && !endpoint.consumes && !endpoint.streams
      ? once(request, reply, caller!, act)
      : act();
  const result = await (caller ? inWorkspace(caller.workspaceId, caller.userId, run) : run());
  if (result === reply || reply.sent) return reply;
  if (endpoint.produces)
    throw new Error(`${endpoint.method} ${endpoint.path} promises ${endpoint.produces} and has sent nothing`);
  return send(endpoint, reply, result, options);
}

/** The parts of a call before they are checked. */
export interface GivenInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** @throws AppError `validation`, or `not_found` for parameters of the path */
export function parseInput(endpoint: EndpointSpec, { params, query, body }: GivenInput) {
  return {
    params: endpoint.params && parse(endpoint.params, params, 'params'),
    query: endpoint.query && parse(endpoint.query, query, 'query'),
    body: endpoint.body && parse(endpoint.body, body, 'body'),
  };
}

/** @throws AppError `unauthenticated`, `forbidden` */
export function authorise(endpoint: EndpointSpec, caller: Caller | undefined): Caller | undefined {
  // A key opens what its scopes name, regardless of its creator's role.
  if (endpoint.access === 'public') return caller?.scopes ? undefined : caller;
  if (!caller) throw new AppError('unauthenticated', 'Please sign in.');
  if (endpoint.access === 'admin' && caller.role !== 'admin')
    throw new AppError('forbidden', 'Only administrators may do this.');
  if (caller.scopes && !(endpoint.scope && caller.scopes.includes(endpoint.scope))) {
    throw new AppError(
      'forbidden',
      endpoint.scope ? `This API key lacks the scope ${endpoint.scope}.` : 'This call is not open to API keys.',
    );
  }
  requireApp(endpoint, caller);
  return caller;
}

/**
 * A session works in one workspace, but its tabs may show two. A tab from before the switch would write its data into
 * the other workspace, and mix what it reads. The browser names its workspace with every call, and the same header
 * tells it that the session works elsewhere.
 */
function requireShownWorkspace(
  { workspaceId }: Caller,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): void {
  const shown = headers['x-workspace'];
  if (shown === undefined || shown === workspaceId) return;
  reply.header('x-workspace', workspaceId);
  throw new AppError(
    'conflict',
    `You work in another workspace by now, in another tab. ${method === 'GET' ? '' : 'Nothing was changed here. '}Reload this page to go on there.`,
  );
}

/** A client's workspace has only its chosen apps, also for administrators on a visit. */
function requireApp(endpoint: EndpointSpec, { appsOff }: Caller): void {
  if (!appsOff || appsOff.length === 0) return;
  const app = appOfCall(endpoint.path);
  if (app && appsOff.includes(app.id))
    throw new AppError('forbidden', appOffMessage(app), { details: { app: app.id } });
}

/** Transport parameters: cache-busting timestamps and the CSRF token. */
function withoutTransport(query: Record<string, unknown>): Record<string, unknown> {
  if (!('_t' in query) && !('_csrf' in query)) return query;
  const { _t, _csrf, ...rest } = query;
  return rest;
}

function parse(schema: z.ZodType, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  const parsed = schema.safeParse(value ?? (part === 'body' ? undefined : {}));
  if (parsed.success) return parsed.data;
  // A malformed id gets the same answer as a missing one.
  if (part === 'params') throw new AppError('not_found', 'There is nothing under this address.');
  const fields = fieldErrors(parsed.error, part);
  throw new AppError(
    'validation',
    fields.length === 1 ? fields[0]!.message : 'Some of the values cannot be accepted.',
    { fields },
  );
}

function fieldErrors(error: z.ZodError, part: string): FieldError[] {
  return error.issues.slice(0, 50).map((issue) => ({ field: issue.path.join('.') || part, message: issue.message }));
}

function send(endpoint: EndpointSpec, reply: FastifyReply, result: unknown, options: RouteOptions): FastifyReply {
  const status = endpoint.status ?? (endpoint.response ? 200 : 204);
  if (!endpoint.response) return reply.code(status).send();
  if (options.checkResponses) assertContract(endpoint, result);
  if (reply.statusCode === 200) reply.code(status);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(result));
}
