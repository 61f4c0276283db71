/**
 * The contract between the two sides: an endpoint is a plain value that the server binds to a handler with `route()`
 * and the browser reads with `read()` or calls with `call()`. The OpenAPI document is generated from the same values.
 */
import * as z from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Access to a call: `public` anyone; `user` any signed-in user, inside their active workspace; `admin` administrators only.
 * Services decide finer rules (ownership, workspace role).
 */
export type Access = 'public' | 'user' | 'admin';

/** How assistants may use an endpoint: the product's own, and people's by MCP. Rights and checks stay the endpoint's. */
export interface ToolSpec {
  /** As models see it: `find_contacts`. */
  name: string;
  /** For models, instead of the endpoint's summary and description. */
  description?: string;
  /** `act`: it changes something, so inside the product a person confirms it first. */
  effect: 'read' | 'act';
  /** Of an act: what the person confirms, as verb and noun: `Create task`. */
  confirm?: string;
  /** Parts of the body that are always these. */
  preset?: Readonly<Record<string, unknown>>;
  /** Parameters and fields that are offered; absent: all. */
  fields?: readonly string[];
  /** Of an act: `delete` removes what it created, `restore` writes the earlier values back. */
  undo?: 'delete' | 'restore';
}

export interface EndpointSpec {
  method: Method;
  /** Path with parameters in braces, as the specification writes them: `/api/contacts/{id}`. */
  path: `/api/${string}`;
  /** One line for the API reference. */
  summary: string;
  /** More for the API reference: units, limits, side effects. */
  description?: string;
  tag: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of the JSON answer; if absent, 204 without a body, unless `produces` says otherwise. */
  response?: z.ZodType;
  /** Status of success; default 200 with a response, 204 without. */
  status?: 200 | 201 | 202 | 204;
  /** Error codes of this endpoint beyond those every endpoint may answer (401, 403, 429, 500, 503). */
  errors?: readonly ErrorCode[];
  /** Content type of a non-JSON answer (a download, an event stream). */
  produces?: string;
  /** The handler also needs the raw bytes of the JSON body (`request.rawBody`), to check a signature. */
  keepsRaw?: true;
  /** Content type of a non-JSON body, which the handler reads itself. */
  consumes?: 'multipart/form-data';
  /**
   * Called by pages of other sites. Cookies are ignored, so there is nothing to forge, and any origin may read the
   * answer. Only with `public`; the handler decides which sites are allowed.
   */
  crossSite?: true;
  /**
   * API key scope that opens this endpoint to keys; if absent, sessions only. Convention: `contacts:read`,
   * `contacts:write`.
   */
  scope?: string;
  /** The tools that it is for assistants; absent: none. */
  tool?: ToolSpec | readonly ToolSpec[];
  /**
   * The answer is a stream that may last for minutes, so the call holds no transaction. A repeated POST has one effect
   * by an id in its body, instead of an `Idempotency-Key`.
   */
  streams?: true;
}

export type Endpoint<S extends EndpointSpec = EndpointSpec> = Readonly<S>;

/** Declares an endpoint and keeps the literal types of its parts. */
export function endpoint<const S extends EndpointSpec>(spec: S): Endpoint<S> {
  return Object.freeze(spec);
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The handler's input: parsed, with defaults. */
export type ParamsOf<E extends EndpointSpec> = Out<E['params']>;
export type QueryOf<E extends EndpointSpec> = Out<E['query']>;
export type BodyOf<E extends EndpointSpec> = Out<E['body']>;
/** The caller's input: before defaults and coercion. */
export type ParamsIn<E extends EndpointSpec> = In<E['params']>;
export type QueryIn<E extends EndpointSpec> = In<E['query']>;
export type BodyIn<E extends EndpointSpec> = In<E['body']>;
/** The answer on the wire. */
export type ResponseOf<E extends EndpointSpec> = E['response'] extends z.ZodType ? z.output<E['response']> : void;

/** The wire shape of every error. `error` repeats the code under the name that older clients expect. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  error: z.string().optional(),
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  details: z.unknown().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** A page of a keyset-paged list. `next` is an opaque cursor, null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable(),
    /** Number of matching rows, counted up to a cap: an exact count costs more than the page. */
    total: z.object({ count: z.number().int(), capped: z.boolean() }).optional(),
  });
}

/** Counting stops here: `{ count: COUNT_CAP, capped: true }` reads "10,000+". */
export const COUNT_CAP = 10_000;

export const Id = z.uuid();
export const IdParams = z.object({ id: Id });
/** ISO 8601 has a year 0; PostgreSQL's calendar does not. */
const hasYear = (value: string) => !value.startsWith('0000');
/** An instant on the wire: ISO 8601 in UTC with milliseconds, `2026-11-21T04:47:04.123Z`. */
export const Instant = z.iso
  .datetime('Use an instant in UTC such as 2026-11-21T04:47:04.123Z.')
  .refine(hasYear, 'There is no year 0.');
/** A calendar day without a zone, `2026-11-21`. */
export const Day = z.iso.date('Use a day such as 2026-11-21.').refine(hasYear, 'There is no year 0.');
