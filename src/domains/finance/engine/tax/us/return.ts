/** A whole return from the lines of a year: limits on deductions, the deduction for business income, then the tax. */
import { type Decimal, max, min, notNegative, round, whole, ZERO } from '../../../../../kernel/money/index.ts';
import { incomeTax, type TaxFacts, type TaxResult, type TaxStep } from './income-tax.ts';
import { amountOf, businessProfit, type LineAmounts } from './lines.ts';
import { qualifiedBusinessDeduction } from './qualified-business.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export interface Household {
  status: FilingStatus;
  /** How many are 65 or more, and how many are blind; both spouses counted. */
  aged: number;
  blind: number;
  children: number;
  otherDependents: number;
  /** Losses of earlier years, positive. */
  carriedShort: Decimal;
  carriedLong: Decimal;
  specifiedService: boolean;
  /** W-2 wages that the own business paid. */
  businessWages: Decimal;
}

/** A deduction that did not count whole. */
export interface Limited {
  line: 'stateLocalTaxes' | 'gifts' | 'medical';
  entered: Decimal;
  allowed: Decimal;
  basis: string;
}

export interface TaxReturn {
  result: TaxResult;
  businessProfit: Decimal;
  qualifiedBusiness: Decimal;
  seniorDeduction: Decimal;
  giftsWithoutItemising: Decimal;
  limited: Limited[];
  /** With each deduction below the line named. */
  steps: TaxStep[];
}

const ADJUSTMENTS = ['selfRetirement', 'ira', 'healthPremiums', 'hsa', 'otherAdjustments'] as const;

function factsOf(lines: LineAmounts, household: Household): TaxFacts {
  const of = (line: Parameters<typeof amountOf>[1]): Decimal => amountOf(lines, line);
  return {
    status: household.status,
    wages: of('wages'),
    selfEmploymentProfit: businessProfit(lines),
    interest: of('interest'),
    ordinaryDividends: of('ordinaryDividends'),
    qualifiedDividends: of('qualifiedDividends'),
    shortTermGains: of('shortTermGains'),
    longTermGains: of('longTermGains'),
    carriedLosses: { shortTerm: household.carriedShort, longTerm: household.carriedLong },
    otherIncome: of('rentIncome').plus(of('passThroughIncome')).plus(of('otherIncome')),
    otherInvestmentIncome: of('rentIncome'),
    adjustments: ADJUSTMENTS.reduce((total, line) => total.plus(of(line)), ZERO),
    agedOrBlind: household.aged + household.blind,
    children: household.children,
    otherDependents: household.otherDependents,
    otherCredits: of('otherCredits'),
    withheld: of('withheld'),
  };
}

/** State and local taxes after their limit (§164(b)(6), (7)). */
export function stateLocalTaxesAllowed(paid: Decimal, agi: Decimal, status: FilingStatus, year: UsTaxYear): Decimal {
  const half = status === 'marriedSeparate' ? 2n : 1n;
  const { limit, phaseDownFrom, floor } = year.stateLocalTaxes;
  const over = phaseDownFrom === undefined ? ZERO : notNegative(agi.minus(dollars(phaseDownFrom).div(half)));
  return min(
    notNegative(paid),
    max(
      dollars(limit)
        .div(half)
        .minus(over.times(rate('0.3'))),
      dollars(floor).div(half),
    ),
  );
}

function itemised(
  lines: LineAmounts,
  agi: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): { total: Decimal; limited: Limited[] } {
  const of = (line: Parameters<typeof amountOf>[1]): Decimal => amountOf(lines, line);
  const income = notNegative(agi);
  const parts: Limited[] = [
    {
      line: 'stateLocalTaxes',
      entered: of('stateLocalTaxes'),
      allowed: stateLocalTaxesAllowed(of('stateLocalTaxes'), agi, status, year),
      basis: 'IRC §164(b)(6), (7)',
    },
    {
      line: 'gifts',
      entered: of('gifts'),
      allowed: notNegative(min(of('gifts'), income.times(rate('0.6'))).minus(income.times(rate(year.gifts.floor)))),
      basis: 'IRC §170(b)(1)(G), (I)',
    },
    {
      line: 'medical',
      entered: of('medical'),
      allowed: notNegative(of('medical').minus(income.times(rate('0.075')))),
      basis: 'IRC §213(a): what exceeds 7.5% of adjusted gross income',
    },
  ];
  const total = parts.reduce((all, part) => all.plus(part.allowed), of('mortgageInterest').plus(of('otherItemised')));
  return {
    total: round(total, 2),
    limited: parts
      .filter((part) => !part.allowed.eq(part.entered))
      .map((part) => ({ ...part, allowed: round(part.allowed, 2) })),
  };
}

/**
 * 6,000 for each of 65 or more, less 6 % of income above 75,000 (150,000 of a couple); not for spouses who file apart.
 */
function seniors(agi: Decimal, { status, aged }: Household, year: UsTaxYear): Decimal {
  if (aged === 0 || year.seniorDeduction === 0 || status === 'marriedSeparate') return ZERO;
  const over = notNegative(agi.minus(whole(status === 'marriedJoint' ? 150_000 : 75_000)));
  return round(notNegative(dollars(year.seniorDeduction).minus(over.times(rate('0.06')))).times(whole(aged)), 2);
}

/** @param lines amounts of the year in dollars; what is absent is nothing */
export function taxReturn(lines: LineAmounts, household: Household, year: UsTaxYear): TaxReturn {
  const facts = factsOf(lines, household);
  // Adjusted gross income depends on none of the deductions below it.
  const first = incomeTax(facts, year);
  const agi = first.adjustedGrossIncome;
  const own = itemised(lines, agi, household.status, year);
  const seniorDeduction = seniors(agi, household, year);
  const standardGifts = min(amountOf(lines, 'gifts'), dollars(year.gifts.withoutItemising[household.status]));
  const itemises = own.total.gt(first.deduction.amount.plus(standardGifts));
  const giftsWithoutItemising = itemises ? ZERO : standardGifts;
  const below = amountOf(lines, 'otherDeductions').plus(seniorDeduction).plus(giftsWithoutItemising);
  const before = incomeTax(
    { ...facts, ...(itemises ? { itemisedDeductions: own.total } : {}), otherDeductions: below },
    year,
  );
  const profit = businessProfit(lines);
  const selfEmployed = notNegative(profit)
    .minus(before.selfEmployment.deductibleHalf)
    .minus(amountOf(lines, 'selfRetirement'))
    .minus(amountOf(lines, 'healthPremiums'));
  const qualifiedBusiness = qualifiedBusinessDeduction(
    {
      income: (profit.gt(0n) ? notNegative(selfEmployed) : profit).plus(amountOf(lines, 'passThroughIncome')),
      wages: household.businessWages,
      specifiedService: household.specifiedService,
    },
    before.taxableIncome,
    before.capital.longTermGain.plus(amountOf(lines, 'qualifiedDividends')),
    household.status,
    year,
  );
  const result = qualifiedBusiness.isZero()
    ? before
    : incomeTax(
        {
          ...facts,
          ...(itemises ? { itemisedDeductions: own.total } : {}),
          otherDeductions: below.plus(qualifiedBusiness),
        },
        year,
      );
  return {
    result,
    businessProfit: profit,
    qualifiedBusiness,
    seniorDeduction,
    giftsWithoutItemising,
    limited: own.limited,
    steps: named(result.steps, [
      { label: 'Deduction for qualified business income', amount: ZERO.minus(qualifiedBusiness), basis: 'IRC §199A' },
      { label: 'Deduction for people of 65 or more', amount: ZERO.minus(seniorDeduction), basis: 'IRC §151(d)(5)(C)' },
      { label: 'Gifts without itemising', amount: ZERO.minus(giftsWithoutItemising), basis: 'IRC §170(p)' },
      { label: 'Other deductions', amount: ZERO.minus(amountOf(lines, 'otherDeductions')), basis: 'As entered' },
    ]),
  };
}

/** The sum of deductions below the line gives way to each of them. */
function named(steps: readonly TaxStep[], deductions: readonly TaxStep[]): TaxStep[] {
  return steps.flatMap((step) =>
    step.label === 'Other deductions' ? deductions.filter((one) => !one.amount.isZero()) : [step],
  );
}
