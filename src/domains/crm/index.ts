/** What other domains' servers and the entry points may use of the CRM. */
import type { BoundRoute } from '../../server/http/route.ts';
import { dashboardRoutes } from './server/dashboard/routes.ts';

/** All calls of the CRM. */
export function crmRoutes(): BoundRoute[] {
  return [...dashboardRoutes];
}
