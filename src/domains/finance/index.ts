/** The parts of finance that the entry points use. */
export { createAccount } from './server/accounts/accounts.ts';
export { createLedger } from './server/ledgers/ledgers.ts';
export { createLiability } from './server/liabilities/service.ts';
/** Sample data of finance. */
export { financeDemo } from './server/demo/ledgers.ts';
export { taxDemo } from './server/demo/tax.ts';
