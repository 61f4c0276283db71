/**
 * A network between the server and PostgreSQL that misbehaves on command: slow, silent, cut, or cut exactly around a
 * COMMIT, where no one outside can tell whether it happened.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `swallow` accepts everything and forwards nothing, like a broken route; `refuse` hangs up on every connection. */
export type Mood = { kind: 'pass' } | { kind: 'slow'; milliseconds: number } | { kind: 'swallow' } | { kind: 'refuse' };

export interface Proxy {
  /** The database's connection string through the proxy. */
  url: string;
  mood(mood: Mood): void;
  /** Hangs up on everyone. @returns on how many */
  cut(): number;
  /** Cuts the next connection that commits: before the database receives it, or after, before it can answer. */
  cutNextCommit(when: 'before' | 'after'): void;
  /** Number of commits cut. */
  commitsCut(): number;
  close(): Promise<void>;
}

/** The simple query `commit` on the wire: type, length, text, zero. */
const COMMIT = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('commit'), 0]);

interface Pair {
  client: Socket;
  server: Socket;
}

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let mood: Mood = { kind: 'pass' };
  let cutCommit: 'before' | 'after' | undefined;
  let commitsCut = 0;

  const end = (pair: Pair) => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  /** Forwards in order, even when each piece is late. */
  const forward = (pair: Pair, to: Socket) => {
    let tail: Promise<unknown> = Promise.resolve();
    return (chunk: Buffer) => {
      const { kind } = mood;
      if (kind === 'swallow') return;
      const late = mood.kind === 'slow' ? mood.milliseconds : 0;
      tail = tail.then(async () => {
        if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
        if (pairs.has(pair)) to.write(chunk);
      });
    };
  };

  const listener = createServer((client) => {
    if (mood.kind === 'refuse') return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    const pair = { client, server };
    pairs.add(pair);
    for (const socket of [client, server])
      socket
        .setNoDelay(true)
        .on('error', () => end(pair))
        .on('close', () => end(pair));
    const toServer = forward(pair, server);
    const toClient = forward(pair, client);
    client.on('data', (chunk: Buffer) => {
      if (!cutCommit || !chunk.includes(COMMIT)) return toServer(chunk);
      const when = cutCommit;
      cutCommit = undefined;
      commitsCut++;
      if (when === 'before') return end(pair);
      // The database commits and answers, but no one receives it.
      server.removeAllListeners('data').once('data', () => end(pair));
      server.write(chunk);
    });
    server.on('data', toClient);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    mood: (next) => void (mood = next),
    cut() {
      const { size } = pairs;
      for (const pair of pairs) end(pair);
      return size;
    },
    cutNextCommit: (when) => void (cutCommit = when),
    commitsCut: () => commitsCut,
    async close() {
      for (const pair of pairs) end(pair);
      listener.close();
      await once(listener, 'close');
    },
  };
}
