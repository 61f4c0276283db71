/** What finance promises: its table of contents. */
export * from './contract/accounts.ts';
export * from './contract/activities.ts';
export * from './contract/bank.ts';
export * from './contract/expenses.ts';
export * from './contract/imports.ts';
export * from './contract/investment-imports.ts';
export * from './contract/journal.ts';
export * from './contract/ledgers.ts';
export * from './contract/liabilities.ts';
export * from './contract/portfolio.ts';
export * from './contract/plans.ts';
export * from './contract/rates.ts';
export * from './contract/recurring.ts';
export * from './contract/reports.ts';
export * from './contract/rules.ts';
export * from './contract/securities.ts';
export * from './contract/transactions.ts';
