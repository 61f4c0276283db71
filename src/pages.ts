/** Every domain's pages, in one list: with the entry points the only place that sees them all. */
import { adminPages } from './domains/admin/web/routes.ts';
import { approvalPages } from './domains/approvals/web/routes.ts';
import { assistantPages } from './domains/assistants/web/routes.ts';
import { automationPages } from './domains/automation/web/routes.ts';
import { clientPages } from './domains/clients/web/routes.ts';
import { crmPages } from './domains/crm/web/routes.ts';
import { diagnosticsPages } from './domains/diagnostics/web/routes.ts';
import { financePages } from './domains/finance/web/routes.ts';
import { identityPages } from './domains/identity/web/routes.ts';
import { manualPages } from './domains/manual/web/routes.ts';
import './domains/support/web/routes.ts';
import { templatePages } from './domains/templates/web/routes.ts';
import { workspacePages } from './domains/workspaces/web/routes.ts';

export const allPages = [
  ...identityPages,
  ...workspacePages,
  ...clientPages,
  ...templatePages,
  ...crmPages,
  ...approvalPages,
  ...assistantPages,
  ...automationPages,
  ...manualPages,
  ...diagnosticsPages,
  ...financePages,
  ...adminPages,
];
