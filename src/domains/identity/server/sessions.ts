/**
 * Sessions: rows on the server, named by an opaque cookie, revocable at once.
 *
 * A session ends after a time without use, and in any case after its full life; then the renewal cookie may start it
 * again without a password, under new tokens each time. Those of one session begin alike, so that any that was replaced
 * is known: seeing one means that the cookie was copied, and the whole session ends.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { newId } from '../../../kernel/ids.ts';
import { afterCommit, asSystem, execute, NOW, query, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { type Bus, bus, notify } from '../../../server/events/bus.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { cookieNames, cookieOptions } from '../../../server/http/cookies.ts';
import { issueCsrfToken } from '../../../server/http/csrf.ts';
import { log } from '../../../server/observability/log.ts';
import { hashToken, hmac, randomToken } from '../../../server/secrets/secrets.ts';

/** Idle and absolute life of a session, and how long its renewal cookie works (ASVS 5.0, 7.3). */
const IDLE = '8 hours';
const LIFE = '7 days';
const RENEWABLE = '30 days';
/**
 * Two tabs may renew at the same moment, and an answer may get lost: the token before the last one is forgiven this
 * long.
 */
const RENEWAL_OVERLAP = '30 seconds';
const TOUCH_EVERY = 60_000;
/** A session that ended is refused everywhere within this time, whatever happens to the messages between processes. */
const CACHE_TTL = 800;

const cache = new LRUCache<string, Caller>({ max: 20_000, ttl: CACHE_TTL });
const lastTouch = new LRUCache<string, number>({ max: 20_000 });

interface SessionRow {
  id: string;
  user_id: string;
  workspace_id: string;
  role: Caller['role'];
  is_client: boolean;
  apps_off: string[];
}

/**
 * Living sessions, each in the workspace that it works in. An administrator's visit to a client's ends by itself, with
 * its time or with the role, and whoever is no member any more has no session there.
 */
const LIVING = `from sessions s join users u on u.id = s.user_id
  cross join lateral (select case when s.visit_until > now() and u.role = 'admin' then s.workspace_id end as place)
    visit
  join workspaces w on w.id = coalesce(visit.place, s.home_id, s.workspace_id) and w.archived_at is null
  where s.revoked_at is null and s.idle_expires_at > now() and s.expires_at > now() and u.active
    and (visit.place is not null or exists
      (select 1 from memberships m where m.workspace_id = w.id and m.user_id = u.id))`;

const BY_TOKEN = `
  select s.id, s.user_id, w.id as workspace_id, u.role, w.kind = 'client' and w.id is distinct
    from visit.place as is_client, w.apps_off
  ${LIVING} and s.token_hash = $1`;

/** On which processes tell each other whose sessions have changed: a user's id, or all of them. */
const CHANNEL = 'gauntlet_sessions';
const ALL = '*';

let heard: Bus | undefined;
/** Grows with each change that is heard of: what was read before one is not remembered after it. */
let changes = 0;

/** Hears of changes that are made elsewhere; of one's own once more when they are committed. */
function hearOfChanges(): void {
  const present = bus();
  if (heard === present) return;
  heard = present;
  present.listen(CHANNEL, drop);
  present.onReconnect(() => drop(ALL));
}

function drop(userId: string): void {
  changes++;
  if (userId === ALL) cache.clear();
  else for (const [token, caller] of cache.entries()) if (caller.userId === userId) cache.delete(token);
}

/** Finds out who sends the request, by its session cookie. Resolves to undefined for no one. */
export async function authenticateSession(request: FastifyRequest): Promise<Caller | undefined> {
  const token = request.cookies[cookieNames().session];
  if (!token) return undefined;
  const known = cache.get(token);
  if (known) return known;
  hearOfChanges();
  const before = changes;
  const [row] = await asSystem(() => query<SessionRow>(BY_TOKEN, [hashToken(token)], 'session_by_token'));
  if (!row) return undefined;
  const caller: Caller = {
    userId: row.user_id,
    workspaceId: row.workspace_id,
    role: row.role,
    isClient: row.is_client,
    sessionId: row.id,
    appsOff: row.apps_off,
  };
  if (changes === before) cache.set(token, caller);
  await touch(row.id);
  return caller;
}

/** Moves the idle end of the session, at most once a minute. */
async function touch(sessionId: string): Promise<void> {
  const now = performance.now();
  if (now - (lastTouch.get(sessionId) ?? -Infinity) < TOUCH_EVERY) return;
  lastTouch.set(sessionId, now);
  await asSystem(() =>
    updateRows('sessions', { lastSeenAt: NOW, idleExpiresAt: sql`now() + ${IDLE}::interval` }, { id: sessionId }),
  ).catch((error: unknown) => {
    // While the disk is full one can read all the same; the next minute it is tried again.
    log().warn({ err: error }, 'the last use of a session was not saved');
  });
}

/** Readable and no secret: tells the browser whether asking who is signed in is worth a call. */
const MARKER = 'signed-in';
const COOKIE_SECONDS = 30 * 24 * 3600;

function setCookies(reply: FastifyReply, token: string, renewal: string): void {
  const names = cookieNames();
  const options = { ...cookieOptions(), maxAge: COOKIE_SECONDS };
  reply.setCookie(names.session, token, options);
  reply.setCookie(names.renewal, renewal, options);
  reply.setCookie(MARKER, '1', { ...options, httpOnly: false });
  issueCsrfToken(reply, token);
}

const SEPARATOR = '.';
const firstRenewal = () => `${randomToken()}${SEPARATOR}${randomToken()}`;
const familyOf = (renewal: string) => renewal.split(SEPARATOR, 1)[0]!;

/**
 * Exchanges a renewal token, always for the same tokens. Tabs of a browser share their cookies, so two parallel
 * responses with different tokens could leave an invalid one.
 */
function exchange(presented: string): { token: string; renewal: string } {
  // Tokens from before had no family.
  const family = presented.includes(SEPARATOR) ? familyOf(presented) : hmac('renewal-family', presented);
  const renewal = `${family}${SEPARATOR}${hmac('renewal', presented)}`;
  return { token: hmac('renewed-session', presented), renewal };
}

/** Starts a session for the user: a new token each time, so that one planted before sign-in is worth nothing. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  user: { id: string; workspaceId: string },
): Promise<void> {
  const token = randomToken();
  const renewal = firstRenewal();
  await asSystem(() =>
    execute(
      `insert into sessions (id, user_id, workspace_id, token_hash, renewal_hash, renewal_family, created_at,
        last_seen_at, idle_expires_at, expires_at, renewable_until, user_agent, address)
     values ($1, $2, $3, $4, $5, $11, now(), now(), now() + $6::interval, now() + $7::interval, now() + $8::interval,
        $9, $10)`,
      [
        newId(),
        user.id,
        user.workspaceId,
        hashToken(token),
        hashToken(renewal),
        IDLE,
        LIFE,
        RENEWABLE,
        (request.headers['user-agent'] ?? '').slice(0, 400),
        request.ip,
        hashToken(familyOf(renewal)),
      ],
    ),
  );
  const previous = request.cookies[cookieNames().session];
  if (previous) await revokeByToken(previous);
  setCookies(reply, token, renewal);
}

/**
 * Renews the session of `userId` by the browser's renewal cookie.
 * @returns whether it was renewed.
 */
export async function renewSession(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<boolean> {
  const presented = request.cookies[cookieNames().renewal];
  if (!presented) return false;
  const hash = hashToken(presented);
  const renewed = await asSystem(() =>
    transaction(async () => {
      const [session] = await query<{ id: string; current: boolean; overlapping: boolean }>(
        `select s.id, s.renewal_hash = $1 as current,
          coalesce(s.previous_renewal_hash = $1 and s.renewed_at > now() - $3::interval, false) as overlapping
       from sessions s join users u on u.id = s.user_id
       where (s.renewal_hash = $1 or s.previous_renewal_hash = $1 or s.renewal_family = $4) and s.user_id = $2
          and s.revoked_at is null and s.renewable_until > now() and u.active
       for update of s`,
        [hash, userId, RENEWAL_OVERLAP, hashToken(familyOf(presented))],
      );
      if (!session) return undefined;
      if (!session.current && !session.overlapping) {
        await updateRows('sessions', { revokedAt: NOW }, { id: session.id });
        return undefined;
      }
      const { token, renewal } = exchange(presented);
      await updateRows(
        'sessions',
        {
          tokenHash: hashToken(token),
          renewalHash: hashToken(renewal),
          renewalFamily: hashToken(familyOf(renewal)),
          previousRenewalHash: hash,
          renewedAt: sql`case when renewal_hash = ${hash} then now() else renewed_at end`,
          lastSeenAt: NOW,
          idleExpiresAt: sql`now() + ${IDLE}::interval`,
          expiresAt: sql`now() + ${LIFE}::interval`,
        },
        { id: session.id },
      );
      return { token, renewal };
    }),
  );
  if (!renewed) return false;
  setCookies(reply, renewed.token, renewed.renewal);
  return true;
}

/** When a session began and how long it may go on, as ISO instants; undefined when it is gone. Runs as system. */
export async function sessionTimes(
  id: string,
): Promise<{ startedAt: string; lastSeenAt: string; endsAt: string; renewableUntil: string } | undefined> {
  const [row] = await query<{ startedAt: string; lastSeenAt: string; endsAt: string; renewableUntil: string }>(
    `select created_at as "startedAt", last_seen_at as "lastSeenAt", least(idle_expires_at, expires_at) as "endsAt",
      renewable_until as "renewableUntil"
     from sessions where id = $1 and revoked_at is null`,
    [id],
  );
  return row;
}

async function revokeByToken(token: string): Promise<void> {
  changes++;
  cache.delete(token);
  await asSystem(() => updateRows('sessions', { revokedAt: NOW }, { tokenHash: hashToken(token), revokedAt: null }));
}

/** Ends the session of this browser and takes its cookies away. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const names = cookieNames();
  const token = request.cookies[names.session];
  if (token) await revokeByToken(token);
  const { path, sameSite, secure, httpOnly } = cookieOptions();
  for (const name of [names.session, names.renewal, MARKER])
    reply.clearCookie(name, { path, sameSite, secure, httpOnly });
  issueCsrfToken(reply, '');
}

/** Ends all sessions of a user, at once. */
export async function revokeAllSessions(userId: string, except?: string): Promise<void> {
  await asSystem(() =>
    updateRows(
      'sessions',
      { revokedAt: NOW },
      { userId, revokedAt: null, id: sql`is distinct from ${except ?? null}` },
    ),
  );
  await forgetCachedSessions(userId);
}

/** Moves a session to another of its user's workspaces for good; a visit under way ends. */
export async function moveSession(sessionId: string, userId: string, workspaceId: string): Promise<void> {
  await asSystem(() => updateRows('sessions', { workspaceId, homeId: null, visitUntil: null }, { id: sessionId }));
  await forgetCachedSessions(userId);
}

/**
 * Takes a session into a workspace that its user does not belong to, for a while; afterwards it is back at `homeId`.
 */
export async function takeSessionOnVisit(
  sessionId: string,
  userId: string,
  visit: { workspaceId: string; homeId: string; until: Date },
): Promise<void> {
  await asSystem(() =>
    updateRows(
      'sessions',
      { workspaceId: visit.workspaceId, homeId: visit.homeId, visitUntil: visit.until },
      { id: sessionId },
    ),
  );
  await forgetCachedSessions(userId);
}

/**
 * Takes all sessions of a user home that are on a visit: whoever may visit no more does not go on with it later either.
 * Runs as system.
 */
export async function endVisitsOf(userId: string): Promise<void> {
  await updateRows(
    'sessions',
    { workspaceId: sql`home_id`, homeId: null, visitUntil: null },
    { userId, homeId: sql`is not null` },
  );
  await forgetCachedSessions(userId);
}

/**
 * Has all processes look at all sessions again: what they stand on in a workspace has changed. Within a transaction
 * once more when it is committed.
 */
export const forgetAllCachedSessions = (): Promise<void> => forgetCachedSessions(ALL);

/** The same for a user's sessions. */
export async function forgetCachedSessions(userId: string): Promise<void> {
  drop(userId);
  // Requests before the commit still read the old state.
  afterCommit(() => drop(userId));
  await asSystem(() => notify(CHANNEL, userId));
}

/**
 * Those of the sessions that may still act, each with the workspace that it works in: asked by long-lived connections.
 */
export async function aliveSessions(sessionIds: string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await asSystem(() =>
    query<{ id: string; workspace_id: string }>(
      `select s.id, w.id as workspace_id ${LIVING} and s.id = any($1)`,
      [sessionIds],
      'alive_sessions',
    ),
  );
  return new Map(rows.map((row) => [row.id, row.workspace_id]));
}

/** Signs everyone out of a workspace. Who is only on a visit there goes back to their own. */
export async function endSessionsIn(workspaceId: string): Promise<void> {
  await updateRows(
    'sessions',
    { workspaceId: sql`home_id`, homeId: null, visitUntil: null },
    { workspaceId, homeId: sql`is not null` },
  );
  await updateRows('sessions', { revokedAt: NOW }, { workspaceId, revokedAt: null });
  await forgetAllCachedSessions();
}
