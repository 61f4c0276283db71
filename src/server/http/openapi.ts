/** The OpenAPI 3.1 document, generated from the contract that the server runs on, so they cannot disagree. */
import { type EndpointSpec, ErrorBody } from '../../kernel/endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from '../../kernel/errors.ts';
import { cookieNames } from './cookies.ts';
import { type Json, SharedSchemas } from './schema-names.ts';

const STATUS_TEXT: Record<number, string> = {
  400: 'The input cannot be accepted; `fields` names what and why',
  401: 'Not signed in',
  403: 'Not allowed, or the CSRF token is missing or stale',
  404: 'Not found',
  409: 'Conflict. With the code `stale`, the record changed after the version you sent: read it again',
  410: 'No longer available',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'The Idempotency-Key was used for a different request',
  429: 'Too many requests; see Retry-After',
  500: 'Server error; it was logged',
  503: 'Temporarily unavailable; see Retry-After',
  507: 'The storage is full',
};

/** Parameters with the same meaning everywhere; a schema's own description wins. */
const COMMON: Readonly<Record<string, string>> = {
  id: 'Id of the record.',
  limit: 'Maximum number of items per page.',
  cursor: '`next` of the previous page, with all other parameters unchanged. Omit it for the first page.',
  search: 'Search terms.',
  trash: '`1`: only records in the trash.',
  total: '`1`: also returns the total. `capped` means that there are more than were counted.',
};

/** Whether `route()` uses an Idempotency-Key; not for uploads. */
const isRepeatable = ({ method, access, consumes }: EndpointSpec) =>
  method === 'POST' && access !== 'public' && !consumes;

function errorsOf(endpoint: EndpointSpec): number[] {
  const codes: ErrorCode[] = [...(endpoint.errors ?? []), 'rate_limited', 'internal', 'unavailable'];
  if (endpoint.query || endpoint.body || endpoint.consumes) codes.push('validation');
  if (endpoint.params) codes.push('not_found');
  if (endpoint.body || endpoint.consumes) codes.push('too_large', 'unsupported_media_type');
  if (endpoint.access !== 'public') codes.push('unauthenticated', 'forbidden');
  // Write conflicts and a full disk are possible on every write.
  if (endpoint.method !== 'GET') codes.push('INVALID_CSRF_TOKEN', 'bad_request', 'conflict', 'storage_full');
  if (isRepeatable(endpoint)) codes.push('idempotency_mismatch');
  return [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
}

function parametersOf(endpoint: EndpointSpec, schemas: SharedSchemas): Json[] {
  const list: Json[] = [];
  for (const [place, schema] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const) {
    if (!schema) continue;
    const json = schemas.fields(schema);
    const required = new Set((json.required as string[] | undefined) ?? []);
    for (const [name, property] of Object.entries((json.properties as Record<string, Json> | undefined) ?? {})) {
      const description = property.description ?? COMMON[name];
      list.push({
        name,
        in: place,
        required: place === 'path' || required.has(name),
        schema: property,
        ...(description ? { description } : {}),
      });
    }
  }
  if (isRepeatable(endpoint)) {
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description: 'Names the intent: a repeated request with the same key has one effect and gets the first answer.',
    });
  }
  return list;
}

function operationOf(endpoint: EndpointSpec, schemas: SharedSchemas): Json {
  const success = endpoint.status ?? (endpoint.response || endpoint.produces ? 200 : 204);
  const content = endpoint.produces
    ? { [endpoint.produces]: { schema: { type: 'string' } } }
    : endpoint.response && { 'application/json': { schema: schemas.take(endpoint.response, 'output') } };
  const body = endpoint.consumes
    ? {
        [endpoint.consumes]: {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            required: ['file'],
          },
        },
      }
    : endpoint.body && { 'application/json': { schema: schemas.take(endpoint.body, 'input') } };
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path
      .replace(/^\/api/, '')
      .replace(/[{}]/g, '')
      .replace(/[^A-Za-z0-9]+(.)?/g, (_, c: string | undefined) => (c ?? '').toUpperCase())}`,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    'x-access': endpoint.access,
    ...(endpoint.scope ? { 'x-scope': endpoint.scope } : {}),
    ...(endpoint.access === 'public'
      ? { security: [] }
      : endpoint.scope
        ? { security: [{ session: [] }, { apiKey: [endpoint.scope] }] }
        : {}),
    parameters: parametersOf(endpoint, schemas),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [success]: { description: success === 204 ? 'Done' : 'Success', ...(content ? { content } : {}) },
      ...Object.fromEntries(
        errorsOf(endpoint).map((status) => [
          status,
          {
            description: STATUS_TEXT[status] ?? 'Error',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}

/** Builds the document for the given endpoints. */
export function openApi(endpoints: readonly EndpointSpec[], version: string): Json {
  const shared = new SharedSchemas();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationOf(endpoint, shared);
  }
  const error = shared.take(ErrorBody, 'output');
  const { schemas, description } = shared.finish(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gauntlet API',
      version,
      description:
        'A JSON API. Programs send an API key, made under Settings, as `Authorization: Bearer gk_…`; it opens the calls whose `x-scope` it has, and needs no CSRF token. ' +
        'Browsers of the same origin use a cookie session; with it every call that is not a GET carries the CSRF token of `GET /api/csrf-token` as one of the headers CSRF-Token, X-CSRF-Token, XSRF-Token, X-XSRF-Token, or as `_csrf` in the query.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    security: [{ session: [] }],
    paths: description,
    components: {
      schemas: { ...schemas, Error: error },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieNames().session,
          description: 'What `POST /api/auth/login` sets.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key made under Settings, API keys: it acts as whoever made it, within its scopes. Calls without `x-scope` are not open to keys.',
        },
      },
    },
  };
}
