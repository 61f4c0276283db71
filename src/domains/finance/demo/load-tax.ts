/** Writes two years of a couple's taxes into the sample household's ledger, and a valuation of their business. */
import { currentUserId, currentWorkspaceId, query } from '../../../server/db/index.ts';
import { financeDemo, taxDemo } from '../index.ts';

const FACTS = {
  status: 'marriedJoint',
  aged: 0,
  blind: 0,
  children: 2,
  otherDependents: 0,
  age: 46,
  carriedShort: '0',
  carriedLong: '0',
  specifiedService: false,
  businessWages: '0',
  coveredByPlan: true,
  familyHealthPlan: true,
  priorTax: null,
  priorAgi: null,
} as const;

const FIGURES = {
  2025: [
    ['wages', '96400', 'W-2 of Calder & Finch'],
    ['withheld', '8900', 'W-2 of Calder & Finch'],
    ['businessIncome', '68200', 'Advisory work, 1099-NEC'],
    ['businessExpenses', '11350', 'Advisory work'],
    ['businessMeals', '940', 'Advisory work'],
    ['mortgageInterest', '19400', 'Form 1098'],
    ['stateLocalTaxes', '14800', 'Returns and bills'],
    ['gifts', '2400', 'Receipts'],
  ],
  2026: [
    ['wages', '101200', 'Expected for the whole year'],
    ['withheld', '9300', 'Expected for the whole year'],
    ['businessIncome', '74000', 'Advisory work, expected'],
    ['businessExpenses', '12100', 'Advisory work, expected'],
    ['mortgageInterest', '18900', 'Schedule of the home loan'],
    ['stateLocalTaxes', '15600', 'Last year’s and bills'],
    ['gifts', '2600', 'Receipts'],
  ],
} as const;

const PAYMENTS = {
  2025: [
    ['2025-04-14', '2400'],
    ['2025-06-13', '2400'],
    ['2025-09-12', '2400'],
    ['2026-01-14', '2400'],
  ],
  2026: [
    ['2026-04-14', '2700'],
    ['2026-06-12', '2700'],
    ['2026-09-14', '1500'],
  ],
} as const;

export async function loadTax(): Promise<void> {
  const ledgers = await query<{ id: string; kind: string }>(
    `select l.id, l.kind from finance_ledgers l join finance_ledger_members m on m.ledger_id = l.id and m.user_id = $2
      where l.workspace_id = $1 order by l.created_at`,
    [currentWorkspaceId(), currentUserId()],
  );
  const household = ledgers.find((one) => one.kind === 'personal');
  if (!household) return;
  const sheltered = await query<{ id: string }>(
    `select id from finance_accounts where workspace_id = $1 and ledger_id = $2 and name = 'Retirement account'`,
    [currentWorkspaceId(), household.id],
  );
  const { id } = await taxDemo.createProfile({
    ledgerId: household.id,
    name: 'Our household',
    kind: 'person',
    sources: [{ ledgerId: household.id, use: 'personal', sheltered: sheltered.map((one) => one.id) }],
  });
  const categories = new Map((await financeDemo.listCategories(household.id)).items.map((one) => [one.name, one.id]));
  await taxDemo.placeCategories(id, {
    items: [
      { categoryId: categories.get('Salary')!, line: 'wages' },
      { categoryId: categories.get('Interest and dividends')!, line: 'interest' },
    ],
  });
  for (const year of [2025, 2026] as const) {
    await taxDemo.describeYear(id, year, {
      version: 0,
      facts: {
        ...FACTS,
        age: FACTS.age + year - 2025,
        ...(year === 2026 ? { priorTax: '15820', priorAgi: '160900' } : { priorTax: '14350', priorAgi: '148600' }),
      },
    });
    for (const [line, amount, label] of FIGURES[year])
      await taxDemo.addEntry(id, { year, line, amount, label, replaces: line === 'wages' });
    for (const [day, amount] of PAYMENTS[year])
      await taxDemo.addPayment(id, { year, day, amount, label: 'IRS Direct Pay' });
    for (const [kind, issuer] of [
      ['w2', 'Calder & Finch'],
      ['1098', 'Harbour Building Society'],
      ['1099nec', 'Three clients'],
    ] as const) {
      const made = await taxDemo.addDocument(id, { year, kind, issuer });
      if (year === 2025)
        await taxDemo.updateDocument(id, made.id, { version: made.version, kind, issuer, state: 'received' });
    }
  }
  await taxDemo.createScenario(id, {
    year: 2026,
    name: 'SEP and health savings',
    notes: '',
    moves: [
      { kind: 'retirement', plan: 'sep', amount: '9000' },
      { kind: 'retirement', plan: 'hsa', amount: '8750' },
    ],
  });
  await taxDemo.createScenario(id, {
    year: 2026,
    name: 'S corporation',
    notes: 'Salary by what an adviser is paid here.',
    moves: [{ kind: 'entity', to: 'sCorporation', salary: '42000', costs: '1900', paidOutPercent: '0' }],
  });
  await loadValuation((ledgers.find((one) => one.kind === 'business') ?? household).id);
}

async function loadValuation(ledgerId: string): Promise<void> {
  const comparable = (name: string, figure: 'revenue' | 'ebitda' | 'sde', multiple: string) => ({
    name,
    source: 'Broker’s letter, spring 2026',
    figure,
    multiple,
  });
  await taxDemo.createValuation({
    ledgerId,
    name: 'Advisory practice, 2026',
    notes: 'A first look, before talking to a broker.',
    inputs: {
      asOf: '2026-06-30',
      currency: 'USD',
      business: {
        from: '2025-01-01',
        to: '2025-12-31',
        source: 'Year-end accounts of 2025',
        revenue: '612000',
        profitBeforeTax: '94000',
        interest: '6200',
        depreciation: '14800',
        ownerPay: '88000',
        adjustments: [
          { label: 'Move to the new office', amount: '11500' },
          { label: 'Grant, once', amount: '-4000' },
        ],
        netDebt: '38000',
      },
      dcf: {
        flows: ['92000', '97500', '103000', '108000', '112500'],
        ratePercent: '16',
        terminal: 'growth',
        growthPercent: '2.5',
        multiple: '4',
        multipleOf: '122500',
        midYear: true,
        uncertaintyPercent: '18',
        source: 'Plan of May 2026',
        weight: '40',
      },
      multiples: {
        comparables: [
          comparable('Two-partner practice, Ohio', 'ebitda', '3.6'),
          comparable('Advisory firm, Indiana', 'ebitda', '4.1'),
          comparable('Consultancy, Michigan', 'ebitda', '4.8'),
          comparable('Practice with a retainer book', 'revenue', '0.7'),
          comparable('Practice, project work', 'revenue', '0.55'),
        ],
        weight: '30',
      },
      sde: {
        low: '1.9',
        mid: '2.4',
        high: '2.8',
        source: 'What the broker named for practices of this size',
        weight: '30',
      },
      assets: {
        items: [
          { label: 'Equipment', owed: false, bookValue: '31000', marketValue: '24000' },
          { label: 'Receivables', owed: false, bookValue: '71000', marketValue: '66000' },
          { label: 'Bank loan', owed: true, bookValue: '62000', marketValue: '' },
        ],
        weight: '0',
      },
    },
  });
}
