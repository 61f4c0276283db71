import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthStart } from '../../../../kernel/days.ts';
import { type Household, openHousehold } from '../../../../testing/household.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { accounts, activityCalls, budgets, categories, goals, rates, recurring, securities } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const books = (): Promise<Household> => openHousehold(system);

describe('what comes again', () => {
  it('is found, confirmed or dismissed, and tells of a price that rose', async () => {
    const { user, ledger, account, add } = await books();
    const month = (count: number) => {
      const date = new Date();
      date.setUTCDate(10);
      date.setUTCMonth(date.getUTCMonth() - count);
      return date.toISOString().slice(0, 10);
    };
    for (let n = 6; n >= 1; n--) await add(month(n), '-12.99', 'STREAMFLIX 8817', 'Leisure');
    for (let n = 6; n >= 1; n--) await add(month(n), n === 1 ? '-35' : '-30', 'Gym Town');
    const query = { ledgerId: ledger.id };
    const { items } = await user.call(recurring.suggestions, { query });
    expect(items.map((one) => [one.merchant, one.frequency, one.times])).toEqual([
      ['gym town', 'monthly', 6],
      ['streamflix', 'monthly', 6],
    ]);
    const gym = await user.call(recurring.create, {
      body: {
        ledgerId: ledger.id,
        accountId: account.id,
        name: 'Gym',
        amount: '-30',
        frequency: 'monthly',
        anchorDay: month(1),
        merchant: 'gym town',
      },
    });
    expect(gym).toMatchObject({ priceChange: '-5', last: { amount: '-35' } });
    await user.call(recurring.dismiss, {
      body: { ledgerId: ledger.id, accountId: account.id, merchant: 'streamflix' },
    });
    expect((await user.call(recurring.suggestions, { query })).items).toEqual([]);
    const ended = await user.call(recurring.update, {
      params: { id: gym.id },
      body: { version: 1, state: 'ended', amount: '-35' },
    });
    expect(ended).toMatchObject({ nextDay: null, priceChange: null });
    expect(
      (await user.tryCall(recurring.update, { params: { id: gym.id }, body: { version: 1, amount: '-1' } })).body.code,
    ).toBe('stale');
    await user.call(recurring.remove, { params: { id: gym.id } });
    expect((await user.call(recurring.list, { query })).items).toEqual([]);
    expect((await (await books()).user.tryCall(recurring.list, { query })).status).toBe(404);
  });
});

describe('plans', () => {
  it('budget a category from a month on, roll over, and say what is left', async () => {
    const { user, ledger, category, add } = await books();
    const food = category('Groceries');
    await add('2026-01-10', '-120', 'Market', 'Groceries');
    await add('2026-02-10', '-60', 'Market', 'Groceries');
    const line = async (month: string) =>
      (await user.call(budgets.get, { query: { ledgerId: ledger.id, month } })).lines.find(
        (one) => one.categoryId === food.id,
      )!;
    const set = (month: string, amount: string | null, onlyThisMonth = false) =>
      user.call(budgets.set, { body: { ledgerId: ledger.id, month, categoryId: food.id, amount, onlyThisMonth } });
    await set('2026-01', '100');
    expect(await line('2026-01')).toMatchObject({ budgeted: '100', moved: '-120', available: '-20', carriedIn: '0' });
    expect(await line('2026-02')).toMatchObject({ budgeted: '100', available: '40', since: '2026-01', average: '-40' });
    await user.call(categories.rename, { params: { id: food.id }, body: { version: food.version, rollover: true } });
    expect(await line('2026-02')).toMatchObject({ carriedIn: '-20', available: '20' });
    await user.call(budgets.setKind, { body: { ledgerId: ledger.id, kind: 'envelope', month: '2026-02' } });
    expect(await line('2026-02')).toMatchObject({ carriedIn: '0', available: '40' });
    expect(await line('2026-03')).toMatchObject({ carriedIn: '40', available: '140' });
    await set('2026-03', '300', true);
    expect([await line('2026-03'), await line('2026-04')]).toMatchObject([{ budgeted: '300' }, { budgeted: '100' }]);
    await set('2026-04', null);
    expect((await line('2026-05')).budgeted).toBe('0');
    const viewer = (await books()).user;
    expect(
      (
        await viewer.tryCall(budgets.set, {
          body: { ledgerId: ledger.id, month: '2026-01', categoryId: food.id, amount: '1' },
        })
      ).status,
    ).toBe(404);
  });

  it('go on after a month of its own with what is planned by then, until another amount stands', async () => {
    const { user, ledger, category } = await books();
    const food = category('Groceries');
    const budgeted = async (...months: string[]) =>
      Promise.all(
        months.map(
          async (month) =>
            (await user.call(budgets.get, { query: { ledgerId: ledger.id, month } })).lines.find(
              (one) => one.categoryId === food.id,
            )!.budgeted,
        ),
      );
    const set = (month: string, amount: string | null, onlyThisMonth = false) =>
      user.call(budgets.set, { body: { ledgerId: ledger.id, month, categoryId: food.id, amount, onlyThisMonth } });
    const winter = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'] as const;
    await set('2025-11', '100');
    await set('2025-12', '150', true);
    expect(await budgeted(...winter)).toEqual(['100', '150', '100', '100', '100']);
    // Planned again from the month before, and from the very month, what goes on follows.
    await set('2025-11', '110');
    expect(await budgeted(...winter)).toEqual(['110', '150', '110', '110', '110']);
    await set('2025-12', '120');
    expect(await budgeted(...winter)).toEqual(['110', '120', '120', '120', '120']);
    // An amount that stands is not changed by one that stood before it, also when a month of its own lies on its first.
    await set('2026-02', '200');
    await set('2026-02', '250', true);
    await set('2026-01', '130');
    expect(await budgeted(...winter)).toEqual(['110', '120', '130', '250', '200']);
  });

  it('are taken back whole, and not where someone planned again since', async () => {
    const { user, ledger, category } = await books();
    const which = { ledgerId: ledger.id, categoryId: category('Groceries').id };
    const budgeted = async () =>
      Promise.all(
        ['2026-01', '2026-02', '2026-03'].map(
          async (month) =>
            (await user.call(budgets.get, { query: { ledgerId: ledger.id, month } })).lines.find(
              (one) => one.categoryId === which.categoryId,
            )!.budgeted,
        ),
      );
    const set = async (month: string, amount: string | null, onlyThisMonth = false) =>
      (await user.call(budgets.set, { body: { ...which, month, amount, onlyThisMonth } })).change;
    const back = (change: Awaited<ReturnType<typeof set>>) =>
      user.tryCall(budgets.takeBack, { body: { ...which, month: '2026-01', ...change } });
    const first = await set('2026-01', '100.00');
    await set('2026-02', '150', true);
    // A month with its own amount does not affect later months, and an ended plan resumes.
    const changes = [await set('2026-02', '200'), await set('2026-01', null)];
    expect(await budgeted()).toEqual([null, null, null]);
    for (const change of changes.toReversed()) expect((await back(change)).status).toBe(200);
    expect(await budgeted()).toEqual(['100', '150', '100']);
    const mine = await set('2026-02', '120');
    await set('2026-02', '130');
    expect([(await back(mine)).body.code, (await back(first)).body.code]).toEqual(['stale', 'stale']);
    expect(await budgeted()).toEqual(['100', '130', '130']);
    const { user: stranger } = await books();
    expect((await stranger.tryCall(budgets.takeBack, { body: { ...which, month: '2026-01', ...mine } })).status).toBe(
      404,
    );
  });

  it('set goals that an account or contributions fill', async () => {
    const { user, ledger, savings } = await books();
    const trip = await user.call(goals.create, {
      body: { ledgerId: ledger.id, name: 'Trip', target: '1000', currency: 'USD' },
    });
    const car = await user.call(goals.create, {
      body: { ledgerId: ledger.id, name: 'Car', target: '50', currency: 'USD', accountId: savings.id },
    });
    expect([trip.saved, car.saved, car.needed]).toEqual(['0', '100', null]);
    const params = { id: trip.id };
    const put = await user.call(goals.contribute, { params, body: { day: '2026-01-05', amount: '250' } });
    expect((await user.call(goals.list, { query: { ledgerId: ledger.id } })).items.map((goal) => goal.saved)).toEqual([
      '250',
      '100',
    ]);
    expect(
      (await user.tryCall(goals.contribute, { params: { id: car.id }, body: { day: '2026-01-05', amount: '1' } }))
        .status,
    ).toBe(409);
    // Investments in an account count as savings, like its cash.
    const depot = await user.call(accounts.create, {
      body: { ledgerId: ledger.id, name: 'Depot', kind: 'investment', currency: 'USD', openingBalance: '40' },
    });
    const acme = await user.call(securities.create, {
      body: { ledgerId: ledger.id, name: 'Acme', kind: 'stock', currency: 'USD' },
    });
    await user.call(activityCalls.create, {
      body: { accountId: depot.id, securityId: acme.id, kind: 'buy', day: '2026-01-05', quantity: '3', price: '20' },
    });
    const old = await user.call(goals.create, {
      body: { ledgerId: ledger.id, name: 'Old age', target: '1000', currency: 'USD', accountId: depot.id },
    });
    expect(old.saved).toBe('100');
    await user.call(goals.remove, { params: { id: old.id } });
    await user.call(goals.removeContribution, { params: { ...params, contributionId: put.id } });
    await user.call(goals.remove, { params });
    expect((await user.call(goals.list, { query: { ledgerId: ledger.id } })).items).toHaveLength(1);
    expect((await user.call(goals.restore, { params })).name).toBe('Trip');
    expect((await user.tryCall(goals.update, { params, body: { version: 1, name: 'Late' } })).body.code).toBe('stale');
    expect((await (await books()).user.tryCall(goals.contributions, { params })).status).toBe(404);
  });

  it('say which rate a goal lacks, and a rate that begins to be known is no pace', async () => {
    const { user, ledger, savings } = await books();
    const made = await user.call(goals.create, {
      body: { ledgerId: ledger.id, name: 'House', target: '1000', currency: 'EUR', accountId: savings.id },
    });
    expect(made).toMatchObject({ saved: '0', missingRates: ['USD'] });
    await user.call(rates.put, {
      body: {
        from: 'USD',
        to: 'EUR',
        day: monthStart(new Date().toISOString().slice(0, 10), -1),
        rate: '0.5',
        source: 'hand',
      },
    });
    expect((await user.call(goals.list, { query: { ledgerId: ledger.id } })).items).toMatchObject([
      { saved: '50', missingRates: [], pace: '0' },
    ]);
  });
});
