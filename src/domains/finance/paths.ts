/** The paths of finance that are named before their schemas are loaded. */
export const FINANCE = {
  ledgers: '/api/finance/ledgers',
  accounts: '/api/finance/accounts',
  categories: '/api/finance/categories',
  transactions: '/api/finance/transactions',
  rules: '/api/finance/rules',
  imports: '/api/finance/imports',
  bank: '/api/finance/bank',
  plaid: '/api/plaid',
  rates: '/api/finance/rates',
  transfers: '/api/finance/transfers',
  recurring: '/api/finance/recurring',
  budgets: '/api/finance/budgets',
  goals: '/api/finance/goals',
  /** Whatever is worked out of accounts, transactions and rates. */
  reports: '/api/finance/reports',
  /** Chart, journal, statements, invoices and bills of a business. */
  books: '/api/finance/books',
} as const;

/** Of the specification's investment calls, and of those beside them. */
export const INVESTMENT = {
  summary: '/api/investment/portfolio-summary',
  performance: '/api/investment/performance',
  analytics: '/api/investment/analytics',
  predictions: '/api/investment/predictions',
  holdings: '/api/investment/holdings',
  gains: '/api/investment/gains',
  rebalancing: '/api/investment/rebalancing',
  settings: '/api/investment/settings',
  accounts: '/api/investment/accounts',
  securities: '/api/investment/securities',
  activities: '/api/investment/activities',
  imports: '/api/investment/imports',
} as const;

export const LIABILITIES = '/api/finance/liabilities';

export const EXPENSES = {
  list: '/api/finance/expenses',
  receipts: '/api/finance/expense-receipts',
  reimbursements: '/api/finance/reimbursements',
} as const;

export const OPERATIONS = '/api/finance/operations';
export const TAX = '/api/finance/tax';
export const VALUATIONS = '/api/finance/valuations';
