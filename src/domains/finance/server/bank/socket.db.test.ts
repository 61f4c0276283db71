import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { throwAwayFolder } from '../../../../testing/folders.ts';
import { freePort } from '../../../../testing/postgres.ts';
import { startServer } from '../../../../testing/server-process.ts';
import { quickest } from '../../../../testing/quickest.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { asSystem, execute } from '../../../../server/db/index.ts';
import { bank, ledgers, transactions } from '../../contract.ts';
import { clientApps } from '../../../clients/contract/apps.ts';
import { identity } from '../../../identity/contract.ts';

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
type Message = Record<string, unknown> & { type: string; syncing: boolean };

let system: TestSystem;
const open: WebSocket[] = [];

const SECRET_KEY = randomBytes(32).toString('base64url');

beforeAll(async () => {
  system = await startTestSystem({ SECRET_KEY });
});
afterAll(() => system.destroy());
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function addressOf(client: Client): Promise<string> {
  const { sessionId } = await client.call(identity.syncSession, { body: { userId: client.userId } });
  return `/ws/finance?userId=${client.userId}&sessionId=${sessionId}`;
}

/** A browser's end of the channel; undefined when it was refused. */
async function connect(
  client: Client | undefined,
  address: string,
  headers: Record<string, string> = {},
  server = system.url,
) {
  const cookie = client ? [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') : '';
  const socket = new WebSocket(server.replace('http', 'ws') + address, {
    headers: { ...(cookie && { cookie }), ...headers },
  } as unknown as string[]);
  open.push(socket);
  const messages: Message[] = [];
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data as string) as Message));
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
  });
  if (!isOpen) return undefined;
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), { timeout: 20_000 });
  return { messages, closed, socket, said: (part: string) => messages.filter((message) => part in message) };
}

describe('WS /ws/finance', () => {
  it('says everything when it opens, then what is other than before; a sync can be asked for [S3.1 S7.31]', async () => {
    const ada = await system.signedIn();
    const channel = (await connect(ada, await addressOf(ada)))!;
    expect(channel.messages[0]).toMatchObject({
      type: 'snapshot',
      accounts: [],
      transactions: [],
      holdings: [],
      securities: [],
      liabilities: [],
      analytics: [],
      predictions: [],
      syncing: false,
    });
    const { id } = await ada.call(ledgers.create, { body: { name: 'Ours', kind: 'personal', currency: 'USD' } });
    await ada.call(bank.connect, { body: { ledgerId: id, provider: 'sandbox', chosen: 'household' } });
    await vi.waitFor(() => expect(channel.said('holdings').at(-1)?.holdings).toHaveLength(4), { timeout: 20_000 });
    await vi.waitFor(() => expect(channel.said('transactions').at(-1)!.transactions).toHaveLength(50), {
      timeout: 20_000,
    });
    await vi.waitFor(() => expect(channel.said('predictions').at(-1)!.predictions).not.toEqual([]), {
      timeout: 20_000,
    });
    const before = channel.messages.length;
    channel.socket.send(JSON.stringify({ type: 'sync_request', entity: 'all', params: {} }));
    await vi.waitFor(
      () =>
        expect(channel.messages.slice(before).map(({ syncing }) => syncing)).toEqual(
          expect.arrayContaining([true, false]),
        ),
      { timeout: 20_000 },
    );
    await vi.waitFor(() => expect(channel.said('lastSyncedAt').at(-1)!.lastSyncedAt).toEqual(expect.any(String)), {
      timeout: 20_000,
    });
    // The sync that the connection began by itself may still be at it: whoever is overtaken reads again.
    await vi.waitFor(
      async () => {
        const [latest] = (await ada.call(transactions.list, { query: { ledgerId: id } })).items;
        await ada.call(transactions.update, {
          params: { id: latest!.id },
          body: { version: latest!.version, notes: 'Seen' },
        });
      },
      { timeout: 20_000 },
    );
    await vi.waitFor(
      () =>
        expect(
          channel
            .said('transactions')
            .some(({ transactions: lines }) => (lines as { notes: string }[])[0]?.notes === 'Seen'),
        ).toBe(true),
      { timeout: 20_000 },
    );
    // Unchanged parts are not sent again.
    for (const part of ['accounts', 'transactions', 'holdings', 'securities', 'liabilities']) {
      const said = channel.said(part).map((message) => JSON.stringify((message as Record<string, unknown>)[part]));
      expect(said.filter((one, n) => one === said[n - 1])).toEqual([]);
    }
  });

  it("is refused without a session, with another's, with another's name, and from another site [V30]", async () => {
    const [ada, bea] = [await system.signedIn(), await system.signedIn()];
    const address = await addressOf(ada);
    expect(await connect(undefined, address)).toBeUndefined();
    expect(await connect(bea, address)).toBeUndefined();
    expect(await connect(ada, address.replace(ada.userId, bea.userId))).toBeUndefined();
    expect(await connect(ada, address.replace(/sessionId=.*/, 'sessionId=made-up'))).toBeUndefined();
    expect(await connect(ada, address, { origin: 'https://evil.example' })).toBeUndefined();
    expect((await ada.send('GET', address)).status).toBe(426);
  });

  it('answers what it does not understand, and survives it', async () => {
    const ada = await system.signedIn();
    const channel = (await connect(ada, await addressOf(ada)))!;
    channel.socket.send(JSON.stringify({ type: 'sync_request', entity: 'everything' }));
    await vi.waitFor(() => expect(channel.messages.at(-1)).toMatchObject({ type: 'error', syncing: false }), {
      timeout: 20_000,
    });
    channel.socket.send('{');
    expect(await channel.closed).toBe(1008);
  });

  it('ends within a second of its session [V30]', async () => {
    const time = await quickest(1_200, async () => {
      const ada = await system.signedIn();
      const channel = (await connect(ada, await addressOf(ada)))!;
      const before = performance.now();
      await asSystem(() => execute('update sessions set revoked_at = now() where user_id = $1', [ada.userId]));
      expect(await channel.closed).toBe(1008);
      return performance.now() - before;
    });
    expect(time).toBeLessThan(1_200);
  });

  it('is closed, and refused, where the app is switched off', async () => {
    const boss = await system.signedIn({ role: 'admin' });
    const time = await quickest(2_000, async () => {
      const workspaceId = await system.clientWorkspace();
      const ada = await system.signedIn({ workspaceId });
      const channel = (await connect(ada, await addressOf(ada)))!;
      const { version } = await boss.call(clientApps.get, { params: { id: workspaceId } });
      const before = performance.now();
      await boss.call(clientApps.set, { params: { id: workspaceId }, body: { version, off: ['finance'] } });
      expect(await channel.closed).toBe(1008);
      expect(await connect(ada, await addressOf(ada))).toBeUndefined();
      return performance.now() - before;
    });
    expect(time).toBeLessThan(2_000);
  });

  it('ends when the server stops, and stands again after the restart', async () => {
    const ada = await system.signedIn();
    const address = await addressOf(ada);
    const channel = (await connect(ada, address))!;
    await system.restart();
    expect(await channel.closed).toBe(1001);
    expect((await connect(ada, address))!.messages[0]).toMatchObject({ type: 'snapshot' });
  });

  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'says on one server what another one synced, and stands again elsewhere when its server is gone @long',
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
        const ada = await system.signedIn();
        const address = await addressOf(ada);
        const there = (await connect(ada, address, {}, second.url))!;
        const { id } = await ada.call(ledgers.create, { body: { name: 'Ours', kind: 'personal', currency: 'USD' } });
        // Asked of the first server, worked off by its worker, heard on the second one, which has none.
        await ada.call(bank.connect, { body: { ledgerId: id, provider: 'sandbox', chosen: 'household' } });
        await vi.waitFor(() => expect(there.said('holdings').at(-1)?.holdings).toHaveLength(4), { timeout: 60_000 });
        await second.kill();
        await there.closed;
        const here = (await connect(ada, address))!;
        expect(here.messages[0]).toMatchObject({ type: 'snapshot', syncing: false });
        expect(here.messages[0]!.holdings).toEqual(there.said('holdings').at(-1)!.holdings);
      } finally {
        await second.kill();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  );
});
