/** What the law says for one year: amounts in whole dollars, rates as decimal text. A new year is a new file of this shape. */
import { type Decimal, decimal, whole } from '../../../../../kernel/money/index.ts';

export type FilingStatus = 'single' | 'marriedJoint' | 'marriedSeparate' | 'headOfHousehold';

export type ByStatus<T> = Readonly<Record<FilingStatus, T>>;

export interface UsTaxYear {
  year: number;
  /** Where the figures come from. */
  sources: readonly string[];
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
  /** Share of the cost that bonus depreciation takes at once (IRC §168(k)); from a day on where it changed within the year. */
  bonusDepreciation: readonly { acquiredFrom: string; share: string }[];
  /** What is not indexed to prices. */
  fixed: FixedRules;
}

/** Figures of the law that stay as they are until it is changed. */
export interface FixedRules {
  selfEmployment: { earningsShare: string; socialSecurityRate: string; medicareRate: string; threshold: number };
  additionalMedicare: { rate: string; threshold: ByStatus<number> };
  netInvestmentIncome: { rate: string; threshold: ByStatus<number> };
  capitalLossLimit: ByStatus<number>;
  childTaxCreditPhaseOut: { from: ByStatus<number>; perThousand: number; refundableRate: string; refundableEarningsFrom: number };
  estimated: { currentYearShare: string; priorYearShare: string; highIncomeShare: string; highIncome: ByStatus<number>; smallestPenalised: number };
}

/** IRC sections beside each figure. */
export const FIXED_RULES: FixedRules = {
  // §1401(a), (b)(1), §1402(a)(12), §1402(b)(2)
  selfEmployment: { earningsShare: '0.9235', socialSecurityRate: '0.124', medicareRate: '0.029', threshold: 400 },
  // §1401(b)(2), §3101(b)(2)
  additionalMedicare: { rate: '0.009', threshold: { single: 200_000, marriedJoint: 250_000, marriedSeparate: 125_000, headOfHousehold: 200_000 } },
  // §1411
  netInvestmentIncome: { rate: '0.038', threshold: { single: 200_000, marriedJoint: 250_000, marriedSeparate: 125_000, headOfHousehold: 200_000 } },
  // §1211(b)
  capitalLossLimit: { single: 3000, marriedJoint: 3000, marriedSeparate: 1500, headOfHousehold: 3000 },
  // §24(b), (d), (h)
  childTaxCreditPhaseOut: { from: { single: 200_000, marriedJoint: 400_000, marriedSeparate: 200_000, headOfHousehold: 200_000 }, perThousand: 50, refundableRate: '0.15', refundableEarningsFrom: 2500 },
  // §6654(d), (e)
  estimated: { currentYearShare: '0.9', priorYearShare: '1', highIncomeShare: '1.1', highIncome: { single: 150_000, marriedJoint: 150_000, marriedSeparate: 75_000, headOfHousehold: 150_000 }, smallestPenalised: 1000 },
};

/** A figure of the tables as an exact number. */
export function dollars(amount: number): Decimal {
  return whole(amount);
}

/** A rate of the tables as an exact number. */
export function rate(text: string): Decimal {
  return decimal(text);
}
