/** Knowledge: sources, search, and answers with proof. */
import { defineServerDomain } from '../../server/domain.ts';
import { knowledgeEntry } from './catalog.ts';
import * as contract from './contract.ts';
import './server/built-in-feeds.ts';
import { stopReading } from './server/parse/read-document.ts';
import { refreshDue } from './server/refresh.ts';
import { proposeJob } from './server/propose-questions.ts';
import { knowledgeRoutes } from './server/routes.ts';
import { testJob } from './server/test-runs.ts';
import { syncJob } from './server/sync-job.ts';

export const knowledgeDomain = defineServerDomain({
  name: 'knowledge',
  catalog: [knowledgeEntry],
  contract,
  routes: () => knowledgeRoutes,
  jobs: [syncJob, testJob, proposeJob],
  recurring: [refreshDue],
  demo: () => import('./demo/load.ts'),
  stop: stopReading,
});
