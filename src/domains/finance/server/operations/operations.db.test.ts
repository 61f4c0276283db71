import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { accounts, ledgers, operations, transactions } from '../../contract.ts';
import { remindOfCancelling } from './vendors.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function books() {
  const workspaceId = await system.clientWorkspace();
  const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const colleague = await system.signedIn({ workspaceId });
  const ledger = await owner.call(ledgers.create, { body: { name: 'Books', kind: 'business', currency: 'USD' } });
  const account = await owner.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Current',
      kind: 'checking',
      currency: 'USD',
      openingBalance: '10000',
      openingDay: '2020-01-01',
    },
  });
  const pay = (payee: string, day: string, amount: string) =>
    owner.call(transactions.create, { body: { accountId: account.id, day, amount, payee } });
  const read = (client: TestClient = owner) =>
    client.tryCall(operations.get, { query: { ledgerId: ledger.id, currency: 'USD' } });
  return {
    owner,
    colleague,
    ledger,
    pay,
    read,
    stranger: await system.signedIn({ workspaceId: await system.clientWorkspace('Another'), workspaceRole: 'owner' }),
  };
}

describe('operational expenses', () => {
  it('are worked out of the transactions, and follow them', async () => {
    const { pay, read, ledger, owner } = await books();
    const { today } = (await read()).body;
    const month = (back: number) => monthStart(today, -back);
    for (let back = 4; back >= 1; back--) await pay('Cloudbase', month(back), '-300');
    for (let back = 4; back >= 1; back--) await pay('Client', month(back), '100');
    const { body } = await read();
    expect(body).toMatchObject({
      runRate: { monthly: '300' },
      months: [1, 2, 3, 4].map(() => ({ out: '300', in: '100' })),
      vendors: [{ merchant: 'cloudbase', runRate: '300', version: 0 }],
      categories: [{ categoryId: null, runRate: '300' }],
      cash: '9200',
      missing: [],
    });
    expect(body.windows[0]).toMatchObject({ wanted: 3, months: 3, netBurn: '200', runway: '46.0' });
    const first = await pay('Printworks', addDays(today, -1), '-80');
    const twin = await pay('Printworks', today, '-80');
    const again = (await read()).body;
    expect(again.cash).toBe('9040');
    expect(again.anomalies).toMatchObject([
      { kind: 'double_charge', amount: '80', transactionIds: [first.id, twin.id] },
    ]);
    const key = again.anomalies[0]!.key;
    await owner.call(operations.dismiss, { body: { ledgerId: ledger.id, key, dismissed: true } });
    expect((await read()).body.anomalies).toEqual([]);
    await owner.call(operations.dismiss, { body: { ledgerId: ledger.id, key, dismissed: false } });
    expect((await read()).body.anomalies).toHaveLength(1);
  });

  it('are seen by whom the ledger is shared with, and changed by who may change it', async () => {
    const { colleague, stranger, owner, ledger, read } = await books();
    const body = {
      ledgerId: ledger.id,
      merchant: 'cloudbase',
      version: 0,
      ownerId: null,
      cancelBy: '',
      remindDays: 7,
      notes: '',
    };
    const dismissal = { ledgerId: ledger.id, key: `unusual:${ledger.id}`, dismissed: true };
    for (const client of [colleague, stranger]) {
      expect((await read(client)).status).toBe(404);
      expect((await client.tryCall(operations.setVendor, { body })).status).toBe(404);
      expect((await client.tryCall(operations.dismiss, { body: dismissal })).status).toBe(404);
    }
    await owner.call(ledgers.share, {
      params: { id: ledger.id },
      body: {
        members: [
          { userId: owner.userId, role: 'owner' },
          { userId: colleague.userId, role: 'viewer' },
        ],
      },
    });
    expect((await read(colleague)).status).toBe(200);
    expect((await colleague.tryCall(operations.setVendor, { body })).status).toBe(403);
    expect((await colleague.tryCall(operations.dismiss, { body: dismissal })).status).toBe(403);
    expect(
      (await owner.tryCall(operations.setVendor, { body: { ...body, ownerId: stranger.userId } })).body.fields?.[0]
        ?.field,
    ).toBe('ownerId');
    expect(await owner.call(operations.setVendor, { body: { ...body, ownerId: colleague.userId } })).toEqual({
      version: 1,
    });
    expect((await owner.tryCall(operations.setVendor, { body })).body.code).toBe('stale');
    expect(await owner.call(operations.setVendor, { body: { ...body, version: 1 } })).toEqual({ version: 2 });
  });

  it('remind the owner of a vendor once, before it renews', async () => {
    const { owner, ledger } = await books();
    const body = {
      ledgerId: ledger.id,
      merchant: 'cloudbase',
      version: 0,
      ownerId: owner.userId,
      cancelBy: '2030-06-20',
      remindDays: 5,
      notes: '',
    };
    await owner.call(operations.setVendor, { body });
    const told = async (day: string) => {
      await asSystem(() => remindOfCancelling(new Date(`${day}T18:00:00Z`)));
      return (
        await asSystem(() =>
          query<{ title: string }>(
            `select title from notifications where user_id = $1 and title like 'Cancel cloudbase%'`,
            [owner.userId],
          ),
        )
      ).length;
    };
    expect([await told('2030-06-10'), await told('2030-06-16'), await told('2030-06-17')]).toEqual([0, 1, 1]);
    await owner.call(operations.setVendor, { body: { ...body, version: 1, cancelBy: '2031-06-20' } });
    expect([await told('2030-06-18'), await told('2031-06-18')]).toEqual([1, 2]);
  });
});
