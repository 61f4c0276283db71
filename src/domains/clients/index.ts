/** What the entry points may use of clients. */
import '../../server/status/platform.ts';
import './server/status/client-services.ts';
import { clientRoutes as ownRoutes } from './server/routes.ts';
import { syncRoutes } from './server/sync/routes.ts';

export const clientRoutes = [...ownRoutes, ...syncRoutes];
