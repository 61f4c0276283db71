/** What the entry points use of finance. */
import './apps.ts';

export { useBankProviders } from './server/bank/providers.ts';
export { financeSockets } from './server/bank/socket.ts';
export { financeRoutes } from './server/routes.ts';
export { stopSimulations } from './server/simulation/run.ts';
