/** What other domains' servers and the entry points may use of automation. */
import type { BoundRoute } from '../../server/http/route.ts';
import './apps.ts';
import './server/seal-existing-headers.ts';
import './server/service-status.ts';
import { workflowRoutes } from './server/routes.ts';
import { webhookRoutes } from './server/webhooks/routes.ts';
import { initAutomation } from './server/workflows.ts';

export { bulkKind, leadKind, mailKind } from './server/approval-kinds.ts';
export { onClocksOf } from './engine/edit.ts';
export { STARTERS } from './engine/starter-workflows.ts';
export { checkDraft } from './engine/validate.ts';
export { withHiddenSecrets, withoutOwnSecrets } from './server/secret-headers.ts';
export {
  checkWhole,
  createWorkflow,
  getWorkflow,
  listWorkflows,
  publishWorkflow,
  removeWorkflow,
  updateWorkflow,
} from './server/workflows.ts';

/** All calls of automation. @param options.appUrl where the product is reached */
export function automationRoutes(options: { appUrl: string }): BoundRoute[] {
  initAutomation(options);
  return [...workflowRoutes(), ...webhookRoutes()];
}
