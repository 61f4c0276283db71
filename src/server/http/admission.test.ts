import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { gate, guardDoor } from './overload.ts';

let app: FastifyInstance;
let url: string;
/** Open calls to `/api/slow`, by the session that asked. */
const atWork: { session: string; answer: () => void }[] = [];

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  guardDoor(app);
  app.get(
    '/api/slow',
    ({ headers }) =>
      new Promise((resolve) => {
        atWork.push({ session: headers.cookie!, answer: () => resolve({}) });
      }),
  );
  app.get('/api/quick', () => Promise.resolve({}));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const ask = (session: string, path = '/api/slow', signal?: AbortSignal) =>
  fetch(`${url}${path}`, { headers: { cookie: `session=${session}` }, ...(signal && { signal }) }).then(
    ({ status }) => status,
  );

const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 20_000, interval: 5 });

it('runs a fixed number of calls per session, queues its others, and admits everyone else', async () => {
  let closed = 0;
  app.server.on('connection', (socket) => socket.once('close', () => void closed++));
  const patient = Array.from({ length: 40 }, () => ask('greedy'));
  await until(() => atWork.length === 32);
  const leaver = new AbortController();
  const left = ask('greedy', '/api/slow', leaver.signal).catch(() => 'left');
  expect(await ask('modest', '/api/quick')).toBe(200);
  expect(await fetch(`${url}/api/quick`).then(({ status }) => status)).toBe(200);
  expect(atWork).toHaveLength(32);
  leaver.abort();
  expect(await left).toBe('left');
  await until(() => closed === 1);
  let most = 0;
  let done = 0;
  while (done < 40) {
    await until(() => atWork.length > 0);
    most = Math.max(most, atWork.length);
    atWork.shift()!.answer();
    done++;
  }
  expect(new Set(await Promise.all(patient))).toEqual(new Set([200]));
  expect(most).toBe(32);
  expect(atWork).toEqual([]);
});

it("refuses calls beyond a session's queue with a time to retry", async () => {
  let arrived = 0;
  app.server.on('request', () => void arrived++);
  const crowd = Array.from({ length: 32 + 500 }, () => ask('crowd'));
  await until(() => atWork.length === 32);
  await until(() => arrived === 532);
  const answer = await fetch(`${url}/api/slow`, { headers: { cookie: 'session=crowd' } });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    429,
    '1',
    { code: 'rate_limited' },
  ]);
  for (let done = 0; done < 532; done++) {
    await until(() => atWork.length > 0);
    atWork.shift()!.answer();
  }
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
});

it('always admits health checks, but no call whose session would have to be looked up', async () => {
  vi.spyOn(gate, 'hasRoom').mockReturnValue(false);
  const status = (headers: Record<string, string>) =>
    fetch(`${url}/api/health/live`, { headers }).then((answer) => answer.status);
  // Nothing is bound there in this test.
  expect([await status({}), await status({ authorization: 'Bearer metrics' })]).toEqual([404, 404]);
  expect([await status({ cookie: 'session=made-up' }), await status({ authorization: 'Bearer gk_made_up' })]).toEqual([
    503, 503,
  ]);
  vi.restoreAllMocks();
});
