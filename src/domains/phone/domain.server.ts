/** Phone agents. */
import { defineServerDomain } from '../../server/domain.ts';
import { phoneEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { mountCarrier } from './server/carrier.ts';
import { callReportsSubscriber, endLostCallsRecurring } from './server/ends.ts';
import { phoneRoutes } from './server/routes.ts';
import { endOpenCalls } from './server/session.ts';
import { CALL_NEEDS_ANSWER } from './server/store.ts';
import { phoneSockets } from './server/test-call.ts';

export const phoneDomain = defineServerDomain({
  name: 'phone',
  catalog: [phoneEntry],
  contract,
  routes: () => phoneRoutes,
  sockets: phoneSockets,
  subscribers: [callReportsSubscriber],
  recurring: [endLostCallsRecurring],
  notificationKinds: [CALL_NEEDS_ANSWER],
  mount: mountCarrier,
  stop: endOpenCalls,
  demo: () => import('./demo/load.ts'),
});
