/** United States, federal. Another country is a folder beside this one. */
export { type BracketPart, bracketParts, marginalRate, ordinaryTax, roomInBracket, tableTax } from './brackets.ts';
export { type CapitalGainsTax, capitalGainsTax, type CapitalNetting, netCapitalGains } from './capital-gains.ts';
export { type ChildCredits, childCredits, COVERAGE, type CoverageItem } from './credits.ts';
export { estimatedDueDays, type EstimatedInstalment, nextBusinessDay, type SafeHarbour, safeHarbour, type SafeHarbourInput } from './estimated.ts';
export { incomeTax, type TaxFacts, type TaxResult, type TaxStep } from './income-tax.ts';
export { additionalMedicareTax, netInvestmentIncomeTax, type SelfEmploymentTax, selfEmploymentTax } from './self-employment.ts';
export type { FilingStatus, UsTaxYear } from './tax-year.ts';
export { findWashSales, type HarvestCandidate, harvestCandidates, type LossSale, type OpenLot, type Purchase, type WashSale } from './wash-sales.ts';
export { US_TAX_YEARS, usTaxYear } from './years/index.ts';
