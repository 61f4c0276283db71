/** Typed calls on contract values: `read()` for screens, `call()` for actions, `download()` for files. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyIn, EndpointSpec, ParamsIn, QueryIn, ResponseOf } from '../../kernel/endpoint.ts';
import { newIntent } from './idempotency-key.ts';
import { fillPath } from '../../kernel/path.ts';
import { send } from './send.ts';

/** A part of a call is required exactly where its schema has a required field. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : undefined extends T
      ? { [N in Name]?: T }
      : { [N in Name]: T };

type BodyPart<E extends EndpointSpec> = E['consumes'] extends 'multipart/form-data'
  ? { body: FormData }
  : Part<'body', BodyIn<E>>;

export type CallArgs<E extends EndpointSpec> = Part<'params', ParamsIn<E>> &
  Part<'query', QueryIn<E>> &
  BodyPart<E> & {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** See `SendOptions`. */
    losable?: boolean;
  };

export type ReadArgs<E extends EndpointSpec> = Part<'params', ParamsIn<E>> & Part<'query', QueryIn<E>>;

/** Arguments may be omitted where nothing in them is required. */
type Rest<A> = Record<never, never> extends A ? [args?: A] : [args: A];

interface LooseArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  losable?: boolean;
}

/**
 * Calls an endpoint.
 * @throws ApiError when the server refuses, TypeError when it cannot be reached
 */
export function request<E extends EndpointSpec>(endpoint: E, ...[args]: Rest<CallArgs<E>>): Promise<ResponseOf<E>> {
  const { params, query, body, signal, headers } = (args ?? {}) as LooseArgs;
  return send<ResponseOf<E>>(endpoint.method, fillPath(endpoint.path, params), { query, body, signal, headers });
}

/** Key of a cached read: the filled path, then its query, if any. Live changes invalidate by path. */
export type ReadKey = readonly [path: string, query?: Record<string, unknown>];

export function readKey<E extends EndpointSpec>(endpoint: E, ...[args]: Rest<ReadArgs<E>>): ReadKey {
  const { params, query } = (args ?? {}) as LooseArgs;
  const path = fillPath(endpoint.path, params);
  return query && Object.values(query).some((value) => value !== undefined) ? [path, query] : [path];
}

/** TanStack Query options of a read: `useQuery(read(contacts.get, { params: { id } }))`. */
export function read<E extends EndpointSpec>(endpoint: E, ...rest: Rest<ReadArgs<E>>) {
  const key = readKey(endpoint, ...rest);
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => send<ResponseOf<E>>(endpoint.method, key[0], { query: key[1], signal }),
  });
}

/**
 * Performs an action. A POST of a signed-in user carries an Idempotency-Key, so that it takes effect once however often
 * it is sent. Pass the `Idempotency-Key` header to repeat an earlier intent, for example for "Try again" after a lost
 * connection.
 */
export function call<E extends EndpointSpec>(endpoint: E, ...[args]: Rest<CallArgs<E>>): Promise<ResponseOf<E>> {
  const { params, query, body, signal, headers, losable } = (args ?? {}) as LooseArgs;
  const acts = endpoint.method === 'POST' && endpoint.access !== 'public';
  return send<ResponseOf<E>>(endpoint.method, fillPath(endpoint.path, params), {
    query,
    body,
    signal,
    losable,
    headers: acts ? { 'Idempotency-Key': newIntent(), ...headers } : headers,
  });
}

/** Downloads a file under the server's name for it, or `fallbackName`. */
export async function download<E extends EndpointSpec>(
  endpoint: E,
  fallbackName: string,
  ...[args]: Rest<CallArgs<E>>
): Promise<void> {
  const { params, query, body, signal, headers } = (args ?? {}) as LooseArgs;
  const response = await send.raw(endpoint.method, fillPath(endpoint.path, params), {
    query,
    body,
    signal,
    headers: { Accept: '*/*', ...headers },
  });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(response.headers.get('content-disposition')) ?? fallbackName;
  link.click();
  // The click only starts the download; the browser still reads from the address afterward.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** File name of a Content-Disposition header (RFC 6266): the extended form wins. */
export function fileName(disposition: string | null): string | undefined {
  const extended = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (extended) return decodeURIComponent(extended);
  return disposition?.match(/filename="([^"]+)"/i)?.[1];
}
