import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitArrival, takesAFile } from './body-timeouts.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  limitArrival(app, { body: 300, file: 5_000, window: 500, least: 1_000, every: 20 });
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const take = async (request: { raw: AsyncIterable<Buffer> }) => {
    let size = 0;
    for await (const piece of request.raw) size += piece.length;
    return { size };
  };
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify awaits its handlers.
  app.post('/file', async (request) => {
    takesAFile(request.raw);
    return take(request);
  });
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify awaits its handlers.
  app.post('/slow-disk', async (request) => {
    takesAFile(request.raw);
    await sleep(700);
    return take(request);
  });
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify awaits its handlers.
  app.post('/refused', async (_request, reply) => {
    takesAFile(_request.raw);
    return reply.code(413).send({});
  });
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify awaits its handlers.
  app.post('/', take);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** Sends a body piece by piece, one every `pause` milliseconds, until it is answered or cut off. */
async function send(
  path: string,
  pieces: number,
  piece: string,
  pause: number,
): Promise<{ status: number; ms: number }> {
  const socket = connect(port, '127.0.0.1');
  const began = performance.now();
  let answer = '';
  socket
    .on('data', (data) => {
      answer += data.toString();
    })
    .on('error', () => undefined);
  const over = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/x\r\ncontent-length: ${pieces * piece.length}\r\n\r\n`,
  );
  for (let n = 0; n < pieces && !socket.destroyed && socket.writable; n++) {
    socket.write(piece);
    await Promise.race([sleep(pause), over]);
  }
  await over;
  return { status: Number(answer.slice(9, 12)), ms: performance.now() - began };
}

it('lets a file take long that comes on, and cuts off one that trickles', async () => {
  const [steady, trickling, json, disk, refused] = await Promise.all([
    send('/file', 14, 'x'.repeat(6_000), 60),
    send('/file', 200, 'x', 60),
    send('/', 14, 'x'.repeat(600), 60),
    send('/slow-disk', 14, 'x'.repeat(60_000), 0),
    send('/refused', 200, 'x'.repeat(600), 60),
  ]);
  expect([steady.status, trickling.status, json.status, disk.status, refused.status]).toEqual([
    200, 408, 408, 200, 413,
  ]);
  expect(steady.ms).toBeGreaterThan(700);
  // The limits are half a second; the two hundred pieces would take twelve.
  for (const { ms } of [trickling, json, refused]) expect(ms).toBeLessThan(6_000);
});
