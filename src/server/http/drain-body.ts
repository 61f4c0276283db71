import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { leave } from './overload.ts';

/** Milliseconds for which the rest of a refused body is let in. */
const AT_MOST = 5_000;

/**
 * Takes in, and throws away, what is left of a body that was refused before it was read: an upload that is too large or
 * finds the disk full. The connection would be reset otherwise, and whoever is still sending would learn of a broken
 * network instead of the reason.
 */
export function takeInUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400 || request.raw.complete || !hasBody(request.raw)) return done(null, payload);
    // It is decided; only its sender is waited for.
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
    // Whoever was reading may only now let go of it, which halts it.
    body.on('pause', () => setImmediate(() => body.resume()));
    body.unpipe();
    body.resume();
  });
}
