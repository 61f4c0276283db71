/** Credits of a workspace. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { creditsExpiry } from './server/expiry.ts';
import { LOW as creditsLowNotification } from './server/notify.ts';

export const billingDomain = defineServerDomain({
  name: 'billing',
  contract,
  recurring: [creditsExpiry],
  notificationKinds: [creditsLowNotification],
});
