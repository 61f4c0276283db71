import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes, at the stop, connections on which nothing was ever sent. Browsers open them ahead of need; Node does not
 * count them as idle and would wait a minute for their first request.
 */
export function dropUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    closing = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
