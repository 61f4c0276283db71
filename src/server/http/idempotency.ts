/**
 * A repeated POST has one effect. The client names its intent in `Idempotency-Key`; the answer is stored in the
 * transaction of the action, so both exist or neither, also after a crash. Repetitions get the stored answer, and one
 * that arrives during the first waits for it. Refused requests are not stored.
 *
 * Answers are stored encrypted: some contain a secret that is shown once and stored as a hash everywhere else, such as
 * a new API key.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { forgetRows } from '../db/delete-in-batches.ts';
import { execute, query, transaction } from '../db/index.ts';
import { open, seal } from '../secrets/secrets.ts';
import type { Caller } from './caller.ts';

const HEADER = 'idempotency-key';
const MAX_LENGTH = 255;

/** Runs `act` at most once for the caller's key; without a key, simply runs it. */
export async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers[HEADER];
  if (typeof key !== 'string' || key === '') return act();
  if (key.length > MAX_LENGTH)
    throw new AppError('bad_request', `Idempotency-Key has more than ${MAX_LENGTH} characters.`);
  const path = request.url.split('?', 1)[0]!;
  const print = (what: string) => createHash('sha256').update(what).digest('base64url');
  const asked = `${request.method} ${path} ${JSON.stringify(request.body ?? null)}`;
  // The same request in another workspace is a different one. The fingerprint without a workspace is the previous
  // version's.
  const [fingerprint, before] = [print(`${caller.workspaceId} ${asked}`), print(asked)];
  return transaction(async () => {
    const claimed = await execute(
      `insert into idempotency_keys (caller, key, fingerprint, status, created_at)
        values ($1, $2, $3, 0, now()) on conflict do nothing`,
      [caller.userId, key, fingerprint],
    );
    if (claimed === 0) return replay(reply, caller, key, [fingerprint, before]);
    const body = await act();
    if (reply.sent || body === reply) return body;
    await execute('update idempotency_keys set status = $3, body = $4 where caller = $1 and key = $2', [
      caller.userId,
      key,
      reply.statusCode,
      JSON.stringify(seal(JSON.stringify(body ?? null), contextOf(caller, key))),
    ]);
    return body;
  });
}

const contextOf = (caller: Caller, key: string) => `answer:${caller.userId}:${key}`;

async function replay(
  reply: FastifyReply,
  caller: Caller,
  key: string,
  fingerprints: readonly string[],
): Promise<unknown> {
  const [kept] = await query<{ fingerprint: string; status: number; body: unknown }>(
    'select fingerprint, status, body from idempotency_keys where caller = $1 and key = $2',
    [caller.userId, key],
  );
  if (!kept)
    throw new AppError('conflict', 'The same request is still in progress. Try again in a moment.', { retryAfter: 1 });
  if (!fingerprints.includes(kept.fingerprint)) {
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used before for another request.');
  }
  reply.header('idempotency-replayed', 'true').code(kept.status);
  // The previous version stored the answer itself, which never was a text.
  const body: unknown = typeof kept.body === 'string' ? JSON.parse(open(kept.body, contextOf(caller, key))) : kept.body;
  return body ?? undefined;
}

/** Deletes answers older than a day. */
export function forgetOldAnswers(): Promise<number> {
  return forgetRows('idempotency_keys', `created_at < now() - interval '24 hours'`);
}
