import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, round, sumOf, ZERO } from '../../../../../kernel/money/index.ts';
import vectors from '../../vectors/us-federal-tax.json' with { type: 'json' };
import {
  additionalMedicareTax,
  bracketParts,
  capitalGainsTax,
  childCredits,
  COVERAGE,
  estimatedDueDays,
  type FilingStatus,
  findWashSales,
  harvestCandidates,
  harvestLoss,
  incomeTax,
  type LossSale,
  marginalRate,
  netCapitalGains,
  netInvestmentIncomeTax,
  ordinaryTax,
  type Purchase,
  roomInBracket,
  safeHarbour,
  selfEmploymentTax,
  tableTax,
  US_TAX_YEARS,
  usTaxYear,
} from './index.ts';

const d = (value: number | string): Decimal => decimal(String(value));
const STATUS: Record<string, FilingStatus> = {
  single: 'single',
  married_joint: 'marriedJoint',
  married_separate: 'marriedSeparate',
  head_of_household: 'headOfHousehold',
};
const Y2024 = usTaxYear(2024);
const cases2024 = vectors.years['2024'];

describe('the tables', () => {
  it.each(Object.entries(vectors.years))('of %s', (year, facts) => {
    const table = usTaxYear(Number(year));
    for (const [name, status] of Object.entries(STATUS)) {
      const key = name as keyof typeof facts.brackets_upper;
      expect(table.brackets[status]).toEqual(facts.brackets_upper[key]);
      expect(table.standardDeduction[status]).toBe(facts.standard_deduction[key]);
      expect(table.additionalStandardDeduction[status]).toBe(facts.additional_std_deduction_65_or_blind[key]);
      expect(table.capitalGains[status]).toEqual(facts.ltcg_0_15_20_upper[key]);
      expect(ordinaryTax(d(table.brackets[status].at(-1)!), status, table).toNumber()).toBe(
        facts.top_bracket_base_amount[key],
      );
    }
    expect(table.socialSecurityWageBase).toBe(facts.ss_wage_base);
    expect(table.rates.map(Number)).toEqual(vectors.rates);
    expect(table.sources.length).toBeGreaterThan(1);
  });

  it('follow the statutes that tie their figures together', () => {
    const multipleOf = (step: number) => ({
      asymmetricMatch: (value: unknown) => typeof value === 'number' && value % step === 0,
    });
    const years = US_TAX_YEARS.map(usTaxYear);
    for (const {
      brackets,
      standardDeduction,
      additionalStandardDeduction,
      capitalGains,
      socialSecurityWageBase,
      section179,
      qualifiedBusiness,
      retirement,
    } of years) {
      // §1(f)(7), (j)(3): rounded down to 25 or 50; spouses who file apart stand at half of a joint return, and up to
      // the last bracket where single people do.
      for (const status of Object.values(STATUS)) {
        for (const bounds of [brackets[status], capitalGains[status]])
          expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
        for (const bound of [...brackets[status], ...capitalGains[status]]) expect(bound).toEqual(multipleOf(25));
      }
      expect(brackets.marriedSeparate.map((one) => one * 2)).toEqual(brackets.marriedJoint);
      expect(brackets.single.slice(0, 5)).toEqual(brackets.marriedSeparate.slice(0, 5));
      expect(brackets.headOfHousehold.at(-1)).toBe(brackets.single.at(-1));
      // §63(c): a joint return has twice, a head of household one and a half times what a single person has.
      expect([
        standardDeduction.marriedJoint,
        standardDeduction.headOfHousehold,
        standardDeduction.marriedSeparate,
      ]).toEqual([standardDeduction.single * 2, standardDeduction.single * 1.5, standardDeduction.single]);
      expect([additionalStandardDeduction.single, additionalStandardDeduction.marriedJoint]).toEqual([
        multipleOf(50),
        multipleOf(50),
      ]);
      expect(
        capitalGains.marriedJoint.map(
          (one, index) =>
            one / 2 - capitalGains.marriedSeparate[index]! < 50 && one / 2 >= capitalGains.marriedSeparate[index]!,
        ),
      ).toEqual([true, true]);
      // Social Security Act §230: multiples of 300; §179(b)(6): of 10,000; §402(g)(4), §219(b)(5): of 500; §223(g): of
      // 50.
      expect([
        socialSecurityWageBase,
        section179.limit,
        section179.phaseOutFrom,
        retirement.deferral,
        retirement.ira,
        retirement.hsa.self,
        retirement.hsa.family,
      ]).toEqual([
        multipleOf(300),
        multipleOf(10_000),
        multipleOf(10_000),
        multipleOf(500),
        multipleOf(500),
        multipleOf(50),
        multipleOf(50),
      ]);
      // §199A(e)(2) began at the 32 % bracket of its first year, and rises with it.
      const { threshold } = qualifiedBusiness;
      expect(Math.abs(threshold.single - brackets.single[3]!)).toBeLessThan(50);
      expect(threshold.marriedJoint).toBe(threshold.single * 2);
      expect(threshold.headOfHousehold).toBe(threshold.single);
      expect(Math.abs(threshold.marriedSeparate - threshold.single)).toBeLessThan(50);
    }
    const rising = ({
      brackets,
      capitalGains,
      standardDeduction,
      socialSecurityWageBase,
      qualifiedBusiness,
      retirement,
    }: (typeof years)[number]): number[] => [
      ...Object.values(STATUS).flatMap((status) => [
        ...brackets[status],
        ...capitalGains[status],
        standardDeduction[status],
        qualifiedBusiness.threshold[status],
      ]),
      socialSecurityWageBase,
      retirement.deferral,
      retirement.ira,
      retirement.hsa.self,
      retirement.hsa.family,
    ];
    for (const [index, year] of years.entries())
      if (index > 0) expect(rising(year).every((one, at) => one >= rising(years[index - 1]!)[at]!)).toBe(true);
  });

  it('end where nothing is known', () => {
    expect(US_TAX_YEARS).toEqual([2024, 2025, 2026]);
    // Past years are final.
    expect([2024, 2025].flatMap((year) => usTaxYear(year).preliminary)).toEqual([]);
    expect(() => usTaxYear(2023)).toThrow('There are tables for 2024 to 2026, and none for 2023.');
    expect(COVERAGE.some((one) => !one.covered && one.name === 'Alternative minimum tax')).toBe(true);
  });
});

describe('ordinary income', () => {
  it.each(cases2024.cases)(
    '$filing_status with wages of $gross_wages',
    ({ filing_status, gross_wages, taxable_income, tax, marginal_rate, effective_rate_on_gross }) => {
      const result = incomeTax({ status: STATUS[filing_status]!, wages: d(gross_wages) }, Y2024);
      expect([result.taxableIncome, result.ordinaryTax, result.marginalRate].map((one) => one.toNumber())).toEqual([
        taxable_income,
        tax,
        marginal_rate,
      ]);
      expect(round(result.ordinaryTax.div(d(gross_wages)), 6, 'half-even').toNumber()).toBe(effective_rate_on_gross);
    },
  );

  it.each(cases2024.taxable_income_edge_cases)(
    '$filing_status at $taxable_income',
    ({ filing_status, taxable_income, tax }) =>
      expect(ordinaryTax(d(taxable_income), STATUS[filing_status]!, Y2024).toNumber()).toBe(tax),
  );

  it.each(vectors.tax_table_cases.cases)(
    'the table of $year, $filing_status at $taxable_income',
    ({ year, filing_status, taxable_income, tax }) => {
      expect(tableTax(d(taxable_income), STATUS[filing_status]!, usTaxYear(year)).toNumber()).toBe(tax);
    },
  );

  it('knows the room in a bracket', () => {
    expect(roomInBracket(d(11_000), 'single', Y2024)!.toFixed()).toBe('600');
    expect(roomInBracket(d(700_000), 'single', Y2024)).toBeUndefined();
    expect(tableTax(d(4), 'single', Y2024).toFixed()).toBe('0');
    expect(tableTax(d(2990), 'single', Y2024).toFixed()).toBe('299');
  });

  it('never falls when income rises, and by no more than the highest rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.constantFrom(...Object.values(STATUS)),
        fc.constantFrom(...US_TAX_YEARS),
        (income, more, status, year) => {
          const table = usTaxYear(year);
          const rise = ordinaryTax(d(income + more), status, table).minus(ordinaryTax(d(income), status, table));
          expect(rise.lt(0n)).toBe(false);
          expect(rise.lte(d(more).times('0.37').plus('0.01'))).toBe(true);
          expect(sumOf(bracketParts(d(income), status, table), (part) => part.income).toNumber()).toBe(income);
          expect(marginalRate(d(income), status, table).lte('0.37')).toBe(true);
        },
      ),
    );
  });
});

describe('gains', () => {
  it.each(cases2024.ltcg_cases)('$filing_status: $net_ltcg_or_qualified_div on $ordinary_taxable_income', (one) => {
    const ordinary = d(one.ordinary_taxable_income);
    const split = capitalGainsTax(ordinary, d(one.net_ltcg_or_qualified_div), STATUS[one.filing_status]!, Y2024);
    const plain = ordinaryTax(ordinary, STATUS[one.filing_status]!, Y2024);
    expect(
      [split.atZero, split.atFifteen, split.atTwenty, split.tax, plain, plain.plus(split.tax)].map((amount) =>
        amount.toNumber(),
      ),
    ).toEqual([one.taxed_at_0, one.taxed_at_15, one.taxed_at_20, one.ltcg_tax, one.ordinary_tax, one.total_income_tax]);
  });

  it('carries on what of a loss lowered no taxable income', () => {
    // Capital Loss Carryover Worksheet: 14,000 of wages less 14,600 and 3,000 is −3,600; nothing of the 3,000 is used
    // up.
    const of = (wages: string) =>
      incomeTax({ status: 'single', wages: d(wages), shortTermGains: d('-1000'), longTermGains: d('-9000') }, Y2024)
        .capital;
    expect(
      [of('14000'), of('16000'), of('40000')].map(({ lossDeducted, carryforward }) =>
        [lossDeducted, carryforward.shortTerm, carryforward.longTerm].map(String),
      ),
    ).toEqual([
      ['3000', '1000', '9000'],
      ['3000', '0', '8600'],
      ['3000', '0', '7000'],
    ]);
  });

  it.each([
    ['a long gain eats a short loss', -5000, 8000, 0, 0, ['0', '3000', '0', '0', '0']],
    ['a short gain eats a long loss', 8000, -5000, 0, 0, ['3000', '0', '0', '0', '0']],
    ['losses up to the limit, short ones first', -2000, -4000, 0, 0, ['0', '0', '3000', '0', '3000']],
    ['losses carried over', 1000, 0, 0, 9000, ['0', '0', '3000', '0', '5000']],
    ['more short loss than long gain', -9000, 2000, 0, 0, ['0', '0', '3000', '4000', '0']],
  ])('%s', (_, short, long, carriedShort, carriedLong, expected) => {
    const net = netCapitalGains(
      d(short),
      d(long),
      { shortTerm: d(carriedShort), longTerm: d(carriedLong) },
      'single',
      Y2024,
    );
    expect(
      [
        net.shortTermGain,
        net.longTermGain,
        net.lossDeducted,
        net.carryforward.shortTerm,
        net.carryforward.longTerm,
      ].map(String),
    ).toEqual(expected);
  });

  it('limits the loss of spouses who file apart', () => {
    const cap = vectors.wash_sale_and_loss_rules.cases.find((one) => one.case === 'capital_loss_cap_mfs')!;
    const net = netCapitalGains(
      ZERO,
      d(-cap.net_capital_loss!),
      { shortTerm: ZERO, longTerm: ZERO },
      'marriedSeparate',
      Y2024,
    );
    expect([net.lossDeducted.toNumber(), net.carryforward.longTerm.toNumber()]).toEqual([
      cap.deductible_this_year,
      cap.carryforward,
    ]);
  });
});

describe('other taxes', () => {
  it.each(vectors.self_employment.cases)('self-employment $year $filing_status $net_profit', (one) => {
    const year = usTaxYear(one.year);
    const tax = selfEmploymentTax(d(one.net_profit), ZERO, year);
    expect(
      [tax.base, tax.socialSecurity, tax.medicare, tax.tax, tax.deductibleHalf].map((amount) => amount.toNumber()),
    ).toEqual([one.se_base_92_35pct, one.ss_part, one.medicare_part, one.se_tax, one.deductible_half]);
    expect(
      additionalMedicareTax(ZERO, tax.tax.isZero() ? ZERO : tax.base, STATUS[one.filing_status]!, year).toNumber(),
    ).toBe(one.additional_medicare_tax_on_se);
  });

  it.each([
    // Schedule SE: nothing below 400 after the 92.35 %; the wage base of each year, alone and with wages below, at and
    // above it.
    [2024, 433, 0, '0.00'],
    [2024, '433.14', 0, '61.20'],
    [2025, 190_687, 0, '26943.21'],
    [2026, 250_000, 0, '29573.38'],
    [2026, 100_000, 150_000, '6956.15'],
    [2025, 100_000, 176_100, '2678.15'],
    [2025, 100_000, 176_099, '2678.27'],
    [2026, 60_000, 500_000, '1606.89'],
  ] as const)('self-employment in %i: %s of profit beside wages of %i', (year, profit, wages, tax) =>
    expect(selfEmploymentTax(d(profit), d(wages), usTaxYear(year)).tax.toFixed(2)).toBe(tax),
  );

  it.each([
    ['single', 150_000, 60_000, '48.69'],
    ['single', 210_000, 0, '90.00'],
    ['marriedJoint', 200_000, 60_000, '48.69'],
    ['marriedSeparate', 125_000, 100, '0.00'],
    ['marriedSeparate', 125_000, 1000, '8.31'],
    ['single', 100_000, 50_000, '0.00'],
  ] as const)('additional Medicare tax, %s, wages %i, profit %i', (status, wages, profit, tax) => {
    expect(
      additionalMedicareTax(
        d(wages),
        selfEmploymentTax(d(profit), d(wages), Y2024).tax.isZero() ? ZERO : d(profit).times('0.9235'),
        status,
        Y2024,
      ).toFixed(2),
    ).toBe(tax);
  });

  it('lets wages use up the wage base first', () => {
    expect(selfEmploymentTax(d(100_000), d(168_600), Y2024).socialSecurity.isZero()).toBe(true);
    expect(selfEmploymentTax(d(-100), ZERO, Y2024).tax.isZero()).toBe(true);
  });

  it.each(vectors.niit.cases)('investment income of $nii at $magi', ({ filing_status, magi, nii, niit }) =>
    expect(netInvestmentIncomeTax(d(nii), d(magi), STATUS[filing_status]!, Y2024).toNumber()).toBe(niit),
  );
});

describe('the whole year', () => {
  it.each(vectors.third_party_results_2026.cases)('record $recid', (one) => {
    const result = incomeTax(
      { status: STATUS[one.filing_status]!, wages: d(one.wages), children: one.children_under_17 },
      usTaxYear(2026),
    );
    expect([result.deduction.amount, result.taxableIncome].map((amount) => amount.toNumber())).toEqual([
      one.standard_deduction,
      one.taxable_income,
    ]);
    expect(result.totalTax.minus(result.additionalMedicare).toNumber()).toBe(one.iitax);
  });

  it('puts everything together', () => {
    const result = incomeTax(
      {
        status: 'single',
        selfEmploymentProfit: d(100_000),
        interest: d(1000),
        ordinaryDividends: d(3000),
        qualifiedDividends: d(2000),
        longTermGains: d(10_000),
        shortTermGains: d(-4000),
        adjustments: d(5000),
        withheld: d(20_000),
      },
      Y2024,
    );
    expect(result.adjustedGrossIncome.toFixed(2)).toBe('97935.22');
    expect(result.taxableIncome.toFixed(2)).toBe('83335.22');
    // 8,000 preferred at 15 %, 75,335.22 by the schedule, self-employment tax.
    expect([result.gainsTax, result.ordinaryTax, result.selfEmployment.tax].map((one) => one.toFixed(2))).toEqual([
      '1200.00',
      '11626.75',
      '14129.55',
    ]);
    expect(result.totalTax.toFixed(2)).toBe('26956.30');
    expect(result.balanceDue.toFixed(2)).toBe('6956.30');
    expect(result.steps.at(-1)!.amount.eq(result.totalTax)).toBe(true);
  });

  it('lets deductions that ordinary income leaves lower the gains', () => {
    const result = incomeTax({ status: 'single', wages: d(10_000), longTermGains: d(60_000) }, Y2024);
    expect(result.taxableIncome.toNumber()).toBe(55_400);
    expect(result.totalTax.toFixed(2)).toBe(
      d(55_400 - 47_025)
        .times('0.15')
        .toFixed(2),
    );
  });

  it('prefers itemised deductions when they are more, and counts age', () => {
    expect(
      incomeTax({ status: 'marriedJoint', wages: d(90_000), itemisedDeductions: d(40_000) }, Y2024).deduction,
    ).toMatchObject({ kind: 'itemised' });
    expect(
      incomeTax({ status: 'marriedJoint', wages: d(90_000), agedOrBlind: 2 }, Y2024).deduction.amount.toNumber(),
    ).toBe(29_200 + 3100);
  });

  it('pays out what the child credit leaves, and takes it back at high incomes', () => {
    expect(incomeTax({ status: 'headOfHousehold', wages: d(20_000), children: 2 }, Y2024).totalTax.toNumber()).toBe(
      -2625,
    );
    expect(childCredits(1, 0, d(200_001), d(200_001), d(40_000), 'single', Y2024).allowed.toNumber()).toBe(1950);
    expect(childCredits(1, 1, d(500_000), d(500_000), d(99_999), 'single', Y2024).allowed.isZero()).toBe(true);
  });

  it('counts a loss of self-employment against what was earned for the child credit', () => {
    // 30,000 − 10,000 earned: 15 % of what lies above 2,500.
    expect(
      incomeTax(
        { status: 'headOfHousehold', wages: d(30_000), selfEmploymentProfit: d(-10_000), children: 2 },
        Y2024,
      ).credits.refundable.toNumber(),
    ).toBe(2625);
    expect(incomeTax({ status: 'single', selfEmploymentProfit: d(-50_000), interest: d(1000) }, Y2024)).toMatchObject({
      taxableIncome: ZERO,
      totalTax: ZERO,
    });
  });

  it('ends each bracket at its dollar', () => {
    for (const year of US_TAX_YEARS)
      for (const status of Object.values(STATUS)) {
        const table = usTaxYear(year);
        for (const [index, upper] of table.brackets[status].entries()) {
          const at = (taxable: number): Decimal => ordinaryTax(d(taxable), status, table);
          expect([
            at(upper)
              .minus(at(upper - 1))
              .toFixed(2),
            at(upper + 1)
              .minus(at(upper))
              .toFixed(2),
          ]).toEqual([d(table.rates[index]!).toFixed(2), d(table.rates[index + 1]!).toFixed(2)]);
        }
      }
  });

  it('never charges preferred income more than ordinary income', () => {
    const amount = fc.integer({ min: 0, max: 900_000 });
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(...Object.values(STATUS)), (wages, gains, status) => {
        const asGains = incomeTax({ status, wages: d(wages), longTermGains: d(gains) }, Y2024);
        const asOther = incomeTax(
          { status, wages: d(wages), otherIncome: d(gains), otherInvestmentIncome: d(gains) },
          Y2024,
        );
        expect(asGains.totalTax.lte(asOther.totalTax)).toBe(true);
        expect(asGains.netInvestmentIncome.eq(asOther.netInvestmentIncome)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('estimated payments', () => {
  it.each([
    [2024, ['2024-04-15', '2024-06-17', '2024-09-16', '2025-01-15']],
    [2025, ['2025-04-15', '2025-06-16', '2025-09-15', '2026-01-15']],
    [2026, ['2026-04-15', '2026-06-15', '2026-09-15', '2027-01-15']],
    [2022, ['2022-04-18', '2022-06-15', '2022-09-15', '2023-01-17']],
    [2017, ['2017-04-18', '2017-06-15', '2017-09-15', '2018-01-16']],
  ])('for %i', (year, days) => expect(estimatedDueDays(year)).toEqual(days));

  it('need 90 % of this year or all of last year', () => {
    const input = {
      status: 'single' as const,
      expectedTax: d(20_000),
      priorTax: d(15_000),
      priorAgi: d(90_000),
      withheld: d(3000),
      payments: [
        { day: '2025-04-15', amount: d(3000) },
        { day: '2025-06-20', amount: d(3000) },
      ],
    };
    const plan = safeHarbour(input, usTaxYear(2025));
    expect([plan.required.toNumber(), plan.rule]).toEqual([15_000, 'priorYear']);
    expect(
      plan.instalments.map((one) => [
        one.amount.toNumber(),
        one.requiredByThen.toNumber(),
        one.paidByThen.toNumber(),
        one.shortfall.toNumber(),
      ]),
    ).toEqual([
      [3000, 3750, 3750, 0],
      [3000, 7500, 4500, 3000],
      [3000, 11_250, 8250, 3000],
      [3000, 15_000, 9000, 6000],
    ]);
    expect(safeHarbour({ ...input, priorAgi: d(150_001) }, usTaxYear(2025))).toMatchObject({
      rule: 'priorYearHighIncome',
      required: d(16_500),
    });
    expect(safeHarbour({ ...input, priorTax: d(90_000) }, usTaxYear(2025)).rule).toBe('currentYear');
    expect(safeHarbour({ ...input, expectedTax: d(3999) }, usTaxYear(2025))).toMatchObject({
      rule: 'none',
      belowThreshold: true,
    });
  });
});

describe('wash sales', () => {
  const sale = (over = {}) => ({
    id: 's',
    securityId: 'X',
    lotId: 'b',
    acquired: '2025-01-02',
    sold: '2025-06-15',
    quantity: d(100),
    gain: d(-250),
    ...over,
  });
  const purchase = (id: string, day: string, quantity: number, over = {}) => ({
    id,
    securityId: 'X',
    day,
    quantity: d(quantity),
    ...over,
  });
  const own = purchase('b', '2025-01-02', 100);

  it('the example of Pub. 550', () => {
    const { buy, sell, rebuy_within_30d, disallowed_loss, new_basis_total } =
      vectors.wash_sale_and_loss_rules.cases[0]!;
    const {
      washes: [wash],
    } = findWashSales(
      [sale({ gain: d(sell!.total - buy!.total) })],
      [own, purchase('r', '2025-07-01', rebuy_within_30d!.qty)],
    );
    expect([
      wash!.disallowed.toNumber(),
      d(rebuy_within_30d!.total).plus(wash!.addedToBasis).toNumber(),
      wash!.daysTacked,
    ]).toEqual([disallowed_loss, new_basis_total, 164]);
  });

  it.each([
    ['2025-07-15', 1],
    ['2025-07-16', 0],
    ['2025-05-16', 1],
    ['2025-05-15', 0],
  ])('a purchase on %s counts %i times', (day, count) =>
    expect(findWashSales([sale()], [own, purchase('r', day, 100)]).washes.length).toBe(count),
  );

  it('reach as far as units were bought, and each unit once', () => {
    const { washes } = findWashSales(
      [sale(), sale({ id: 's2', sold: '2025-06-20', gain: d(-100) })],
      [own, purchase('r', '2025-06-25', 150)],
    );
    expect(washes.map((one) => [one.saleId, one.quantity.toNumber(), one.disallowed.toNumber()])).toEqual([
      ['s', 100, 250],
      ['s2', 50, 50],
    ]);
  });

  it('do not come from what was sold too, or from another security, or from a gain', () => {
    const second = purchase('c', '2025-06-10', 100);
    expect(findWashSales([sale(), sale({ id: 's2', lotId: 'c' })], [own, second]).washes).toEqual([]);
    expect(findWashSales([sale()], [own, purchase('r', '2025-06-20', 100, { securityId: 'Y' })]).washes).toEqual([]);
    expect(findWashSales([sale({ gain: d(10) })], [own, purchase('r', '2025-06-20', 100)]).washes).toEqual([]);
  });

  it('in a retirement account lose the loss for good', () => {
    expect(
      findWashSales([sale()], [own, purchase('r', '2025-06-20', 100, { retirement: true })]).washes[0],
    ).toMatchObject({ disallowed: d(250), addedToBasis: ZERO });
  });

  it('count at last when the replacement is sold, or go on into the next one', () => {
    // Bought at 10, sold at 8, bought again at 8, sold at 7, bought again at 7, sold at 9 in the end: −400 in all, −100
    // of it taken in time.
    const sales = [
      sale({ gain: d(-200) }),
      { ...sale(), id: 's2', lotId: 'r', acquired: '2025-06-20', sold: '2025-07-10', gain: d(-100) },
      { ...sale(), id: 's3', lotId: 'q', acquired: '2025-07-20', sold: '2026-02-01', gain: d(200) },
    ];
    const { washes, raised, addedToLots } = findWashSales(sales, [
      own,
      purchase('r', '2025-06-20', 100),
      purchase('q', '2025-07-20', 100),
    ]);
    expect(washes.map((one) => [one.saleId, one.disallowed.toNumber(), one.daysTackedBefore, one.daysTacked])).toEqual([
      ['s', 200, 0, 164],
      ['s2', 300, 164, 184],
    ]);
    expect(raised.map((one) => [one.saleId, one.gain.toNumber(), one.addedCost.toNumber(), one.daysTacked])).toEqual([
      ['s2', -100, 200, 164],
      ['s3', 200, 300, 184],
    ]);
    expect(addedToLots.size).toBe(0);
    // Nothing is lost: what all sales gained is what is taxed after all.
    expect(sumOf(sales, (one) => one.gain).toNumber()).toBe(-100);
    expect(
      sumOf(sales, (one) => one.gain)
        .plus(sumOf(washes, (one) => one.disallowed))
        .minus(sumOf(raised, (one) => one.addedCost))
        .toNumber(),
    ).toBe(-100);
  });

  it('of a part: the units that replaced go first, and what is still held keeps the rest', () => {
    const { raised, addedToLots } = findWashSales(
      [
        sale({ quantity: d(60), gain: d(-120) }),
        { ...sale(), id: 's2', lotId: 'r', sold: '2025-12-01', quantity: d(40), gain: d(40) },
      ],
      [own, purchase('r', '2025-06-20', 100)],
    );
    expect(raised.map((one) => [one.quantity.toNumber(), one.addedCost.toNumber()])).toEqual([[40, 80]]);
    expect([...addedToLots].map(([lot, amount]) => [lot, amount.toNumber()])).toEqual([['r', 40]]);
  });

  it('lose and find again the same amount, whatever the history', () => {
    const step = fc.record({
      buys: fc.boolean(),
      day: fc.nat(27),
      month: fc.integer({ min: 1, max: 6 }),
      quantity: fc.integer({ min: 1, max: 50 }),
      gain: fc.integer({ min: -500, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const dayOf = ({ month, day }: { month: number; day: number }): string =>
          `2025-0${month}-${String(day + 1).padStart(2, '0')}`;
        const bought = steps.flatMap((one, index) =>
          one.buys ? [purchase(`p${index}`, dayOf(one), one.quantity)] : [],
        );
        const open = new Map(bought.map((one) => [one.id, one.quantity]));
        const sales = steps
          .filter((one) => !one.buys)
          .sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
          .flatMap((one, index) => {
            const lot = bought.find((each) => each.day <= dayOf(one) && open.get(each.id)!.gt(0n));
            if (!lot) return [];
            const quantity = open.get(lot.id)!.lt(d(one.quantity)) ? open.get(lot.id)! : d(one.quantity);
            open.set(lot.id, open.get(lot.id)!.minus(quantity));
            return [
              {
                id: `s${index}`,
                securityId: 'X',
                lotId: lot.id,
                acquired: lot.day,
                sold: dayOf(one),
                quantity,
                gain: d(one.gain),
              },
            ];
          });
        const { washes, raised, addedToLots } = findWashSales(sales, bought);
        const lost = sumOf(washes, (one) => one.disallowed);
        expect(
          lost
            .minus(sumOf(raised, (one) => one.addedCost))
            .minus(sumOf(addedToLots.values(), (one) => one))
            .abs()
            .lt('1e-20'),
        ).toBe(true);
        for (const one of bought)
          expect(
            sumOf(
              washes.filter((wash) => wash.replacementId === one.id),
              (wash) => wash.quantity,
            ).lte(one.quantity),
          ).toBe(true);
      }),
    );
  });

  it('are seen before harvesting a loss', () => {
    const lots = [
      {
        id: 'b',
        securityId: 'X',
        acquired: '2024-01-01',
        quantity: d(100),
        cost: d(1000),
        added: d(0),
        marketValue: d(700),
      },
      { id: 'g', securityId: 'G', acquired: '2024-01-01', quantity: d(1), cost: d(1), added: d(0), marketValue: d(2) },
    ];
    const [candidate, ...others] = harvestCandidates(
      lots,
      { sales: [], purchases: [own, purchase('r', '2025-06-01', 50)] },
      '2025-06-15',
      () => true,
      () => d('0.15'),
    );
    expect(others).toEqual([]);
    expect(candidate).toMatchObject({ lotId: 'b', recentPurchaseIds: ['r'], buyBackFrom: '2025-07-16' });
    expect([candidate!.loss, candidate!.allowedLoss, candidate!.saving].map(String)).toEqual(['300', '150', '22.5']);
    const replacing = (...days: string[]) =>
      harvestCandidates(
        lots,
        { sales: [], purchases: days.map((day) => purchase(day, day, 10)) },
        '2025-06-15',
        () => true,
        () => d('0.15'),
      )[0]!.recentPurchaseIds;
    // 30 days before the sale, itself included; the day before that and the day after the sale are not.
    expect(replacing('2025-05-15', '2025-05-16', '2025-06-15', '2025-06-16')).toEqual(['2025-05-16', '2025-06-15']);
  });

  it('are reckoned together where lots are sold together, with holding periods that were taken over', () => {
    const lot = (id: string, acquired: string, more = {}) => ({
      id,
      securityId: 'X',
      acquired,
      quantity: d(100),
      cost: d(1000),
      added: d(0),
      marketValue: d(700),
      ...more,
    });
    const recent = purchase('r', '2025-06-01', 100);
    const long = (acquired: string): boolean => acquired < '2024-06-15';
    const losses = (lots: ReturnType<typeof lot>[], sales: LossSale[], purchases: Purchase[]) => {
      const { shortLoss, longLoss } = harvestLoss(lots, { sales, purchases }, '2025-06-15', long);
      return [shortLoss.toNumber(), longLoss.toNumber()];
    };
    const lots = [lot('b', '2024-01-01'), lot('c', '2025-02-01')];
    // A hundred bought lately stand in for a hundred of the two hundred; for none, where they are sold as well or were
    // sold before, or replaced others.
    expect(losses(lots, [], [recent])).toEqual([300, 0]);
    expect(losses([...lots, lot('r', '2025-06-01')], [], [recent])).toEqual([600, 300]);
    expect(
      losses(
        lots,
        [sale({ id: 'gone', lotId: 'r', acquired: '2025-06-01', sold: '2025-06-10', gain: d(5) })],
        [recent],
      ),
    ).toEqual([300, 300]);
    expect(
      losses([lot('b', '2024-01-01')], [sale({ lotId: 'z', acquired: '2025-01-02', sold: '2025-06-05' })], [recent]),
    ).toEqual([0, 300]);
    // The replacement of a lot held for a year counts as held for more than a year.
    expect(
      losses(
        [lot('q', '2025-02-01', { cost: d(1250), added: d(250) })],
        [sale({ lotId: 'z', acquired: '2024-01-02', sold: '2025-02-01' })],
        [purchase('q', '2025-02-01', 100)],
      ),
    ).toEqual([0, 550]);
  });
});

describe('whole years of every filing status', () => {
  // Worked out by a second program in exact fractions, line by line of the Qualified Dividends and Capital Gain Tax
  // Worksheet, Schedule SE, Forms 8959 and 8960; of 4,000 such years none differed by a cent.
  it.each<[name: string, amounts: number[], people: [number, number, number], expected: string]>([
    [
      '2024 marriedSeparate',
      [40695, 168600, 45898, 38004, 38004, 0, 243051, 0, 0, 45000.55, 5000, 9000],
      [2, 0, 1],
      '467059.66 123417.08 20375.58 11892.21 642.57',
    ],
    [
      '2026 single',
      [656737, 184500, 85187, 32371, 0, -19942, 676907, 10000, 5000, 0, 0, 9000],
      [2, 1, 0],
      '1589089.40 473441.44 4941.19 29089.87 5644.10',
    ],
    [
      '2024 headOfHousehold',
      [265599.99, 433.14, 0, 11191, 5595, 24377, 255432, 10000, 5000, 0, 0, 9000],
      [0, 0, 0],
      '531127.33 115492.77 11.60 10716.00 594.00',
    ],
    [
      '2025 marriedSeparate',
      [194523, 433.13, 87088, 54993, 27496, 13476, 0, 0, 0, 0, 0, 0],
      [0, 0, 0],
      '334763.13 89126.83 0.00 5911.17 625.71',
    ],
    [
      '2025 single',
      [177770, 155621, 5712, 48918, 24459, 6127, 0, 0, 0, 45000.55, 0, 0],
      [0, 0, 1],
      '347063.57 93697.60 4167.76 2308.77 1093.37',
    ],
    [
      '2025 headOfHousehold',
      [126974.99, 72671, 6329, 53728, 26864, 10641, 0, 0, 5000, 45000.55, 0, 0],
      [0, 1, 0],
      '216324.57 50976.23 8037.74 2330.35 0.00',
    ],
    [
      '2024 marriedJoint',
      [52400, 433.14, 0, 3678, 3678, 47951, 591118, 0, 0, 0, 0, 0],
      [0, 2, 0],
      '666349.54 115089.41 61.20 16930.88 0.00',
    ],
    [
      '2025 survivingSpouse',
      [13408, 433.14, 39297, 35291, 17645, 37822, 368438, 10000, 5000, 0, 0, 0],
      [0, 2, 0],
      '468158.54 74639.06 61.20 9487.02 0.00',
    ],
    [
      '2026 survivingSpouse',
      [683294, 433.13, 47363, 8641, 0, -28816, 64638, 0, 0, 0, 0, 9000],
      [1, 2, 0],
      '732703.13 197458.34 0.00 3147.39 4349.65',
    ],
    [
      '2026 marriedSeparate',
      [792763, 433.14, 68919, 0, 0, -15870, 444628, 0, 0, 0, 0, 0],
      [0, 1, 0],
      '1274767.34 384794.11 11.60 18911.73 6013.47',
    ],
    [
      '2024 survivingSpouse',
      [636118, 229070, 71809, 9023, 4511, 0, 247195, 10000, 0, 45000.55, 0, 0],
      [0, 0, 0],
      '1155147.03 335168.73 6134.84 12465.03 5828.98',
    ],
    [
      '2026 marriedJoint',
      [243600, 433.14, 64639, 36911, 0, -17036, 578009, 0, 0, 0, 0, 0],
      [0, 3, 0],
      '874350.34 182545.54 11.60 24948.91 0.00',
    ],
    [
      '2026 headOfHousehold',
      [150830, 433.13, 86694, 0, 0, 22527, 681867, 0, 0, 0, 0, 0],
      [2, 0, 1],
      '914101.13 196176.37 0.00 28209.34 0.00',
    ],
    [
      '2024 single',
      [710544, 0, 75291, 1401, 1401, 29818, 273600, 10000, 0, 0, 5000, 9000],
      [0, 3, 1],
      '1072054.00 328134.64 0.00 13912.18 4594.90',
    ],
    [
      '2025 marriedJoint',
      [426100.01, 433.14, 36439, 0, 0, -14893, 638932, 10000, 5000, 45000.55, 5000, 0],
      [0, 0, 1],
      '1042004.80 230936.91 11.60 24908.16 1588.50',
    ],
  ])('%s', (name, amounts, [agedOrBlind, children, otherDependents], expected) => {
    const [year, status] = name.split(' ') as [string, FilingStatus];
    const [
      wages,
      selfEmploymentProfit,
      interest,
      ordinaryDividends,
      qualifiedDividends,
      shortTermGains,
      longTermGains,
      otherIncome,
      adjustments,
      itemisedDeductions,
      carriedShort,
      carriedLong,
    ] = amounts.map(d) as [
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
      Decimal,
    ];
    const result = incomeTax(
      {
        status,
        wages,
        selfEmploymentProfit,
        interest,
        ordinaryDividends,
        qualifiedDividends,
        shortTermGains,
        longTermGains,
        otherIncome,
        adjustments,
        itemisedDeductions,
        carriedLosses: { shortTerm: carriedShort, longTerm: carriedLong },
        agedOrBlind,
        children,
        otherDependents,
      },
      usTaxYear(Number(year)),
    );
    expect(
      [
        result.taxableIncome,
        result.totalTax,
        result.selfEmployment.tax,
        result.netInvestmentIncome,
        result.additionalMedicare,
      ]
        .map((one) => one.toFixed(2))
        .join(' '),
    ).toBe(expected);
  });

  it('takes a surviving spouse for a couple where the law says so, and for one person elsewhere', () => {
    for (const { brackets, standardDeduction, capitalGains, fixed, qualifiedBusiness } of US_TAX_YEARS.map(usTaxYear)) {
      for (const table of [brackets, standardDeduction, capitalGains, fixed.netInvestmentIncome.threshold])
        expect(table.survivingSpouse).toEqual(table.marriedJoint);
      for (const table of [
        fixed.additionalMedicare.threshold,
        fixed.childTaxCreditPhaseOut.from,
        qualifiedBusiness.threshold,
        fixed.estimated.highIncome,
      ])
        expect(table.survivingSpouse).toEqual(table.single);
    }
  });
});
