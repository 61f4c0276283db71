import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { accounts, financeReports, ledgers, reconciliations, transactions } from '../contract.ts';
import { checkLedgers } from './reports/check.ts';
import { runs } from '../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function household() {
  const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  const ledger = await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency: 'USD' } });
  const account = await user.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Checking',
      kind: 'checking',
      currency: 'USD',
      openingBalance: '200',
      openingDay: '2026-01-01',
    },
  });
  return { user, ledger, account };
}

describe('a thing of value', () => {
  it('is worth what was last said, whatever is said or taken back before or after', async () => {
    const { user, ledger } = await household();
    const act = fc.record({
      takesBack: fc.boolean(),
      pick: fc.nat(20),
      month: fc.integer({ min: 1, max: 6 }),
      worth: fc.nat(900),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
        const house = await user.call(accounts.create, {
          body: {
            ledgerId: ledger.id,
            name: 'House',
            kind: 'property',
            currency: 'USD',
            openingBalance: '500',
            openingDay: '2026-01-01',
          },
        });
        const params = { id: house.id };
        let said: { id: string; day: string; worth: string }[] = [];
        for (const { takesBack, pick, month, worth } of acts) {
          const one = said[pick % Math.max(1, said.length)];
          if (takesBack && one) {
            await user.call(reconciliations.remove, { params: { ...params, reconciliationId: one.id } });
            said = said.filter((other) => other !== one);
          } else {
            const day = `2026-0${month}-15`;
            said.push({
              id: (await user.call(reconciliations.create, { params, body: { day, balance: String(worth) } })).id,
              day,
              worth: String(worth),
            });
          }
        }
        for (const day of ['2026-01-14', '2026-02-28', '2026-04-15', '2026-06-30']) {
          const last = said
            .filter((one) => one.day <= day)
            .sort((a, b) => (a.day === b.day ? said.indexOf(a) - said.indexOf(b) : a.day < b.day ? -1 : 1))
            .at(-1);
          expect((await user.call(reconciliations.balance, { params, query: { day } })).balance).toBe(
            last?.worth ?? '500',
          );
        }
      }),
      { numRuns: runs(6) },
    );
    expect((await checkLedgers()).problems).toEqual([]);
  });

  it('counts in net worth, and its changes are neither income nor spending nor waiting for a category', async () => {
    const { user, ledger, account } = await household();
    const car = await user.call(accounts.create, {
      body: {
        ledgerId: ledger.id,
        name: 'Car',
        kind: 'vehicle',
        currency: 'USD',
        openingBalance: '9000',
        openingDay: '2026-01-01',
      },
    });
    await user.call(reconciliations.create, {
      params: { id: car.id },
      body: { day: '2026-02-10', balance: '8250.50' },
    });
    expect(await user.call(accounts.get, { params: { id: car.id } })).toMatchObject({
      balance: '8250.5',
      reconciledThrough: '2026-02-10',
    });
    const query = { ledgerId: ledger.id, from: '2026-01-01', to: '2026-02-28', currency: 'USD' };
    expect((await user.call(financeReports.netWorth, { query })).points.at(-1)).toMatchObject({
      assets: '8450.5',
      net: '8450.5',
    });
    expect(await user.call(financeReports.cashFlow, { query })).toMatchObject({
      totals: { income: '0', spending: '0', net: '0' },
    });
    expect((await user.call(transactions.list, { query: { ledgerId: ledger.id, categoryId: 'none' } })).items).toEqual(
      [],
    );
    expect((await user.call(transactions.list, { query: { ledgerId: ledger.id } })).items).toMatchObject([
      { payee: 'Change in value', amount: '-749.5' },
    ]);

    const refused = [
      await user.tryCall(reconciliations.create, {
        params: { id: car.id },
        body: { day: '2025-12-31', balance: '9500' },
      }),
      await user.tryCall(accounts.update, { params: { id: car.id }, body: { version: car.version, kind: 'checking' } }),
      await user.tryCall(accounts.update, {
        params: { id: account.id },
        body: { version: account.version, kind: 'property' },
      }),
    ];
    expect(refused.map(({ status, body }) => [status, body.fields?.[0]?.field])).toEqual([
      [400, 'day'],
      [400, 'kind'],
      [400, 'kind'],
    ]);
    const business = await user.call(ledgers.create, { body: { name: 'Shop', kind: 'business', currency: 'USD' } });
    expect(
      (
        await user.tryCall(accounts.create, {
          body: { ledgerId: business.id, name: 'Van', kind: 'vehicle', currency: 'USD' },
        })
      ).status,
    ).toBe(400);
  });
});
