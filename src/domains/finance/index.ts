/** What the entry points use of finance. */
import './apps.ts';

export { financeRoutes } from './server/routes.ts';
export { stopSimulations } from './server/simulation/run.ts';
