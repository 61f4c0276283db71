/** Brand and own domains of the pages for people without an account. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { checkDomainsRecurring } from './server/domains.ts';
import { publicPagesRoutes } from './server/routes.ts';

export const publicPagesDomain = defineServerDomain({
  name: 'public-pages',
  contract,
  routes: () => publicPagesRoutes,
  recurring: [checkDomainsRecurring],
});
