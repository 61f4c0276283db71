/** Watches over public posts. */
import { defineServerDomain } from '../../server/domain.ts';
import { socialScannerEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { digestNews, digestRecurring, spikeNews } from './server/alerts.ts';
import { blueskyRecurring } from './server/bluesky.ts';
import { replyKind } from './server/reply-kind.ts';
import { retentionRecurring } from './server/retention.ts';
import { socialScannerRoutes } from './server/routes.ts';
import { dueScansRecurring, scanJob } from './server/scan.ts';

export const socialScannerDomain = defineServerDomain({
  name: 'social-scanner',
  contract,
  routes: () => socialScannerRoutes,
  jobs: [scanJob],
  recurring: [dueScansRecurring, blueskyRecurring, digestRecurring, retentionRecurring],
  notificationKinds: [spikeNews, digestNews],
  approvalKinds: [replyKind],
  catalog: [socialScannerEntry],
  demo: () => import('./demo/load.ts'),
});
