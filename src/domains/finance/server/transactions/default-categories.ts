/** The categories that a new ledger begins with. */
import type { Category, Ledger } from '../../contract.ts';

type Named = Pick<Category, 'name' | 'kind'>;

function of(kind: Category['kind'], names: readonly string[]): Named[] {
  return names.map((name) => ({ name, kind }));
}

export const DEFAULT_CATEGORIES: Readonly<Record<Ledger['kind'], readonly Named[]>> = {
  personal: [
    ...of('income', ['Salary', 'Interest and dividends', 'Gifts received', 'Other income']),
    ...of('expense', [
      'Housing',
      'Utilities',
      'Groceries',
      'Eating out',
      'Transport',
      'Health',
      'Insurance',
      'Shopping',
      'Leisure',
      'Travel',
      'Education',
      'Children',
      'Gifts and donations',
      'Fees and interest',
      'Taxes',
      'Other expenses',
    ]),
  ],
  business: [
    ...of('income', ['Sales', 'Services', 'Interest received', 'Other income']),
    ...of('expense', [
      'Cost of goods',
      'Wages',
      'Rent',
      'Utilities',
      'Software',
      'Advertising',
      'Professional fees',
      'Insurance',
      'Travel',
      'Meals',
      'Office supplies',
      'Equipment',
      'Vehicles',
      'Bank fees',
      'Interest paid',
      'Taxes and licences',
      'Other expenses',
    ]),
  ],
};
