import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { throwAwayFolder } from '../../../testing/folders.ts';
import { freePort } from '../../../testing/postgres.ts';
import { startServer } from '../../../testing/server-process.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { whiteboards } from '../contract.ts';
import { elementsIn, unpackUpdates, updateWith } from '../engine/board-document.ts';
import type { BoardMessage } from '../engine/messages.ts';

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;

const SECRET_KEY = randomBytes(32).toString('base64url');
const PATIENCE = { timeout: 20_000 };
const sockets: WebSocket[] = [];
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ SECRET_KEY });
});
afterAll(() => system.destroy());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** An editor at one of the servers, whose document follows the socket as a browser's does. */
async function edit(client: Client, server: string, board: string) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${server.replace('http', 'ws')}/ws/whiteboard?board=${board}`, {
    headers: { cookie },
  } as unknown as string[]);
  sockets.push(socket);
  const document = new Y.Doc();
  const receipts = new Set<number>();
  let isClosed = false;
  const read = async () => {
    const answer = await fetch(`${server}/api/whiteboards/${board}/state`, { headers: { cookie } });
    for (const update of unpackUpdates(new Uint8Array(await answer.arrayBuffer()))) Y.applyUpdate(document, update);
  };
  const welcome = new Promise<void>((resolve, reject) => {
    socket.addEventListener('close', () => {
      isClosed = true;
      reject(new Error('The socket was closed'));
    });
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data as string) as BoardMessage;
      if (message.type === 'welcome') resolve();
      if (message.type === 'update') Y.applyUpdate(document, Buffer.from(message.data, 'base64'));
      if (message.type === 'reload') void read();
      if (message.type === 'receipt') receipts.add(message.number);
    });
  });
  await welcome;
  await read();
  let number = 0;
  return {
    isClosed: () => isClosed,
    shows: () => [...elementsIn(document).keys()].sort(),
    async draw(id: string) {
      const own = (number += 1);
      const update = updateWith([{ id, type: 'rectangle', x: own, y: 0 }]);
      Y.applyUpdate(document, update);
      socket.send(JSON.stringify({ type: 'update', number: own, data: Buffer.from(update).toString('base64') }));
      await vi.waitFor(() => expect(receipts.has(own)).toBe(true), PATIENCE);
    },
  };
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('two servers on one PostgreSQL', () => {
  it(
    'exchange the strokes of their editors; what one server stored outlives it @long',
    { timeout: 120_000 },
    async () => {
      const dataDir = throwAwayFolder('gauntlet-test-second-');
      const second = await startServer({
        port: await freePort(),
        env: {
          NODE_ENV: 'test',
          DATA_DIR: dataDir,
          DATABASE_URL: system.databaseUrl!,
          DATABASE_POOL: '5',
          SECRET_KEY,
          ROLES: 'web',
        },
        timeout: 60_000,
      });
      try {
        const [ada, ben] = [await system.signedIn({ name: 'Ada' }), await system.signedIn({ name: 'Ben' })];
        const { id } = await ada.call(whiteboards.create, { body: { title: 'Two servers' } });
        const here = await edit(ada, system.url, id);
        const there = await edit(ben, second.url, id);
        await Promise.all(
          Array.from({ length: 10 }, async (_, n) => {
            await Promise.all([here.draw(`here-${n}`), there.draw(`there-${n}`)]);
          }),
        );
        const all = ['here', 'there'].flatMap((side) => Array.from({ length: 10 }, (_, n) => `${side}-${n}`)).sort();
        await vi.waitFor(() => expect([here.shows(), there.shows()]).toEqual([all, all]), PATIENCE);
        await second.kill();
        await vi.waitFor(() => expect(there.isClosed()).toBe(true), PATIENCE);
        const again = await edit(ben, system.url, id);
        expect(again.shows()).toEqual(all);
        await again.draw('after');
        await vi.waitFor(() => expect(here.shows()).toContain('after'), PATIENCE);
      } finally {
        await second.kill();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  );
});
