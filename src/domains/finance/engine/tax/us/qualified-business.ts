/** Deduction for qualified business income (IRC §199A, Forms 8995 and 8995-A), for one business. */
import { type Decimal, max, min, notNegative, ONE, round, ZERO } from '../../../../../kernel/money/index.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export interface QualifiedBusiness {
  /** Profit after half of self-employment tax, own health premiums and retirement contributions. */
  income: Decimal;
  /** W-2 wages that the business paid. */
  wages: Decimal;
  /** Unadjusted basis of its depreciable property. */
  property?: Decimal;
  /** Health, law, accounting, consulting and the like (§199A(d)(2)). */
  specifiedService: boolean;
}

/**
 * 20 % of the income, within 20 % of taxable income without net capital gain. Above the threshold the deduction shrinks
 * to what wages and property allow, and to nothing for a specified service, over the year's range.
 * @param taxable before this deduction
 * @param netCapitalGain net long-term gain and qualified dividends
 */
export function qualifiedBusinessDeduction(
  business: QualifiedBusiness,
  taxable: Decimal,
  netCapitalGain: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): Decimal {
  if (!business.income.gt(0n)) return ZERO;
  const rules = year.qualifiedBusiness;
  const over = notNegative(taxable.minus(dollars(rules.threshold[status])));
  const passed = min(ONE, over.div(dollars(rules.range[status])));
  // Within the range a specified service counts in part, beyond it not at all.
  const share = business.specifiedService ? ONE.minus(passed) : ONE;
  const full = business.income.times(share).times(rate('0.2'));
  const wages = business.wages.times(share);
  const limit = max(
    wages.times(rate('0.5')),
    wages.times(rate('0.25')).plus((business.property ?? ZERO).times(share).times(rate('0.025'))),
  );
  const reduced = full.minus(notNegative(full.minus(limit)).times(passed));
  const deduction = min(notNegative(reduced), notNegative(taxable.minus(netCapitalGain)).times(rate('0.2')));
  const { smallest } = rules;
  const least = smallest && business.income.gte(dollars(smallest.incomeFrom)) ? dollars(smallest.deduction) : ZERO;
  return round(min(max(deduction, least), taxable), 2);
}
