import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, ZERO } from '../../../../kernel/money/index.ts';
import vectors from '../vectors/tvm-amortization-dcf.json' with { type: 'json' };
import {
  assetValue,
  byMultiple,
  conclude,
  costOfEquity,
  type DcfInput,
  discountedCashFlow,
  ownerEarnings,
  sensitivityGrid,
  weightedCostOfCapital,
} from './index.ts';

const d = (value: number | string): Decimal => decimal(String(value));

describe('discounted cash flow', () => {
  const input = ({ fcf = [], wacc, terminal_growth, convention }: (typeof vectors.dcf)[number]): DcfInput => ({
    flows: fcf.map(d),
    discountRate: d(wacc),
    terminal: { type: 'growth', rate: d(terminal_growth) },
    timing: convention === 'mid_year_all' ? 'midYear' : 'endOfYear',
  });

  it.each(vectors.dcf.filter((one) => one.fcf))('$convention', (one) => {
    const result = discountedCashFlow(input(one));
    const figures = {
      pv_fcf: result.presentValueOfFlows,
      terminal_value: result.terminalValue,
      pv_terminal: result.presentValueOfTerminal,
      enterprise_value: result.enterpriseValue,
    };
    for (const [name, value] of Object.entries(figures)) {
      const expected = one[name as keyof typeof one] as number | undefined;
      if (expected !== undefined) expect(value.toNumber()).toBeCloseTo(expected, 6);
    }
  });

  it('refuses growth that is not below the discount rate', () => {
    const refused = vectors.dcf.find((one) => one.expected)!;
    expect(() => discountedCashFlow({ ...input(refused), flows: [d(1)] })).toThrow(/below the discount rate/);
    expect(() => discountedCashFlow(input(refused))).toThrow(/at least one year/);
  });

  it('takes debt off, and may end with a sale', () => {
    const result = discountedCashFlow({
      flows: [d(110)],
      discountRate: d('0.1'),
      terminal: { type: 'multiple', multiple: d(5), figure: d(220) },
      netDebt: d(100),
      timing: 'midYear',
    });
    expect(result.presentValueOfTerminal.toNumber()).toBeCloseTo(1000, 12);
    expect(result.equityValue.eq(result.enterpriseValue.minus(100n))).toBe(true);
    expect(result.terminalShare!.toNumber()).toBeGreaterThan(0.8);
  });

  it('shows what the assumptions do', () => {
    const grid = sensitivityGrid(input(vectors.dcf[0]!), [d('0.08'), d('0.1')], [d('0.02'), d('0.09')]);
    expect(grid[1]![0]!.toNumber()).toBeCloseTo(1613.6363636, 6);
    expect(grid[0]![1]).toBeNull();
    expect(grid[0]![0]!.gt(grid[1]![0]!)).toBe(true);
  });

  it('weighs the cost of capital', () => {
    expect(costOfEquity(d('0.04'), d('1.2'), d('0.05'), d('0.03')).toFixed()).toBe('0.13');
    expect(weightedCostOfCapital(d(600), d(400), d('0.13'), d('0.06'), d('0.25')).toFixed()).toBe('0.096');
    expect(() => weightedCostOfCapital(ZERO, ZERO, d(1), d(1), d(0))).toThrow(/more than nothing/);
  });
});

it('values by multiples, owner’s earnings and assets, and concludes', () => {
  const { ebitda, sellersDiscretionaryEarnings } = ownerEarnings({
    profitBeforeTax: d(100),
    interest: d(10),
    depreciation: d(20),
    ownerPay: d(80),
    adjustments: [
      { label: 'Lawsuit', amount: d(15) },
      { label: 'Grant', amount: d(-5) },
    ],
  });
  expect([ebitda.toFixed(), sellersDiscretionaryEarnings.toFixed()]).toEqual(['140', '220']);
  const range = byMultiple(ebitda, { low: d(3), mid: d(4), high: d(5) }, d(20));
  expect([range.low, range.mid, range.high].map(String)).toEqual(['400', '540', '680']);
  const assets = assetValue(
    [
      { label: 'Stock', bookValue: d(50), marketValue: d(40) },
      { label: 'Cash', bookValue: d(10) },
    ],
    [{ label: 'Loan', bookValue: d(30) }],
  );
  expect([assets.book.toFixed(), assets.adjusted.toFixed()]).toEqual(['30', '20']);
  expect(
    conclude([
      { method: 'a', weight: d(3), ...range },
      { method: 'b', weight: d(1), low: d(0), mid: d(20), high: d(40) },
    ])!.mid.toFixed(),
  ).toBe('410');
  expect(conclude([])).toBeUndefined();
});
