/** Tax law of one year: amounts in whole dollars, rates as decimal text. A new year is a new file of this shape. */
import { type Decimal, decimal, whole } from '../../../../../kernel/money/index.ts';

export type FilingStatus = 'single' | 'marriedJoint' | 'marriedSeparate' | 'headOfHousehold' | 'survivingSpouse';

export type ByStatus<T> = Readonly<Record<FilingStatus, T>>;

export interface UsTaxYear {
  year: number;
  /** Where the figures come from. */
  sources: readonly string[];
  /**
   * Figures that were not compared with the official text yet, in words; empty where all were. Shown wherever the year
   * is.
   */
  preliminary: readonly string[];
  /** Rates of the ordinary brackets, lowest first, and the upper end of each but the last. */
  rates: readonly string[];
  brackets: ByStatus<readonly number[]>;
  standardDeduction: ByStatus<number>;
  /** For each of: aged 65 or more, blind; for each spouse. */
  additionalStandardDeduction: ByStatus<number>;
  /** Upper ends of the 0 % and 15 % ranges of long-term gains and qualified dividends; 20 % beyond. */
  capitalGains: ByStatus<readonly [zero: number, fifteen: number]>;
  socialSecurityWageBase: number;
  childTaxCredit: { perChild: number; perOtherDependent: number; refundableLimit: number };
  section179: { limit: number; phaseOutFrom: number };
  /**
   * Share of the cost that bonus depreciation takes at once (IRC §168(k)); from a day on where it changed within the
   * year.
   */
  bonusDepreciation: readonly { acquiredFrom: string; share: string }[];
  /**
   * State and local taxes as a deduction (§164(b)(6), (7)): the limit falls by 30 % of income above `phaseDownFrom`,
   * never below `floor`. Halved for spouses who file apart.
   */
  stateLocalTaxes: { limit: number; phaseDownFrom?: number; floor: number };
  /**
   * §199A: taxable income from which wages and the kind of business begin to matter, over which range, and the smallest
   * deduction.
   */
  qualifiedBusiness: {
    threshold: ByStatus<number>;
    range: ByStatus<number>;
    smallest?: { deduction: number; incomeFrom: number };
  };
  /** For each person of 65 or more (§151(d)(5)(C)), less 6 % of income above 75,000 (150,000 of a couple). */
  seniorDeduction: number;
  /**
   * Gifts of money: deductible without itemising (§170(p)), and the share of income below which itemised gifts do not
   * count (§170(b)(1)(I)).
   */
  gifts: { withoutItemising: ByStatus<number>; floor: string };
  retirement: RetirementLimits;
  /** Amounts that are not indexed to inflation. */
  fixed: FixedRules;
}

/** Limits of contributions to retirement and health savings accounts. */
export interface RetirementLimits {
  /** Own contributions to a 401(k) (§402(g)), more from 50 on, and from 60 to 63 (§414(v)). */
  deferral: number;
  catchUp: number;
  catchUpSixties: number;
  /** All contributions for a person to one employer's plans (§415(c)), and the pay that counts (§401(a)(17)). */
  additions: number;
  payCounted: number;
  ira: number;
  iraCatchUp: number;
  /**
   * Income over which the deduction for an IRA goes away for who is in a plan at work (§219(g)); of spouses who file
   * apart it is 0 to 10,000.
   */
  iraPhaseOut: ByStatus<readonly [from: number, to: number]>;
  hsa: { self: number; family: number };
}

/** Figures of the law that stay as they are until it is changed. */
export interface FixedRules {
  selfEmployment: { earningsShare: string; socialSecurityRate: string; medicareRate: string; threshold: number };
  additionalMedicare: { rate: string; threshold: ByStatus<number> };
  netInvestmentIncome: { rate: string; threshold: ByStatus<number> };
  capitalLossLimit: ByStatus<number>;
  childTaxCreditPhaseOut: {
    from: ByStatus<number>;
    perThousand: number;
    refundableRate: string;
    refundableEarningsFrom: number;
  };
  estimated: {
    currentYearShare: string;
    priorYearShare: string;
    highIncomeShare: string;
    highIncome: ByStatus<number>;
    smallestPenalised: number;
  };
}

/** IRC sections beside each figure. */
export const FIXED_RULES: FixedRules = {
  // §1401(a), (b)(1), §1402(a)(12), §1402(b)(2)
  selfEmployment: { earningsShare: '0.9235', socialSecurityRate: '0.124', medicareRate: '0.029', threshold: 400 },
  // §1401(b)(2), §3101(b)(2)
  additionalMedicare: {
    rate: '0.009',
    threshold: {
      single: 200_000,
      marriedJoint: 250_000,
      marriedSeparate: 125_000,
      headOfHousehold: 200_000,
      survivingSpouse: 200_000,
    },
  },
  // §1411
  netInvestmentIncome: {
    rate: '0.038',
    threshold: {
      single: 200_000,
      marriedJoint: 250_000,
      marriedSeparate: 125_000,
      headOfHousehold: 200_000,
      survivingSpouse: 250_000,
    },
  },
  // §1211(b)
  capitalLossLimit: {
    single: 3000,
    marriedJoint: 3000,
    marriedSeparate: 1500,
    headOfHousehold: 3000,
    survivingSpouse: 3000,
  },
  // §24(b), (d), (h)
  childTaxCreditPhaseOut: {
    from: {
      single: 200_000,
      marriedJoint: 400_000,
      marriedSeparate: 200_000,
      headOfHousehold: 200_000,
      survivingSpouse: 200_000,
    },
    perThousand: 50,
    refundableRate: '0.15',
    refundableEarningsFrom: 2500,
  },
  // §6654(d), (e)
  estimated: {
    currentYearShare: '0.9',
    priorYearShare: '1',
    highIncomeShare: '1.1',
    highIncome: {
      single: 150_000,
      marriedJoint: 150_000,
      marriedSeparate: 75_000,
      headOfHousehold: 150_000,
      survivingSpouse: 150_000,
    },
    smallestPenalised: 1000,
  },
};

/** A figure of the tables as an exact number. */
export function dollars(amount: number): Decimal {
  return whole(amount);
}

/** A rate of the tables as an exact number. */
export function rate(text: string): Decimal {
  return decimal(text);
}
