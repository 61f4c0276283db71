import { describe, expect, it } from 'vitest';
import { decimal, ZERO } from '../../../../../kernel/money/index.ts';
import {
  contributionLimit,
  type Household,
  type LineAmounts,
  type Move,
  qualifiedBusinessDeduction,
  scenario,
  stateLocalTaxesAllowed,
  taxReturn,
  type TaxLine,
  usTaxYear,
} from './index.ts';

const d = (value: string | number) => decimal(String(value));
const lines = (amounts: Partial<Record<TaxLine, number>>): LineAmounts =>
  Object.fromEntries(Object.entries(amounts).map(([line, value]) => [line, d(value)]));
const alone: Household = {
  status: 'single',
  aged: 0,
  blind: 0,
  children: 0,
  otherDependents: 0,
  carriedShort: ZERO,
  carriedLong: ZERO,
  specifiedService: false,
  businessWages: ZERO,
};

describe('the deduction for business income', () => {
  const business = (income: number, more = {}) => ({
    income: d(income),
    wages: ZERO,
    specifiedService: false,
    ...more,
  });
  it.each([
    ['example 1 of Treas. Reg. §1.199A-1(c)(3)', 100_000, 81_000, 0, 16_200],
    ['example 2 of Treas. Reg. §1.199A-1(c)(3)', 100_000, 74_000, 7000, 13_400],
    ['example 1 of Treas. Reg. §1.199A-1(d)(2)(iv): no wages above the range', 1_000_000, 980_000, 0, 0],
  ])('%s', (_, income, taxable, gains, expected) =>
    expect(
      qualifiedBusinessDeduction(business(income), d(taxable), d(gains), 'single', usTaxYear(2024)).toNumber(),
    ).toBe(expected),
  );
  it('shrinks over the range, and faster for a specified service', () => {
    const year = usTaxYear(2025);
    expect(qualifiedBusinessDeduction(business(200_000), d(222_300), ZERO, 'single', year).toNumber()).toBe(20_000);
    expect(
      qualifiedBusinessDeduction(
        business(200_000, { specifiedService: true }),
        d(222_300),
        ZERO,
        'single',
        year,
      ).toNumber(),
    ).toBe(10_000);
    expect(
      qualifiedBusinessDeduction(
        business(200_000, { specifiedService: true, wages: d(500_000) }),
        d(250_000),
        ZERO,
        'single',
        year,
      ).toNumber(),
    ).toBe(0);
    expect(
      qualifiedBusinessDeduction(business(200_000, { wages: d(60_000) }), d(400_000), ZERO, 'single', year).toNumber(),
    ).toBe(30_000);
  });
  it.each([
    [2024, 50_000],
    [2025, 50_000],
    [2026, 75_000],
  ] as const)('shrinks over %i’s range of %i, the double of it for couples (IRC §199A(b)(3)(B))', (year, range) => {
    const { qualifiedBusiness } = usTaxYear(year);
    expect(qualifiedBusiness.range).toEqual({
      single: range,
      marriedJoint: 2 * range,
      marriedSeparate: range,
      headOfHousehold: range,
      survivingSpouse: range,
    });
  });
  it('is at least 400 from 2026 on', () => {
    expect(qualifiedBusinessDeduction(business(1500), d(50_000), ZERO, 'single', usTaxYear(2026)).toNumber()).toBe(400);
    expect(qualifiedBusinessDeduction(business(1500), d(50_000), ZERO, 'single', usTaxYear(2025)).toNumber()).toBe(300);
  });
});

describe('limits on deductions', () => {
  it.each([
    [2024, 300_000, 'single', 10_000],
    [2025, 400_000, 'single', 40_000],
    [2025, 550_000, 'single', 25_000],
    [2025, 700_000, 'single', 10_000],
    [2026, 100_000, 'marriedJoint', 40_400],
    [2026, 555_000, 'marriedJoint', 25_400],
    [2026, 100_000, 'marriedSeparate', 20_200],
  ] as const)('state and local taxes of %i with an income of %i, %s: %i', (year, agi, status, allowed) =>
    expect(stateLocalTaxesAllowed(d(90_000), d(agi), status, usTaxYear(year)).toNumber()).toBe(allowed),
  );
  it('itemise only where that gives more', () => {
    const itemised = taxReturn(
      lines({ wages: 200_000, stateLocalTaxes: 15_000, mortgageInterest: 12_000, gifts: 4000 }),
      alone,
      usTaxYear(2024),
    );
    expect(itemised.result.deduction).toMatchObject({ kind: 'itemised', amount: d(26_000) });
    expect(itemised.limited.map((one) => [one.line, one.allowed.toNumber()])).toEqual([['stateLocalTaxes', 10_000]]);
    expect(taxReturn(lines({ wages: 200_000, gifts: 4000 }), alone, usTaxYear(2024)).result.deduction.kind).toBe(
      'standard',
    );
  });
  it('gifts count without itemising from 2026 on, and itemised ones above half a percent', () => {
    const plain = taxReturn(lines({ wages: 100_000, gifts: 3000 }), alone, usTaxYear(2026));
    expect([plain.giftsWithoutItemising.toNumber(), plain.result.taxableIncome.toNumber()]).toEqual([1000, 82_900]);
    const itemised = taxReturn(
      lines({ wages: 100_000, gifts: 3000, mortgageInterest: 20_000 }),
      alone,
      usTaxYear(2026),
    );
    expect([itemised.giftsWithoutItemising.toNumber(), itemised.result.deduction.amount.toNumber()]).toEqual([
      0, 22_500,
    ]);
  });
  it('are rounded to cents', () => {
    const { limited, result } = taxReturn(
      { ...lines({ mortgageInterest: 30_000 }), wages: d('100000.13'), medical: d(9000) },
      alone,
      usTaxYear(2024),
    );
    expect(limited.map((one) => [one.line, one.allowed.toNumber()])).toEqual([['medical', 1499.99]]);
    expect(result.deduction.amount.toNumber()).toBe(31_499.99);
  });
  it('people of 65 or more deduct 6,000 each, less above 75,000', () => {
    expect(
      taxReturn(lines({ wages: 70_000 }), { ...alone, aged: 1 }, usTaxYear(2025)).result.taxableIncome.toNumber(),
    ).toBe(70_000 - 15_750 - 2000 - 6000);
    expect(
      taxReturn(lines({ wages: 175_000 }), { ...alone, aged: 1 }, usTaxYear(2025)).seniorDeduction.toNumber(),
    ).toBe(0);
    expect(
      taxReturn(
        lines({ wages: 160_000 }),
        { ...alone, status: 'marriedJoint', aged: 2 },
        usTaxYear(2025),
      ).seniorDeduction.toNumber(),
    ).toBe(10_800);
    expect(taxReturn(lines({ wages: 70_000 }), { ...alone, aged: 1 }, usTaxYear(2024)).seniorDeduction.toNumber()).toBe(
      0,
    );
  });
});

describe('contributions', () => {
  const saver = {
    status: 'single' as const,
    age: 40,
    coveredByPlan: false,
    familyHealthPlan: false,
    wages: ZERO,
    selfEmployed: d(100_000),
    ownSalary: undefined,
    agi: d(100_000),
  };
  it.each([
    ['sep', {}, 2025, 20_000],
    ['sep', { selfEmployed: d(900_000) }, 2025, 70_000],
    ['sep', { ownSalary: d(80_000) }, 2026, 20_000],
    ['solo401k', {}, 2025, 43_500],
    ['solo401k', { selfEmployed: d(900_000) }, 2026, 72_000],
    ['solo401k', { selfEmployed: d(900_000), age: 55 }, 2026, 80_000],
    ['solo401k', { selfEmployed: d(20_000) }, 2025, 20_000],
    ['401k', { wages: d(200_000), age: 61 }, 2026, 35_750],
    ['401k', { wages: d(200_000), age: 52 }, 2025, 31_000],
    ['ira', { age: 51 }, 2026, 8600],
    ['ira', { coveredByPlan: true, agi: d(86_000) }, 2026, 3750],
    ['ira', { coveredByPlan: true, agi: d(91_000) }, 2026, 0],
    ['hsa', { familyHealthPlan: true, age: 56 }, 2025, 9550],
  ] as const)('%s with %o in %i: %i', (plan, more, year, most) =>
    expect(contributionLimit(plan, { ...saver, ...more }, usTaxYear(year)).most.toNumber()).toBe(most),
  );
});

describe('scenarios', () => {
  const base = (amounts: Partial<Record<TaxLine, number>>, more: Partial<Household> = {}) => ({
    lines: lines(amounts),
    household: { ...alone, ...more },
    circumstances: { age: 45, coveredByPlan: false, familyHealthPlan: false },
    year: usTaxYear(2025),
    nextYear: usTaxYear(2026),
  });
  const run = (amounts: Partial<Record<TaxLine, number>>, ...moves: Move[]) => scenario(base(amounts), moves);
  it('without a move cost nothing', () => expect(run({ businessIncome: 150_000 }).saving.toNumber()).toBe(0));
  it('an S corporation takes payroll tax instead of self-employment tax', () => {
    const changed = run(
      { businessIncome: 200_000, businessExpenses: 20_000 },
      { kind: 'entity', to: 'sCorporation', salary: d(80_000), costs: d(2000), paidOut: ZERO },
    );
    expect(changed.now.payroll.toNumber()).toBe(12_240);
    expect(changed.taxReturn.result.selfEmployment.tax.toNumber()).toBe(0);
    // 180,000 − 80,000 − 6,120 − 2,000
    expect(changed.taxReturn.result.totalIncome.toNumber()).toBe(171_880);
    expect(changed.saving.gt(0n)).toBe(true);
    expect(changed.saving.eq(changed.moves[0]!.saving)).toBe(true);
  });
  it('a C corporation pays 21 % of what is left, and its dividend is taxed again', () => {
    const kept = run(
      { businessIncome: 200_000 },
      { kind: 'entity', to: 'cCorporation', salary: d(100_000), costs: ZERO, paidOut: ZERO },
    );
    expect(kept.now.corporate.toNumber()).toBe(19_393.5);
    const paid = run(
      { businessIncome: 200_000 },
      { kind: 'entity', to: 'cCorporation', salary: d(100_000), costs: ZERO, paidOut: d(1) },
    );
    expect(paid.saving.lt(kept.saving)).toBe(true);
  });
  it('a contribution saves at the marginal rate, up to its limit', () => {
    const one = run({ wages: 90_000 }, { kind: 'retirement', plan: 'ira', amount: d(9000) });
    expect(one.saving.toNumber()).toBe(1540);
    expect(one.moves[0]!.notes[0]).toMatch(/\$7,000 of \$9,000 counts/);
  });
  it('a loss offsets gains, then other income, and what is left the next year', () => {
    const one = run(
      { wages: 90_000, longTermGains: 5000 },
      { kind: 'harvest', shortLoss: ZERO, longLoss: d(12_000), refused: ZERO },
    );
    // 5,000 at 15 %; 3,000 at 22 % in each of both years.
    expect(one.saving.toNumber()).toBe(750 + 660 + 660);
  });
  it('bonus depreciation takes everything at once', () => {
    const one = run(
      { businessIncome: 150_000 },
      {
        kind: 'depreciation',
        cost: d(30_000),
        period: 5,
        placedInService: '2025-07-01',
        acquired: '2025-07-01',
        section179: ZERO,
        bonus: true,
        lateQuarter: false,
      },
    );
    expect(one.taxReturn.businessProfit.toNumber()).toBe(120_000);
    const slow = run(
      { businessIncome: 150_000 },
      {
        kind: 'depreciation',
        cost: d(30_000),
        period: 5,
        placedInService: '2025-07-01',
        acquired: '2025-07-01',
        section179: ZERO,
        bonus: false,
        lateQuarter: false,
      },
    );
    expect(slow.taxReturn.businessProfit.toNumber()).toBe(144_000);
  });
  it('income put off is taxed in the next year', () => {
    const one = run({ businessIncome: 150_000 }, { kind: 'timing', what: 'income', amount: d(20_000) });
    expect(one.taxReturn.businessProfit.toNumber()).toBe(130_000);
    expect(one.saving.abs().lt(3000n)).toBe(true);
    expect(
      scenario({ ...base({ businessIncome: 150_000 }), nextYear: undefined }, [
        { kind: 'timing', what: 'income', amount: d(20_000) },
      ]).saving.toNumber(),
    ).toBe(0);
  });
  it('two years of gifts in one are worth itemising once', () => {
    const one = run({ wages: 150_000, gifts: 10_000, mortgageInterest: 5000 }, { kind: 'bunching', yearly: d(10_000) });
    expect(one.saving.gt(1000n)).toBe(true);
  });
  it('a gain is taxed alike by the whole return and by hand', () => {
    expect(
      taxReturn(lines({ wages: 100_000, longTermGains: 10_000 }), alone, usTaxYear(2025))
        .result.totalTax.minus(taxReturn(lines({ wages: 100_000 }), alone, usTaxYear(2025)).result.totalTax)
        .toNumber(),
    ).toBe(1500);
  });
});
