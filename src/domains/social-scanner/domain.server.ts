/** Watches over public posts. */
import { defineServerDomain } from '../../server/domain.ts';
import { socialScannerEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { replyKind } from './server/reply-kind.ts';
import { retentionRecurring } from './server/retention.ts';
import { socialScannerRoutes } from './server/routes.ts';
import { dueScansRecurring, scanJob } from './server/scan.ts';

export const socialScannerDomain = defineServerDomain({
  name: 'social-scanner',
  contract,
  routes: () => socialScannerRoutes,
  jobs: [scanJob],
  recurring: [dueScansRecurring, retentionRecurring],
  approvalKinds: [replyKind],
  catalog: [socialScannerEntry],
  demo: () => import('./demo/load.ts'),
});
