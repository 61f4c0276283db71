import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { leave } from './overload.ts';

/** Milliseconds for which the rest of a refused body is read. */
const AT_MOST = 5_000;

/**
 * Reads and discards the rest of a body that was refused before it was read: an upload that is too large, or a full
 * disk. Otherwise the connection would be reset, and the sender would see a network error instead of the reason.
 */
export function takeInUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400 || request.raw.complete || !hasBody(request.raw)) return done(null, payload);
    // The answer is decided; only the sender is waited for.
    leave(request.raw);
    discard(request.raw).then(() => done(null, payload), done);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function discard(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST);
    const over = () => {
      clearTimeout(timer);
      resolve();
    };
    body.once('end', over).once('close', over).once('error', over);
    // The previous reader may let go only now, which pauses the stream.
    body.on('pause', () => setImmediate(() => body.resume()));
    body.unpipe();
    body.resume();
  });
}
