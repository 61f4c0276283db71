/** What the entry points may use of clients. */
import { clientRoutes as ownRoutes } from './server/routes.ts';
import { syncRoutes } from './server/sync/routes.ts';

export const clientRoutes = [...ownRoutes, ...syncRoutes];
