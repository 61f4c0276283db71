/** One request to a model's provider, with its errors in the provider's own words. */
import { OutgoingError } from '../../http-client/client.ts';
import type { OutgoingStream, StreamRequest } from '../../http-client/stream.ts';
import { retryAfterOf } from '../provider-error.ts';
import { ModelError, type ModelFailure } from './port.ts';

/** Opens a request through the guarded client. */
export type OpenStream = (request: StreamRequest) => Promise<OutgoingStream>;

/** Milliseconds until a reply begins: a local model may have to be loaded first. */
const FIRST_BYTE = 90_000;
/** Milliseconds of silence within a reply. */
const SILENCE = 60_000;
/** Bytes of one reply. */
const MAX_BYTES = 16_000_000;
const MAX_WORDS = 300;

export interface Exchange {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: unknown;
  signal: AbortSignal;
  /** Milliseconds of silence after which the provider counts as gone. */
  silence?: number | undefined;
}

/**
 * Sends the request and hands the open answer to `read`. Leaving the loop ends the connection, and so the provider's
 * work.
 * @throws ModelError for everything but a successful status
 */
export async function* exchange<T>(
  open: OpenStream,
  { url, method = 'POST', headers, body, signal, silence }: Exchange,
  read: (answer: OutgoingStream) => AsyncIterable<T>,
): AsyncGenerator<T> {
  let answer: OutgoingStream | undefined;
  try {
    answer = await open({
      url,
      method,
      headers: { accept: 'text/event-stream, application/json', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeout: silence ?? FIRST_BYTE,
      idleTimeout: silence ?? SILENCE,
      maxBytes: MAX_BYTES,
      signal,
    });
    if (answer.status >= 300) throw await refusal(answer);
    yield* read(answer);
  } catch (error) {
    throw asModelError(error, signal);
  } finally {
    answer?.close();
  }
}

function asModelError(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return new ModelError('stopped', 'The reply was stopped.', { cause: error });
  if (error instanceof ModelError) return error;
  if (error instanceof OutgoingError)
    return new ModelError(error.kind === 'refused' ? 'request' : 'unreachable', error.message, { cause: error });
  return new ModelError('malformed', 'The provider answered in a form that cannot be read.', { cause: error });
}

const KINDS: Record<number, ModelFailure> = {
  401: 'auth',
  403: 'auth',
  408: 'busy',
  409: 'busy',
  413: 'context',
  429: 'limited',
};
const TOO_LONG =
  /context[ _](?:length|window)|maximum context|prompt is too long|too many tokens|exceeds? .{0,40}tokens/i;

async function refusal({ status, headers, body }: OutgoingStream): Promise<ModelError> {
  const text = await readText(body, 16_384);
  const words = errorWords(text) || `The provider answered with status ${status}.`;
  const kind = KINDS[status] ?? (status >= 500 ? 'busy' : 'request');
  return new ModelError(kind === 'request' && TOO_LONG.test(words) ? 'context' : kind, words, {
    status,
    retryAfter: retryAfterOf(headers['retry-after']),
  });
}

async function readText(chunks: AsyncIterable<Uint8Array>, max: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.byteLength;
    if (size > max) break;
  }
  return Buffer.concat(parts).toString('utf8').slice(0, max);
}

export async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  return JSON.parse(await readText(chunks, MAX_BYTES));
}

/** The provider's error message from the usual fields, without control characters and limited in length. */
export function errorWords(body: unknown): string {
  let value = body;
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      return '';
    }
  }
  const { error, message, detail } = (value ?? {}) as { error?: unknown; message?: unknown; detail?: unknown };
  const inner = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  const words = [inner, message, detail].find((one) => typeof one === 'string' && one !== '') as string | undefined;
  const plain = (words ?? '').replace(/\s+/g, ' ').trim();
  return plain.length > MAX_WORDS ? `${plain.slice(0, MAX_WORDS - 1)}…` : plain;
}
