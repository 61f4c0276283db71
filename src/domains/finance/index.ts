/** What the entry points use of finance. */
export { createAccount } from './server/accounts/accounts.ts';
export { createLedger } from './server/ledgers/ledgers.ts';
export { createLiability } from './server/liabilities/service.ts';
/** What the example is made of. */
export { financeDemo } from './server/demo/ledgers.ts';
export { taxDemo } from './server/demo/tax.ts';
