/** Businesses that are taxed themselves, and pay of an owner who is employed by the own corporation. */
import { type Decimal, min, notNegative, round, ZERO } from '../../../../../kernel/money/index.ts';
import { nextBusinessDay } from './estimated.ts';
import { dollars, rate, type UsTaxYear } from './tax-year.ts';

/** 21 % of the profit of a C corporation (IRC §11(b)); a loss owes nothing. */
export function corporationTax(profit: Decimal): Decimal {
  return round(notNegative(profit).times(rate('0.21')), 2);
}

/** When the four payments of a corporation with a calendar year are due (IRC §6655(c)). */
export function corporateDueDays(year: number): string[] {
  return ['04-15', '06-15', '09-15', '12-15'].map((day) => nextBusinessDay(`${year}-${day}`));
}

/** Social security and Medicare on a salary: the employer's half, and the employee's (IRC §3101, §3111). */
export function payrollTax(salary: Decimal, year: UsTaxYear): { employer: Decimal; employee: Decimal } {
  const half = round(
    min(salary, dollars(year.socialSecurityWageBase))
      .times(rate('0.062'))
      .plus(salary.times(rate('0.0145'))),
    2,
  );
  return salary.gt(0n) ? { employer: half, employee: half } : { employer: ZERO, employee: ZERO };
}
