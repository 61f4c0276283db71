/**
 * Calendar feeds: iCalendar texts under secret addresses, for programs that cannot sign in. A kind of feed says what is
 * in it (`defineFeed`); who may read it, how often, and that nothing unchanged travels twice is settled here.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  execute,
  inWorkspace,
  query,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { throttle } from '../../../../server/http/rate-limit.ts';
import { hashToken, randomToken } from '../../../../server/secrets/secrets.ts';
import type { CalendarFeed, FeedKindName } from '../../contract/calendar-feeds.ts';
import { type CalendarEvent, calendarText } from '../../engine/icalendar.ts';
import { CRM } from '../../paths.ts';

export interface FeedKind {
  kind: FeedKindName;
  /** Name of the calendar in the reader's program. */
  name: string;
  /** Events of the feed. Runs in the workspace and as the feed's owner. */
  events: () => Promise<CalendarEvent[]>;
}

const kinds = new Map<FeedKindName, FeedKind>();

/** Declares what a kind of feed holds. */
export function defineFeed(feed: FeedKind): FeedKind {
  if (kinds.has(feed.kind)) throw new Error(`There are two calendar feeds called ${feed.kind}`);
  kinds.set(feed.kind, feed);
  return feed;
}

const COLUMNS = 'kind, created_at as "createdAt", read_at as "readAt"';

/** The present user's feeds. */
export function listFeeds(): Promise<CalendarFeed[]> {
  return query<CalendarFeed>(
    `select ${COLUMNS} from calendar_feeds where workspace_id = $1 and user_id = $2 order by kind`,
    [currentWorkspaceId(), currentUserId()],
  );
}

/** Makes a new address, in place of the one that there was. */
export function createFeed(kind: FeedKindName): Promise<CalendarFeed & { path: string }> {
  return transaction(async () => {
    const token = randomToken();
    const [feed] = await query<CalendarFeed>(
      `insert into calendar_feeds (id, workspace_id, user_id, kind, token_hash) values ($1, $2, $3, $4, $5)
       on conflict (workspace_id, user_id, kind) do update
          set token_hash = excluded.token_hash, created_at = now(), read_at = null returning ${COLUMNS}`,
      [newId(), currentWorkspaceId(), currentUserId(), kind, hashToken(token)],
    );
    await emit({ type: 'calendar_feed.opened', data: { kind }, paths: [CRM.calendarFeeds] });
    return { ...feed!, path: `${CRM.calendarFeeds}/${kind}.ics?token=${token}` };
  });
}

/** @throws AppError `not_found` */
export function revokeFeed(kind: FeedKindName): Promise<void> {
  return transaction(async () => {
    const gone = await execute('delete from calendar_feeds where workspace_id = $1 and user_id = $2 and kind = $3', [
      currentWorkspaceId(),
      currentUserId(),
      kind,
    ]);
    if (gone === 0) throw notFound('The calendar feed');
    await emit({ type: 'calendar_feed.closed', data: { kind }, paths: [CRM.calendarFeeds] });
  });
}

const WINDOW = 600;
const READS = 60;

/** Answers a feed to whoever has its address. @throws AppError `not_found`, `rate_limited` */
export async function sendFeed(
  file: string,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const hash = hashToken(token);
  const { count, retryAfter } = await asSystem(() => throttle(`feed:${hash}`, WINDOW));
  if (count > READS) throw new AppError('rate_limited', 'This calendar is being read too often.', { retryAfter });
  const feed = kinds.get(file.replace(/\.ics$/, '') as FeedKindName);
  // People who have left the workspace, or whose account is closed, read nothing any more; no one does of an archived
  // one.
  const [owner] = await asSystem(() =>
    query<{ workspaceId: string; userId: string }>(
      `update calendar_feeds f set read_at = now() from users u, memberships m, workspaces w
     where f.token_hash = $1 and f.kind = $2 and u.id = f.user_id and u.active and m.user_id = u.id
        and m.workspace_id = f.workspace_id and w.id = f.workspace_id and w.archived_at is null
     returning f.workspace_id as "workspaceId", f.user_id as "userId"`,
      [hash, feed?.kind ?? ''],
    ),
  );
  if (!feed || !owner) throw notFound('The calendar');
  const events = await inWorkspace(owner.workspaceId, owner.userId, feed.events);
  const text = calendarText(events, { name: feed.name });
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  void reply.header('etag', tag).header('cache-control', 'private, max-age=300').header('x-robots-tag', 'noindex');
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  return reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', `inline; filename="${feed.kind}.ics"`)
    .send(text);
}
