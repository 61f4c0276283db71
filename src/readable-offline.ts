import { CRM } from './domains/crm/paths.ts';
import { RECORD_PATHS } from './records/paths.ts';
import { NOTIFICATIONS } from './domains/notifications/paths.ts';

/**
 * What was read of these is kept for a day and shown without a connection. No secrets (`kept-reads.ts` looks again), no
 * files, nothing of sign-in: not webhooks, whose addresses may hold keys, nor the accounts and mails of the whole
 * installation.
 */
const READABLE_OFFLINE: readonly string[] = [
  CRM.contacts,
  CRM.companies,
  CRM.licenses,
  CRM.leads,
  CRM.opportunities,
  CRM.activities,
  RECORD_PATHS.views,
  RECORD_PATHS.customFields,
  CRM.dashboard,
  CRM.recentActivities,
  CRM.pipelines,
  CRM.duplicates,
  CRM.reports,
  CRM.savedReports,
  CRM.channelCosts,
  NOTIFICATIONS.list,
  ...[
    'approvals',
    'admin/finance/check',
    'admin/jobs',
    'admin/recurring-jobs',
    'admin/system',
    'client-sync',
    'clients',
    'close-reasons',
    'client-onboardings',
    'exchange-rates',
    'favourites',
    'finance',
    'imports',
    'industry-templates',
    'investment',
    'jobs',
    'manual',
    'plaid',
    'sales-goals',
    'system-status',
    'team',
    'template-installs',
    'templates',
    'watch-settings',
    'workflow-catalogue',
    'workflow-runs',
    'workflows',
  ].map((name) => `/api/${name}`),
];

export default READABLE_OFFLINE;
