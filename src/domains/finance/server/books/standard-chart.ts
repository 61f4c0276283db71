/** The chart that the books of a business begin with. Codes leave room for the accounts that people add. */
import type { BookRole } from '../../contract.ts';

export interface StandardAccount {
  code: string;
  name: string;
  role: BookRole;
  /** Set if the product posts to it. */
  system?: SystemAccount;
  /** The usual category (default-categories.ts) that belongs to it. */
  category?: string;
}

/** Accounts that are found by what they are for, whatever they are called. */
export type SystemAccount =
  | 'cash'
  | 'transit'
  | 'receivable'
  | 'suspense'
  | 'taxPaid'
  | 'payable'
  | 'taxCollected'
  | 'employees'
  | 'capital'
  | 'retained'
  | 'opening'
  | 'sales'
  | 'otherIncome'
  | 'otherExpense'
  | 'exchange'
  | 'unrealised';

const of = (code: string, name: string, role: BookRole, more: Partial<StandardAccount> = {}): StandardAccount => ({
  code,
  name,
  role,
  ...more,
});
const expense = (code: string, name: string): StandardAccount => of(code, name, 'operatingExpense', { category: name });

export const STANDARD_CHART: readonly StandardAccount[] = [
  of('1000', 'Cash on hand', 'cash', { system: 'cash' }),
  of('1090', 'Money in transit', 'cash', { system: 'transit' }),
  of('1100', 'Accounts receivable', 'receivable', { system: 'receivable' }),
  of('1200', 'Inventory', 'inventory'),
  of('1300', 'Prepaid expenses', 'currentAsset'),
  of('1350', 'Tax paid on purchases', 'currentAsset', { system: 'taxPaid' }),
  of('1399', 'To sort', 'currentAsset', { system: 'suspense' }),
  of('1500', 'Equipment', 'fixedAsset'),
  of('1590', 'Accumulated depreciation', 'accumulatedDepreciation'),
  of('2000', 'Accounts payable', 'payable', { system: 'payable' }),
  of('2200', 'Sales tax collected', 'taxPayable', { system: 'taxCollected' }),
  of('2300', 'Owed to employees', 'currentLiability', { system: 'employees' }),
  of('3000', 'Owner’s capital', 'capital', { system: 'capital' }),
  of('3100', 'Drawings', 'drawings'),
  of('3200', 'Retained earnings', 'retainedEarnings', { system: 'retained' }),
  of('3900', 'Opening balances', 'capital', { system: 'opening' }),
  of('4000', 'Sales', 'revenue', { system: 'sales', category: 'Sales' }),
  of('4100', 'Services', 'revenue', { category: 'Services' }),
  of('4800', 'Interest received', 'otherIncome', { category: 'Interest received' }),
  of('4900', 'Other income', 'otherIncome', { system: 'otherIncome', category: 'Other income' }),
  of('5000', 'Cost of goods', 'costOfSales', { category: 'Cost of goods' }),
  expense('6000', 'Wages'),
  expense('6050', 'Rent'),
  expense('6100', 'Utilities'),
  expense('6150', 'Software'),
  expense('6200', 'Advertising'),
  expense('6250', 'Professional fees'),
  expense('6300', 'Insurance'),
  expense('6350', 'Travel'),
  expense('6400', 'Meals'),
  expense('6450', 'Office supplies'),
  expense('6500', 'Equipment'),
  expense('6550', 'Vehicles'),
  expense('6600', 'Bank fees'),
  expense('6650', 'Taxes and licenses'),
  of('6700', 'Depreciation', 'depreciation'),
  of('7000', 'Interest paid', 'interest', { category: 'Interest paid' }),
  of('7100', 'Exchange differences and rounding', 'otherExpense', { system: 'exchange' }),
  of('7110', 'Unrealised exchange differences', 'otherExpense', { system: 'unrealised' }),
  of('7500', 'Income tax', 'incomeTax'),
  of('7900', 'Other expenses', 'otherExpense', { system: 'otherExpense', category: 'Other expenses' }),
];
