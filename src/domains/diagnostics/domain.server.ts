/** Reports of browsers, and pages for debugging. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { diagnosticsRoutes } from './server/routes.ts';

export const diagnosticsDomain = defineServerDomain({
  name: 'diagnostics',
  contract,
  routes: ({ debugPages, mode, trustProxy }) => diagnosticsRoutes({ debugPages, mode, trustsProxy: trustProxy > 0 }),
});
