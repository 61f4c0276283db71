/** Benchmarks over client businesses, and councils of models. */
import { defineServerDomain } from '../../server/domain.ts';
import { collectiveIntelligenceEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { councilJob } from './server/council-work.ts';
import { measureRecurring } from './server/measure.ts';
import { collectiveIntelligenceRoutes } from './server/routes.ts';

export const collectiveIntelligenceDomain = defineServerDomain({
  name: 'collective-intelligence',
  catalog: [collectiveIntelligenceEntry],
  contract,
  routes: () => collectiveIntelligenceRoutes,
  jobs: [councilJob],
  recurring: [measureRecurring],
});
