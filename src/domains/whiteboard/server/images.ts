/** Images of boards: the database holds their names in the drawing, the file store the bytes. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  insertIfNew,
  selectRow,
  selectRows,
  transaction,
} from '../../../server/db/index.ts';
import { files, SNIFF_BYTES, sniffType } from '../../../server/files/index.ts';
import { sendStored } from '../../../server/http/download.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { dropContents } from '../../../records/server/files.ts';
import { type Board, MAX_IMAGE, MAX_IMAGES } from '../contract.ts';
import { insertBoard, readBoard, requireBoard, requireEditor } from './boards.ts';
import { storedUpdates } from './stored-state.ts';

const TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]);
const folder = () => `whiteboard/${currentWorkspaceId()}`;

async function head(key: string, size: number): Promise<Buffer> {
  const stream = await files().get(key, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 });
  return Buffer.concat((await Readable.from(stream).toArray()) as Buffer[]);
}

/** SVG is text, so its type is told from its beginning instead of its name. */
function typeOf(bytes: Buffer): string {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(bytes.toString('utf8'))
    ? 'image/svg+xml'
    : sniffType(bytes, '');
}

interface StoredImage {
  id: string;
  type: string;
  size: number;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` when the board has too many, `too_large` */
export async function addImage(boardId: string, id: string, request: FastifyRequest): Promise<StoredImage> {
  await requireEditor(boardId);
  const part = await request.file({ limits: { fileSize: MAX_IMAGE + 1 } });
  if (!part) throw invalid('file', 'Choose an image.');
  const stored = await files().put(part.file, { prefix: folder(), limit: MAX_IMAGE });
  try {
    if (stored.size === 0) throw invalid('file', 'The image is empty.');
    const type = typeOf(await head(stored.key, stored.size));
    if (!TYPES.has(type)) throw invalid('file', 'Use a PNG, JPEG, GIF, WebP, AVIF, or SVG image.');
    const isNew = await transaction(async () => {
      await requireEditor(boardId);
      if ((await countRows('whiteboard_images', { boardId })) >= MAX_IMAGES)
        throw new AppError('conflict', `One board holds at most ${MAX_IMAGES} images.`);
      return insertIfNew('whiteboard_images', {
        boardId,
        id,
        workspaceId: currentWorkspaceId(),
        type,
        size: stored.size,
        storageKey: stored.key,
        createdBy: currentUserId(),
      });
    });
    // The same image was sent before, such as when its answer got lost.
    if (!isNew) await dropContents([stored.key]);
    const { size, type: known } = await requireImage(boardId, id);
    return { id, type: known, size };
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

async function requireImage(boardId: string, id: string) {
  const row = await selectRow('whiteboard_images', ['type', 'size', 'storageKey'], {
    boardId,
    id,
    workspaceId: currentWorkspaceId(),
  });
  if (!row) throw notFound('The image');
  return row;
}

/** As an attachment: an SVG could hold a script, which must not run at our address. @throws AppError `not_found` */
export async function sendImage(boardId: string, id: string, reply: FastifyReply): Promise<FastifyReply> {
  await requireBoard(boardId);
  const { type, size, storageKey } = await requireImage(boardId, id);
  return sendStored(reply, { name: id, type, size, storageKey });
}

/** A copy of a board, with its images, as the current user's own. @throws AppError `not_found` */
export async function copyBoard(caller: Caller, boardId: string): Promise<Board> {
  const { title } = await requireBoard(boardId);
  const images = await selectRows('whiteboard_images', ['id', 'type', 'size', 'storageKey'], { boardId });
  const keys: string[] = [];
  try {
    for (const { storageKey } of images) {
      const copy = await files().put(await files().get(storageKey), { prefix: folder(), limit: MAX_IMAGE });
      keys.push(copy.key);
    }
    const id = await transaction(async () => {
      const copied = await insertBoard(`Copy of ${title}`.slice(0, 200), await storedUpdates(boardId));
      for (const [index, { id: imageId, type, size }] of images.entries())
        await insertIfNew('whiteboard_images', {
          boardId: copied,
          id: imageId,
          workspaceId: currentWorkspaceId(),
          type,
          size,
          storageKey: keys[index]!,
          createdBy: currentUserId(),
        });
      return copied;
    });
    return await readBoard(caller, id);
  } catch (error) {
    await dropContents(keys);
    throw error;
  }
}
