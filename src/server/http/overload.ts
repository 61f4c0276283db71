/**
 * Says no early when there is too much: whoever is let in is answered soon, and whoever is not knows at once when to come
 * again. Without it everybody would wait in one long queue, and most would have given up before their turn.
 *
 * A burst is no overload, a queue that stays is (as in CoDel, RFC 8289): more calls at work than are done in half a second,
 * for half a second on end.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../kernel/endpoint.ts';
import { longestWait } from '../db/database.ts';
import { observeRequest } from '../observability/metrics.ts';

/** Seconds of work that may wait, and milliseconds for which it may be more. */
const BACKLOG = 0.5;
const GRACE = 500;
/** So many at work are never too many: a few of them may be slow by nature. */
const ALWAYS = 32;
/** So many are always too many. */
const NEVER = 2_000;
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
  #overSince: number | undefined;

  constructor(now = () => performance.now(), wait = longestWait) {
    this.#now = now;
    this.#longestWait = wait;
    this.#windowBegan = now();
  }

  /** Marks a call as being worked on; call the answer when it is done. */
  begin(): () => void {
    this.#atWork++;
    return () => {
      this.#atWork--;
      this.#done++;
      this.#count();
    };
  }

  /** Whether one more can be let in. */
  hasRoom(): boolean {
    if (this.#atWork >= NEVER || (this.#atWork >= ALWAYS && this.#longestWait() >= LONGEST_WAIT)) return false;
    const most = Math.max(ALWAYS, this.#perSecond * BACKLOG);
    if (this.#atWork < most) {
      // Not before there is some room again, or each one let in would bring a new grace.
      if (this.#atWork < most / 2) this.#overSince = undefined;
      return true;
    }
    const now = this.#now();
    this.#overSince ??= now;
    return now - this.#overSince < GRACE;
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

/** The gate of this process. Uploads do not pass it: they wait for their sender. */
export const gate = new Gate();

/** Whoever watches the server must hear of it all the more when there is too much. */
const ALWAYS_HEARD = /^\/api\/(?:health\/|metrics)/;

/**
 * Says no before the framework has looked at the request: where saying no costs a third of saying yes, a server has no time
 * left for either, and those who are let in wait unseen in the network's own queues.
 */
export function guardDoor(app: FastifyInstance): void {
  const { server } = app;
  const answer = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '';
    if (!url.startsWith('/api/') || gate.hasRoom() || ALWAYS_HEARD.test(url)) {
      for (const listener of answer) listener.call(server, request, response);
    } else {
      sayNo(request, response);
    }
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
