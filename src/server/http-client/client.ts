/**
 * The one way to call an address that someone entered: webhooks, automations, crawlers. The name is resolved once,
 * every resolved address is checked, and the connection goes to the checked one, so a name that changes its answer
 * gains nothing. Time and size are limited, and redirects are not followed.
 */
import { lookup as resolve, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostAndPort, isPublicAddress, urlProblem } from './addresses.ts';

export interface OutgoingRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'PROPFIND' | 'REPORT';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds until the whole answer must have arrived; default 10 seconds. */
  timeout?: number;
  /** Maximum bytes to read of the answer; default 64 KiB. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** The answer was longer than the limit. */
  cut: boolean;
  durationMs: number;
}

/** Why there was no answer: `refused` by us before anything was sent, or `unreachable` on the way. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly kind: 'refused' | 'unreachable';

  constructor(kind: OutgoingError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const TIMEOUT = 10_000;
const MAX_BYTES = 65_536;
const USER_AGENT = 'Gauntlet/1 (+webhooks and automations)';

let allowedHosts: ReadonlySet<string> = new Set();

/** Allows calls to these `host:port` pairs in a private network: `OUTGOING_ALLOW`. */
export function allowPrivateHosts(hosts: readonly string[]): void {
  allowedHosts = new Set(hosts);
}

/** The problem with an address someone wants called; undefined when it is allowed. */
export function outgoingUrlProblem(url: string): string | undefined {
  return urlProblem(url, allowedHosts);
}

const PRIVATE = 'The name of this address leads into a private network, which cannot be called.';

type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A resolver for connections that refuses a name when any of its addresses is not public. */
export function publicOnly(resolver: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const first = addresses[0];
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new OutgoingError('refused', PRIVATE), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

const lookupPublic = publicOnly(resolve);

/**
 * The address to connect to, for other protocols than HTTP: mail servers that people enter. The name is resolved once,
 * and the caller connects to the answer, so a name that changes it gains nothing.
 * @throws OutgoingError `refused` for a host in a private network, `unreachable` for a name that does not exist
 */
export async function resolveOutgoing(host: string, port: number): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const url = `https://${isIP(bare) === 6 ? `[${bare}]` : bare}:${port}`;
  const problem = outgoingUrlProblem(url);
  if (problem) throw new OutgoingError('refused', problem.replace('address', 'server'));
  if (isIP(bare) !== 0) return bare;
  const find = allowedHosts.has(hostAndPort(new URL(url))) ? resolve : lookupPublic;
  return new Promise((done, fail) => {
    (find as LookupFunction)(bare, {}, (error, address) => {
      if (!error && typeof address === 'string') return done(address);
      fail(
        error instanceof OutgoingError
          ? error
          : new OutgoingError('unreachable', `There is no server called ${bare}.`, error),
      );
    });
  });
}

/**
 * Sends one request.
 * @throws OutgoingError when there is no answer; any status counts as an answer
 */
export async function sendOutgoing(outgoing: OutgoingRequest): Promise<OutgoingAnswer> {
  const problem = outgoingUrlProblem(outgoing.url);
  if (problem) throw new OutgoingError('refused', problem);
  const url = new URL(outgoing.url);
  const limit = AbortSignal.timeout(outgoing.timeout ?? TIMEOUT);
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, limit]) : limit;
  const began = performance.now();
  try {
    return { ...(await exchange(url, outgoing, signal)), durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(
      'unreachable',
      limit.aborted ? 'There was no answer in time.' : describeFailure(error),
      error,
    );
  }
}

/** Characters forbidden in a header; a line break would begin another one. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_IN_HEADERS = /[\0-\x08\n-\x1f\x7f]+/g;

/** Header values on the wire: Node accepts one byte per character, so text beyond ASCII goes as its UTF-8 bytes. */
const asBytes = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.from(value.replace(NOT_IN_HEADERS, ' '), 'utf8').toString('latin1'),
    ]),
  );

/** Options of a request to a checked address. @param signal ends the request wherever it is */
function requestOptions(url: URL, outgoing: OutgoingRequest, body: Buffer | undefined, signal: AbortSignal) {
  const free = allowedHosts.has(hostAndPort(url)) || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  return {
    method: outgoing.method ?? 'GET',
    signal,
    agent: false,
    maxHeaderSize: 16_384,
    headers: {
      'user-agent': USER_AGENT,
      ...asBytes(outgoing.headers ?? {}),
      ...(body && { 'content-length': String(body.byteLength) }),
    },
    // A numeric address has been checked already and is not resolved.
    ...(!free && { lookup: lookupPublic }),
  } satisfies RequestOptions;
}

/** Starts a request to a checked address. @returns its answer, whose body has not been read */
export function startExchange(url: URL, outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // A large one is not copied.
  const body =
    outgoing.body === undefined || Buffer.isBuffer(outgoing.body) ? outgoing.body : Buffer.from(outgoing.body);
  return new Promise((done, fail) => {
    const request = send(url, requestOptions(url, outgoing, body, signal), done);
    request.on('error', fail);
    request.end(body);
  });
}

async function exchange(
  url: URL,
  outgoing: OutgoingRequest,
  signal: AbortSignal,
): Promise<Omit<OutgoingAnswer, 'durationMs'>> {
  const response = await startExchange(url, outgoing, signal);
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const max = outgoing.maxBytes ?? MAX_BYTES;
    const finish = (cut: boolean) =>
      done({
        status: response.statusCode ?? 0,
        headers: flatten(response.headers),
        body: Buffer.concat(chunks).subarray(0, max),
        cut,
      });
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > max) {
        finish(true);
        response.destroy();
      }
    });
    response.on('end', () => finish(false));
    response.on('error', fail);
  });
}

/** Headers with one value each; repeated ones are joined by commas. */
export function flatten(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

const WORDS: Record<string, string> = {
  ENOTFOUND: 'The name of this address is not known.',
  EAI_AGAIN: 'The name of this address could not be looked up.',
  ECONNREFUSED: 'The server at this address took no connection.',
  ECONNRESET: 'The server at this address broke the connection off.',
  CERT_HAS_EXPIRED: 'The certificate of the server at this address has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server at this address is signed by itself.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server at this address is for another name.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server at this address cannot be verified.',
};

/** Why an address could not be reached, in words for the person who entered it. */
export function describeFailure(error: unknown): string {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && WORDS[code]) || 'The server at this address could not be reached.';
}
