/** Credits: which are worked out, which are not and must be entered or are left out. */
import { type Decimal, min, notNegative, round, ZERO } from '../../../../../kernel/money/index.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export interface ChildCredits {
  /** Credit after the phase-out: what can lower the tax. */
  allowed: Decimal;
  /** Of it, what lowers the tax. */
  used: Decimal;
  /** The refundable part beyond the tax (additional child tax credit). */
  refundable: Decimal;
}

/**
 * Child tax credit, credit for other dependents, additional child tax credit (IRC §24, Schedule 8812). The refundable
 * part is 15 % of earned income above 2,500, within the limit for each child; the other method, for three children and
 * more with much payroll tax, is not worked out.
 */
export function childCredits(
  children: number,
  otherDependents: number,
  agi: Decimal,
  earnedIncome: Decimal,
  taxBefore: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): ChildCredits {
  const { perChild, perOtherDependent, refundableLimit } = year.childTaxCredit;
  const phaseOut = year.fixed.childTaxCreditPhaseOut;
  const full = dollars(children * perChild + otherDependents * perOtherDependent);
  // Each thousand dollars above the threshold, or part of one.
  const thousands = notNegative(agi.minus(dollars(phaseOut.from[status])))
    .div(1000n)
    .ceil();
  const allowed = notNegative(full.minus(thousands.times(dollars(phaseOut.perThousand))));
  const used = min(allowed, taxBefore);
  const earned = round(
    notNegative(earnedIncome.minus(dollars(phaseOut.refundableEarningsFrom))).times(rate(phaseOut.refundableRate)),
    2,
  );
  const refundable = children === 0 ? ZERO : min(allowed.minus(used), dollars(children * refundableLimit), earned);
  return { allowed, used, refundable };
}

export interface CoverageItem {
  name: string;
  covered: boolean;
  note?: string;
}

/** Covered and uncovered rules, shown with every result. */
export const COVERAGE: readonly CoverageItem[] = [
  { name: 'Ordinary income tax by the year’s rate schedules', covered: true },
  { name: 'Standard deduction, with the addition for age and blindness', covered: true },
  { name: 'Long-term gains and qualified dividends', covered: true },
  { name: 'Netting and carryover of capital losses', covered: true },
  {
    name: 'Self-employment tax and its deductible half',
    covered: true,
    note: 'Of a couple, all wages and all profit count as one person’s: where one is employed and the other self-employed above the social security base, the tax comes out too low.',
  },
  {
    name: 'Standard deduction of spouses who file apart where the other itemises',
    covered: false,
    note: 'It is nothing then (§63(c)(6)): enter the itemised deductions.',
  },
  { name: 'Additional Medicare tax', covered: true },
  { name: 'Net investment income tax', covered: true },
  { name: 'Child tax credit and credit for other dependents', covered: true },
  {
    name: 'Itemised deductions',
    covered: true,
    note: 'State and local taxes, medical costs and gifts of money are limited here; mortgage interest is taken as entered. The limit on their value at 37% (from 2026) is left out.',
  },
  { name: 'Other credits', covered: true, note: 'Enter the total; each is not worked out.' },
  { name: 'Alternative minimum tax', covered: false },
  {
    name: 'Qualified business income deduction (§199A)',
    covered: true,
    note: 'One business; without carried losses, funds and partnerships traded in public.',
  },
  { name: 'Deduction for people of 65 or more (2025 to 2028)', covered: true },
  { name: 'Earned income credit', covered: false },
  { name: 'Education credits', covered: false },
  { name: 'Premium tax credit', covered: false },
  { name: 'Saver’s credit', covered: false },
  { name: 'Foreign tax credit', covered: false },
  { name: 'Taxation of social security benefits', covered: false },
  { name: 'Rates of 25% and 28% on depreciated property and collectibles', covered: false },
  {
    name: 'Deductions of 2025 to 2028 for tips, overtime and car loans (P.L. 119-21)',
    covered: false,
    note: 'Enter them with the other deductions.',
  },
  { name: 'Limit on business losses, passive losses and basis (§461(l), §469, §704(d))', covered: false },
  { name: 'State and local income tax', covered: false },
];
