import Fastify, { type FastifyInstance } from 'fastify';
import multipart from '@fastify/multipart';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeInUnreadBodies } from './drain-body.ts';

let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  takeInUnreadBodies(app);
  await app.register(multipart, { limits: { fileSize: 50_000_000 } });
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify awaits its handlers.
  app.post('/', async (request) => {
    const part = await request.file({ limits: { fileSize: 10_000_000 } });
    // Leaving the loop abandons the file, as a store with a full disk does.
    for await (const chunk of part!.file)
      throw Object.assign(new Error(`full after ${typeof chunk}`), { statusCode: 507 });
    return {};
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

it('tells who is still sending why it was refused', async () => {
  for (let n = 0; n < 12; n++) {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(800_000)]), 'large.bin');
    const answer = await fetch(url, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([507, { message: 'full after object' }]);
  }
});
