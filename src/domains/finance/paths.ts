/** The paths of finance that are named before their schemas are loaded. */
export const FINANCE = {
  ledgers: '/api/finance/ledgers',
  accounts: '/api/finance/accounts',
  categories: '/api/finance/categories',
  transactions: '/api/finance/transactions',
  rules: '/api/finance/rules',
  imports: '/api/finance/imports',
  rates: '/api/finance/rates',
  /** Whatever is worked out of accounts, transactions and rates. */
  reports: '/api/finance/reports',
} as const;
