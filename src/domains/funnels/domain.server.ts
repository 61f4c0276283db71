/** Funnels: pages that turn visitors into leads. */
import { defineServerDomain } from '../../server/domain.ts';
import { funnelsEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { FUNNEL_ORDERS } from './server/order-notifications.ts';
import { refundDeletedOrder } from './server/order-refunds.ts';
import { orderPaymentsSubscriber } from './server/orders.ts';
import { funnelRoutes } from './server/routes.ts';
import { forgetVisitorsRecurring, writeHits } from './server/visitors.ts';

export const funnelsDomain = defineServerDomain({
  name: 'funnels',
  catalog: [funnelsEntry],
  contract,
  routes: () => funnelRoutes,
  jobs: [refundDeletedOrder],
  recurring: [forgetVisitorsRecurring],
  subscribers: [orderPaymentsSubscriber],
  notificationKinds: [FUNNEL_ORDERS],
  stop: writeHits,
  demo: () => import('./demo/load.ts'),
});
