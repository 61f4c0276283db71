/** Messages to people outside, and what they agreed to. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { forgetMessagesRecurring, sendJob, wakeMessagesRecurring } from './server/deliver.ts';
import { messagingRoutes } from './server/routes.ts';
import { textsSubscriber } from './server/texts.ts';

export const messagingDomain = defineServerDomain({
  name: 'messaging',
  contract,
  routes: () => messagingRoutes,
  jobs: [sendJob],
  subscribers: [textsSubscriber],
  recurring: [wakeMessagesRecurring, forgetMessagesRecurring],
});
