/** All calls of the CRM. */
import type { BoundRoute } from '../../../server/http/route.ts';
import { activityRoutes } from './activities/routes.ts';
import { calendarRoutes } from './calendars/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { duplicateRoutes } from './duplicates/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { licenseRoutes } from './licenses/routes.ts';
import { opportunityRoutes } from './opportunities/routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { reportRoutes } from './reports/routes.ts';

export const crmRoutes: readonly BoundRoute[] = [
  ...contactRoutes,
  ...companyRoutes,
  ...duplicateRoutes,
  ...licenseRoutes,
  ...dashboardRoutes,
  ...importRoutes,
  ...pipelineRoutes,
  ...opportunityRoutes,
  ...leadRoutes,
  ...activityRoutes,
  ...calendarRoutes,
  ...reportRoutes,
];
