/** Sending files that are made while they are sent. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { currentScope, inScope } from '../db/index.ts';
import { contentDisposition } from '../files/index.ts';

/** Streams the pieces as a download, each made when the one before has gone out, in the scope of the call. */
export function sendDownload(reply: FastifyReply, pieces: AsyncGenerator<string>, type: string, fileName: string): FastifyReply {
  const scope = currentScope();
  async function* scoped(): AsyncGenerator<string> {
    try {
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
    .header('content-type', type).header('content-disposition', contentDisposition('attachment', fileName))
    .header('cache-control', 'no-store').send(Readable.from(scoped()));
}

/** Sends a file that is there as a whole. */
export function sendFile(reply: FastifyReply, content: Uint8Array, type: string, fileName: string): FastifyReply {
  return reply.header('content-type', type).header('content-disposition', contentDisposition('attachment', fileName)).header('cache-control', 'no-store').send(Buffer.from(content));
}
