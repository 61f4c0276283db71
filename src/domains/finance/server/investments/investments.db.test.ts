import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { newId } from '../../../../kernel/ids.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  accounts,
  activityCalls,
  financeReports,
  investmentImports,
  type Ledger,
  ledgers,
  type NewActivity,
  portfolio,
  rates,
  type Security,
  securities,
} from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const today = new Date().toISOString().slice(0, 10);
const ago = (days: number): string => addDays(today, -days);

interface Depot {
  user: TestClient;
  ledger: Ledger;
  accountId: string;
  acme: Security;
  workspaceId: string;
}

async function depot(): Promise<Depot> {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  const ledger = await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency: 'USD' } });
  const { id: accountId } = await user.call(accounts.create, {
    body: { ledgerId: ledger.id, name: 'Depot', kind: 'investment', currency: 'USD', openingBalance: '500' },
  });
  const acme = await user.call(securities.create, {
    body: { ledgerId: ledger.id, name: 'Acme', ticker: 'ACM', kind: 'stock', currency: 'USD', sector: 'Industry' },
  });
  return { user, ledger, accountId, acme, workspaceId };
}

function enter({ user, accountId, acme }: Depot, input: Partial<NewActivity> & Pick<NewActivity, 'kind' | 'day'>) {
  return user.call(activityCalls.create, { body: { accountId, securityId: acme.id, ...input } as NewActivity });
}

const summary = ({ user, ledger }: Depot) => user.call(portfolio.summary, { query: { ledgerId: ledger.id } });

describe('a portfolio', () => {
  it('is worth what its prices say, costs what was paid with fees, and keeps what sales made', async () => {
    const one = await depot();
    await enter(one, { kind: 'buy', day: ago(500), quantity: '10', price: '100', fee: '10' });
    await enter(one, { kind: 'buy', day: ago(100), quantity: '10', price: '120' });
    await enter(one, { kind: 'sell', day: ago(50), quantity: '15', price: '130', fee: '15' });
    await enter(one, { kind: 'dividend', day: ago(40), amount: '20', tax: '3' });
    await enter(one, { kind: 'fee', day: ago(30), amount: '5', securityId: null });
    const unpriced = await summary(one);
    expect(unpriced.holdings[0]).toMatchObject({ quantity: '5', price: '130', priceSource: 'trade', value: '650' });
    await one.user.call(securities.setPrice, { params: { id: one.acme.id }, body: { day: ago(1), price: '140' } });
    await one.user.call(securities.setPrice, { params: { id: one.acme.id }, body: { day: today, price: '150' } });
    const { totals, holdings, accounts: own, problems } = await summary(one);
    // First in, first out: ten at 101 and five at 120 are sold for 1,935 after the fee.
    expect(totals).toMatchObject({
      value: '750',
      cost: '600',
      unrealised: '150',
      realised: '325',
      realisedShort: '45',
      realisedLong: '280',
      income: '20',
      taxWithheld: '3',
      fees: '30',
      cash: '500',
      dayChange: '50',
    });
    expect(holdings[0]).toMatchObject({ quantity: '5', lots: 1, priceSource: 'manual', weight: '1.000000' });
    expect(own[0]).toMatchObject({ lotMethod: 'fifo', value: '750', cost: '600', cash: '500' });
    expect(problems).toEqual([]);
  });

  it('has what both its accounts have, when a split and a spin-off are entered in each', async () => {
    const one = await depot();
    const parts = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Acme Parts', ticker: 'ACP', kind: 'stock', currency: 'USD' },
    });
    const other = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledger.id, name: 'Second', kind: 'investment', currency: 'USD' },
    });
    for (const accountId of [one.accountId, other.id]) {
      await enter({ ...one, accountId }, { kind: 'buy', day: ago(90), quantity: '10', price: '100' });
      await enter({ ...one, accountId }, { kind: 'split', day: ago(60), newUnits: '2', oldUnits: '1' });
      await enter(
        { ...one, accountId },
        { kind: 'spinOff', day: ago(30), newSecurityId: parts.id, unitsPerUnit: '1', costShare: '0.4' },
      );
    }
    for (const [security, price] of [
      [one.acme, '36'],
      [parts, '24'],
    ] as const)
      await one.user.call(securities.setPrice, { params: { id: security.id }, body: { day: today, price } });
    expect((await summary(one)).totals).toMatchObject({ value: '2400', cost: '2000' });
    expect(await one.user.call(portfolio.performance, { query: { ledgerId: one.ledger.id } })).toMatchObject({
      endValue: '2400',
      netContributions: '2000',
      gain: '400',
      timeWeighted: 0.2,
    });
    expect(await one.user.call(portfolio.holding, { params: { id: one.acme.id }, query: {} })).toMatchObject({
      averageCost: '30',
      holding: { quantity: '40', cost: '1200', value: '1440' },
    });
  });

  it('follows every change at once, and the method of the account', async () => {
    const one = await depot();
    const first = await enter(one, { kind: 'buy', day: ago(300), quantity: '10', price: '100' });
    await enter(one, { kind: 'buy', day: ago(200), quantity: '10', price: '150' });
    const sale = await enter(one, { kind: 'sell', day: ago(100), quantity: '10', price: '160' });
    expect((await summary(one)).totals.realised).toBe('600');
    const changed = await one.user.call(activityCalls.update, {
      params: { id: sale.id },
      body: {
        version: sale.version,
        securityId: one.acme.id,
        day: sale.day,
        kind: 'sell',
        quantity: '10',
        price: '170',
      },
    });
    expect((await summary(one)).totals.realised).toBe('700');
    for (const [lotMethod, realised] of [
      ['hifo', '200'],
      ['lifo', '200'],
      ['average', '450'],
    ] as const) {
      const { version } = (await summary(one)).accounts[0]!;
      await one.user.call(portfolio.updateAccount, { params: { id: one.accountId }, body: { version, lotMethod } });
      expect((await summary(one)).totals.realised).toBe(realised);
    }
    const { version } = (await summary(one)).accounts[0]!;
    await one.user.call(portfolio.updateAccount, {
      params: { id: one.accountId },
      body: { version, lotMethod: 'specific' },
    });
    await one.user.call(activityCalls.update, {
      params: { id: sale.id },
      body: {
        version: changed.version,
        securityId: one.acme.id,
        day: sale.day,
        kind: 'sell',
        quantity: '10',
        price: '170',
        lots: [{ lotId: first.id, quantity: '10' }],
      },
    });
    expect((await summary(one)).totals.realised).toBe('700');
    await one.user.call(activityCalls.remove, { params: { id: first.id } });
    const broken = await summary(one);
    expect(broken.problems[0]).toMatchObject({ activityId: sale.id, securityId: one.acme.id });
    await one.user.call(activityCalls.restore, { params: { id: first.id } });
    expect((await summary(one)).problems).toEqual([]);
    expect(
      (
        await one.user.tryCall(activityCalls.update, {
          params: { id: sale.id },
          body: { version: 1, securityId: one.acme.id, day: sale.day, kind: 'sell', quantity: '1', price: '1' },
        })
      ).body.code,
    ).toBe('stale');
  });

  it('carries lots over splits, spin-offs and mergers', async () => {
    const one = await depot();
    const child = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Child', kind: 'stock', currency: 'USD' },
    });
    await enter(one, { kind: 'buy', day: ago(400), quantity: '10', price: '100' });
    await enter(one, { kind: 'split', day: ago(300), newUnits: '2', oldUnits: '1' });
    const spin = await enter(one, {
      kind: 'spinOff',
      day: ago(200),
      newSecurityId: child.id,
      unitsPerUnit: '0.5',
      costShare: '0.2',
    });
    const { holdings } = await summary(one);
    expect(Object.fromEntries(holdings.map((row) => [row.name, [row.quantity, row.cost]]))).toEqual({
      Acme: ['20', '800'],
      Child: ['10', '200'],
    });
    const detail = await one.user.call(portfolio.holding, { params: { id: child.id } });
    expect(detail.lots[0]).toMatchObject({ acquired: ago(400), quantity: '10', cost: '200', longTerm: true });
    await one.user.call(activityCalls.remove, { params: { id: spin.id } });
    expect((await summary(one)).holdings.map((row) => [row.name, row.cost])).toEqual([['Acme', '1000']]);
    expect((await one.user.tryCall(securities.remove, { params: { id: child.id } })).body.code).toBe('conflict');
  });

  it('takes a price from before a split for one of old units', async () => {
    const one = await depot();
    await one.user.call(securities.setPrice, { params: { id: one.acme.id }, body: { day: ago(20), price: '100' } });
    await enter(one, { kind: 'buy', day: ago(15), quantity: '10', price: '100' });
    await enter(one, { kind: 'split', day: ago(10), newUnits: '2', oldUnits: '1' });
    expect((await summary(one)).holdings[0]).toMatchObject({ quantity: '20', price: '50', value: '1000' });
    const { timeWeighted, points } = await one.user.call(portfolio.performance, { query: { ledgerId: one.ledger.id } });
    expect([timeWeighted, points.every((point) => point.value === '1000')]).toEqual([0, true]);
  });

  it('takes it for that in every account, whichever the split was entered in, and sees no gain in a split', async () => {
    const one = await depot();
    const other = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledger.id, name: 'Second', kind: 'investment', currency: 'USD' },
    });
    for (const [when, price] of [
      [21, '98'],
      [20, '100'],
    ] as const)
      await one.user.call(securities.setPrice, { params: { id: one.acme.id }, body: { day: ago(when), price } });
    await enter({ ...one, accountId: other.id }, { kind: 'buy', day: ago(15), quantity: '10', price: '100' });
    await enter({ ...one, accountId: other.id }, { kind: 'split', day: ago(10), newUnits: '2', oldUnits: '1' });
    await enter(one, { kind: 'buy', day: ago(5), quantity: '10', price: '50' });
    const told = async (query: object) => {
      const [{ totals }, { endValue, timeWeighted }] = [
        await one.user.call(portfolio.summary, { query }),
        await one.user.call(portfolio.performance, { query }),
      ];
      return [totals.value, totals.dayChange, endValue, timeWeighted];
    };
    expect(await told({ ledgerId: one.ledger.id })).toEqual(['1500', '30', '1500', 0]);
    expect(await told({ accountId: one.accountId })).toEqual(['500', '10', '500', 0]);
    expect(await one.user.call(portfolio.holding, { params: { id: one.acme.id }, query: {} })).toMatchObject({
      netReturn: 0,
    });
    const { points } = await one.user.call(financeReports.netWorth, {
      query: { ledgerId: one.ledger.id, from: ago(4), to: today, currency: 'USD' },
    });
    expect(new Set(points.map((point) => point.investments))).toEqual(new Set(['1500']));
    // The same split, as another broker carried it out, is not a second one.
    await enter(one, { kind: 'split', day: ago(8), newUnits: '4', oldUnits: '2' });
    expect(await told({ ledgerId: one.ledger.id })).toEqual(['1500', '30', '1500', 0]);
    // The first price in new units is no fall by half.
    await one.user.call(securities.setPrice, { params: { id: one.acme.id }, body: { day: today, price: '51' } });
    expect((await summary(one)).totals).toMatchObject({ value: '1530', dayChange: '30' });
  });

  it('converts each flow at the rate of its own day, and says so where a rate is missing', async () => {
    const one = await depot();
    const euro = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Fonds Übersée', kind: 'fund', currency: 'EUR' },
    });
    await enter(one, { kind: 'buy', day: ago(20), securityId: euro.id, quantity: '10', price: '100' });
    for (const search of ['ÜBERSÉE', 'ubersee fonds']) {
      const query = { ledgerId: one.ledger.id, search };
      expect([
        (await one.user.call(securities.list, { query })).items.length,
        (await one.user.call(activityCalls.list, { query })).items.length,
      ]).toEqual([1, 1]);
    }
    const before = await summary(one);
    expect(before.missingRates).toEqual(['EUR']);
    // Payments by the account itself are in its own currency and belong to no holding.
    const foreign = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledger.id, name: 'Abroad', kind: 'investment', currency: 'CHF' },
    });
    await one.user.call(activityCalls.create, {
      body: { accountId: foreign.id, day: ago(20), kind: 'fee', amount: '5' },
    });
    expect(await summary(one)).toMatchObject({ missingRates: ['CHF', 'EUR'], totals: { fees: '0' } });
    await one.user.call(rates.put, { body: { from: 'CHF', to: 'USD', day: ago(30), rate: '1.1', source: 'test' } });
    for (const [day, rate] of [
      [ago(30), '1'],
      [ago(10), '1.2'],
    ] as const)
      await one.user.call(rates.put, { body: { from: 'EUR', to: 'USD', day, rate, source: 'test' } });
    const { totals, missingRates, holdings } = await summary(one);
    expect(missingRates).toEqual([]);
    expect(totals).toMatchObject({ value: '1200', cost: '1000', unrealised: '200' });
    expect(holdings[0]!.currencyGain).toBe('200');
  });
});

describe('what stands beside a total', () => {
  it('adds up to it in any currency: holdings, accounts and the parts of an allocation [S7.30]', async () => {
    const one = await depot();
    const { user, ledger } = one;
    const second = await user.call(accounts.create, {
      body: { ledgerId: ledger.id, name: 'Second', kind: 'investment', currency: 'USD', openingBalance: '33.37' },
    });
    await user.call(rates.put, { body: { from: 'USD', to: 'EUR', day: ago(900), rate: '0.9137', source: 'test' } });
    for (let n = 1; n <= 7; n++) {
      const { id: securityId } = await user.call(securities.create, {
        body: {
          ledgerId: ledger.id,
          name: `Fund ${n}`,
          kind: n % 2 ? 'fund' : 'stock',
          currency: 'USD',
          sector: `Sector ${n}`,
        },
      });
      for (const accountId of [one.accountId, second.id])
        await enter(one, { kind: 'buy', accountId, securityId, day: ago(30), quantity: `${n}.333`, price: '7.77' });
    }
    const query = { ledgerId: ledger.id, currency: 'EUR' };
    const shown = await user.call(portfolio.summary, { query });
    const { totals } = shown;
    const of = <T>(items: readonly T[], read: (item: T) => string | null) =>
      sumOf(items, (item) => decimal(read(item) ?? '0')).toFixed();
    expect(shown.currency).toBe('EUR');
    const { value, cost, unrealised, cash } = totals;
    expect([
      of(shown.holdings, (row) => row.value),
      of(shown.holdings, (row) => row.cost),
      of(shown.holdings, (row) => row.unrealised),
    ]).toEqual([value, cost, unrealised]);
    expect([
      of(shown.accounts, (row) => row.value),
      of(shown.accounts, (row) => row.cost),
      of(shown.accounts, (row) => row.cash),
    ]).toEqual([value, cost, cash]);
    const { allocation } = await user.call(portfolio.analytics, { query });
    const whole = decimal(value).plus(cash).toFixed();
    expect(allocation.map(({ dimension, groups }) => [dimension, of(groups, (row) => row.value)])).toEqual(
      allocation.map(({ dimension }) => [dimension, dimension === 'sector' || dimension === 'region' ? value : whole]),
    );
    const first = shown.holdings[0]!;
    expect((await user.call(portfolio.holding, { params: { id: first.securityId }, query })).holding).toEqual(first);
  });
});

describe('returns', () => {
  it('stand side by side, each under its own name [S7.30]', async () => {
    const one = await depot();
    const { user, acme, ledger } = one;
    const index = await user.call(securities.create, {
      body: { ledgerId: ledger.id, name: 'Market', kind: 'index', currency: 'USD' },
    });
    for (const [days, price] of [
      [365, '100'],
      [183, '200'],
      [0, '150'],
    ] as const)
      await user.call(securities.setPrice, { params: { id: acme.id }, body: { day: ago(days), price } });
    for (const [days, price] of [
      [366, '1000'],
      [0, '1100'],
    ] as const)
      await user.call(securities.setPrice, { params: { id: index.id }, body: { day: ago(days), price } });
    await user.call(portfolio.updateSettings, {
      params: { id: ledger.id },
      body: { version: 0, benchmarkId: index.id },
    });
    await enter(one, { kind: 'buy', day: ago(365), quantity: '10', price: '100' });
    await enter(one, { kind: 'buy', day: ago(182), quantity: '10', price: '200' });
    const told = await user.call(portfolio.performance, { query: { ledgerId: ledger.id } });
    // 3,000 put in became 3,000: nothing earned on it, while a share rose by half.
    expect(told).toMatchObject({
      startValue: '0',
      endValue: '3000',
      netContributions: '3000',
      gain: '0',
      simple: 0,
      reason: null,
    });
    expect(told.timeWeighted).toBeCloseTo(0.5, 10);
    expect(told.moneyWeighted).toBeCloseTo(0, 6);
    expect(told.benchmark).toMatchObject({ name: 'Market', total: expect.closeTo(0.1, 10) });
    const points = told.points;
    expect(points.at(-1)).toMatchObject({
      day: today,
      value: '3000',
      invested: '3000',
      drawdown: expect.closeTo(-0.25, 10),
    });
    expect(points.length).toBeLessThanOrEqual(260);
    const { risk } = await user.call(portfolio.analytics, { query: { ledgerId: ledger.id } });
    expect(risk.reason).toBeNull();
    expect(risk.maxDrawdown!.depth).toBeCloseTo(-0.25, 10);
    expect(risk.volatility).toBeGreaterThan(0);
  });

  it('are not made up where nothing is held', async () => {
    const one = await depot();
    expect(await one.user.call(portfolio.performance, { query: { ledgerId: one.ledger.id } })).toMatchObject({
      reason: 'Nothing was held in this time.',
      points: [],
      timeWeighted: null,
    });
    const { risk } = await one.user.call(portfolio.analytics, { query: { ledgerId: one.ledger.id } });
    expect(risk).toMatchObject({ reason: expect.stringContaining('so far there are 0'), volatility: null });
    expect((await one.user.call(portfolio.predictions, { query: { ledgerId: one.ledger.id } })).reason).toMatch(
      /nothing invested/,
    );
    const nobody = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    for (const call of [
      portfolio.summary,
      portfolio.performance,
      portfolio.analytics,
      portfolio.predictions,
      portfolio.gains,
      portfolio.rebalancing,
    ]) {
      const { status, body } = await nobody.send<{ ledgerId?: null }>('GET', call.path);
      expect([call.path, status, body.ledgerId ?? null]).toEqual([call.path, 200, null]);
    }
  });
});

describe('mix, income and predictions', () => {
  it('weighs against targets, and suggests what would bring them back', async () => {
    const one = await depot();
    await enter(one, { kind: 'buy', day: ago(10), quantity: '10', price: '150' });
    const { user, ledger } = one;
    expect(
      (
        await user.tryCall(portfolio.updateSettings, {
          params: { id: ledger.id },
          body: { version: 0, targets: { kind: { stock: '0.5' } } },
        })
      ).body.code,
    ).toBe('validation');
    await user.call(portfolio.updateSettings, {
      params: { id: ledger.id },
      body: { version: 0, targets: { kind: { stock: '0.6', cash: '0.4' } } },
    });
    expect(
      (
        await user.tryCall(portfolio.updateSettings, {
          params: { id: ledger.id },
          body: { version: 0, riskFreePercent: '2' },
        })
      ).body.code,
    ).toBe('stale');
    const { allocation } = await user.call(portfolio.analytics, { query: { ledgerId: ledger.id } });
    expect(allocation[0]!.groups.map((row) => [row.key, row.value, row.weight, row.drift])).toEqual([
      ['stock', '1500', '0.750000', '0.150000'],
      ['cash', '500', '0.250000', '-0.150000'],
    ]);
    const { trades } = await user.call(portfolio.rebalancing, { query: { ledgerId: ledger.id } });
    expect(trades.map((row) => [row.key, row.amount])).toEqual([
      ['stock', '-300'],
      ['cash', '300'],
    ]);
  });

  it('expects of what is held now what was paid for a unit', async () => {
    const one = await depot();
    await enter(one, { kind: 'buy', day: ago(400), quantity: '10', price: '10' });
    await enter(one, { kind: 'dividend', day: ago(200), amount: '5' });
    await enter(one, { kind: 'split', day: ago(150), newUnits: '2', oldUnits: '1' });
    await enter(one, { kind: 'buy', day: ago(100), quantity: '20', price: '10' });
    const { income } = await one.user.call(portfolio.analytics, { query: { ledgerId: one.ledger.id } });
    expect(income).toMatchObject({ trailing: '5', forwardTotal: '10' });
  });

  it('predicts the same for the same question, and tells its assumptions [S7.30]', async () => {
    const one = await depot();
    await enter(one, { kind: 'buy', day: ago(10), quantity: '10', price: '1000' });
    const ask = () =>
      one.user.call(portfolio.predictions, {
        query: { ledgerId: one.ledger.id, years: 5, goal: '12000', monthly: '50', volatility: 12 },
      });
    const first = await ask();
    expect(first).toEqual(await ask());
    expect(first.assumptions).toMatchObject({
      expectedReturn: 5,
      volatility: 12,
      origin: { expectedReturn: 'assumed', volatility: 'given' },
    });
    expect(first.years.length).toBe(5);
    expect(first.goal!.value).toBeGreaterThan(0);
  });

  it('lists what sales made, page by page', async () => {
    const one = await depot();
    await enter(one, { kind: 'buy', day: ago(400), quantity: '10', price: '10' });
    await enter(one, { kind: 'buy', day: ago(100), quantity: '10', price: '20' });
    await enter(one, { kind: 'sell', day: ago(10), quantity: '15', price: '30' });
    const first = await one.user.call(portfolio.gains, { query: { ledgerId: one.ledger.id, limit: 1 } });
    expect(first.totals).toEqual({ shortTerm: '50', longTerm: '200', count: 2 });
    const second = await one.user.call(portfolio.gains, {
      query: { ledgerId: one.ledger.id, limit: 1, cursor: first.next! },
    });
    expect([...first.items, ...second.items].map((row) => row.gain).sort()).toEqual(['200', '50']);
    expect(second.next).toBeNull();
  });
});

const CSV =
  'Date,Action,Symbol,Name,Quantity,Price,Amount,Commission\n2024-03-01,Buy,ACM,Acme,10,100,,1\n2024-03-02,Bought,NEW,New Corp,4,,-202,2\n2024-06-01,Dividend,ACM,,,,"1,250.50",\n2024-06-02,Nonsense,ACM,,1,1,,\n';

describe('a file', () => {
  it('of activities is looked at, taken in once, and taken back', async () => {
    const one = await depot();
    const body = { content: 'activities', accountId: one.accountId, fileName: 'broker.csv', text: CSV } as const;
    const preview = await one.user.call(investmentImports.preview, { body });
    expect(preview.counts).toEqual({ rows: 4, added: 3, known: 0, skipped: 1, securities: 1 });
    expect(preview.rows[0]).toMatchObject({ row: 5, outcome: 'skip' });
    const done = await one.user.call(investmentImports.run, { body });
    const { holdings, totals } = await summary(one);
    expect(holdings.map((row) => [row.name, row.quantity, row.cost])).toEqual(
      expect.arrayContaining([
        ['Acme', '10', '1001'],
        ['New Corp', '4', '202'],
      ]),
    );
    expect(totals.income).toBe('1250.5');
    expect((await one.user.tryCall(investmentImports.run, { body })).body.message).toMatch(/known already/);
    await one.user.call(investmentImports.revert, { params: { id: done.id } });
    expect((await summary(one)).holdings).toEqual([]);
    expect((await one.user.tryCall(investmentImports.revert, { params: { id: done.id } })).body.code).toBe('conflict');
    expect((await one.user.call(investmentImports.run, { body })).counts.added).toBe(3);
  });

  it('takes splits, spin-offs and mergers with their terms, and gives them back', async () => {
    const one = await depot();
    const csv = [
      'Date,Action,Symbol,Quantity,Price,Amount,Ratio,New symbol,Cost basis %,Cash per share,New price',
      '2024-01-10,Buy,ACM,10,100,,,,,,',
      '2024-02-01,Stock split,ACM,,,,2-for-1,,,,',
      '2024-03-01,Spin-off,ACM,,,,1:4,KID,20%,,',
      '2024-04-01,Merger,KID,,,,3 for 1,BIG,,2,10',
      '2024-05-01,Return of capital,ACM,,,50,,,,,',
      '2024-06-01,Reverse split,ACM,,,,,,,,',
      '2024-06-02,Spin-off,ACM,,,,1:4,KID,140%,,',
    ].join('\n');
    const body = { content: 'activities', accountId: one.accountId, fileName: 'actions.csv', text: csv } as const;
    const { counts, rows } = await one.user.call(investmentImports.preview, { body });
    expect(counts).toEqual({ rows: 7, added: 5, known: 0, skipped: 2, securities: 2 });
    expect(rows.filter(({ outcome }) => outcome === 'skip').map(({ message }) => message)).toEqual([
      'It has no ratio, such as 2:1.',
      'It does not say which part of the cost goes along, between 0 and 1.',
    ]);
    const done = await one.user.call(investmentImports.run, { body });
    const { holdings, problems } = await summary(one);
    // Twenty after the split at 1,000; a fifth of the cost goes to five KID, which become fifteen BIG and ten in cash;
    // fifty of cost come back.
    expect(Object.fromEntries(holdings.map((row) => [row.name, [row.quantity, row.cost]]))).toEqual({
      Acme: ['20', '750'],
      BIG: ['15', '190'],
    });
    expect(problems).toEqual([]);
    expect((await one.user.call(investmentImports.preview, { body })).counts).toMatchObject({ added: 0, known: 5 });
    await one.user.call(investmentImports.revert, { params: { id: done.id } });
    expect((await summary(one)).holdings).toEqual([]);
  });

  it('of prices writes over only when told to, and puts back what it wrote over', async () => {
    const one = await depot();
    const { user, ledger, acme } = one;
    await user.call(securities.setPrice, { params: { id: acme.id }, body: { day: '2024-03-01', price: '9' } });
    const body = {
      content: 'prices',
      ledgerId: ledger.id,
      fileName: 'prices.csv',
      text: 'day,ticker,close\n2024-03-01,ACM,10\n2024-03-04,ACM,11\n2024-03-04,XXX,1\n',
    } as const;
    expect((await user.call(investmentImports.preview, { body })).counts).toMatchObject({
      added: 1,
      known: 1,
      skipped: 1,
    });
    const done = await user.call(investmentImports.run, { body: { ...body, replace: true } });
    const prices = async () =>
      (await user.call(securities.prices, { params: { id: acme.id } })).items.map((row) => [
        row.day,
        row.price,
        row.source,
      ]);
    expect(await prices()).toEqual([
      ['2024-03-04', '11', 'import'],
      ['2024-03-01', '10', 'import'],
    ]);
    await user.call(investmentImports.revert, { params: { id: done.id } });
    expect(await prices()).toEqual([['2024-03-01', '9', 'manual']]);
    expect((await user.call(investmentImports.list, { query: { ledgerId: ledger.id } })).items).toMatchObject([
      { state: 'reverted' },
    ]);
  });
});

describe('who may', () => {
  it('sees nothing of a ledger that is not shared, and changes nothing of one that may only be read', async () => {
    const one = await depot();
    const activity = await enter(one, { kind: 'buy', day: ago(5), quantity: '1', price: '1' });
    const other = await system.signedIn({ workspaceId: one.workspaceId });
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    for (const user of [other, stranger]) {
      const query = { ledgerId: one.ledger.id };
      const asked = await Promise.all([
        user.tryCall(portfolio.summary, { query }),
        user.tryCall(portfolio.summary, { query: { accountId: one.accountId } }),
        user.tryCall(portfolio.performance, { query }),
        user.tryCall(portfolio.analytics, { query }),
        user.tryCall(portfolio.predictions, { query }),
        user.tryCall(portfolio.gains, { query }),
        user.tryCall(portfolio.rebalancing, { query }),
        user.tryCall(portfolio.settings, { query }),
        user.tryCall(portfolio.holding, { params: { id: one.acme.id } }),
        user.tryCall(securities.list, { query }),
        user.tryCall(securities.get, { params: { id: one.acme.id } }),
        user.tryCall(securities.prices, { params: { id: one.acme.id } }),
        user.tryCall(activityCalls.list, { query }),
        user.tryCall(activityCalls.get, { params: { id: activity.id } }),
        user.tryCall(activityCalls.remove, { params: { id: activity.id } }),
        user.tryCall(activityCalls.create, {
          body: { accountId: one.accountId, kind: 'fee', day: today, amount: '1' },
        }),
        user.tryCall(securities.setPrice, { params: { id: one.acme.id }, body: { day: today, price: '1' } }),
        user.tryCall(portfolio.updateAccount, {
          params: { id: one.accountId },
          body: { version: 1, lotMethod: 'lifo' },
        }),
        user.tryCall(portfolio.updateSettings, { params: { id: one.ledger.id }, body: { version: 0 } }),
        user.tryCall(investmentImports.list, { query }),
        user.tryCall(investmentImports.revert, { params: { id: newId() } }),
        user.tryCall(investmentImports.preview, {
          body: { content: 'prices', ledgerId: one.ledger.id, fileName: 'x', text: 'x' },
        }),
      ]);
      expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => 404));
    }
    await one.user.call(ledgers.share, {
      params: { id: one.ledger.id },
      body: {
        members: [
          { userId: (one.user as TestClient & { userId: string }).userId, role: 'owner' },
          { userId: other.userId, role: 'viewer' },
        ],
      },
    });
    expect((await other.call(portfolio.summary, { query: { ledgerId: one.ledger.id } })).holdings.length).toBe(1);
    expect((await other.tryCall(activityCalls.remove, { params: { id: activity.id } })).status).toBe(403);
    expect(
      (
        await other.tryCall(activityCalls.create, {
          body: { accountId: one.accountId, kind: 'fee', day: today, amount: '1' },
        })
      ).status,
    ).toBe(403);
  });

  it('is told what an activity lacks', async () => {
    const one = await depot();
    const refused = async (body: object) =>
      (
        await one.user.tryCall(activityCalls.create, {
          body: { accountId: one.accountId, day: today, ...body } as NewActivity,
        })
      ).body.fields?.map((field) => field.field);
    expect(await refused({ kind: 'buy', securityId: one.acme.id, quantity: '1' })).toEqual(['price']);
    expect(await refused({ kind: 'dividend', amount: '0' })).toEqual(['securityId', 'amount']);
    expect(await refused({ kind: 'buy', securityId: newId(), quantity: '1', price: '1' })).toEqual(['securityId']);
    expect(await refused({ kind: 'split', securityId: one.acme.id, newUnits: '2', oldUnits: '0' })).toEqual([
      'oldUnits',
    ]);
  });

  it('is refused where more goes out than is held, and what a spin-off brought is held', async () => {
    const one = await depot();
    const sell = (quantity: string, securityId = one.acme.id) =>
      one.user.tryCall(activityCalls.create, {
        body: { accountId: one.accountId, securityId, day: '2026-03-10', kind: 'sell', quantity, price: '10' },
      });
    expect((await sell('1')).body.fields).toMatchObject([
      {
        field: 'quantity',
        message:
          'None of it is held in this account on 10 Mar 2026. Enter what was bought before, or enter this as a short sale.',
      },
    ]);
    await enter(one, { kind: 'buy', day: '2026-03-01', quantity: '5', price: '10' });
    await enter(one, { kind: 'buy', day: '2026-03-11', quantity: '5', price: '10' });
    expect((await sell('6')).body.fields?.[0]?.message).toMatch(/^Only 5 are held/);
    const { body: sold } = await sell('2');
    const change = (quantity: string) =>
      one.user.tryCall(activityCalls.update, {
        params: { id: sold.id },
        body: {
          version: sold.version,
          securityId: one.acme.id,
          day: '2026-03-10',
          kind: 'sell',
          quantity,
          price: '10',
        },
      });
    expect((await change('5.5')).status).toBe(400);
    expect((await change('4')).status).toBe(200);
    const child = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Acme Parts', ticker: 'ACP', kind: 'stock', currency: 'USD' },
    });
    await enter(one, {
      kind: 'spinOff',
      day: '2026-03-05',
      newSecurityId: child.id,
      unitsPerUnit: '2',
      costShare: '0.2',
    });
    expect([(await sell('11', child.id)).status, (await sell('8', child.id)).status]).toEqual([400, 201]);
    // Of two who sell the last at once, one does.
    expect(
      (await Promise.all([1, 2, 3].map(() => sell('2', child.id)))).filter(({ status }) => status === 201),
    ).toHaveLength(1);
  });
});
