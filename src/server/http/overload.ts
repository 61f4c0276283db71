/**
 * Says no early when there is too much: whoever is let in is answered soon, and whoever is not knows at once when to come
 * again. Without it everybody would wait in one long queue, and most would have given up before their turn.
 *
 * A burst is no overload, a queue that stays is (as in CoDel, RFC 8289): more calls at work than are done in a quarter of a
 * second, for a second on end. From then on one is let in for each that is done, until the queue is gone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../kernel/endpoint.ts';
import { longestWait } from '../db/database.ts';
import { observeRequest } from '../observability/metrics.ts';
import { plainAddress } from './address.ts';

/** Seconds of work that may wait. */
const BACKLOG = 0.25;
/** Milliseconds for which it may be more, and how many may be let in then: so many, or what is done in a second. */
const GRACE = 1_000;
const BURST = 300;
/** Milliseconds without a queue, after which the next one is a new burst. */
const CALM = 1_000;
/** So many at work are never too many: a few of them may be slow by nature. */
const ALWAYS = 64;
/**
 * Milliseconds that somebody waits for a connection to the database, beyond which nobody further is let in who would be one of
 * many: the few behind a long transaction of the embedded engine, which has one connection, are served when it ends.
 */
const LONGEST_WAIT = 1_000;
/** Milliseconds over which it is counted how many are done. */
const WINDOW = 500;
const COME_AGAIN = 2;

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

  /** One more is worked on. */
  begin(): void {
    this.#atWork++;
  }

  /** One is not worked on any more: because it is done, or because it waits for its sender. */
  end(done: boolean): void {
    this.#atWork--;
    if (!done) return;
    this.#done++;
    this.#count();
  }

  /** Whether one more can be let in. */
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

/** Whoever watches the server must hear of it all the more when there is too much. */
const ALWAYS_HEARD = /^\/api\/(?:health\/|metrics)/;

const inside = new WeakSet<IncomingMessage>();

/** Counts the request, unless it is counted already. */
export function enter(request: IncomingMessage): void {
  if (inside.has(request)) return;
  inside.add(request);
  gate.begin();
}

/** The request is done, or from now on waits for its sender, who may be slow on purpose. */
export function leave(request: IncomingMessage, done = true): void {
  if (inside.delete(request)) gate.end(done);
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Counts whoever comes in, from before sign-in on, and says no before the framework has looked at the request: where saying no
 * costs a third of saying yes, a server has no time left for either, and those who are let in wait unseen in the network's
 * own queues.
 */
export function guardDoor(app: FastifyInstance): void {
  const { server } = app;
  const answer = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = (request.url = plainAddress(request.url ?? ''));
    if (url.startsWith('/api/') && !ALWAYS_HEARD.test(url)) {
      if (!gate.hasRoom()) return sayNo(request, response);
      enter(request);
      response.once('close', () => leave(request));
    }
    for (const listener of answer) listener.call(server, request, response);
  });
  // Nobody keeps others out by sending a body slowly. The route counts the request again once it is all there.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (hasBody(request.raw)) leave(request.raw, false);
    done();
  });
}

const NO = JSON.stringify({ message: 'Too much is going on at the moment. Please try again shortly.', code: 'unavailable', requestId: 'none' } satisfies ErrorBody);
const HEAD = {
  'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(NO)), 'retry-after': String(COME_AGAIN), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff',
};

function sayNo(request: IncomingMessage, response: ServerResponse): void {
  observeRequest(request.method ?? 'GET', 'refused', 503, 0);
  // What is left of its body is let in and thrown away.
  request.resume();
  response.writeHead(503, HEAD).end(NO);
}
