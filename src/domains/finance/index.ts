/** What the entry points use of finance. */
import './apps.ts';

export { financeRoutes } from './server/routes.ts';
