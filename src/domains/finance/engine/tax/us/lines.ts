/**
 * The lines of a person's or a business's year that figures are gathered under. Amounts are positive in the sense of
 * their name.
 */
import { type Decimal, ZERO } from '../../../../../kernel/money/index.ts';
import { type LineGroup, type TaxLine } from '../../../contract/tax-lines.ts';
import type { AccountRole } from '../../ledger/accounts.ts';

export { LINE_GROUPS, type LineGroup, TAX_LINES, type TaxLine } from '../../../contract/tax-lines.ts';

export interface LineInfo {
  label: string;
  group: LineGroup;
  /** Where it stands on the forms. */
  form: string;
  /** Money that goes out. */
  outgoing?: boolean;
}

export const LINES: Readonly<Record<TaxLine, LineInfo>> = {
  wages: { label: 'Wages before deductions', group: 'income', form: 'W-2, box 1' },
  interest: { label: 'Interest', group: 'income', form: '1099-INT' },
  ordinaryDividends: { label: 'Dividends', group: 'income', form: '1099-DIV, box 1a' },
  qualifiedDividends: { label: 'Of the dividends, qualified', group: 'income', form: '1099-DIV, box 1b' },
  shortTermGains: { label: 'Short-term gains, net', group: 'income', form: 'Form 8949, part I' },
  longTermGains: { label: 'Long-term gains, net', group: 'income', form: 'Form 8949, part II' },
  rentIncome: { label: 'Rent and royalties, net', group: 'income', form: 'Schedule E, part I' },
  passThroughIncome: {
    label: 'Share of the profit of an S corporation or partnership',
    group: 'income',
    form: 'Schedule K-1',
  },
  otherIncome: { label: 'Other income', group: 'income', form: 'Schedule 1, part I' },
  businessIncome: { label: 'Business income', group: 'business', form: 'Schedule C, line 1' },
  businessExpenses: { label: 'Business expenses', group: 'business', form: 'Schedule C, part II', outgoing: true },
  businessMeals: {
    label: 'Business meals (half of them counts)',
    group: 'business',
    form: 'Schedule C, line 24b; §274(n)',
    outgoing: true,
  },
  depreciation: { label: 'Depreciation of business property', group: 'business', form: 'Form 4562', outgoing: true },
  selfRetirement: {
    label: 'SEP or solo 401(k) contributions',
    group: 'adjustments',
    form: 'Schedule 1, line 16',
    outgoing: true,
  },
  ira: {
    label: 'IRA contributions that are deductible',
    group: 'adjustments',
    form: 'Schedule 1, line 20',
    outgoing: true,
  },
  healthPremiums: {
    label: 'Health insurance of the self-employed',
    group: 'adjustments',
    form: 'Schedule 1, line 17',
    outgoing: true,
  },
  hsa: { label: 'Health savings account', group: 'adjustments', form: 'Form 8889', outgoing: true },
  otherAdjustments: { label: 'Other adjustments', group: 'adjustments', form: 'Schedule 1, part II', outgoing: true },
  stateLocalTaxes: { label: 'State and local taxes', group: 'itemised', form: 'Schedule A, line 5', outgoing: true },
  mortgageInterest: { label: 'Mortgage interest', group: 'itemised', form: 'Schedule A, line 8', outgoing: true },
  gifts: { label: 'Gifts of money to charity', group: 'itemised', form: 'Schedule A, line 11', outgoing: true },
  medical: { label: 'Medical costs', group: 'itemised', form: 'Schedule A, line 1', outgoing: true },
  otherItemised: { label: 'Other itemised deductions', group: 'itemised', form: 'Schedule A, line 16', outgoing: true },
  otherDeductions: { label: 'Other deductions', group: 'deductions', form: 'As entered', outgoing: true },
  otherCredits: { label: 'Other credits', group: 'deductions', form: 'Schedule 3', outgoing: true },
  withheld: { label: 'Federal income tax withheld', group: 'paid', form: 'W-2, box 2; 1099', outgoing: true },
};

export type LineAmounts = Readonly<Partial<Record<TaxLine, Decimal>>>;

export function amountOf(lines: LineAmounts, line: TaxLine): Decimal {
  return lines[line] ?? ZERO;
}

/** The lines with some of them changed by an amount. */
export function changed(lines: LineAmounts, by: LineAmounts): LineAmounts {
  const next: Partial<Record<TaxLine, Decimal>> = { ...lines };
  for (const line of Object.keys(by) as TaxLine[]) next[line] = amountOf(next, line).plus(by[line]!);
  return next;
}

/** Profit of a business. */
export function businessProfit(lines: LineAmounts): Decimal {
  return amountOf(lines, 'businessIncome')
    .minus(amountOf(lines, 'businessExpenses'))
    .minus(amountOf(lines, 'businessMeals').div(2n))
    .minus(amountOf(lines, 'depreciation'));
}

/**
 * Categories of a new ledger and the lines that they most likely belong to; whoever keeps the books confirms or changes
 * it.
 */
const PROPOSALS: Readonly<Record<'personal' | 'business', Readonly<Record<string, TaxLine>>>> = {
  personal: { Salary: 'wages', 'Interest and dividends': 'interest', 'Gifts and donations': 'gifts' },
  business: {
    Sales: 'businessIncome',
    Services: 'businessIncome',
    'Interest received': 'interest',
    'Other income': 'businessIncome',
    'Cost of goods': 'businessExpenses',
    Wages: 'businessExpenses',
    Rent: 'businessExpenses',
    Utilities: 'businessExpenses',
    Software: 'businessExpenses',
    Advertising: 'businessExpenses',
    'Professional fees': 'businessExpenses',
    Insurance: 'businessExpenses',
    Travel: 'businessExpenses',
    Meals: 'businessMeals',
    'Office supplies': 'businessExpenses',
    Vehicles: 'businessExpenses',
    'Bank fees': 'businessExpenses',
    'Interest paid': 'businessExpenses',
    'Taxes and licenses': 'businessExpenses',
    'Other expenses': 'businessExpenses',
  },
};

/**
 * The line proposed for a category; undefined where its name says nothing certain: most private costs are no deduction.
 */
export function proposedLine(ledgerKind: 'personal' | 'business', category: string): TaxLine | undefined {
  return PROPOSALS[ledgerKind][category];
}

/** Roles of accounts in a business's books, where their names say nothing; income tax is no cost of the return. */
const BY_ROLE: Readonly<Partial<Record<AccountRole, TaxLine>>> = {
  revenue: 'businessIncome',
  otherIncome: 'businessIncome',
  costOfSales: 'businessExpenses',
  operatingExpense: 'businessExpenses',
  depreciation: 'depreciation',
  interest: 'businessExpenses',
  otherExpense: 'businessExpenses',
};

/** The line proposed for an account of a business's books, by its name and its categories', else by what it is for. */
export function proposedForAccount(role: AccountRole, names: readonly string[]): TaxLine | undefined {
  return names.map((name) => PROPOSALS.business[name]).find((line) => line !== undefined) ?? BY_ROLE[role];
}
