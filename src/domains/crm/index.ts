/** What other domains' servers and the entry points may use of the CRM. */
import type { BoundRoute } from '../../server/http/route.ts';
import { companyRoutes } from './server/companies/routes.ts';
import { contactRoutes } from './server/contacts/routes.ts';
import { dashboardRoutes } from './server/dashboard/routes.ts';
import { importRoutes } from './server/imports/routes.ts';
import { pipelineRoutes } from './server/pipeline/routes.ts';
import { recordRoutes } from './server/record/routes.ts';
import { viewRoutes } from './server/views/routes.ts';
import './server/imports/tell.ts';

export type { ContactData } from './engine/contact-data.ts';
export { insertContacts } from './server/contacts/write.ts';
export { keyFor as customFieldKey } from './server/views/custom-fields.ts';

/** All calls of the CRM. */
export function crmRoutes(): BoundRoute[] {
  return [...contactRoutes, ...companyRoutes, ...dashboardRoutes, ...recordRoutes, ...importRoutes, ...viewRoutes, ...pipelineRoutes];
}
