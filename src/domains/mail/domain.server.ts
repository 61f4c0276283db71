/** Mail. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { sendDueRecurring, sendMailJob } from './server/deliver.ts';
import { mailRoutes } from './server/routes.ts';
import { wakeSnoozedRecurring } from './server/snooze.ts';
import { syncJob, watchMailboxesRecurring } from './server/sync/job.ts';
import { leaveMailboxes } from './server/sync/mailbox.ts';
import { EMAIL_ASSIGNED } from './server/threads.ts';

export const mailDomain = defineServerDomain({
  name: 'mail',
  contract,
  routes: () => mailRoutes,
  jobs: [syncJob, sendMailJob],
  recurring: [watchMailboxesRecurring, sendDueRecurring, wakeSnoozedRecurring],
  notificationKinds: [EMAIL_ASSIGNED],
  stop: leaveMailboxes,
  demo: () => import('./demo/load.ts'),
});
