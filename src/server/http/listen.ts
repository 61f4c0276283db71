/**
 * Listens with several accept queues at one address.
 *
 * Node accepts one connection of a queue per round of its event loop. When a round takes long, new connections wait
 * unseen in the kernel (measured under double load: 2,000 of them, for 10 to 15 seconds). The kernel distributes
 * connections over all sockets that share an address, so that many are accepted in a round.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

const QUEUES = 16;
/** A connection beyond a full queue is not refused; the network leaves it waiting for seconds. */
const BACKLOG = 4_096;
/** Milliseconds between two checks for idle connections. */
const LET_GO_EVERY = 50;

export interface Listening {
  /** Public address of the server. */
  address: string;
  /** Accepts no further connections and resolves when the accepted ones are gone. */
  close(): Promise<void>;
}

/** @throws EADDRINUSE when another server listens there */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<Listening> {
  // Sockets that share an address do not notice a second server; one that does not share fails.
  if (port !== 0) await tryOut({ port, host });
  const shares = await tryOut({ port: 0, host, reusePort: true }).then(
    () => true,
    () => false,
  );
  const options = { backlog: BACKLOG, ...(shares && { reusePort: true }) };
  const address = await app.listen({ port, host, ...options });
  const own = app.server.address() as AddressInfo;
  const further = await Promise.all(
    Array.from({ length: shares ? QUEUES - 1 : 0 }, async () => {
      // Like the one `node:http` creates.
      const queue = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        app.server.emit('connection', socket),
      );
      await opened(queue, { port: own.port, host: own.address, ...options });
      return queue;
    }),
  );
  return {
    address,
    async close() {
      const letGo = setInterval(() => app.server.closeIdleConnections(), LET_GO_EVERY);
      await Promise.all(further.map(closed));
      clearInterval(letGo);
    },
  };
}

async function tryOut(options: ListenOptions): Promise<void> {
  const server = createServer();
  await opened(server, options);
  await closed(server);
}

async function opened(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
