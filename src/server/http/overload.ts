/**
 * Says no early when there is too much: whoever is let in is answered soon, and whoever is not knows at once when to come
 * again. Without it everybody would wait in one long queue, and most would have given up before their turn.
 *
 * A burst is no overload, a queue that stays is (as in CoDel, RFC 8289): more calls at work than are done in half a second,
 * for half a second on end.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../kernel/endpoint.ts';
import { longestWait } from '../db/database.ts';

/** Seconds of work that may wait, and milliseconds for which it may be more. */
const BACKLOG = 0.5;
const GRACE = 500;
/** So many at work are never too many: a few of them may be slow by nature. */
const ALWAYS = 32;
/** So many are always too many. */
const NEVER = 2_000;
/** Milliseconds that somebody waits for a connection to the database, beyond which nobody further is let in. */
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
    if (this.#atWork >= NEVER || this.#longestWait() >= LONGEST_WAIT) return false;
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

/** Answers without a look at who asks, and without a word in the log for each: saying no must cost next to nothing. */
export function sayNo(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', COME_AGAIN).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({
    message: 'Too much is going on at the moment. Please try again shortly.', code: 'unavailable', requestId: request.id,
  } satisfies ErrorBody));
}
