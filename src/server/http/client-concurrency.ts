/**
 * Nobody asks so much at once that the others wait for him: one session or API key has a certain number of calls at
 * work, and what it asks beyond waits in a line of its own, at the door, where it costs next to nothing. Without this a
 * single program that sends hundreds of calls at once fills the queue alone, and the gate against overload turns
 * everybody away.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { cookieNames } from './cookies.ts';

/**
 * Calls at work of one session or key: five times what a browser asks at once, and as many as keep the whole server at
 * work.
 */
const SHARE = 32;
/** So many more may wait. */
const LINE = 500;

/** What a request signs in with, unread and unverified; null where it brings nothing. */
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
   * Whether a call has to wait: its share is at work, or others of it wait already. Who has not signed in never does.
   */
  isUsedUp(credential: string | null): boolean {
    const share = credential === null ? undefined : this.#shares.get(credential);
    return share !== undefined && (share.atWork >= SHARE || share.waiting.size > 0);
  }

  /**
   * Puts a call of somebody whose share is used up into line.
   * @param go called when it is its turn: it takes its place then, or turns away
   * @returns takes it out of the line again; undefined when the line is too long
   */
  wait(credential: string, go: () => void): (() => void) | undefined {
    const { waiting } = this.#shares.get(credential)!;
    if (waiting.size >= LINE) return undefined;
    waiting.add(go);
    return () => void waiting.delete(go);
  }

  /** One is at work. */
  take(credential: string | null): void {
    if (credential === null) return;
    const share = this.#shares.get(credential);
    if (share) share.atWork++;
    else this.#shares.set(credential, { atWork: 1, waiting: new Set() });
  }

  /** One is not at work any more: whoever waits longest goes. */
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
