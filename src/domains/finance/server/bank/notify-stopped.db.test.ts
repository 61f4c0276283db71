import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { notifications } from '../../../notifications/contract.ts';
import { bank, ledgers, plaid } from '../../contract.ts';
import { tellOfStopped } from './notify-stopped.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const DAY = 86_400_000;
const news = async (person: TestClient) =>
  (await person.call(notifications.list)).items.map(({ title, href }) => [title, href]);
/** Looks at every connection, `days` from now. */
const look = (days = 0) => asSystem(() => tellOfStopped(new Date(Date.now() + days * DAY)));

/** A ledger of three, and the connection that one of them made. */
async function connected() {
  const workspaceId = await system.clientWorkspace();
  const [maker, partner, reader] = [
    await system.signedIn({ workspaceId }),
    await system.signedIn({ workspaceId }),
    await system.signedIn({ workspaceId }),
  ];
  const { id: ledgerId } = await maker.call(ledgers.create, {
    body: { name: 'Ours', kind: 'business', currency: 'USD' },
  });
  await maker.call(ledgers.share, {
    params: { id: ledgerId },
    body: {
      members: [
        { userId: maker.userId, role: 'owner' },
        { userId: partner.userId, role: 'editor' },
        { userId: reader.userId, role: 'viewer' },
      ],
    },
  });
  const { id } = await maker.call(bank.connect, { body: { ledgerId, provider: 'sandbox', chosen: 'business' } });
  const state = () =>
    vi.waitFor(
      async () => {
        const {
          items: [one],
        } = await maker.call(bank.connections, {});
        expect(one!.lastSyncedAt).not.toBeNull();
        return one!.state;
      },
      { timeout: 20_000, interval: 50 },
    );
  await state();
  const set = (columns: string) => asSystem(() => query(`update bank_connections set ${columns} where id = $1`, [id]));
  /** Its next sync, which comes through. */
  const sync = async () => {
    await maker.call(plaid.syncAll);
    await vi.waitFor(async () => expect((await maker.call(bank.lastSync)).sync).toMatchObject({ state: 'done' }), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await state()).toBe('active');
  };
  return { maker, partner, reader, href: `/finance?ledger=${ledgerId}`, set, sync };
}

describe('a bank connection that has stopped', () => {
  it('is told of once to whoever may change the ledger, and again when it stops again', async () => {
    const { maker, partner, reader, href, set, sync } = await connected();
    await look(30);
    expect(await news(maker)).toEqual([]);
    await set(`state = 'login_required', problem = 'The sign-in has run out.'`);
    await Promise.all([look(), look()]);
    await look(30);
    for (const person of [maker, partner])
      expect(await news(person)).toEqual([['Sandbox bank wants you to sign in again', href]]);
    expect(await news(reader)).toEqual([]);
    await sync();
    await look(30);
    expect(await news(maker)).toHaveLength(1);
    await set(`state = 'login_required'`);
    await look();
    expect(await news(maker)).toHaveLength(2);
  });

  it('is told of when its bank has not answered for two days, not when it was slow for one', async () => {
    const { partner, href, set } = await connected();
    await set(`state = 'failed', problem = 'The bank does not answer.'`);
    await look(1.9);
    expect(await news(partner)).toEqual([]);
    await look(2.1);
    expect(await news(partner)).toEqual([['Sandbox bank has brought nothing for two days', href]]);
  });

  it('is told of to the others when whoever connected it is deactivated', async () => {
    const { maker, partner, href } = await connected();
    await asSystem(() => query('update users set active = false where id = $1', [maker.userId]));
    await look(1);
    expect(await news(partner)).toEqual([]);
    await look(3);
    await look(4);
    expect(await news(partner)).toEqual([['Sandbox bank is synced no longer', href]]);
  });
});
