/** The chart of accounts: five types, and a role for each account that says where statements put it. */

export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

/** Part of the statement of cash flows in which a change of the account is shown (IAS 7, ASC 230). */
export type CashFlowSection = 'cash' | 'operating' | 'investing' | 'financing';

/** Roles of accounts, in the order in which statements list them. */
export const ROLES = {
  cash: { type: 'asset', label: 'Cash and bank', current: true, cashFlow: 'cash' },
  receivable: { type: 'asset', label: 'Accounts receivable', current: true, cashFlow: 'operating' },
  inventory: { type: 'asset', label: 'Inventory', current: true, cashFlow: 'operating' },
  currentAsset: { type: 'asset', label: 'Other current assets', current: true, cashFlow: 'operating' },
  investment: { type: 'asset', label: 'Investments', current: false, cashFlow: 'investing' },
  fixedAsset: { type: 'asset', label: 'Property and equipment', current: false, cashFlow: 'investing' },
  /** A credit balance that lowers the fixed assets; its change is an expense that took no cash. */
  accumulatedDepreciation: { type: 'asset', label: 'Accumulated depreciation', current: false, cashFlow: 'operating' },
  otherAsset: { type: 'asset', label: 'Other assets', current: false, cashFlow: 'investing' },
  payable: { type: 'liability', label: 'Accounts payable', current: true, cashFlow: 'operating' },
  card: { type: 'liability', label: 'Credit cards', current: true, cashFlow: 'operating' },
  taxPayable: { type: 'liability', label: 'Taxes payable', current: true, cashFlow: 'operating' },
  currentLiability: { type: 'liability', label: 'Other current liabilities', current: true, cashFlow: 'operating' },
  loan: { type: 'liability', label: 'Loans', current: false, cashFlow: 'financing' },
  longTermLiability: { type: 'liability', label: 'Other long-term liabilities', current: false, cashFlow: 'financing' },
  capital: { type: 'equity', label: 'Paid-in capital', current: false, cashFlow: 'financing' },
  drawings: { type: 'equity', label: 'Drawings and dividends', current: false, cashFlow: 'financing' },
  retainedEarnings: { type: 'equity', label: 'Retained earnings', current: false, cashFlow: 'financing' },
  revenue: { type: 'income', label: 'Revenue' },
  otherIncome: { type: 'income', label: 'Other income' },
  costOfSales: { type: 'expense', label: 'Cost of sales' },
  operatingExpense: { type: 'expense', label: 'Operating expenses' },
  depreciation: { type: 'expense', label: 'Depreciation and amortisation' },
  interest: { type: 'expense', label: 'Interest' },
  incomeTax: { type: 'expense', label: 'Income tax' },
  otherExpense: { type: 'expense', label: 'Other expenses' },
} as const satisfies Record<
  string,
  { type: AccountType; label: string; current?: boolean; cashFlow?: CashFlowSection }
>;

export type AccountRole = keyof typeof ROLES;

export interface LedgerAccount {
  id: string;
  /** Number in the chart, `1010`; accounts are listed in its order. */
  code: string;
  name: string;
  role: AccountRole;
  /** No new entry may use it. */
  archived?: boolean;
}

export function typeOf(account: LedgerAccount): AccountType {
  return ROLES[account.role].type;
}

/** Whether the account belongs to the profit and loss statement, and starts each year from nothing. */
export function isNominal(account: LedgerAccount): boolean {
  const type = typeOf(account);
  return type === 'income' || type === 'expense';
}

/** Whether a balance of the type is normally a debit. */
export function isDebitNormal(type: AccountType): boolean {
  return type === 'asset' || type === 'expense';
}

export function byCode(a: LedgerAccount, b: LedgerAccount): number {
  return a.code < b.code ? -1 : a.code > b.code ? 1 : a.id < b.id ? -1 : 1;
}
