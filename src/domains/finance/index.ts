/** What the entry points use of finance. */
import './apps.ts';

export { useBankProviders } from './server/bank/providers.ts';
export { financeSockets } from './server/bank/socket.ts';
export { createAccount } from './server/accounts/accounts.ts';
export { createLedger } from './server/ledgers/ledgers.ts';
export { createLiability } from './server/liabilities/service.ts';
export { financeRoutes } from './server/routes.ts';
export { stopFinanceThreads } from './server/stop-threads.ts';
/** What the example is made of. */
export { financeDemo } from './server/demo/ledgers.ts';
export { taxDemo } from './server/demo/tax.ts';
