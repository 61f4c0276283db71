/**
 * Refuses early when there is too much work: admitted calls are answered soon, and refused ones know at once when to
 * retry. Otherwise everyone would wait in one long queue, and most would give up before their turn.
 *
 * A burst is not overload, a lasting queue is (as in CoDel, RFC 8289): more calls in progress than finish in a quarter
 * of a second, for a whole second. From then on one is admitted for each that finishes, until the queue is gone.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../kernel/endpoint.ts';
import { longestWait } from '../db/database.ts';
import { observeRequest } from '../observability/metrics.ts';
import { plainAddress } from './request-path.ts';
import { credentialOf, Shares } from './client-concurrency.ts';

/** Seconds of work that may wait. */
const BACKLOG = 0.25;
/** Milliseconds for which it may be more, and the number admitted then: so many, or what finishes in a second. */
const GRACE = 1_000;
const BURST = 300;
/** Milliseconds without a queue after which the next one is a new burst. */
const CALM = 1_000;
/** This many in progress are never too many: a few may be slow by nature. */
const ALWAYS = 64;
/**
 * Milliseconds of waiting for a database connection after which no one further is admitted who would be one of many.
 * The few behind a long transaction of the embedded engine, which has one connection, are served when it ends.
 */
const LONGEST_WAIT = 1_000;
/** Milliseconds over which finished calls are counted. */
const WINDOW = 500;

export class Gate {
  readonly #now: () => number;
  readonly #longestWait: () => number;
  #atWork = 0;
  #done = 0;
  #windowBegan: number;
  #perSecond = 0;
  #overSince = -Infinity;
  #lastOver = -Infinity;

  constructor(now = () => performance.now(), wait = longestWait) {
    this.#now = now;
    this.#longestWait = wait;
    this.#windowBegan = now();
  }

  /** Counts one more in progress. */
  begin(): void {
    this.#atWork++;
  }

  /** Counts one less: it finished, or it waits for its sender. */
  end(done: boolean): void {
    this.#atWork--;
    if (!done) return;
    this.#done++;
    this.#count();
  }

  /** Whether one more can be admitted. */
  hasRoom(): boolean {
    if (this.#atWork < ALWAYS) return true;
    if (this.#longestWait() >= LONGEST_WAIT) return false;
    if (this.#atWork < this.#perSecond * BACKLOG) return true;
    const now = this.#now();
    if (now - this.#lastOver > CALM) this.#overSince = now;
    this.#lastOver = now;
    return now - this.#overSince < GRACE && this.#atWork < Math.max(BURST, this.#perSecond);
  }

  #count(): void {
    const now = this.#now();
    const passed = now - this.#windowBegan;
    if (passed < WINDOW) return;
    this.#perSecond = (this.#done * 1000) / passed;
    this.#done = 0;
    this.#windowBegan = now;
  }
}

/** The gate of this process. */
export const gate = new Gate();

const WATCHED = /^\/api\/(?:health\/|metrics)/;
const KEY = /^Bearer gk_/;

/**
 * Health and metrics must work all the more under overload. They come without a session or a personal key, because
 * looking those up in the database would bypass the gate.
 */
const isAlwaysHeard = (url: string, { cookie, authorization = '' }: IncomingHttpHeaders) =>
  WATCHED.test(url) && !cookie && !KEY.test(authorization);

const shares = new Shares();

/** Calls in progress, with their credentials. */
const inside = new WeakMap<IncomingMessage, string | null>();

/** Counts the request, unless it is already counted. */
export function enter(request: IncomingMessage): void {
  if (inside.has(request)) return;
  const credential = credentialOf(request.headers);
  inside.set(request, credential);
  gate.begin();
  shares.take(credential);
}

/** The request is finished, or from now on waits for its sender, who may be slow on purpose. */
export function leave(request: IncomingMessage, done = true): void {
  const credential = inside.get(request);
  if (credential === undefined) return;
  inside.delete(request);
  gate.end(done);
  shares.giveBack(credential);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Counts requests from before sign-in, and refuses before the framework has looked at the request. If refusing cost a
 * third of answering, the server would have no time left for either, and admitted calls would wait unseen in the
 * network's queues.
 */
export function guardDoor(app: FastifyInstance): void {
  const { server } = app;
  const answer = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  const letIn = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of answer) listener.call(server, request, response);
  };
  const letInIfRoom = (request: IncomingMessage, response: ServerResponse) => {
    if (!gate.hasRoom()) return sayNo(request, response, FULL);
    enter(request);
    response.once('close', () => leave(request));
    letIn(request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = (request.url = plainAddress(request.url ?? ''));
    if (!url.startsWith('/api/') || isAlwaysHeard(url, request.headers)) letIn(request, response);
    else letInInTurn(request, response, letInIfRoom);
  });
  // A slow body must not keep others out. The route counts the request again once the body is complete.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (hasBody(request.raw)) leave(request.raw, false);
    done();
  });
}

/** Milliseconds a call waits behind others of its session or key. */
const PATIENCE = 10_000;

/** At once, or in turn among calls of the same session or key. */
function letInInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  letIn: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const credential = credentialOf(request.headers);
  if (credential === null || !shares.isUsedUp(credential)) return letIn(request, response);
  const over = () => {
    clearTimeout(patience);
    response.off('close', gone);
  };
  const leaveLine = shares.wait(credential, () => {
    over();
    letIn(request, response);
  });
  const gone = () => {
    over();
    leaveLine?.();
  };
  const patience = setTimeout(() => {
    gone();
    sayNo(request, response, GREEDY);
  }, PATIENCE);
  if (leaveLine) response.once('close', gone);
  else {
    over();
    sayNo(request, response, GREEDY);
  }
}

interface No {
  status: 429 | 503;
  text: string;
  head: Record<string, string>;
}

function no(status: No['status'], comeAgain: number, body: Omit<ErrorBody, 'requestId'>): No {
  const text = JSON.stringify({ ...body, requestId: 'none' } satisfies ErrorBody);
  return {
    status,
    text,
    head: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'retry-after': String(comeAgain),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  };
}

const FULL = no(503, 2, {
  message: 'Too much is going on at the moment. Please try again shortly.',
  code: 'unavailable',
});
const GREEDY = no(429, 1, {
  message: 'Too many calls of this session or key at once. Please slow down.',
  code: 'rate_limited',
});

function sayNo(request: IncomingMessage, response: ServerResponse, { status, text, head }: No): void {
  observeRequest(request.method ?? 'GET', 'refused', status, 0);
  // The rest of its body is read and discarded.
  request.resume();
  response.writeHead(status, head).end(text);
}
