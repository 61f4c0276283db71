/** API keys: `gk_` and 256 random bits, shown once, kept as a hash; they act as their user, within their scopes. */
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, countRows, deleteRows, execute, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { log } from '../../../server/observability/log.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import type { ApiKey, NewApiKey } from '../contract/settings.ts';

const PREFIX = 'gk_';
const MAX_KEYS = 50;
/** A deleted key is refused everywhere within this time; on the node that deleted it, at once. */
const CACHE_TTL = 800;

const cache = new LRUCache<string, Caller>({ max: 10_000, ttl: CACHE_TTL });

const COLUMNS =
  'id, name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"';

/** The key in the request's Authorization header, if it carries one. */
export function presentedKey(request: FastifyRequest): string | undefined {
  const match = /^Bearer (gk_[\w-]{20,100})$/.exec(request.headers.authorization ?? '');
  return match?.[1];
}

/** Finds out whom the key acts for. @throws AppError unauthenticated for a key that is unknown, expired or deleted. */
export async function authenticateKey(key: string): Promise<Caller> {
  const known = cache.get(key);
  if (known) return known;
  const [row] = await asSystem(() =>
    query<{
      id: string;
      user_id: string;
      workspace_id: string;
      scopes: string[];
      role: Caller['role'];
      is_client: boolean;
      apps_off: string[];
    }>(
      `select k.id, k.user_id, k.workspace_id, k.scopes, u.role, w.kind = 'client' as is_client, w.apps_off
     from api_keys k join users u on u.id = k.user_id and u.active
        join workspaces w on w.id = k.workspace_id and w.archived_at is null
     where k.key_hash = $1 and (k.expires_at is null or k.expires_at > now()) and exists
        (select 1 from memberships m where m.workspace_id = w.id and m.user_id = u.id)`,
      [hashToken(key)],
      'key_by_hash',
    ),
  );
  if (!row) throw new AppError('unauthenticated', 'This API key is not valid.');
  const caller: Caller = {
    userId: row.user_id,
    workspaceId: row.workspace_id,
    role: row.role,
    isClient: row.is_client,
    sessionId: row.id,
    appsOff: row.apps_off,
    scopes: row.scopes,
  };
  cache.set(key, caller);
  await noteUse(row.id);
  return caller;
}

/** To the minute. */
async function noteUse(id: string): Promise<void> {
  await asSystem(() =>
    execute(
      `update api_keys set last_used_at = now()
        where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [id],
    ),
  ).catch((error: unknown) => {
    // While the disk is full one can read all the same.
    log().warn({ err: error }, 'the last use of an API key was not saved');
  });
}

/** The functions below run as system, for the given user. */
export function listApiKeys(userId: string): Promise<ApiKey[]> {
  return query<ApiKey>(`select ${COLUMNS} from api_keys where user_id = $1 order by created_at desc, id desc`, [
    userId,
  ]);
}

export async function createApiKey(
  caller: Caller,
  wanted: z.output<typeof NewApiKey>,
): Promise<ApiKey & { key: string }> {
  // Held: whoever deactivates the account, or sets its password again, in this very moment has been told that this ends
  // what acts in its name.
  const [alive] = await query(
    'select 1 from users u join sessions s on s.user_id = u.id where u.id = $1 and u.active and s.id = $2 and s.revoked_at is null for share of u, s',
    [caller.userId, caller.sessionId],
  );
  if (!alive) throw new AppError('unauthenticated', 'Sign in to continue.');
  const count = await countRows('api_keys', { userId: caller.userId });
  const [visiting] = await query('select 1 from sessions where id = $1 and visit_until > now() and workspace_id = $2', [
    caller.sessionId,
    caller.workspaceId,
  ]);
  if (visiting)
    throw new AppError(
      'forbidden',
      "You can’t create API keys while visiting a client. Create them in your own workspace, or ask the client's owner to create one.",
    );
  if (count >= MAX_KEYS)
    throw new AppError('conflict', `You have reached the limit of ${MAX_KEYS} keys. Delete one to add another.`);
  const key = PREFIX + randomToken();
  const [row] = await query<ApiKey>(
    `insert into api_keys (id, user_id, workspace_id, name, prefix, key_hash, scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now() + make_interval(days => $8)) returning ${COLUMNS}`,
    [
      newId(),
      caller.userId,
      caller.workspaceId,
      wanted.name,
      key.slice(0, 10),
      hashToken(key),
      [...new Set(wanted.scopes)],
      wanted.expiresInDays ?? null,
    ],
  );
  return { ...row!, key };
}

/** Ends all keys of a user; on this node at once, on others within a second. */
export async function deleteAllApiKeys(userId: string): Promise<void> {
  await deleteRows('api_keys', { userId });
  for (const [key, caller] of cache.entries()) if (caller.userId === userId) cache.delete(key);
}

export async function deleteApiKey(userId: string, id: string): Promise<void> {
  const deleted = await deleteRows('api_keys', { id, userId });
  if (deleted === 0) throw notFound('The API key');
  for (const [key, caller] of cache.entries()) if (caller.sessionId === id) cache.delete(key);
}
