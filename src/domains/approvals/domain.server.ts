/** Actions that wait for a person. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { approvalsApp } from './apps.ts';
import { expiryRecurring } from './server/expiry.ts';
import { WAITING as approvalWaitingNotification } from './server/notify.ts';
import { approvalRoutes } from './server/routes.ts';
import { runJob } from './server/run.ts';

export const approvalsDomain = defineServerDomain({
  name: 'approvals',
  contract,
  routes: approvalRoutes,
  apps: [approvalsApp],
  jobs: [runJob],
  recurring: [expiryRecurring],
  notificationKinds: [approvalWaitingNotification],
});
