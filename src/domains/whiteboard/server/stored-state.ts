/** A board's stored state: a snapshot, and the updates since. */
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { currentWorkspaceId, query, transaction, upsertRow, NOW } from '../../../server/db/index.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { Thread } from '../../../server/threads/thread.ts';
import { packUpdates } from '../engine/board-document.ts';

/** Updates, or bytes of them, after which a board is compacted. */
export const COMPACT_AFTER = { updates: 300, bytes: 1_000_000 };
/** Bytes below which compressing an answer is not worth it. */
const SMALL = 8_192;

const compress = promisify(gzip);

/** The snapshot first. */
export async function storedUpdates(boardId: string): Promise<Buffer[]> {
  const rows = await query<{ data: Buffer }>(
    `select data from whiteboard_snapshots where board_id = $1 and workspace_id = $2
     union all
     (select data from whiteboard_updates where board_id = $1 and workspace_id = $2 order by id)`,
    [boardId, currentWorkspaceId()],
  );
  return rows.map(({ data }) => data);
}

/** Sends all of a board. */
export async function sendState(request: FastifyRequest, reply: FastifyReply, boardId: string): Promise<FastifyReply> {
  const packed = Buffer.from(packUpdates(await storedUpdates(boardId)));
  const isPacked = packed.byteLength > SMALL && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isPacked) void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  return reply
    .header('content-type', 'application/octet-stream')
    .send(isPacked ? await compress(packed, { level: 2 }) : packed);
}

const thread = new Thread<Buffer[], Uint8Array>({
  file: new URL('compact-thread.ts', import.meta.url),
  busy: 'Many boards are being compacted.',
  interrupted: 'Compacting the board was interrupted.',
  mostWaiting: 200,
});

/** Ends the thread, for a graceful stop. */
export const stopCompacting = (): Promise<void> => thread.stop();

/**
 * Merges a board's snapshot and updates into a new snapshot. Exactly the rows that were merged are deleted, so that one
 * that is committed meanwhile stays, whatever its number.
 */
export async function compactBoard(boardId: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const rows = await query<{ id: number; data: Buffer }>(
    'select id::float8 as id, data from whiteboard_updates where board_id = $1 and workspace_id = $2 order by id',
    [boardId, workspaceId],
  );
  if (rows.length < 2) return;
  const [before] = await query<{ data: Buffer; at: string }>(
    'select data, created_at as at from whiteboard_snapshots where board_id = $1 and workspace_id = $2',
    [boardId, workspaceId],
  );
  const data = Buffer.from(await thread.run([...(before ? [before.data] : []), ...rows.map((row) => row.data)]));
  await transaction(async () => {
    const deleted = await query<{ id: number }>(
      'delete from whiteboard_updates where board_id = $1 and workspace_id = $2 and id = any($3) returning id',
      [boardId, workspaceId, rows.map(({ id }) => id)],
    );
    // Another process was quicker, and its snapshot holds them.
    if (deleted.length < rows.length) throw new Error('The board was compacted by someone else at the same time.');
    await upsertRow('whiteboard_snapshots', { boardId, workspaceId, data, createdAt: NOW }, ['boardId']);
  });
}

export const compactJob = defineJob<{ boardId: string }>({
  name: 'whiteboard.compact',
  title: 'Compact a whiteboard',
  payload: z.object({ boardId: z.uuid() }),
  concurrency: 1,
  retry: { limit: 2, backoff: 5 },
  handler: async ({ payload }) => compactBoard(payload.boardId),
});
