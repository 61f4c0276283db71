/**
 * From Plaid's personal finance categories
 * (https://plaid.com/documents/transactions-personal-finance-category-taxonomy.csv) to a ledger's own.
 */

/** The longest beginning counts. Movements between one's own accounts have no category: transfers are matched. */
const NAMES: readonly (readonly [prefix: string, ...names: string[]])[] = [
  ['INCOME_WAGES', 'Salary'],
  ['INCOME_INTEREST', 'Interest and dividends', 'Interest received'],
  ['INCOME_DIVIDENDS', 'Interest and dividends', 'Interest received'],
  ['INCOME', 'Other income', 'Sales'],
  ['BANK_FEES_INTEREST', 'Fees and interest', 'Interest paid'],
  ['BANK_FEES', 'Fees and interest', 'Bank fees'],
  ['LOAN_PAYMENTS_CREDIT_CARD'],
  ['LOAN_PAYMENTS_MORTGAGE', 'Housing', 'Interest paid'],
  ['LOAN_PAYMENTS_CAR', 'Transport', 'Vehicles'],
  ['LOAN_PAYMENTS', 'Fees and interest', 'Interest paid'],
  ['ENTERTAINMENT', 'Leisure', 'Other expenses'],
  ['FOOD_AND_DRINK_GROCERIES', 'Groceries', 'Meals'],
  ['FOOD_AND_DRINK', 'Eating out', 'Meals'],
  ['GENERAL_MERCHANDISE_OFFICE', 'Shopping', 'Office supplies'],
  ['GENERAL_MERCHANDISE', 'Shopping', 'Office supplies'],
  ['HOME_IMPROVEMENT', 'Housing', 'Equipment'],
  ['MEDICAL', 'Health', 'Other expenses'],
  ['PERSONAL_CARE', 'Health', 'Other expenses'],
  ['GENERAL_SERVICES_INSURANCE', 'Insurance'],
  ['GENERAL_SERVICES_EDUCATION', 'Education', 'Professional fees'],
  ['GENERAL_SERVICES_CHILDCARE', 'Children', 'Other expenses'],
  ['GENERAL_SERVICES_ACCOUNTING', 'Other expenses', 'Professional fees'],
  ['GENERAL_SERVICES_CONSULTING', 'Other expenses', 'Professional fees'],
  ['GENERAL_SERVICES_AUTOMOTIVE', 'Transport', 'Vehicles'],
  ['GOVERNMENT_AND_NON_PROFIT_TAX', 'Taxes', 'Taxes and licenses'],
  ['GOVERNMENT_AND_NON_PROFIT_DONATIONS', 'Gifts and donations', 'Other expenses'],
  ['TRANSPORTATION', 'Transport', 'Travel'],
  ['TRAVEL', 'Travel'],
  ['RENT_AND_UTILITIES_RENT', 'Housing', 'Rent'],
  ['RENT_AND_UTILITIES', 'Utilities'],
];

/**
 * The id of the ledger's category for Plaid's word.
 * @param byName the ledger's categories, by their names in lower case
 */
export function categoryFor(detailed: string, byName: ReadonlyMap<string, string>): string | undefined {
  const match = NAMES.filter(([prefix]) => detailed.startsWith(prefix)).sort(([a], [b]) => b.length - a.length)[0];
  return match
    ?.slice(1)
    .map((name) => byName.get(name.toLowerCase()))
    .find((id) => id !== undefined);
}
