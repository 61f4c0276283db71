/** The federal income tax of a year from end to end, with every step that led to it. */
import { type Decimal, max, min, notNegative, ZERO } from '../../../../../kernel/money/index.ts';
import { marginalRate, ordinaryTax } from './brackets.ts';
import {
  capitalGainsTax,
  marginalGainsRate,
  netCapitalGains,
  type CapitalNetting,
  withUnusedLoss,
} from './capital-gains.ts';
import { type ChildCredits, childCredits } from './credits.ts';
import {
  additionalMedicareTax,
  netInvestmentIncomeTax,
  selfEmploymentTax,
  type SelfEmploymentTax,
} from './self-employment.ts';
import { dollars, type FilingStatus, type UsTaxYear } from './tax-year.ts';

/** A year of a person or a couple, in dollars. What is left out is nothing. */
export interface TaxFacts {
  status: FilingStatus;
  wages?: Decimal;
  /** Net profit of self-employment (Schedule C); below zero for a loss. */
  selfEmploymentProfit?: Decimal;
  interest?: Decimal;
  ordinaryDividends?: Decimal;
  /** Part of the ordinary dividends. */
  qualifiedDividends?: Decimal;
  shortTermGains?: Decimal;
  longTermGains?: Decimal;
  /** Losses of earlier years, positive. */
  carriedLosses?: { shortTerm: Decimal; longTerm: Decimal };
  /** Rent, pensions and other ordinary income. */
  otherIncome?: Decimal;
  /** Of `otherIncome`, what counts as investment income: rent, royalties. */
  otherInvestmentIncome?: Decimal;
  /** Retirement contributions, health premiums of the self-employed and other adjustments above the line. */
  adjustments?: Decimal;
  itemisedDeductions?: Decimal;
  /** Deductions below the line that come with either kind (§199A and others that are not worked out). */
  otherDeductions?: Decimal;
  /** How many of “65 or more” and “blind” apply, both spouses counted. */
  agedOrBlind?: number;
  children?: number;
  otherDependents?: number;
  otherCredits?: Decimal;
  withheld?: Decimal;
  estimatedPaid?: Decimal;
}

export interface TaxStep {
  label: string;
  amount: Decimal;
  /** Form and line, or section, that it rests on. */
  basis: string;
}

export interface TaxResult {
  totalIncome: Decimal;
  adjustedGrossIncome: Decimal;
  deduction: { kind: 'standard' | 'itemised'; amount: Decimal };
  taxableIncome: Decimal;
  ordinaryTax: Decimal;
  gainsTax: Decimal;
  selfEmployment: SelfEmploymentTax;
  additionalMedicare: Decimal;
  netInvestmentIncome: Decimal;
  credits: ChildCredits;
  capital: CapitalNetting;
  /** After all credits; below zero when credits are paid out. */
  totalTax: Decimal;
  /** To pay; a refund when below zero. */
  balanceDue: Decimal;
  /** On one more dollar of ordinary income and of long-term gain, without the other taxes. */
  marginalRate: Decimal;
  marginalGainsRate: Decimal;
  /** Total tax over total income; undefined without income. */
  effectiveRate: Decimal | undefined;
  steps: TaxStep[];
}

/** @throws AppError where a figure cannot be; nothing is rounded to dollars */
export function incomeTax(facts: TaxFacts, year: UsTaxYear): TaxResult {
  const {
    status,
    wages = ZERO,
    selfEmploymentProfit = ZERO,
    interest = ZERO,
    ordinaryDividends = ZERO,
    qualifiedDividends = ZERO,
    otherIncome = ZERO,
  } = facts;
  const netted = netCapitalGains(
    facts.shortTermGains ?? ZERO,
    facts.longTermGains ?? ZERO,
    facts.carriedLosses ?? { shortTerm: ZERO, longTerm: ZERO },
    status,
    year,
  );
  const selfEmployment = selfEmploymentTax(selfEmploymentProfit, wages, year);
  const gains = netted.shortTermGain.plus(netted.longTermGain).minus(netted.lossDeducted);
  const totalIncome = wages
    .plus(selfEmploymentProfit)
    .plus(interest)
    .plus(ordinaryDividends)
    .plus(otherIncome)
    .plus(gains);
  const adjustedGrossIncome = totalIncome.minus(selfEmployment.deductibleHalf).minus(facts.adjustments ?? ZERO);
  const deduction = deductionOf(facts, year);
  const afterDeductions = adjustedGrossIncome.minus(deduction.amount).minus(facts.otherDeductions ?? ZERO);
  const taxableIncome = notNegative(afterDeductions);
  const capital = withUnusedLoss(netted, afterDeductions);
  // Deductions lower ordinary income first; preferred income is never more than all taxable income.
  const preferred = min(taxableIncome, capital.longTermGain.plus(qualifiedDividends));
  const ordinary = taxableIncome.minus(preferred);
  const ordinaryPart = ordinaryTax(ordinary, status, year);
  const split = capitalGainsTax(ordinary, preferred, status, year);
  // The worksheet's last line: the preferred rates never cost more than the ordinary ones.
  const regular = min(ordinaryPart.plus(split.tax), ordinaryTax(taxableIncome, status, year));
  const investment = interest
    .plus(ordinaryDividends)
    .plus(gains)
    .plus(facts.otherInvestmentIncome ?? ZERO);
  const additionalMedicare = additionalMedicareTax(
    wages,
    selfEmployment.tax.isZero() ? ZERO : selfEmployment.base,
    status,
    year,
  );
  const netInvestmentIncome = netInvestmentIncomeTax(investment, adjustedGrossIncome, status, year);
  // A loss of self-employment lowers what was earned (Schedule 8812, earned income worksheet).
  const earned = notNegative(wages.plus(selfEmploymentProfit).minus(selfEmployment.deductibleHalf));
  const otherCredits = min(facts.otherCredits ?? ZERO, regular);
  const credits = childCredits(
    facts.children ?? 0,
    facts.otherDependents ?? 0,
    adjustedGrossIncome,
    earned,
    regular.minus(otherCredits),
    status,
    year,
  );
  const afterCredits = regular.minus(otherCredits).minus(credits.used);
  const totalTax = afterCredits
    .plus(selfEmployment.tax)
    .plus(additionalMedicare)
    .plus(netInvestmentIncome)
    .minus(credits.refundable);
  const paid = (facts.withheld ?? ZERO).plus(facts.estimatedPaid ?? ZERO);
  return {
    totalIncome,
    adjustedGrossIncome,
    deduction,
    taxableIncome,
    ordinaryTax: ordinaryPart,
    gainsTax: split.tax,
    selfEmployment,
    additionalMedicare,
    netInvestmentIncome,
    credits,
    capital,
    totalTax,
    balanceDue: totalTax.minus(paid),
    marginalRate: marginalRate(ordinary, status, year),
    marginalGainsRate: marginalGainsRate(ordinary, preferred, status, year),
    effectiveRate: totalIncome.gt(0n) ? totalTax.div(totalIncome) : undefined,
    steps: [
      { label: 'Total income', amount: totalIncome, basis: 'Form 1040, total income' },
      { label: 'Half of self-employment tax', amount: ZERO.minus(selfEmployment.deductibleHalf), basis: 'IRC §164(f)' },
      { label: 'Other adjustments', amount: ZERO.minus(facts.adjustments ?? ZERO), basis: 'Schedule 1, part II' },
      { label: 'Adjusted gross income', amount: adjustedGrossIncome, basis: 'IRC §62' },
      {
        label: deduction.kind === 'standard' ? 'Standard deduction' : 'Itemised deductions',
        amount: ZERO.minus(deduction.amount),
        basis: deduction.kind === 'standard' ? 'IRC §63(c)' : 'Schedule A',
      },
      { label: 'Other deductions', amount: ZERO.minus(facts.otherDeductions ?? ZERO), basis: 'As entered' },
      { label: 'Taxable income', amount: taxableIncome, basis: 'IRC §63' },
      { label: 'Tax on ordinary income', amount: regular.minus(min(split.tax, regular)), basis: 'Tax rate schedule' },
      { label: 'Tax on long-term gains and qualified dividends', amount: min(split.tax, regular), basis: 'IRC §1(h)' },
      { label: 'Credits for children and dependents', amount: ZERO.minus(credits.used), basis: 'IRC §24' },
      { label: 'Other credits', amount: ZERO.minus(otherCredits), basis: 'As entered' },
      { label: 'Self-employment tax', amount: selfEmployment.tax, basis: 'Schedule SE' },
      { label: 'Additional Medicare tax', amount: additionalMedicare, basis: 'Form 8959' },
      { label: 'Net investment income tax', amount: netInvestmentIncome, basis: 'Form 8960' },
      { label: 'Credit paid out for children', amount: ZERO.minus(credits.refundable), basis: 'IRC §24(d)' },
      { label: 'Total tax', amount: totalTax, basis: 'Form 1040, total tax less refundable credits' },
    ].filter((step) => !step.amount.isZero() || step.label === 'Taxable income' || step.label === 'Total tax'),
  };
}

/** The larger of the standard and the itemised deduction. */
function deductionOf(
  { status, itemisedDeductions = ZERO, agedOrBlind = 0 }: TaxFacts,
  year: UsTaxYear,
): TaxResult['deduction'] {
  const standard = dollars(year.standardDeduction[status] + agedOrBlind * year.additionalStandardDeduction[status]);
  return { kind: itemisedDeductions.gt(standard) ? 'itemised' : 'standard', amount: max(standard, itemisedDeductions) };
}
