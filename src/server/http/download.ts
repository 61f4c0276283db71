/** Sends files while they are created. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { currentScope, inScope } from '../db/index.ts';
import { contentDisposition, files } from '../files/index.ts';

/**
 * Streams the pieces as a download, each made after the previous one was sent, in the scope of the call. The first two
 * (a head and the first rows) are made before anything is sent: their failure is a proper error, while later the
 * download can only break off.
 */
export async function sendDownload(
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
  type: string,
  fileName: string,
): Promise<FastifyReply> {
  const scope = currentScope();
  const made = [await pieces.next()];
  if (!made[0]!.done) made.push(await pieces.next());
  async function* scoped(): AsyncGenerator<string> {
    try {
      for (const piece of made) {
        if (piece.done) return;
        yield piece.value;
      }
      for (;;) {
        // The stream pulls from outside the handler's scope.
        const { value, done } = await inScope(scope, () => pieces.next());
        if (done) return;
        yield value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('cache-control', 'no-store')
    .send(Readable.from(scoped()));
}

interface StoredFile {
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  storageKey: string;
}

/**
 * Streams a stored file. As an attachment the browser saves it and never opens it; `inline` is for types detected from
 * their bytes.
 */
export async function sendStored(
  reply: FastifyReply,
  { name, type, size, storageKey }: StoredFile,
  disposition: 'attachment' | 'inline' = 'attachment',
): Promise<FastifyReply> {
  const content = await files().get(storageKey);
  return reply
    .header('content-type', type)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(disposition, name))
    .send(content);
}

/**
 * Streams a stored file that a page plays. Browsers ask for a part of it (RFC 9110, 14.2) to jump to a moment; anything
 * but one range gets the whole file.
 */
export async function sendPlayed(
  reply: FastifyReply,
  { name, type, size, storageKey }: StoredFile,
  asked: string | undefined,
): Promise<FastifyReply> {
  const range = rangeOf(asked, size);
  void reply.header('accept-ranges', 'bytes');
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (!range) return sendStored(reply, { name, type, size, storageKey }, 'inline');
  const content = await files().get(storageKey, range);
  return reply
    .code(206)
    .header('content-type', type)
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-disposition', contentDisposition('inline', name))
    .send(content);
}

/** The bytes that a `Range` header asks for; undefined where it asks for everything, or for several parts. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (!from && !to) return undefined;
  if (!from) return Number(to) === 0 ? 'outside' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  if (to && Number(to) < start) return undefined;
  return start >= size ? 'outside' : { start, end };
}

/** Sends a complete file. */
export function sendFile(reply: FastifyReply, content: Uint8Array, type: string, fileName: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('cache-control', 'no-store')
    .send(Buffer.from(content));
}
