import type { FastifyInstance } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Caller } from '../http/caller.ts';
import { type Connection, Sockets, socket } from './sockets.ts';

type WsHandler = (wire: unknown, request: unknown) => void;

/** A connection whose other end still has this many bytes to read. */
function wireWith(bufferedAmount: number) {
  return { bufferedAmount, send: vi.fn(), ping: vi.fn(), close: vi.fn(), terminate: vi.fn(), on: vi.fn() };
}

describe('a socket', () => {
  it('drops a client that does not read, and serves the others', async () => {
    let handler: WsHandler | undefined;
    const app = {
      register: () => Promise.resolve(),
      route: ({ wsHandler }: { wsHandler: WsHandler }) => (handler = wsHandler),
    } as unknown as FastifyInstance;
    const sockets = new Sockets(() => Promise.resolve([]) as never);
    const connections: Connection[] = [];
    await sockets.register(
      app,
      [
        socket({
          path: '/ws/finance',
          query: z.object({}),
          admit: () => undefined,
          open: (connection) => {
            connections.push(connection);
            return Promise.resolve({ received: () => Promise.resolve(), changed: () => Promise.resolve() });
          },
        }),
      ],
      'http://ours.example',
    );
    const caller = (sessionId: string) => ({
      query: {},
      caller: { workspaceId: crypto.randomUUID(), userId: crypto.randomUUID(), sessionId } as unknown as Caller,
    });
    const [slow, quick] = [wireWith(0), wireWith(0)];
    handler!(slow, caller('slow'));
    handler!(quick, caller('quick'));
    await vi.waitFor(() => expect(connections).toHaveLength(2), { timeout: 20_000 });
    slow.bufferedAmount = 3 * 1024 * 1024;
    for (const connection of connections) connection.send({ type: 'update' });
    for (const connection of connections) connection.send({ type: 'update' });
    expect([
      slow.terminate.mock.calls.length,
      slow.send.mock.calls.length,
      quick.send.mock.calls.length,
      sockets.size,
    ]).toEqual([1, 0, 2, 1]);
  });
});
