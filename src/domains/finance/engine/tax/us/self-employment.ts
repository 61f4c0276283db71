/**
 * Taxes beside the income tax: on self-employment (Schedule SE), additional Medicare (Form 8959), on investment income
 * (Form 8960).
 */
import { type Decimal, min, notNegative, round, ZERO } from '../../../../../kernel/money/index.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export interface SelfEmploymentTax {
  /** Net profit × 92.35 %. */
  base: Decimal;
  socialSecurity: Decimal;
  medicare: Decimal;
  tax: Decimal;
  /** Half of the tax lowers income (IRC §164(f)). */
  deductibleHalf: Decimal;
}

/** @param wages already subject to social security; they use up the wage base first */
export function selfEmploymentTax(netProfit: Decimal, wages: Decimal, year: UsTaxYear): SelfEmploymentTax {
  const rules = year.fixed.selfEmployment;
  const base = notNegative(netProfit).times(rate(rules.earningsShare));
  if (base.lt(dollars(rules.threshold)))
    return { base, socialSecurity: ZERO, medicare: ZERO, tax: ZERO, deductibleHalf: ZERO };
  const room = notNegative(dollars(year.socialSecurityWageBase).minus(wages));
  const socialSecurity = round(min(base, room).times(rate(rules.socialSecurityRate)), 2);
  const medicare = round(base.times(rate(rules.medicareRate)), 2);
  const tax = socialSecurity.plus(medicare);
  return { base, socialSecurity, medicare, tax, deductibleHalf: round(tax.div(2n), 2) };
}

/**
 * 0.9 % on wages and self-employment earnings above the threshold.
 * @param selfEmploymentBase after the 92.35 %; zero where no self-employment tax is owed
 */
export function additionalMedicareTax(
  wages: Decimal,
  selfEmploymentBase: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): Decimal {
  const rules = year.fixed.additionalMedicare;
  return round(
    notNegative(wages.plus(selfEmploymentBase).minus(dollars(rules.threshold[status]))).times(rate(rules.rate)),
    2,
  );
}

/**
 * 3.8 % on investment income, or on what modified adjusted gross income exceeds the threshold by, whichever is less.
 */
export function netInvestmentIncomeTax(
  investmentIncome: Decimal,
  modifiedAgi: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): Decimal {
  const rules = year.fixed.netInvestmentIncome;
  return round(
    min(notNegative(investmentIncome), notNegative(modifiedAgi.minus(dollars(rules.threshold[status])))).times(
      rate(rules.rate),
    ),
    2,
  );
}
