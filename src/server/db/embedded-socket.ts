/**
 * PostgreSQL's protocol on a Unix socket, answered by the embedded engine: one session in which connections take turns.
 * Messages that arrive together are handled in one go and answered with one write. A statement is five messages, and
 * handling each separately costs more than the statement.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';

/**
 * Requests a client may send before it identifies itself, with their length: for TLS, or to cancel a statement of
 * another connection.
 */
const ASKS_FOR_TLS = 80_877_103;
const CANCELS = 80_877_102;
const NO_TLS = Buffer.from('N');
/** Length and number of the protocol's version, or of the request instead. */
const GREETING = 8;
/** Type and length of every later message. */
const HEAD = 5;

const TERMINATE = 0x58;
/** After these messages the session is between statements. */
const SYNC = 0x53;
const QUERY = 0x51;
/** Ends an abandoned transaction: `Sync`, then the query `rollback`. */
const LET_GO = Buffer.concat([Buffer.from([SYNC, 0, 0, 0, 4, QUERY, 0, 0, 0, 13]), Buffer.from('rollback\0')]);

interface Visitor {
  socket: Socket;
  /** Received bytes that are not handled yet. */
  waiting: Buffer;
  /** Whether the client has identified itself. */
  known: boolean;
}

export interface EmbeddedSocket {
  /** Closes all connections and accepts no more. */
  stop(): Promise<void>;
}

/**
 * The complete messages at the start of the received bytes: their length, the type of the last, and whether the
 * connection ends after them.
 */
function wholeMessages(bytes: Buffer): { length: number; last: number; ends: boolean } {
  let length = 0;
  let last = 0;
  while (bytes.length - length >= HEAD) {
    if (bytes[length] === TERMINATE) return { length, last, ends: true };
    const next = length + 1 + bytes.readUInt32BE(length + 1);
    if (next > bytes.length) break;
    last = bytes[length]!;
    length = next;
  }
  return { length, last, ends: false };
}

/** Listens on the path. */
export async function serveEmbedded(pglite: PGlite, path: string): Promise<EmbeddedSocket> {
  const visitors = new Set<Visitor>();
  /** The connection in the middle of a transaction or statement; no one else is served meanwhile. */
  let turn: Visitor | undefined;
  let working = false;

  const perform = async (messages: Buffer): Promise<Buffer> => {
    const answers: Buffer[] = [];
    await pglite.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (answer) => void answers.push(Buffer.from(answer)),
    });
    return answers.length === 1 ? answers[0]! : Buffer.concat(answers);
  };
  const take = (visitor: Visitor, length: number): Buffer => {
    const taken = visitor.waiting.subarray(0, length);
    visitor.waiting = visitor.waiting.subarray(length);
    return taken;
  };
  const say = (visitor: Visitor, answer: Buffer) => {
    if (answer.length > 0 && visitor.socket.writable) visitor.socket.write(answer);
  };

  const leave = async (visitor: Visitor) => {
    if (!visitors.delete(visitor)) return;
    visitor.socket.destroy();
    if (turn !== visitor) return;
    turn = undefined;
    await perform(LET_GO);
  };

  /** @returns whether there was work to do */
  const greet = async (visitor: Visitor): Promise<boolean> => {
    const { waiting } = visitor;
    if (waiting.length < GREETING) return false;
    const asked = waiting.readUInt32BE(4);
    if (asked === ASKS_FOR_TLS) {
      take(visitor, GREETING);
      say(visitor, NO_TLS);
      return true;
    }
    // There is nothing to cancel where one statement runs at a time.
    if (asked === CANCELS) {
      await leave(visitor);
      return true;
    }
    const length = waiting.readUInt32BE(0);
    if (waiting.length < length) return false;
    visitor.known = true;
    say(visitor, await perform(take(visitor, length)));
    return true;
  };

  /** @returns whether there was work to do */
  const serve = async (visitor: Visitor): Promise<boolean> => {
    if (!visitor.known) return greet(visitor);
    const { length, last, ends } = wholeMessages(visitor.waiting);
    if (length > 0) {
      const answer = await perform(take(visitor, length));
      turn = (last === SYNC || last === QUERY) && !pglite.isInTransaction() ? undefined : visitor;
      say(visitor, answer);
    }
    if (ends) await leave(visitor);
    return length > 0 || ends;
  };

  const work = async () => {
    if (working) return;
    working = true;
    for (let didSomething = true; didSomething;) {
      didSomething = false;
      for (const visitor of turn ? [turn] : visitors) {
        if (visitor.waiting.length === 0) continue;
        didSomething = await serve(visitor).catch(async () => {
          await leave(visitor).catch(() => undefined);
          return true;
        });
        if (didSomething) break;
      }
    }
    working = false;
  };

  const server = createServer((socket) => {
    const visitor: Visitor = { socket, waiting: Buffer.alloc(0), known: false };
    visitors.add(visitor);
    socket.on('data', (chunk: Buffer) => {
      visitor.waiting = visitor.waiting.length === 0 ? chunk : Buffer.concat([visitor.waiting, chunk]);
      void work();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => void leave(visitor).then(work, work));
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const visitor of visitors) visitor.socket.destroy();
      await closed;
    },
  };
}
