import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, sumOf } from '../../../../kernel/money/index.ts';
import {
  ageing,
  assertMovable,
  assertPostable,
  balances,
  balanceSheet,
  businessYear,
  cashFlow,
  closeThrough,
  closingEntry,
  daysSalesOutstanding,
  type Entry,
  imbalance,
  type Ledger,
  type LedgerAccount,
  profitAndLoss,
  reopenAfter,
  reversal,
  ROLES,
  trialBalance,
  type AccountRole,
} from './index.ts';

const CHART: LedgerAccount[] = (Object.keys(ROLES) as AccountRole[]).map((role, index) => ({
  id: role,
  code: String(1000 + index),
  name: ROLES[role].label,
  role,
}));
const LEDGER: Ledger = {
  currency: 'USD',
  accounts: new Map(CHART.map((one) => [one.id, one])),
  periods: { yearStartsIn: 1 },
};

function entry(id: string, day: string, lines: Record<string, string>): Entry {
  return {
    id,
    day,
    description: id,
    lines: Object.entries(lines).map(([accountId, amount]) => ({ accountId, amount: decimal(amount) })),
  };
}

/** A year of a small business, worked out by hand. */
const YEAR: Entry[] = [
  entry('founded', '2026-01-01', { cash: '50000', capital: '-50000' }),
  entry('loan', '2026-01-02', { cash: '20000', loan: '-20000' }),
  entry('machine', '2026-01-05', { fixedAsset: '12000', cash: '-12000' }),
  entry('sale', '2026-02-01', { receivable: '30000', revenue: '-30000' }),
  entry('goods', '2026-02-02', { costOfSales: '9000', payable: '-9000' }),
  entry('collected', '2026-03-01', { cash: '18000', receivable: '-18000' }),
  entry('paid', '2026-03-05', { payable: '4000', cash: '-4000' }),
  entry('rent', '2026-04-01', { operatingExpense: '6000', cash: '-6000' }),
  entry('wear', '2026-12-31', { depreciation: '2400', accumulatedDepreciation: '-2400' }),
  entry('interest', '2026-12-31', { interest: '1000', cash: '-1000' }),
  entry('tax', '2026-12-31', { incomeTax: '2436', taxPayable: '-2436' }),
  entry('dividend', '2026-12-31', { drawings: '3000', cash: '-3000' }),
];

const text = (amounts: readonly Decimal[]): string[] => amounts.map((amount) => amount.toFixed(2));

describe('posting', () => {
  it('takes what balances', () => expect(() => assertPostable(YEAR[0]!, LEDGER)).not.toThrow());

  it.each([
    ['an imbalance', entry('x', '2026-01-01', { cash: '10', revenue: '-9.99' }), 'Debits are 0.01 more than credits.'],
    ['one line', entry('x', '2026-01-01', { cash: '10' }), 'An entry needs at least two lines.'],
    [
      'an unknown account',
      entry('x', '2026-01-01', { cash: '1', elsewhere: '-1' }),
      'This account is not in the ledger.',
    ],
    ['a fraction of a cent', entry('x', '2026-01-01', { cash: '1.005', revenue: '-1.005' }), 'USD has 2 decimals.'],
    ['a line of nothing', entry('x', '2026-01-01', { cash: '0', revenue: '0' }), 'A line needs an amount.'],
    ['a day that is none', entry('x', '2026-02-30', { cash: '1', revenue: '-1' }), 'The day does not exist.'],
  ])('refuses %s', (_, bad, message) => expect(() => assertPostable(bad, LEDGER)).toThrow(message));

  it('refuses archived accounts', () => {
    const accounts = new Map(LEDGER.accounts).set('cash', { ...LEDGER.accounts.get('cash')!, archived: true });
    expect(() => assertPostable(YEAR[0]!, { ...LEDGER, accounts })).toThrow(/archived/);
  });

  it('undoes by an entry of its own', () => {
    const undone = reversal(YEAR[3]!, 'r', '2026-05-01');
    expect(undone).toMatchObject({ reverses: 'sale', day: '2026-05-01' });
    expect(imbalance(undone.lines).isZero()).toBe(true);
    expect([...balances([YEAR[3]!, undone], { to: '2026-12-31' }).values()].every((one) => one.isZero())).toBe(true);
  });
});

describe('periods', () => {
  const closed = closeThrough('2026-01-31', '2026-02-10', LEDGER.periods);

  it('refuse changes once closed, and say what to do', () => {
    expect(() => assertPostable(YEAR[0]!, { ...LEDGER, periods: closed })).toThrow(
      'closed through 31 Jan 2026. Date the entry 1 Feb 2026 or later',
    );
    expect(() => assertMovable('2026-02-01', '2026-01-31', closed)).toThrow(/closed/);
    expect(() => assertMovable('2026-02-01', '2026-02-02', closed)).not.toThrow();
  });

  it('close in order, when they are over, and open again', () => {
    expect(() => closeThrough('2026-02-10', '2026-02-10', LEDGER.periods)).toThrow(/over/);
    expect(() => closeThrough('2026-01-31', '2026-03-10', closed)).toThrow(/already/);
    expect(reopenAfter('2025-12-31', closed)).toEqual({ yearStartsIn: 1, closedThrough: '2025-12-31' });
    expect(reopenAfter(undefined, closed)).toEqual({ yearStartsIn: 1 });
    expect(() => reopenAfter('2026-02-28', closed)).toThrow(/open/);
  });

  it('know business years that begin in any month', () => {
    expect(businessYear('2026-03-31', { yearStartsIn: 4 })).toEqual({ from: '2025-04-01', to: '2026-03-31' });
    expect(businessYear('2026-03-31', { yearStartsIn: 1 })).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });
});

describe('statements', () => {
  const input = { currency: 'USD', accounts: CHART, entries: YEAR };
  const year = [{ from: '2026-01-01', to: '2026-12-31' }];

  it('profit and loss, step by step', () => {
    const { results } = profitAndLoss(input, year);
    expect(
      Object.fromEntries(Object.entries(results).map(([name, line]) => [name, line.amounts[0]!.toFixed()])),
    ).toEqual({ grossProfit: '21000', operatingProfit: '12600', beforeTax: '11600', netIncome: '9164' });
  });

  it('the balance sheet balances, before and after the year is closed', () => {
    const before = balanceSheet(input, ['2026-03-31', '2026-12-31']).results;
    expect(text(before.assets!.amounts)).toEqual(['96000.00', '83600.00']);
    expect(text(before.liabilitiesAndEquity!.amounts)).toEqual(text(before.assets!.amounts));
    const closing = closingEntry(
      'close',
      '2026-12-31',
      CHART,
      balances(YEAR, { to: '2026-12-31' }),
      'retainedEarnings',
    )!;
    expect(imbalance(closing.lines).isZero()).toBe(true);
    const after = { ...input, entries: [...YEAR, closing] };
    expect(text(balanceSheet(after, ['2026-12-31']).results.equity!.amounts)).toEqual(
      text([before.equity!.amounts[1]!]),
    );
    expect(
      balanceSheet(after, ['2026-12-31'])
        .sections.at(-1)!
        .lines.map((line) => line.label),
    ).toEqual(expect.not.arrayContaining(['Result of the year', 'Results of earlier years']));
    expect(text(profitAndLoss(after, year).results.netIncome!.amounts)).toEqual(['9164.00']);
    expect(
      closingEntry('again', '2026-12-31', CHART, balances(after.entries, { to: '2026-12-31' }), 'retainedEarnings'),
    ).toBeUndefined();
  });

  it('cash flows by section, to the change in cash', () => {
    const { sections, results } = cashFlow(input, year);
    expect(sections.map((one) => one.total.amounts[0]!.toFixed())).toEqual(['7000', '-12000', '67000']);
    expect(results.netChange!.amounts[0]!.toFixed()).toBe('62000');
    expect(results.closing!.amounts[0]!.toFixed()).toBe('62000');
    expect(
      sections[0]!.lines.find((line) => line.label === 'Depreciation and amortisation')!.amounts[0]!.toFixed(),
    ).toBe('2400');
  });

  it('name the accounts behind every line', () => {
    for (const statement of [profitAndLoss(input, year), balanceSheet(input, ['2026-12-31']), cashFlow(input, year)]) {
      for (const line of statement.sections.flatMap((one) => one.lines))
        expect(line.accountIds.length).toBeGreaterThan(0);
    }
  });
});

describe('random histories', () => {
  const account = fc.constantFrom(...CHART.map((one) => one.id));
  const day = fc
    .integer({ min: 0, max: 729 })
    .map((offset) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10));
  /** Any number of lines, the last of which balances the others. */
  const anEntry = fc
    .tuple(
      day,
      fc.array(
        fc.tuple(
          account,
          fc.bigInt(-1_000_000n, 1_000_000n).filter((cents) => cents !== 0n),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      account,
      fc.uuid(),
    )
    .map(([on, lines, last, id]): Entry => {
      const made = lines.map(([accountId, cents]) => ({ accountId, amount: decimal(cents).div(100n) }));
      return {
        id,
        day: on,
        description: '',
        lines: [...made, { accountId: last, amount: decimal(0n).minus(sumOf(made, (line) => line.amount)) }],
      };
    });
  const history = fc.array(anEntry, { maxLength: 40 });
  const input = (entries: readonly Entry[]) => ({ currency: 'USD', accounts: CHART, entries });
  const half = [
    { from: '2025-01-01', to: '2025-06-30' },
    { from: '2025-07-01', to: '2025-12-31' },
  ];
  const whole = [{ from: '2025-01-01', to: '2025-12-31' }];

  it('leave a trial balance, a balance sheet and cash flows that agree', () => {
    fc.assert(
      fc.property(history, day, (entries, on) => {
        const trial = trialBalance(CHART, balances(entries, { to: on }));
        expect(trial.debit.eq(trial.credit)).toBe(true);
        const sheet = balanceSheet(input(entries), [on]).results;
        expect(sheet.assets!.amounts[0]!.eq(sheet.liabilitiesAndEquity!.amounts[0]!)).toBe(true);
        const flows = cashFlow(input(entries), whole).results;
        expect(flows.opening!.amounts[0]!.plus(flows.netChange!.amounts[0]!).eq(flows.closing!.amounts[0]!)).toBe(true);
      }),
    );
  });

  it('give the same result by halves as by the year', () => {
    fc.assert(
      fc.property(history, (entries) => {
        const [first, second] = profitAndLoss(input(entries), half).results.netIncome!.amounts;
        expect(first!.plus(second!).eq(profitAndLoss(input(entries), whole).results.netIncome!.amounts[0]!)).toBe(true);
      }),
    );
  });

  it('are closed without a change to any statement', () => {
    fc.assert(
      fc.property(history, (entries) => {
        const closing = closingEntry(
          'c',
          '2025-12-31',
          CHART,
          balances(entries, { to: '2025-12-31' }),
          'retainedEarnings',
        );
        const after = closing ? [...entries, closing] : entries;
        for (const figure of [
          (list: readonly Entry[]) => profitAndLoss(input(list), whole).results.netIncome!,
          (list: readonly Entry[]) => balanceSheet(input(list), ['2025-12-31']).results.equity!,
          (list: readonly Entry[]) => cashFlow(input(list), whole).results.netChange!,
        ]) {
          expect(text(figure(after).amounts)).toEqual(text(figure(entries).amounts));
        }
      }),
    );
  });
});

describe('ageing', () => {
  const document = (
    id: string,
    partyId: string,
    dueDay: string,
    total: string,
    payments: { day: string; amount: Decimal }[] = [],
  ) => ({ id, partyId, day: '2026-01-01', dueDay, total: decimal(total), payments });
  const documents = [
    document('1', 'ada', '2026-03-31', '100'),
    document('2', 'ada', '2026-03-30', '50'),
    document('3', 'bob', '2026-02-28', '70', [
      { day: '2026-03-01', amount: decimal('20') },
      { day: '2026-04-01', amount: decimal('50') },
    ]),
    document('4', 'bob', '2025-12-31', '10'),
    document('5', 'cy', '2026-01-05', '10', [{ day: '2026-02-01', amount: decimal('15') }]),
    { ...document('6', 'cy', '2026-09-01', '99'), day: '2026-04-02' },
  ];

  it('puts open amounts where they belong on the day', () => {
    const report = ageing(documents, '2026-03-31');
    expect(report.rows.map((row) => [row.partyId, ...text([...row.buckets, row.credit])])).toEqual([
      ['ada', '100.00', '50.00', '0.00', '0.00', '0.00', '0.00'],
      ['bob', '0.00', '0.00', '50.00', '10.00', '0.00', '0.00'],
      ['cy', '0.00', '0.00', '0.00', '0.00', '0.00', '-5.00'],
    ]);
    expect(text([...report.buckets, report.credit, report.total])).toEqual([
      '100.00',
      '50.00',
      '50.00',
      '10.00',
      '0.00',
      '-5.00',
      '205.00',
    ]);
  });

  it('counts days of sales', () => {
    expect(daysSalesOutstanding(decimal('50'), decimal('300'), 90)?.toFixed()).toBe('15');
    expect(daysSalesOutstanding(decimal('50'), decimal('0'), 90)).toBeUndefined();
  });
});
