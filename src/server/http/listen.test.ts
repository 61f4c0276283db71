import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

const LOOPBACK = { port: 0, host: '127.0.0.1' };

function setUp() {
  const app = Fastify({ forceCloseConnections: 'idle' });
  return { app, port: () => (app.server.address() as AddressInfo).port };
}

it.runIf(process.platform === 'linux')('takes many new connections in one round of the event loop', async () => {
  const { app, port } = setUp();
  const listening = await listen(app, LOOPBACK);
  let taken = 0;
  app.server.on('connection', () => taken++);
  const sockets = Array.from({ length: 64 }, () => connect(port(), '127.0.0.1'));
  await new Promise((resolve) => setImmediate(resolve));
  // They are all in the kernel's queues by now: a local network has no delay.
  const before = taken;
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken - before).toBeGreaterThan(4);
  for (const socket of sockets) socket.destroy();
  await Promise.all([listening.close(), app.close()]);
});

it('answers what is under way when it stops, on whichever queue it came, and takes nothing further', async () => {
  const { app, port } = setUp();
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  app.get('/slow', async () => {
    asked++;
    await answer.promise;
    return 'done';
  });
  const { address, close } = await listen(app, LOOPBACK);
  const under = Array.from({ length: 40 }, () => fetch(`${address}/slow`).then((response) => response.text()));
  await expect.poll(() => asked).toBe(40);
  const where = port();
  const stopped = Promise.all([close(), app.close()]);
  await expect
    .poll(async () => {
      const late = connect(where, '127.0.0.1');
      const refused = await Promise.race([
        once(late, 'connect').then(() => false),
        once(late, 'error').then(
          () => true,
          () => true,
        ),
      ]).catch(() => true);
      late.destroy();
      return refused;
    })
    .toBe(true);
  answer.resolve();
  expect(new Set(await Promise.all(under))).toEqual(new Set(['done']));
  await stopped;
});

it('notices that somebody listens there already', async () => {
  const first = setUp();
  const { close } = await listen(first.app, LOOPBACK);
  const second = setUp();
  await expect(listen(second.app, { port: first.port(), host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await Promise.all([close(), first.app.close()]);
});
