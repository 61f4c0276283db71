/** Conversations by text message. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import * as broadcastContract from './contract/broadcasts.ts';
import {
  broadcastJob,
  broadcastProgressSubscriber,
  broadcastsRecurring,
  forgetBroadcastsRecurring,
} from './server/broadcast-job.ts';
import { receivedTextsSubscriber, sentTextsSubscriber, TEXT_RECEIVED } from './server/inbox.ts';
import { textRoutes } from './server/routes.ts';

export const textingDomain = defineServerDomain({
  name: 'texting',
  contract: { ...contract, ...broadcastContract },
  routes: () => textRoutes,
  jobs: [broadcastJob],
  recurring: [broadcastsRecurring, forgetBroadcastsRecurring],
  subscribers: [receivedTextsSubscriber, sentTextsSubscriber, broadcastProgressSubscriber],
  notificationKinds: [TEXT_RECEIVED],
  demo: () => import('./demo/load.ts'),
});
