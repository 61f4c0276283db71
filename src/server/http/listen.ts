/**
 * Listens with several queues of new connections at one address.
 *
 * Node takes one connection out of a queue in each round of its event loop. While there is much to do in a round, new
 * connections wait in the kernel where nobody sees them and nobody tells them to come again (measured under twice the
 * load that can be answered: 2,000 of them, for 10 to 15 seconds). The kernel deals new connections out among all
 * sockets that share an address, so that as many are taken in a round.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

const QUEUES = 16;
/** Who comes while a queue is full is not refused but left waiting for seconds by the network. */
const BACKLOG = 4_096;
/** Milliseconds between two looks at connections that have nothing to do any more. */
const LET_GO_EVERY = 50;

export interface Listening {
  /** Where the server can be reached. */
  address: string;
  /** Takes no further connections, and resolves when those that it took are gone. */
  close(): Promise<void>;
}

/** @throws EADDRINUSE when somebody listens there already. */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<Listening> {
  // Sockets that share an address do not notice a second server that shares it too; one that does not, does.
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
      // As `node:http` makes its own.
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
