/** United States, federal. Another country is a folder beside this one. */
export { type BracketPart, bracketParts, marginalRate, ordinaryTax, roomInBracket, tableTax } from './brackets.ts';
export { type CapitalGainsTax, capitalGainsTax, type CapitalNetting, netCapitalGains } from './capital-gains.ts';
export { type ChildCredits, childCredits, COVERAGE, type CoverageItem } from './credits.ts';
export {
  estimatedDueDays,
  type EstimatedInstalment,
  nextBusinessDay,
  type SafeHarbour,
  safeHarbour,
  type SafeHarbourInput,
} from './estimated.ts';
export { incomeTax, type TaxFacts, type TaxResult, type TaxStep } from './income-tax.ts';
export {
  additionalMedicareTax,
  netInvestmentIncomeTax,
  type SelfEmploymentTax,
  selfEmploymentTax,
} from './self-employment.ts';
export type { FilingStatus, UsTaxYear } from './tax-year.ts';
export { harvestCandidates, harvestLoss, type OpenLot, type Trades } from './harvest.ts';
export {
  findWashSales,
  type LossSale,
  type Purchase,
  type RaisedSale,
  type Replacement,
  type WashResult,
  type WashSale,
} from './wash-sales.ts';
export { US_TAX_YEARS, usTaxYear } from './years/index.ts';
export { corporateDueDays, corporationTax, payrollTax } from './corporate.ts';
export {
  amountOf,
  businessProfit,
  changed,
  type LineAmounts,
  LINE_GROUPS,
  type LineGroup,
  type LineInfo,
  LINES,
  proposedForAccount,
  proposedLine,
  TAX_LINES,
  type TaxLine,
} from './lines.ts';
export { type QualifiedBusiness, qualifiedBusinessDeduction } from './qualified-business.ts';
export { type Household, type Limited, stateLocalTaxesAllowed, taxReturn, type TaxReturn } from './return.ts';
export {
  contributionLimit,
  type ContributionLimit,
  deferralLimit,
  PLANS,
  type Plan,
  type Saver,
} from './contributions.ts';
export {
  type Burden,
  type Circumstances,
  type Move,
  type MoveEffect,
  scenario,
  type ScenarioBase,
  type ScenarioResult,
  shareOf,
} from './scenarios.ts';
