/**
 * The picture above the menu of whoever works in a client's workspace. Administrators choose it (clients, settings).
 */
import type { FastifyReply } from 'fastify';
import { notFound } from '../../../kernel/errors.ts';
import { asSystem, selectRow } from '../../../server/db/index.ts';

/** For a year: another picture has another address. */
const CACHED = 'private, max-age=31536000, immutable';

/** @throws AppError `not_found` where the workspace has none */
export async function sendLogo(workspaceId: string, reply: FastifyReply): Promise<FastifyReply> {
  const row = await asSystem(() => selectRow('workspaces', ['logo'], { id: workspaceId }));
  const [, type, content] = /^data:(image\/\w+);base64,(.+)$/.exec(row?.logo ?? '') ?? [];
  if (!type || !content) throw notFound('The logo');
  return reply.header('content-type', type).header('cache-control', CACHED).send(Buffer.from(content, 'base64'));
}
