/** Credits: what a workspace can spend on models, messages, and other features that cost. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { creditsExpiryRecurring } from './server/expiry.ts';
import { LOW } from './server/notify.ts';
import { creditRoutes } from './server/routes.ts';

export const billingDomain = defineServerDomain({
  name: 'billing',
  contract,
  routes: () => creditRoutes,
  recurring: [creditsExpiryRecurring],
  notificationKinds: [LOW],
});
