/** How tax is put into words. */
import type { DOCUMENT_KINDS, FILING_STATUSES, SOURCE_USES, TaxKind } from '../../contract/tax.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import type { LineGroup, Plan, TaxLine } from '../../contract/tax-lines.ts';

export const KIND_LABELS: Readonly<Record<TaxKind, string>> = {
  person: 'Individual (Form 1040)',
  sCorporation: 'S corporation',
  partnership: 'Partnership or multi-member LLC',
  cCorporation: 'C corporation',
};
export const STATUS_LABELS: Readonly<Record<(typeof FILING_STATUSES)[number], string>> = {
  single: 'Single',
  marriedJoint: 'Married, filing jointly',
  marriedSeparate: 'Married, filing separately',
  headOfHousehold: 'Head of household',
  survivingSpouse: 'Qualifying surviving spouse',
};
export const USE_LABELS: Readonly<Record<(typeof SOURCE_USES)[number], string>> = {
  personal: 'Personal (100%)',
  business: 'Sole proprietorship (100%)',
  passThrough: 'Share of company profit (K-1)',
};
export const GROUP_LABELS: Readonly<Record<LineGroup, string>> = {
  income: 'Income',
  business: 'Self-employment',
  adjustments: 'Adjustments to income',
  itemised: 'Itemized deductions',
  deductions: 'Other deductions and credits',
  paid: 'Withholding',
};
export const DOCUMENT_LABELS: Readonly<Record<(typeof DOCUMENT_KINDS)[number], string>> = {
  w2: 'W-2, wages',
  '1099int': '1099-INT, interest',
  '1099div': '1099-DIV, dividends',
  '1099b': '1099-B, sales of securities',
  '1099nec': '1099-NEC, fees',
  '1099k': '1099-K, card and platform payments',
  '1099r': '1099-R, pensions',
  '1098': '1098, mortgage interest',
  k1: 'Schedule K-1',
  '1095a': '1095-A, health insurance',
  receipts: 'Deduction receipts',
  return: 'Filed return',
  other: 'Other',
};
export const PLAN_LABELS: Readonly<Record<Plan, string>> = {
  '401k': 'Workplace 401(k)',
  solo401k: 'Solo 401(k)',
  sep: 'SEP IRA',
  ira: 'Traditional IRA',
  hsa: 'Health savings account',
};

/** Of the lines, for lists to choose from; the same words as the server's. */
export const LINE_LABELS: Readonly<Record<TaxLine, string>> = {
  wages: 'Wages before deductions',
  interest: 'Interest',
  ordinaryDividends: 'Dividends',
  qualifiedDividends: 'Qualified dividends',
  shortTermGains: 'Short-term gains, net',
  longTermGains: 'Long-term gains, net',
  rentIncome: 'Rent and royalties, net',
  passThroughIncome: 'Share of company profit',
  otherIncome: 'Other income',
  businessIncome: 'Business income',
  businessExpenses: 'Business expenses',
  businessMeals: 'Business meals (50%)',
  depreciation: 'Depreciation',
  selfRetirement: 'SEP or solo 401(k)',
  ira: 'IRA, deductible',
  healthPremiums: 'Self-employed health insurance',
  hsa: 'Health savings account',
  otherAdjustments: 'Other adjustments',
  stateLocalTaxes: 'State and local taxes',
  mortgageInterest: 'Mortgage interest',
  gifts: 'Cash gifts to charity',
  medical: 'Medical expenses',
  otherItemised: 'Other itemized',
  otherDeductions: 'Other deductions',
  otherCredits: 'Other credits',
  withheld: 'Federal tax withheld',
};
export { optionsOf } from '../investments/labels.ts';

/**
 * Where the rows behind a figure are: entries of an account, transactions of a category, or what a company's profit is
 * made of.
 */
export function behind({
  ledgerId,
  categoryId,
  accountId,
  from,
  to,
}: {
  ledgerId: string;
  categoryId: string | null;
  accountId: string | null;
  from: string;
  to: string;
}): { to: string; search: RawSearch } {
  const period = { ledger: ledgerId, period: 'custom', from, to };
  if (categoryId) return { to: '/personal-finance', search: { ...period, tab: 'transactions', category: categoryId } };
  return {
    to: '/business-finance',
    search: accountId ? { ...period, tab: 'journal', account: accountId } : { ...period, tab: 'statements' },
  };
}
