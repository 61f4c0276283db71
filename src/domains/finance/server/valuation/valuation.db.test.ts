import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  accounts,
  categories,
  type Ledger,
  ledgers,
  transactions,
  type ValuationInputs,
  valuations,
} from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Books {
  user: TestClient;
  workspaceId: string;
  ledger: Ledger;
}

async function books(kind: Ledger['kind'] = 'business'): Promise<Books> {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  return {
    user,
    workspaceId,
    ledger: await user.call(ledgers.create, { body: { name: 'Works', kind, currency: 'USD' } }),
  };
}

/** Flows of Damodaran's kind: 100 growing to 110, 121 at 10 %, 2 % for ever. */
const inputs = (
  more: {
    [K in keyof ValuationInputs]?: ValuationInputs[K] extends object ? Partial<ValuationInputs[K]> : ValuationInputs[K];
  } = {},
): ValuationInputs => ({
  asOf: '2025-12-31',
  currency: 'USD',
  business: {
    from: '2025-01-01',
    to: '2025-12-31',
    source: 'Accounts',
    revenue: '1000',
    profitBeforeTax: '100',
    interest: '10',
    depreciation: '20',
    ownerPay: '80',
    adjustments: [
      { label: 'Lawsuit', amount: '15' },
      { label: 'Grant', amount: '-5' },
    ],
    netDebt: '50',
    ...more.business,
  },
  dcf: {
    flows: ['100', '110', '121'],
    ratePercent: '10',
    terminal: 'growth',
    growthPercent: '2',
    multiple: '4',
    multipleOf: '140',
    midYear: false,
    uncertaintyPercent: '20',
    weight: '50',
    ...more.dcf,
  },
  multiples: {
    comparables: [
      { name: 'A', figure: 'ebitda', multiple: '3' },
      { name: 'B', figure: 'ebitda', multiple: '5' },
      { name: 'C', figure: 'ebitda', multiple: '4' },
    ],
    weight: '25',
    ...more.multiples,
  },
  sde: { low: '1', mid: '2', high: '3', weight: '25', ...more.sde },
  assets: {
    items: [
      { label: 'Stock', owed: false, bookValue: '50', marketValue: '40' },
      { label: 'Loan', owed: true, bookValue: '30' },
    ],
    weight: '0',
    ...more.assets,
  },
});
const create = ({ user, ledger }: Books, of = inputs()) =>
  user.call(valuations.create, { body: { ledgerId: ledger.id, name: 'First look', inputs: of } });

describe('a valuation', () => {
  it('works out every method and weighs them', async () => {
    const { result } = await create(await books());
    expect(result).toMatchObject({ ebitda: '140', sde: '220', problems: [] });
    // Three flows of 90.91 each, 1,542.75 at the end of the third year, worth 1,159.09 today.
    expect(result.dcf).toMatchObject({
      presentValueOfFlows: '272.73',
      terminalValue: '1542.75',
      presentValueOfTerminal: '1159.09',
      enterpriseValue: '1431.82',
      equityValue: '1381.82',
    });
    expect(result.methods.map((one) => [one.label, one.low, one.mid, one.high, one.weightPercent])).toEqual([
      ['Discounted cash flow', result.methods[0]!.low, '1381.82', result.methods[0]!.high, '50'],
      ['Multiples of EBITDA', '370', '510', '650', '25'],
      ['Seller’s discretionary earnings', '170', '390', '610', '25'],
      ['Net assets', '10', '10', '20', '0'],
    ]);
    expect(result.conclusion!.mid).toBe('915.91');
    expect(result.dcf!.grid!.rates).toEqual(['8', '9', '10', '11', '12']);
    expect(result.dcf!.grid!.values[2]![2]).toBe('1381.82');
    const { p10, p50, p90 } = result.dcf!.simulation!;
    expect(Number(p10)).toBeLessThan(Number(p50));
    expect(Number(p90)).toBeGreaterThan(1381.82);
  });

  it('discounts from the middle of the year where asked, ends with a sale, and says what cannot be', async () => {
    const one = await books();
    const half = await create(one, inputs({ dcf: { midYear: true } }));
    expect(Number(half.result.dcf!.enterpriseValue)).toBeCloseTo(1431.8182 * Math.sqrt(1.1), 2);
    const sale = await create(one, inputs({ dcf: { terminal: 'multiple' } }));
    expect(sale.result.dcf).toMatchObject({ terminalValue: '560', grid: null });
    const wrong = await create(one, inputs({ dcf: { growthPercent: '12' } }));
    expect(wrong.result.dcf).toBeNull();
    expect(wrong.result.problems.join()).toMatch(/below the discount rate/);
  });

  it('keeps every version, and refuses an old one', async () => {
    const one = await books();
    const made = await create(one);
    const params = { id: made.id };
    const changed = await one.user.call(valuations.update, {
      params,
      body: { version: 1, name: 'Second look', notes: 'Higher rate', inputs: inputs({ dcf: { ratePercent: '12' } }) },
    });
    expect(changed.version).toBe(2);
    expect(
      (await one.user.tryCall(valuations.update, { params, body: { version: 1, name: 'x', inputs: inputs() } })).body
        .code,
    ).toBe('stale');
    const { items } = await one.user.call(valuations.versions, { params });
    expect(
      items.map((row) => [row.version, row.name, row.result.dcf!.equityValue === made.result.dcf!.equityValue]),
    ).toEqual([
      [2, 'Second look', false],
      [1, 'First look', true],
    ]);
    await one.user.call(valuations.remove, { params });
    expect((await one.user.tryCall(valuations.get, { params })).status).toBe(404);
    expect((await one.user.call(valuations.restore, { params })).version).toBe(2);
    const pdf = await one.user.open('GET', `/api/finance/valuations/${made.id}/report.pdf`);
    expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  });

  it('is proposed from the journal of a business', async () => {
    const one = await books();
    const { id: accountId } = await one.user.call(accounts.create, {
      body: {
        ledgerId: one.ledger.id,
        name: 'Checking',
        kind: 'checking',
        currency: 'USD',
        openingBalance: '1000',
        openingDay: '2025-01-01',
      },
    });
    const all = new Map(
      (await one.user.call(categories.list, { query: { ledgerId: one.ledger.id } })).items.map((row) => [
        row.name,
        row.id,
      ]),
    );
    for (const [name, amount] of [
      ['Sales', '50000'],
      ['Rent', '-12000'],
      ['Interest paid', '-800'],
    ] as const)
      await one.user.call(transactions.create, {
        body: { accountId, day: '2025-03-01', amount, categoryId: all.get(name)! },
      });
    const proposal = await one.user.call(valuations.propose, {
      query: { ledgerId: one.ledger.id, from: '2025-01-01', to: '2025-12-31' },
    });
    expect(proposal.business).toMatchObject({
      revenue: '50000',
      profitBeforeTax: '37200',
      interest: '800',
      netDebt: '-38200',
      source: 'Journal, 2025-01-01 to 2025-12-31',
    });
    // 38,000 less a quarter, growing by 3 %.
    expect(proposal.dcf.flows[0]).toBe('29355');
    expect(proposal.assets.items).toMatchObject([{ label: 'Checking', owed: false, bookValue: '38200' }]);
  });

  it('is seen by the people of its ledger only', async () => {
    const [one, other] = [await books(), await books()];
    const made = await create(one);
    const stranger = await system.signedIn({ workspaceId: one.workspaceId });
    for (const user of [other.user, stranger]) {
      expect((await user.tryCall(valuations.get, { params: { id: made.id } })).status).toBe(404);
      expect((await user.tryCall(valuations.versions, { params: { id: made.id } })).status).toBe(404);
      expect(
        (
          await user.tryCall(valuations.propose, {
            query: { ledgerId: one.ledger.id, from: '2025-01-01', to: '2025-12-31' },
          })
        ).status,
      ).toBe(404);
    }
  });
});
