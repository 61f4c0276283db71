import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  accounts,
  activityCalls,
  type BookAccount,
  books as bookCalls,
  categories,
  journal,
  type Ledger,
  ledgers,
  type NewActivity,
  portfolio,
  securities,
  tax,
  type TaxFactsInput,
  type TaxProfile,
  taxScenarios,
  transactions,
} from '../../contract.ts';
import type { TaxLine } from '../../contract/tax-lines.ts';
import { remindOfTax } from './reminders.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Books {
  user: TestClient & { userId: string };
  workspaceId: string;
  ledger: Ledger;
  profile: TaxProfile;
}

async function books(kind: Ledger['kind'] = 'personal', profileKind: TaxProfile['kind'] = 'person'): Promise<Books> {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  const ledger = await user.call(ledgers.create, { body: { name: 'Ours', kind, currency: 'USD' } });
  return {
    user,
    workspaceId,
    ledger,
    profile: await user.call(tax.create, { body: { ledgerId: ledger.id, name: 'Ada', kind: profileKind } }),
  };
}

const FACTS: TaxFactsInput = {
  status: 'single',
  aged: 0,
  blind: 0,
  children: 0,
  otherDependents: 0,
  age: 40,
  carriedShort: '0',
  carriedLong: '0',
  specifiedService: false,
  businessWages: '0',
  coveredByPlan: false,
  familyHealthPlan: false,
  priorTax: '',
  priorAgi: '',
};
const yearOf = ({ user, profile }: Books, year = 2024) => user.call(tax.year, { params: { id: profile.id, year } });
const enter = (
  { user, profile }: Books,
  line: 'wages' | 'withheld' | 'longTermGains' | 'interest' | 'businessIncome',
  amount: string,
  more: { replaces?: boolean; year?: number } = {},
) => user.call(tax.addEntry, { params: { id: profile.id }, body: { year: 2024, line, amount, ...more } });
const describeYear = ({ user, profile }: Books, facts: Partial<TaxFactsInput>, year = 2024, version = 0) =>
  user.call(tax.describe, { params: { id: profile.id, year }, body: { version, facts: { ...FACTS, ...facts } } });

/** Money on a category of the ledger. */
async function book(
  { user, ledger }: Books,
  account: string,
  amounts: Record<string, string>,
): Promise<Map<string, string>> {
  const all = new Map(
    (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items.map((one) => [one.name, one.id]),
  );
  for (const [name, amount] of Object.entries(amounts))
    await user.call(transactions.create, {
      body: { accountId: account, day: '2024-05-10', amount, categoryId: all.get(name)! },
    });
  return all;
}
const checking = async ({ user, ledger }: Books): Promise<string> =>
  (
    await user.call(accounts.create, {
      body: { ledgerId: ledger.id, name: 'Checking', kind: 'checking', currency: 'USD', openingBalance: '0' },
    })
  ).id;

describe('the estimate of a year', () => {
  // Published figures: tax of the year 2024 by the rate schedules.
  it.each([
    ['single', '75000', '8341'],
    ['single', '150000', '25538.5'],
    ['marriedJoint', '100000', '8032'],
  ] as const)('%s with wages of %s: %s', async (status, wages, expected) => {
    const one = await books();
    await enter(one, 'wages', wages);
    await describeYear(one, { status });
    const { person } = await yearOf(one);
    expect(person!.totalTax).toBe(expected);
    expect(person!.brackets).toHaveLength(7);
    expect(person!.steps.at(-1)).toMatchObject({ label: 'Total tax', amount: expected });
  });

  it('counts categories once someone has confirmed their lines, and an entry can stand in their place', async () => {
    const one = await books();
    const ids = await book(one, await checking(one), { Salary: '60000', 'Gifts and donations': '-500' });
    const before = await yearOf(one);
    expect([before.unplaced, before.person!.totalIncome]).toEqual([2, '0']);
    const { items } = await one.user.call(tax.categories, { params: { id: one.profile.id, year: 2024 } });
    expect(items.find((row) => row.name === 'Salary')).toMatchObject({
      amount: '60000',
      proposed: 'wages',
      confirmed: false,
      line: null,
    });
    await one.user.call(tax.place, {
      params: { id: one.profile.id },
      body: {
        items: [
          { categoryId: ids.get('Salary')!, line: 'wages' },
          { categoryId: ids.get('Gifts and donations')!, line: 'gifts' },
        ],
      },
    });
    const placed = await yearOf(one);
    expect([placed.unplaced, placed.person!.totalIncome]).toEqual([0, '60000']);
    expect(placed.lines.find((line) => line.line === 'gifts')).toMatchObject({
      amount: '500',
      sources: [
        {
          kind: 'category',
          label: 'Gifts and donations',
          ledgerId: one.ledger.id,
          categoryId: ids.get('Gifts and donations'),
        },
      ],
    });
    expect(placed.warnings.join()).toMatch(/after withholding/);
    await enter(one, 'wages', '81000', { replaces: true });
    const replaced = await yearOf(one);
    expect(replaced.person!.totalIncome).toBe('81000');
    expect(replaced.warnings.join()).not.toMatch(/after withholding/);
    expect(replaced.lines[0]!.sources.map((source) => source.replaced)).toEqual([true, false]);
  });

  it('takes a business from its ledger, half of its meals, and the deduction for its income', async () => {
    const one = await books('business');
    const ids = await book(one, await checking(one), {
      Services: '120000',
      Meals: '-2000',
      Software: '-9000',
      'Taxes and licenses': '-1000',
    });
    await one.user.call(tax.place, {
      params: { id: one.profile.id },
      body: {
        items: [
          { categoryId: ids.get('Services')!, line: 'businessIncome' },
          { categoryId: ids.get('Meals')!, line: 'businessMeals' },
          { categoryId: ids.get('Software')!, line: 'businessExpenses' },
          { categoryId: ids.get('Taxes and licenses')!, line: null },
        ],
      },
    });
    const { person } = await yearOf(one);
    expect(person!.businessProfit).toBe('110000');
    // 110,000 × 92.35 % × 15.3 %
    expect(person!.steps.find((step) => step.label === 'Self-employment tax')!.amount).toBe('15542.51');
    expect(person!.steps.find((step) => step.basis === 'IRC §199A')!.amount).toBe('-17525.75');
  });

  it('is made of the same entries as profit and loss, whatever they were made from', { timeout: 120_000 }, async () => {
    const act = fc.record({
      source: fc.constantFrom('bank', 'journal', 'split'),
      pick: fc.nat(60),
      month: fc.integer({ min: 1, max: 12 }),
      cents: fc.integer({ min: 1, max: 500_000 }),
      refund: fc.boolean(),
    });
    const one = await books('business');
    const account = await checking(one);
    const params = { id: one.ledger.id };
    const chart = (await one.user.call(bookCalls.accounts, { params })).items;
    const nominal = chart.filter((row) => row.type === 'income' || row.type === 'expense');
    const owed = chart.find((row) => row.name === 'Accumulated depreciation')!;
    const own = (await one.user.call(categories.list, { query: { ledgerId: one.ledger.id } })).items;
    // Lines of the profit before income tax: all lines of the business, and its interest.
    const line = (row: BookAccount): TaxLine | null =>
      row.role === 'incomeTax'
        ? null
        : row.type === 'income'
          ? 'businessIncome'
          : row.role === 'depreciation'
            ? 'depreciation'
            : row.name === 'Meals'
              ? 'businessMeals'
              : 'businessExpenses';
    await one.user.call(tax.place, {
      params: { id: one.profile.id },
      body: { items: nominal.map((row) => ({ accountId: row.id, line: line(row) })) },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 9 }), async (acts) => {
        for (const { source, pick, month, cents, refund } of acts) {
          const day = `2024-${String(month).padStart(2, '0')}-15`;
          // Even cents: half of a meal is cents, too.
          const amount = (refund ? -cents : cents) / 50;
          const [category, other] = [own[pick % own.length]!.id, own[(pick * 7) % own.length]!.id];
          if (source === 'journal')
            await one.user.call(journal.create, {
              body: {
                ledgerId: one.ledger.id,
                day,
                memo: 'Adjustment',
                lines: [
                  { accountId: nominal[pick % nominal.length]!.id, amount: amount.toFixed(2) },
                  { accountId: owed.id, amount: (-amount).toFixed(2) },
                ],
              },
            });
          else {
            const made = await one.user.call(transactions.create, {
              body: { accountId: account, day, amount: (amount * 2).toFixed(2), categoryId: category },
            });
            if (source === 'split')
              await one.user.call(transactions.update, {
                params: { id: made.id },
                body: {
                  version: made.version,
                  splits: [category, other].map((categoryId) => ({ amount: amount.toFixed(2), categoryId })),
                },
              });
          }
        }
        const view = await yearOf(one);
        const of = (wanted: TaxLine) => decimal(view.lines.find((row) => row.line === wanted)!.amount);
        const base = of('businessIncome')
          .minus(of('businessExpenses'))
          .minus(of('businessMeals'))
          .minus(of('depreciation'));
        const statement = await one.user.call(bookCalls.statement, {
          params,
          query: { kind: 'profitAndLoss', from: '2024-01-01', to: '2024-12-31', compare: 'none' },
        });
        expect(base.toFixed()).toBe(decimal(statement.results['beforeTax']!.amounts[0]!).toFixed());
        expect(view.person!.businessProfit).toBe(base.plus(of('businessMeals').div(2n)).toFixed());
      }),
      { numRuns: 2 },
    );
  });

  it('takes accounts as their categories were placed, until someone says something of the account', async () => {
    const one = await books('business');
    const ids = await book(one, await checking(one), { Services: '1000', Software: '-100' });
    await one.user.call(tax.place, {
      params: { id: one.profile.id },
      body: {
        items: [
          { categoryId: ids.get('Services')!, line: 'businessIncome' },
          { categoryId: ids.get('Software')!, line: 'businessExpenses' },
        ],
      },
    });
    expect((await yearOf(one)).person!.businessProfit).toBe('900');
    const rows = async () =>
      (await one.user.call(tax.categories, { params: { id: one.profile.id, year: 2024 } })).items;
    const software = (await rows()).find((row) => row.name === 'Software')!;
    expect(software).toMatchObject({ categoryId: null, line: 'businessExpenses', confirmed: true, amount: '-100' });
    expect((await rows()).find((row) => row.name === 'Depreciation')).toMatchObject({
      proposed: 'depreciation',
      confirmed: false,
    });
    await one.user.call(tax.place, {
      params: { id: one.profile.id },
      body: { items: [{ accountId: software.accountId, line: null }] },
    });
    expect((await yearOf(one)).person!.businessProfit).toBe('1000');
    const stranger = await books('business');
    expect(
      (
        await stranger.user.tryCall(tax.place, {
          params: { id: stranger.profile.id },
          body: { items: [{ accountId: software.accountId, line: null }] },
        })
      ).status,
    ).toBe(404);
    expect(
      (await one.user.tryCall(tax.place, { params: { id: one.profile.id }, body: { items: [{ line: null }] } })).status,
    ).toBe(400);
  });

  it('hands the profit of a partnership on by shares, and taxes a corporation itself', async () => {
    const one = await books('business', 'cCorporation');
    const ids = await book(one, await checking(one), { Sales: '100000', Rent: '-20000' });
    const place = (id: string) =>
      one.user.call(tax.place, {
        params: { id },
        body: {
          items: [
            { categoryId: ids.get('Sales')!, line: 'businessIncome' },
            { categoryId: ids.get('Rent')!, line: 'businessExpenses' },
          ],
        },
      });
    await place(one.profile.id);
    const corporation = await yearOf(one);
    expect(corporation).toMatchObject({ person: null, business: { profit: '80000', tax: '16800' } });
    expect(corporation.estimated!.instalments.map((row) => [row.dueDay, row.amount])).toEqual([
      ['2024-04-15', '4200'],
      ['2024-06-17', '4200'],
      ['2024-09-16', '4200'],
      ['2024-12-16', '4200'],
    ]);
    const owner = await one.user.call(tax.create, {
      body: {
        ledgerId: one.ledger.id,
        name: 'Partner',
        kind: 'person',
        sources: [{ ledgerId: one.ledger.id, use: 'passThrough', sharePercent: '25' }],
      },
    });
    await place(owner.id);
    const share = await one.user.call(tax.year, { params: { id: owner.id, year: 2024 } });
    expect(share.lines.find((line) => line.line === 'passThroughIncome')).toMatchObject({
      amount: '20000',
      sources: [{ kind: 'profit', note: '25% of 80000' }],
    });
  });

  it('brings gains by lots, without wash sales and retirement accounts', async () => {
    const one = await books();
    const depot = async (name: string) =>
      (
        await one.user.call(accounts.create, {
          body: { ledgerId: one.ledger.id, name, kind: 'investment', currency: 'USD' },
        })
      ).id;
    const [broker, ira] = [await depot('Broker'), await depot('IRA')];
    const acme = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Acme', ticker: 'ACM', kind: 'stock', currency: 'USD' },
    });
    const act = (accountId: string, input: Partial<NewActivity> & Pick<NewActivity, 'kind' | 'day'>) =>
      one.user.call(activityCalls.create, { body: { accountId, securityId: acme.id, ...input } as NewActivity });
    await act(broker, { kind: 'buy', day: '2022-01-10', quantity: '100', price: '10' });
    await act(broker, { kind: 'sell', day: '2024-03-01', quantity: '100', price: '7' });
    await act(broker, { kind: 'dividend', day: '2024-02-01', amount: '40' });
    await act(ira, { kind: 'dividend', day: '2024-02-01', amount: '400' });
    await act(ira, { kind: 'buy', day: '2024-03-20', quantity: '40', price: '8' });
    const sources = [{ ledgerId: one.ledger.id, use: 'personal' as const, sheltered: [ira] }];
    await one.user.call(tax.update, {
      params: { id: one.profile.id },
      body: { version: 1, name: 'Ada', kind: 'person', sources },
    });
    const view = await yearOf(one);
    expect(view.lines.find((line) => line.line === 'longTermGains')).toMatchObject({
      amount: '-180',
      sources: [{ amount: '-300' }, { amount: '120' }],
    });
    expect(view.lines.find((line) => line.line === 'ordinaryDividends')!.amount).toBe('40');
    expect(view.washSales).toEqual([
      { security: 'Acme', sold: '2024-03-01', bought: '2024-03-20', disallowed: '120', retirement: true },
    ]);
    // A loss that stays is in the cost of those units that replaced what was sold, also after a split; the lot's others
    // cost what they did.
    const beta = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Beta', ticker: 'BET', kind: 'stock', currency: 'USD' },
    });
    await act(broker, { securityId: beta.id, kind: 'buy', day: '2022-01-10', quantity: '100', price: '10' });
    await act(broker, { securityId: beta.id, kind: 'sell', day: '2024-03-01', quantity: '100', price: '7' });
    await act(broker, { securityId: beta.id, kind: 'buy', day: '2024-03-20', quantity: '150', price: '8' });
    await act(broker, { securityId: beta.id, kind: 'split', day: '2024-06-03', newUnits: '2', oldUnits: '1' });
    const held = await one.user.call(portfolio.holding, { params: { id: beta.id }, query: {} });
    expect(held.lots.map((lot) => [lot.quantity, lot.cost])).toEqual([['300', '1200']]);
    expect(held.washedLots.map((lot) => [lot.quantity, lot.cost, lot.added, lot.costForTax, lot.heldFrom])).toEqual([
      ['200', '800', '300', '1100', '2022-01-29'],
      ['100', '400', '0', '400', '2024-03-20'],
    ]);
    expect((await one.user.call(portfolio.holding, { params: { id: acme.id }, query: {} })).washedLots).toEqual([]);
    // The page of gains says what tax counts of them, and which sale lost what.
    const gains = await one.user.call(portfolio.gains, { query: { ledgerId: one.ledger.id } });
    expect(gains.totals).toEqual({ shortTerm: '0', longTerm: '-600', count: 2 });
    expect(gains.tax).toEqual({
      shortTerm: '0',
      longTerm: (await yearOf(one)).lines.find((line) => line.line === 'longTermGains')!.amount,
      notAllowed: '420',
    });
    expect(Object.fromEntries(gains.items.map((row) => [row.security, row.washed]))).toEqual({
      Acme: '120',
      Beta: '300',
    });
    expect(
      (await one.user.call(portfolio.gains, { query: { ledgerId: one.ledger.id, securityId: beta.id } })).tax,
    ).toBeNull();
    expect(
      (await one.user.call(portfolio.gains, { query: { ledgerId: one.ledger.id, from: '2024-04-01' } })).tax,
    ).toBeNull();
  });
});

describe('estimated payments', () => {
  it('are told by the safe harbour of this year or the last', async () => {
    const one = await books();
    await enter(one, 'businessIncome', '100000');
    await enter(one, 'withheld', '2000');
    await one.user.call(tax.addPayment, {
      params: { id: one.profile.id },
      body: { year: 2024, day: '2024-04-15', amount: '3000' },
    });
    const first = await yearOf(one);
    expect(first.estimated).toMatchObject({ rule: 'currentYear' });
    expect(first.estimated!.sentence).toMatch(/90%/);
    await describeYear(one, { priorTax: '10000', priorAgi: '90000' });
    const { estimated, person } = await yearOf(one);
    expect(estimated).toMatchObject({
      rule: 'priorYear',
      required: '10000',
      instalments: [
        {
          dueDay: '2024-04-15',
          amount: '2000',
          requiredByThen: '2500',
          paidByThen: '3500',
          shortfall: '0',
          past: true,
        },
        { dueDay: '2024-06-17', shortfall: '1000' },
        {},
        { dueDay: '2025-01-15' },
      ],
    });
    expect(Number(person!.balanceDue)).toBeCloseTo(Number(person!.totalTax) - 5000, 2);
    await describeYear(one, { priorTax: '10000', priorAgi: '150001' }, 2024, 1);
    expect((await yearOf(one)).estimated).toMatchObject({ rule: 'priorYearHighIncome', required: '11000' });
    expect((await yearOf(one, 2025)).priorYear).toMatchObject({ tax: person!.totalTax });
  });

  it('are announced once, in the morning, to those who may change the ledger', async () => {
    const one = await books();
    const told = async () =>
      asSystem(() =>
        query<{ title: string }>('select title from notifications where user_id = $1 order by created_at', [
          one.user.userId,
        ]),
      );
    const at = (instant: string) => asSystem(() => remindOfTax(new Date(instant)));
    await at('2026-09-02T03:00:00Z');
    expect(await told()).toEqual([]);
    await at('2026-09-02T20:00:00Z');
    await at('2026-09-02T21:00:00Z');
    expect((await told()).map((row) => row.title)).toEqual(['Ada: estimated tax for 2026 due in 13 days']);
  });
});

describe('figures by hand', () => {
  it('are changed by version, deleted and brought back', async () => {
    const one = await books();
    const entry = await enter(one, 'interest', '120');
    const params = { id: one.profile.id, itemId: entry.id };
    const changed = await one.user.call(tax.updateEntry, {
      params,
      body: { version: 1, line: 'interest', amount: '130', label: 'Savings' },
    });
    expect(changed).toMatchObject({ version: 2, amount: '130' });
    expect(
      (await one.user.tryCall(tax.updateEntry, { params, body: { version: 1, line: 'interest', amount: '140' } })).body
        .code,
    ).toBe('stale');
    await one.user.call(tax.removeItem, { params });
    expect((await yearOf(one)).person!.totalIncome).toBe('0');
    await one.user.call(tax.restoreItem, { params });
    expect((await yearOf(one)).person!.totalIncome).toBe('130');
  });

  it('and years are refused where they cannot be', async () => {
    const one = await books();
    expect((await one.user.tryCall(tax.year, { params: { id: one.profile.id, year: 2031 } })).status).toBe(404);
    expect(
      (
        await one.user.tryCall(tax.describe, {
          params: { id: one.profile.id, year: 2024 },
          body: { version: 0, facts: { ...FACTS, aged: 2 } },
        })
      ).body.fields?.[0]?.field,
    ).toBe('facts.aged');
    expect(
      (
        await one.user.tryCall(tax.addPayment, {
          params: { id: one.profile.id },
          body: { year: 2024, day: '2024-04-15', amount: '-3' },
        })
      ).status,
    ).toBe(400);
  });
});

describe('documents', () => {
  it('are proposed by the year’s figures, ticked off, and kept with their file', async () => {
    const one = await books();
    await enter(one, 'wages', '1000');
    const params = { id: one.profile.id, year: 2024 };
    expect((await one.user.call(tax.documents, { params })).proposed.map((row) => row.kind)).toEqual(['w2']);
    const added = await one.user.call(tax.addDocument, {
      params: { id: one.profile.id },
      body: { year: 2024, kind: 'w2', issuer: 'Calder & Finch' },
    });
    const path = `/api/finance/tax/profiles/${one.profile.id}/documents/${added.id}/file`;
    const form = (bytes: string) => {
      const made = new FormData();
      made.set('file', new Blob([bytes]), 'w2.pdf');
      return made;
    };
    expect((await one.user.send('POST', path, { raw: form('hello') })).status).toBe(400);
    expect((await one.user.send('POST', path, { raw: form('%PDF-1.7 a form') })).body).toMatchObject({
      state: 'received',
      file: { name: 'w2.pdf', type: 'application/pdf' },
    });
    const list = await one.user.call(tax.documents, { params });
    expect([list.items.length, list.proposed.length]).toEqual([1, 0]);
    const file = await one.user.open('GET', path);
    expect([file.status, await file.text(), file.headers.get('content-disposition')]).toEqual([
      200,
      '%PDF-1.7 a form',
      expect.stringMatching(/^attachment/),
    ]);
  });
});

describe('scenarios', () => {
  it('are saved with what they save, and change nothing', async () => {
    const one = await books();
    await enter(one, 'businessIncome', '150000');
    const before = await yearOf(one);
    const moves = [{ kind: 'retirement' as const, plan: 'sep' as const, amount: '10000' }];
    const saved = await one.user.call(taxScenarios.create, {
      params: { id: one.profile.id },
      body: { year: 2024, name: 'SEP', moves },
    });
    expect(Number(saved.figures.saving)).toBeGreaterThan(1500);
    expect(saved.figures.moves[0]!.basis).toMatch(/408/);
    expect((await yearOf(one)).person).toEqual(before.person);
    const { items, baseline, limits } = await one.user.call(taxScenarios.list, {
      params: { id: one.profile.id, year: 2024 },
    });
    expect(baseline.now.total).toBe(before.person!.totalTax);
    expect(items).toHaveLength(1);
    expect(limits.find((row) => row.plan === 'sep')!.most).toBe('27880.57');
    expect(
      await one.user.call(taxScenarios.preview, { params: { id: one.profile.id, year: 2024 }, body: { moves } }),
    ).toEqual(saved.figures);
    const params = { id: one.profile.id, itemId: saved.id };
    expect(
      (await one.user.tryCall(taxScenarios.update, { params, body: { version: 7, name: 'SEP', moves } })).body.code,
    ).toBe('stale');
    await one.user.call(taxScenarios.remove, { params });
    expect((await one.user.call(taxScenarios.list, { params: { id: one.profile.id, year: 2024 } })).items).toEqual([]);
    await one.user.call(taxScenarios.restore, { params });
  });

  it('harvest losses of real lots, as far as nothing was bought within 30 days', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const year = Number(today.slice(0, 4));
    if (year > 2026) return;
    const one = await books();
    const { id: accountId } = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledger.id, name: 'Broker', kind: 'investment', currency: 'USD' },
    });
    const acme = await one.user.call(securities.create, {
      body: { ledgerId: one.ledger.id, name: 'Acme', ticker: 'ACM', kind: 'stock', currency: 'USD' },
    });
    const buy = (day: string, quantity: string, price: string) =>
      one.user.call(activityCalls.create, {
        body: { accountId, securityId: acme.id, kind: 'buy', day, quantity, price } as NewActivity,
      });
    const old = await buy(addDays(today, -600), '100', '10');
    await buy(addDays(today, -10), '40', '6');
    await one.user.call(securities.setPrice, {
      params: { id: acme.id },
      body: { day: addDays(today, -1), price: '6' },
    });
    const { items } = await one.user.call(taxScenarios.harvest, { params: { id: one.profile.id, year } });
    expect(items).toMatchObject([
      {
        key: old.id,
        security: 'Acme',
        loss: '400',
        allowedLoss: '240',
        longTerm: true,
        buyBackFrom: addDays(today, 31),
        recent: [{ quantity: '40' }],
      },
    ]);
    await enter(one, 'wages', '90000', { year });
    const preview = await one.user.call(taxScenarios.preview, {
      params: { id: one.profile.id, year },
      body: { moves: [{ kind: 'harvest', lots: [old.id] }] },
    });
    // 240 of other income at 22 %.
    expect(preview.saving).toBe('52.8');
    expect(
      (await one.user.call(taxScenarios.harvest, { params: { id: one.profile.id, year: year - 1 } })).reason,
    ).toMatch(/is over/);
  });
});

describe('whose it is', () => {
  it('is the people’s of its ledger; others find nothing', async () => {
    const [one, other] = [await books(), await books()];
    const stranger = await system.signedIn({ workspaceId: one.workspaceId });
    for (const user of [other.user, stranger]) {
      expect((await user.tryCall(tax.year, { params: { id: one.profile.id, year: 2024 } })).status).toBe(404);
      expect(
        (
          await user.tryCall(tax.addEntry, {
            params: { id: one.profile.id },
            body: { year: 2024, line: 'wages', amount: '1' },
          })
        ).status,
      ).toBe(404);
      expect((await user.tryCall(taxScenarios.list, { params: { id: one.profile.id, year: 2024 } })).status).toBe(404);
    }
    await one.user.call(ledgers.share, {
      params: { id: one.ledger.id },
      body: {
        members: [
          { userId: one.user.userId, role: 'owner' },
          { userId: stranger.userId, role: 'viewer' },
        ],
      },
    });
    expect((await stranger.tryCall(tax.year, { params: { id: one.profile.id, year: 2024 } })).status).toBe(200);
    expect(
      (
        await stranger.tryCall(tax.describe, {
          params: { id: one.profile.id, year: 2024 },
          body: { version: 0, facts: FACTS },
        })
      ).status,
    ).toBe(403);
  });

  it('a ledger that is not shared is left out, and said so', async () => {
    const one = await books();
    const second = await one.user.call(ledgers.create, { body: { name: 'Secret', kind: 'business', currency: 'USD' } });
    await one.user.call(tax.update, {
      params: { id: one.profile.id },
      body: {
        version: 1,
        name: 'Ada',
        kind: 'person',
        sources: [
          { ledgerId: one.ledger.id, use: 'personal' },
          { ledgerId: second.id, use: 'business' },
        ],
      },
    });
    const viewer = await system.signedIn({ workspaceId: one.workspaceId });
    await one.user.call(ledgers.share, {
      params: { id: one.ledger.id },
      body: {
        members: [
          { userId: one.user.userId, role: 'owner' },
          { userId: viewer.userId, role: 'viewer' },
        ],
      },
    });
    const view = await viewer.call(tax.year, { params: { id: one.profile.id, year: 2024 } });
    expect(view.warnings.join()).toMatch(/not shared with you/);
    expect(view.profile.sources.map((source) => source.visible)).toEqual([true, false]);
    expect(JSON.stringify(view)).not.toContain('Secret');
  });

  it('profiles go and come back', async () => {
    const one = await books();
    const params = { id: one.profile.id };
    await one.user.call(tax.remove, { params });
    expect((await one.user.call(tax.profiles, { query: { ledgerId: one.ledger.id } })).items).toEqual([]);
    expect((await one.user.tryCall(tax.year, { params: { ...params, year: 2024 } })).status).toBe(404);
    expect((await one.user.call(tax.restore, { params })).name).toBe('Ada');
    const csv = await one.user.open('GET', `/api/finance/tax/profiles/${one.profile.id}/years/2024/export`);
    expect(await csv.text()).toMatch(/Total tax/);
    const pdf = await one.user.open('GET', `/api/finance/tax/profiles/${one.profile.id}/years/2024/summary`);
    expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  });
});
