/**
 * Limits the concurrent calls of one session or API key. Its further calls wait in a queue of their own before any
 * work, where they cost next to nothing. Otherwise a single program with hundreds of calls fills the common queue, and
 * the overload gate turns everyone away.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { cookieNames } from './cookies.ts';

/** Concurrent calls of one session or key: five times a browser's, and enough to keep the whole server busy. */
const SHARE = 32;
/** This many more may wait. */
const LINE = 500;

/** A request's credential, unread and unverified; null where there is none. */
export function credentialOf({ authorization, cookie }: IncomingHttpHeaders): string | null {
  if (authorization) return authorization;
  const name = `${cookieNames().session}=`;
  return cookie?.split(/; ?/).find((one) => one.startsWith(name)) ?? null;
}

interface Share {
  atWork: number;
  waiting: Set<() => void>;
}

export class Shares {
  readonly #shares = new Map<string, Share>();

  /**
   * Whether a call must wait: its share is in use, or others of it wait already. Calls without a credential never do.
   */
  isUsedUp(credential: string | null): boolean {
    const share = credential === null ? undefined : this.#shares.get(credential);
    return share !== undefined && (share.atWork >= SHARE || share.waiting.size > 0);
  }

  /**
   * Queues a call whose share is used up.
   * @param go called in turn: it takes its place then, or turns away
   * @returns a function that removes it from the queue; undefined when the queue is too long
   */
  wait(credential: string, go: () => void): (() => void) | undefined {
    const { waiting } = this.#shares.get(credential)!;
    if (waiting.size >= LINE) return undefined;
    waiting.add(go);
    return () => void waiting.delete(go);
  }

  /** Takes a place. */
  take(credential: string | null): void {
    if (credential === null) return;
    const share = this.#shares.get(credential);
    if (share) share.atWork++;
    else this.#shares.set(credential, { atWork: 1, waiting: new Set() });
  }

  /** Returns a place: the longest-waiting call runs. */
  giveBack(credential: string | null): void {
    if (credential === null) return;
    const share = this.#shares.get(credential)!;
    share.atWork--;
    while (share.atWork < SHARE) {
      const [next] = share.waiting;
      if (!next) break;
      share.waiting.delete(next);
      next();
    }
    if (share.atWork === 0 && share.waiting.size === 0) this.#shares.delete(credential);
  }
}
