/** Sending files that are made while they are sent. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { currentScope, inScope } from '../db/index.ts';
import { contentDisposition, files } from '../files/index.ts';

/**
 * Streams the pieces as a download, each made when the one before has gone out, in the scope of the call. The first two
 * (a head and the first rows) are made before anything is sent: what fails there is answered in words, afterwards the
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
        // The stream pulls from outside of the handler's scope.
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
 * Streams a stored file. As an attachment the browser saves it and does not open it, whatever it holds; `inline` is for
 * types that were told by their bytes.
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

/** Sends a file that is there as a whole. */
export function sendFile(reply: FastifyReply, content: Uint8Array, type: string, fileName: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('cache-control', 'no-store')
    .send(Buffer.from(content));
}
