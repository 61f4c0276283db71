/** `GET /api/events`: the live channel of `src/kernel/live.ts`. */
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { AppError } from '../../kernel/errors.ts';
import type { LiveChange } from '../../kernel/live.ts';
import { currentWorkspaceId, query } from '../db/index.ts';
import { type BoundRoute, route } from '../http/route.ts';
import { JOBS_PATH } from '../jobs/jobs.ts';
import { formatChange, type Streams } from './streams.ts';

export const live = {
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    tag: 'Live',
    access: 'user',
    summary: 'Hear what changes in the active workspace',
    description:
      'Server-Sent Events. Each message is `{ seq, paths }`: the answers of these paths, and of all beneath them, are outdated; ' +
      '`*` means everything. A comment every 20 seconds keeps the connection open. After a break the browser sends Last-Event-ID and hears what it missed.',
    // Our own client reconnects with its own back-off, and an EventSource cannot set a header.
    query: z.object({
      lastEventId: z.coerce.number().int().min(0).optional().describe('The same as the header Last-Event-ID'),
    }),
    produces: 'text/event-stream',
    errors: ['unavailable'],
  }),
} as const;

/** Maximum number of missed events to replay; beyond that everything counts as changed. */
const MAX_REPLAY = 1_000;
/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_AFTER = 1_000;

export function liveRoutes(streams: Streams): BoundRoute[] {
  return [
    route(live.events, async ({ caller, query: { lastEventId }, request, reply }) => {
      const since = Number(request.headers['last-event-id'] ?? lastEventId);
      // Registered before looking back, so that nothing falls between the two.
      const response = reply.raw;
      if (!streams.add({ workspaceId: caller.workspaceId, sessionId: caller.sessionId }, response)) {
        throw new AppError('unavailable', 'The server is about to restart.', { retryAfter: 2 });
      }
      reply.hijack();
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // The connection ends with the stream; kept alive it would delay the server's stop.
        connection: 'close',
        // Stops nginx from buffering the stream.
        'x-accel-buffering': 'no',
      });
      try {
        const missed =
          Number.isSafeInteger(since) && since > 0
            ? await changesSince(since)
            : { seq: await livePosition(), paths: [] };
        response.write(`retry: ${RETRY_AFTER}\n${formatChange(missed)}`);
      } catch {
        // The headers are sent, so the error cannot be reported: the browser reconnects.
        response.destroy();
      }
      return reply;
    }),
  ];
}

/** The first transaction that may still be open: later reads have seen everything before it. */
export async function livePosition(): Promise<number> {
  const [row] = await query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin');
  return Number(row!.xmin);
}

/** Changes in the current workspace in transactions from `since` on. */
async function changesSince(since: number): Promise<LiveChange> {
  const [row] = await query<{ xmin: string; reaches: boolean | null; count: number; paths: string[] | null }>(
    `with missed as (select id, paths from events where workspace_id = $1 and xid >= $2::text::xid8 order by xid
      limit ${MAX_REPLAY + 1})
     select pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
       $2::text::xid8 <= pg_current_xact_id() and $2::text::xid8 >= (select xid from events order by xid, id limit 1)
          and $2::text::xid8 > coalesce((select forgotten_xid from event_horizon), '0') as reaches,
       (select count(*)::int from missed) as count,
       (select array_agg(distinct path) from missed, unnest(missed.paths) as path) as paths`,
    [currentWorkspaceId(), String(since)],
  );
  const { xmin, reaches, count, paths } = row!;
  const seq = Number(xmin);
  // A number from before the oldest event, or from a database restored since, proves nothing.
  if (!reaches || count > MAX_REPLAY) return { seq, paths: ['*'] };
  // A job's progress is no event, so it may have been missed.
  return { seq, paths: [...new Set([...(paths ?? []), JOBS_PATH])] };
}
