/** Interface of every source: answers a request with posts and the next cursor. */
import type { Post } from '../../engine/post.ts';
import type { Query } from '../../engine/query.ts';

export interface Ask {
  address: string;
  /** State for the next request; empty at first. */
  cursor: Readonly<Record<string, unknown>>;
  query: Query;
  /** Older posts are of no interest. */
  since: Date;
  now: Date;
  /** How the scanner calls itself. */
  agent: string;
  signal: AbortSignal;
}

/**
 * `ok`: posts, and where to go on · `unchanged`: nothing new · `waiting`: asked to wait · `failing`: try again later ·
 * `gone`: never ask again
 */
export type Answer =
  | { state: 'ok'; posts: Post[]; cursor: Record<string, unknown>; title?: string; reason?: string }
  | { state: 'unchanged' }
  | { state: 'waiting'; until: Date; reason: string }
  | { state: 'failing'; reason: string }
  | { state: 'gone'; reason: string };

export interface SourceAdapter {
  /** Checks and unifies what someone entered. @returns the address to keep, or the problem with it */
  address(entered: string): { address: string } | { problem: string };
  /** Sources of one host are asked one after the other. */
  host(address: string): string;
  ask(ask: Ask): Promise<Answer>;
}

const MAX_WAIT_MS = 24 * 3_600_000;
const SOON_MS = 5 * 60_000;

/** When a server that answered 429 or 503 may be asked again: Retry-After in seconds or as a date, a day at most. */
export function retryAt(header: string | undefined, now: Date): Date {
  const value = (header ?? '').trim();
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : value ? Date.parse(value) - now.getTime() : NaN;
  return new Date(now.getTime() + Math.min(Number.isNaN(wait) ? SOON_MS : Math.max(wait, 1_000), MAX_WAIT_MS));
}

/** Pauses of a source that fails: 5 minutes, 10, 20, …, a day at most. */
export const pauseAfter = (failures: number): number =>
  Math.min(SOON_MS * 2 ** Math.min(failures - 1, 12), MAX_WAIT_MS);

/** Meaning of an unsuccessful status. */
export function answerOfStatus(
  { status, headers }: { status: number; headers: Record<string, string> },
  now: Date,
): Exclude<Answer, { state: 'ok' }> {
  if (status === 429 || status === 503)
    return {
      state: 'waiting',
      until: retryAt(headers['retry-after'], now),
      reason: status === 429 ? 'The server asked to wait: too many requests.' : 'The server asked to wait: it is busy.',
    };
  if (status === 410) return { state: 'gone', reason: 'The server says that this address is gone for good.' };
  if (status === 404) return { state: 'failing', reason: 'There is nothing at this address (404).' };
  if (status === 401 || status === 403)
    return { state: 'failing', reason: `The server does not let the scanner in (${status}).` };
  return { state: 'failing', reason: `The server answered with status ${status}.` };
}
