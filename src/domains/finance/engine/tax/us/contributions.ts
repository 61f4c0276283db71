/** Limits of contributions to retirement and health savings accounts, and their deductible part. */
import { type Decimal, max, min, notNegative, ONE, round, ZERO } from '../../../../../kernel/money/index.ts';
import { PLANS, type Plan } from '../../../contract/tax-lines.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export { PLANS, type Plan };

export interface Saver {
  status: FilingStatus;
  /** Years of age at the end of the year; undefined counts as under 50. */
  age: number | undefined;
  /** In a plan at work: limits the deduction for an IRA. */
  coveredByPlan: boolean;
  /** Health plan for more than oneself. */
  familyHealthPlan: boolean;
  /** Pay from an employer; of an own corporation its salary. */
  wages: Decimal;
  /** Profit of self-employment after half of the self-employment tax; zero where an own corporation pays a salary. */
  selfEmployed: Decimal;
  /** Salary from an own corporation, where there is one. */
  ownSalary: Decimal | undefined;
  agi: Decimal;
}

export interface ContributionLimit {
  /** The most that may be put in and lowers income. */
  most: Decimal;
  /** Of it, what the business puts in: a corporation deducts it, pay is not lowered. */
  employer: Decimal;
  basis: string;
}

/** Own contributions to a 401(k), with what more is allowed from 50 on. */
export function deferralLimit(age: number | undefined, year: UsTaxYear): Decimal {
  const { deferral, catchUp, catchUpSixties } = year.retirement;
  const more = age === undefined || age < 50 ? 0 : age >= 60 && age <= 63 ? catchUpSixties : catchUp;
  return dollars(deferral + more);
}

/**
 * 25 % of pay; 20 % of the profit of the self-employed, which is 25 % of what is left after the contribution (Pub.
 * 560).
 */
function employerLimit(saver: Saver, year: UsTaxYear): Decimal {
  const pay = saver.ownSalary ?? saver.selfEmployed;
  return round(
    min(notNegative(pay), dollars(year.retirement.payCounted)).times(rate(saver.ownSalary ? '0.25' : '0.2')),
    2,
  );
}

function iraLimit(saver: Saver, year: UsTaxYear): Decimal {
  const { ira, iraCatchUp, iraPhaseOut } = year.retirement;
  const pay = notNegative(saver.wages.plus(saver.selfEmployed));
  const full = min(dollars(ira + ((saver.age ?? 0) >= 50 ? iraCatchUp : 0)), pay);
  if (!saver.coveredByPlan) return full;
  const [from, to] = iraPhaseOut[saver.status].map(dollars) as [Decimal, Decimal];
  const left = ONE.minus(min(ONE, notNegative(saver.agi.minus(from)).div(to.minus(from))));
  if (left.isZero()) return ZERO;
  // Rounded up to ten dollars, and never below 200 while any is left (§219(g)(2)).
  return min(full, max(full.times(left).div(10n).ceil().times(10n), dollars(200)));
}

/** @param plan which account */
export function contributionLimit(plan: Plan, saver: Saver, year: UsTaxYear): ContributionLimit {
  const { additions, hsa } = year.retirement;
  const deferral = deferralLimit(saver.age, year);
  switch (plan) {
    case '401k':
      return { most: min(deferral, notNegative(saver.wages)), employer: ZERO, basis: 'IRC §402(g), §414(v)' };
    case 'sep': {
      const most = min(employerLimit(saver, year), dollars(additions));
      return { most, employer: most, basis: 'IRC §408(k), §404(h), §415(c); Pub. 560' };
    }
    case 'solo401k': {
      const pay = notNegative(saver.ownSalary ?? saver.selfEmployed);
      const catchUp = deferral.minus(dollars(year.retirement.deferral));
      const own = min(deferral, pay);
      const employer = min(
        employerLimit(saver, year),
        notNegative(
          min(dollars(additions).plus(catchUp), saver.ownSalary ? dollars(additions).plus(catchUp) : pay).minus(own),
        ),
      );
      return { most: own.plus(employer), employer, basis: 'IRC §402(g), §414(v), §404(a)(3), §415(c); Pub. 560' };
    }
    case 'ira':
      return { most: iraLimit(saver, year), employer: ZERO, basis: 'IRC §219(b), (g)' };
    case 'hsa':
      return {
        most: dollars((saver.familyHealthPlan ? hsa.family : hsa.self) + ((saver.age ?? 0) >= 55 ? 1000 : 0)),
        employer: ZERO,
        basis: 'IRC §223(b)',
      };
  }
}
