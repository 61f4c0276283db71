/** Names of the lines that a year's figures are gathered under, and of the accounts that save tax. */
export const LINE_GROUPS = ['income', 'business', 'adjustments', 'itemised', 'deductions', 'paid'] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];

export const TAX_LINES = [
  'wages',
  'interest',
  'ordinaryDividends',
  'qualifiedDividends',
  'shortTermGains',
  'longTermGains',
  'rentIncome',
  'passThroughIncome',
  'otherIncome',
  'businessIncome',
  'businessExpenses',
  'businessMeals',
  'depreciation',
  'selfRetirement',
  'ira',
  'healthPremiums',
  'hsa',
  'otherAdjustments',
  'stateLocalTaxes',
  'mortgageInterest',
  'gifts',
  'medical',
  'otherItemised',
  'otherDeductions',
  'otherCredits',
  'withheld',
] as const;
export type TaxLine = (typeof TAX_LINES)[number];

/** Retirement and health savings accounts. */
export const PLANS = ['401k', 'solo401k', 'sep', 'ira', 'hsa'] as const;
export type Plan = (typeof PLANS)[number];
