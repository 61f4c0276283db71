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

/** Sends a complete file. */
export function sendFile(reply: FastifyReply, content: Uint8Array, type: string, fileName: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('cache-control', 'no-store')
    .send(Buffer.from(content));
}
