/** Workflows and webhooks. */
import { defineServerDomain } from '../../server/domain.ts';
import { webhooksEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { automationApp } from './apps.ts';
import { mailKind, callKind, questionKind, bulkKind, leadKind } from './server/approval-kinds.ts';
import { TROUBLE as workflowTroubleNotification } from './server/notify.ts';
import { workflowRoutes } from './server/routes.ts';
import { sealExistingHeadersRecurring } from './server/seal-existing-headers.ts';
import { automationService, webhooksService } from './server/service-status.ts';
import { NEWS as workflowNewsNotification } from './server/steps.ts';
import { triggersSubscriber, schedulesRecurring } from './server/triggers.ts';
import {
  DISABLED as webhookDisabledNotification,
  webhooksSubscriber,
  sendJob,
  webhooksDueRecurring,
  webhooksForgetRecurring,
} from './server/webhooks/deliver.ts';
import { webhookRoutes } from './server/webhooks/routes.ts';
import { workJob, wakeRecurring, deleteOldRunsRecurring } from './server/worker.ts';
import { initAutomation } from './server/workflows.ts';

export const automationDomain = defineServerDomain({
  name: 'automation',
  catalog: [webhooksEntry],
  contract,
  routes: ({ appUrl }) => {
    initAutomation({ appUrl });
    return [...workflowRoutes(), ...webhookRoutes()];
  },
  apps: [automationApp],
  jobs: [sendJob, workJob],
  recurring: [
    sealExistingHeadersRecurring,
    schedulesRecurring,
    webhooksDueRecurring,
    webhooksForgetRecurring,
    wakeRecurring,
    deleteOldRunsRecurring,
  ],
  subscribers: [triggersSubscriber, webhooksSubscriber],
  approvalKinds: [mailKind, callKind, questionKind, bulkKind, leadKind],
  notificationKinds: [workflowTroubleNotification, workflowNewsNotification, webhookDisabledNotification],
  services: [automationService, webhooksService],
  demo: () => import('./demo/load.ts'),
});
