/** Crawls of public sites for leads. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { candidateKind } from './server/approval-kind.ts';
import { leadScraperRoutes } from './server/routes.ts';
import { crawlJob } from './server/work.ts';

export const leadScraperDomain = defineServerDomain({
  name: 'lead-scraper',
  contract,
  routes: () => leadScraperRoutes,
  jobs: [crawlJob],
  approvalKinds: [candidateKind],
  demo: () => import('./demo/load.ts'),
});
