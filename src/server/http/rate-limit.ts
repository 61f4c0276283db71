/** Limits on one account's calls per node. Limits on sign-in attempts are in the database (`throttle`). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { query } from '../db/index.ts';
import type { Caller } from './caller.ts';

const WINDOW = 60_000;
/** Per account and minute: far above a person or a good integration, far below an outage. */
const LIMITS = { read: 300_000, write: 30_000 };

interface Usage {
  since: number;
  read: number;
  write: number;
}
const usage = new Map<string, Usage>();

/**
 * Counts one call of the account and sets the answer's headers with the remaining number.
 * @throws AppError rate_limited with the seconds to wait
 */
export function limitAccount(caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
  const now = performance.now();
  let mine = usage.get(caller.userId);
  if (!mine || now - mine.since >= WINDOW) {
    if (usage.size > 10_000) usage.clear();
    mine = { since: now, read: 0, write: 0 };
    usage.set(caller.userId, mine);
  }
  const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
  const used = ++mine[kind];
  const reset = Math.ceil((mine.since + WINDOW - now) / 1000);
  reply
    .header('x-ratelimit-limit', LIMITS[kind])
    .header('x-ratelimit-remaining', Math.max(0, LIMITS[kind] - used))
    .header('x-ratelimit-reset', reset);
  if (used > LIMITS[kind])
    throw new AppError('rate_limited', 'Too many requests from this account. Please slow down.', { retryAfter: reset });
}

export interface Attempts {
  /** Number of attempts in the window, including this one. */
  count: number;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/** Counts one attempt under `key` in a window of `seconds`, across nodes and restarts. Run it as system. */
export async function throttle(key: string, seconds: number): Promise<Attempts> {
  const [row] = await query<{ count: number; left: number }>(
    `insert into throttles as t (key, count, reset_at) values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set
       count = case when t.reset_at <= now() then 1 else t.count + 1 end,
       reset_at = case when t.reset_at <= now() then excluded.reset_at else t.reset_at end
     returning count, ceil(extract(epoch from reset_at - now()))::int as left`,
    [key, seconds],
  );
  return { count: row!.count, retryAfter: row!.left };
}

/** Takes back one attempt under `key` that turned out legitimate. */
export async function refund(key: string): Promise<void> {
  await query('update throttles set count = greatest(count - 1, 0) where key = $1', [key]);
}

/** Clears the attempts under `key` after the right password. */
export async function forgive(key: string): Promise<void> {
  await query('delete from throttles where key = $1', [key]);
}
