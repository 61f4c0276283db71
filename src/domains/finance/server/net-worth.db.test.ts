/** Net worth is one figure, whatever page asks: accounts, holdings at the prices of each day, debts counted once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAt } from '../../../kernel/days.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  accounts,
  activityCalls,
  financeReports,
  ledgers,
  liabilities,
  type NewActivity,
  portfolio,
  rates,
  securities,
} from '../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function household() {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  const ledger = await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency: 'USD' } });
  const depot = await user.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Depot',
      kind: 'investment',
      currency: 'USD',
      openingBalance: '500',
      openingDay: '2026-01-01',
    },
  });
  const acme = await user.call(securities.create, {
    body: { ledgerId: ledger.id, name: 'Acme', ticker: 'ACM', kind: 'stock', currency: 'USD' },
  });
  const enter = (input: Partial<NewActivity> & Pick<NewActivity, 'kind' | 'day'>) =>
    user.call(activityCalls.create, { body: { accountId: depot.id, securityId: acme.id, ...input } as NewActivity });
  const price = (day: string, amount: string, id = acme.id) =>
    user.call(securities.setPrice, { params: { id }, body: { day, price: amount } });
  const ask = (more: { from?: string; to: string; currency?: string }) =>
    user.call(financeReports.netWorth, { query: { ledgerId: ledger.id, currency: 'USD', ...more } });
  return { workspaceId, user, ledger, depot, acme, enter, price, ask };
}

describe('net worth', () => {
  it('counts holdings at the price of each day, and says which days the prices are of', async () => {
    const { enter, price, ask, depot } = await household();
    await enter({ kind: 'buy', day: '2026-02-10', quantity: '10', price: '100', fee: '10' });
    await price('2026-02-12', '110');
    await price('2026-02-14', '120');
    const { points, accounts: shown, prices } = await ask({ from: '2026-02-09', to: '2026-02-15' });
    expect(points.map(({ investments }) => investments)).toEqual(['0', '1000', '1000', '1100', '1100', '1200', '1200']);
    expect(points.at(-1)).toEqual({ day: '2026-02-15', assets: '1700', debts: '0', net: '1700', investments: '1200' });
    expect(shown).toEqual([{ accountId: depot.id, balance: '500', converted: '500', investments: '1200' }]);
    expect(prices).toEqual({ from: '2026-02-14', to: '2026-02-14', unpriced: [], exampleData: false });
    // By month, the same figures.
    expect((await ask({ to: '2026-06-15' })).points.map(({ day, net }) => [day, net])).toEqual([
      ['2026-01-31', '500'],
      ['2026-02-28', '1700'],
      ['2026-03-31', '1700'],
      ['2026-04-30', '1700'],
      ['2026-05-31', '1700'],
      ['2026-06-15', '1700'],
    ]);
  });

  it('of a day is the same however long the time that is asked for, with many securities of many prices @long', async () => {
    const { workspaceId, user, ledger, enter, ask } = await household();
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        user.call(securities.create, {
          body: { ledgerId: ledger.id, name: `Share ${n}`, kind: 'stock', currency: 'USD' },
        }),
      ),
    );
    for (const { id } of made)
      await enter({ kind: 'buy', day: '2024-01-02', securityId: id, quantity: '10', price: '50' });
    // A price for each day of two years, another one for each security and day.
    await asSystem(() =>
      query(
        `insert into finance_security_prices (workspace_id, security_id, day, price, source) select $1, s.id, d::date,
          10 + s.n + (d::date - date '2024-01-01') * 0.25, 'manual'
       from unnest($2::uuid[]) with ordinality s(id, n),
          generate_series(date '2024-01-01', date '2025-12-31', interval '1 day') d`,
        [workspaceId, made.map(({ id }) => id)],
      ),
    );
    // As the database does by itself in time: it then joins prices in no order but the one asked for.
    await asSystem(() => query('analyze finance_security_prices'));
    const last = async (from: string) => {
      const { points, prices } = await ask({ from, to: '2025-12-31' });
      return [points.at(-1)!.investments, prices.from, prices.to];
    };
    // 40 × 10 × (10 + 730 × 0.25) and ten times 1 + … + 40.
    const worth = ['85200', '2025-12-31', '2025-12-31'];
    expect(await Promise.all(['2025-12-31', '2025-12-01', '2025-08-01', '2025-01-01', '2024-01-05'].map(last))).toEqual(
      [worth, worth, worth, worth, worth],
    );
  });

  it('follows splits, sales and what came out of a spin-off without a price, which it names', async () => {
    const { user, ledger, enter, price, ask } = await household();
    const child = await user.call(securities.create, {
      body: { ledgerId: ledger.id, name: 'Child', kind: 'stock', currency: 'USD' },
    });
    await price('2026-02-01', '100');
    await enter({ kind: 'buy', day: '2026-02-02', quantity: '10', price: '100' });
    await enter({ kind: 'split', day: '2026-02-04', newUnits: '2', oldUnits: '1' });
    await enter({ kind: 'spinOff', day: '2026-02-06', newSecurityId: child.id, unitsPerUnit: '0.5', costShare: '0.2' });
    await enter({ kind: 'sell', day: '2026-02-07', quantity: '5', price: '50' });
    const before = await ask({ from: '2026-02-03', to: '2026-02-07' });
    expect(before.points.map(({ investments }) => investments)).toEqual(['1000', '1000', '1000', '1000', '750']);
    expect(before.prices.unpriced).toEqual(['Child']);
    await price('2026-02-07', '7', child.id);
    expect(await ask({ from: '2026-02-07', to: '2026-02-07' })).toMatchObject({
      points: [{ investments: '820' }],
      prices: { from: '2026-02-01', to: '2026-02-07', unpriced: [] },
    });
  });

  it('converts holdings at the rate of the day, and names the currency that has none', async () => {
    const { user, ledger, enter, ask } = await household();
    const fund = await user.call(securities.create, {
      body: { ledgerId: ledger.id, name: 'Euro fund', kind: 'fund', currency: 'EUR' },
    });
    await enter({ kind: 'buy', day: '2026-02-10', securityId: fund.id, quantity: '10', price: '100' });
    expect(await ask({ from: '2026-02-10', to: '2026-02-10' })).toMatchObject({
      missing: ['EUR'],
      points: [{ investments: '0', net: '500' }],
    });
    await user.call(rates.put, { body: { from: 'EUR', to: 'USD', day: '2026-02-10', rate: '1.1', source: 'test' } });
    await user.call(rates.put, { body: { from: 'EUR', to: 'USD', day: '2026-02-12', rate: '1.2', source: 'test' } });
    const { points, missing } = await ask({ from: '2026-02-10', to: '2026-02-12' });
    expect([points.map(({ investments }) => investments), missing]).toEqual([['1100', '1100', '1200'], []]);
  });

  it('counts a debt once: its account, and not the terms besides @long', async () => {
    const { user, ledger, ask } = await household();
    const loan = await user.call(liabilities.create, {
      body: {
        ledgerId: ledger.id,
        kind: 'car',
        lender: 'Motor Credit',
        ratePercent: '6',
        principal: '10000',
        startedOn: '2026-01-05',
        payments: 60,
        account: { name: 'Car loan', currency: 'USD', owed: '9000' },
      },
    });
    expect((await ask({ to: '2026-03-10' })).points.at(-1)).toMatchObject({
      assets: '500',
      debts: '-9000',
      net: '-8500',
    });
    // All of it on paper, for those who may see the ledger.
    const question = `ledgerId=${ledger.id}&currency=USD&to=2026-03-10`;
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace('Another') });
    for (const path of [
      `/api/finance/reports/net-worth.pdf?${question}`,
      `/api/finance/reports/cash-flow.pdf?${question}`,
      `/api/investment/portfolio-summary.pdf?ledgerId=${ledger.id}`,
      `/api/finance/liabilities/${loan.id}/schedule.pdf?extra=50`,
    ]) {
      const file = await user.open('GET', path);
      expect([
        path,
        file.status,
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ]).toEqual([path, 200, '%PDF-']);
      expect((await stranger.open('GET', path)).status).toBe(404);
    }
  });

  it('is what the portfolio says, on the day it is in the workspace', async () => {
    const { workspaceId, user, ledger, enter, ask } = await household();
    // The two zones that are furthest apart: in one of them it is another day than where the test runs.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await asSystem(() => query('update workspaces set time_zone = $2 where id = $1', [workspaceId, zone]));
      const { today, todayEndsAt } = await user.call(ledgers.list);
      expect(dayAt(new Date(Date.parse(todayEndsAt) - 1), zone)).toBe(today);
      expect(dayAt(new Date(todayEndsAt), zone) > today).toBe(true);
      const bought = await enter({ kind: 'buy', day: today, quantity: '3', price: '10' });
      const { totals, asOf } = await user.call(portfolio.summary, { query: { ledgerId: ledger.id } });
      expect([asOf, totals.value]).toEqual([today, '30']);
      expect((await ask({ from: today, to: today })).points[0]!.investments).toBe('30');
      await user.call(activityCalls.remove, { params: { id: bought.id } });
    }
  });

  it('belongs to those who see the ledger', async () => {
    const { ledger } = await household();
    const stranger = await system.signedIn();
    expect(
      (
        await stranger.tryCall(financeReports.netWorth, {
          query: { ledgerId: ledger.id, to: '2026-03-10', currency: 'USD' },
        })
      ).status,
    ).toBe(404);
  });
});
