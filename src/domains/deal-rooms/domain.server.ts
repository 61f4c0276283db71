/** Deal rooms: large deals with their people, plan, proposal, payments, and commissions. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { DEAL_NEWS } from './server/notify.ts';
import { dealPaymentsSubscriber, remindOfInstallments } from './server/payments.ts';
import { dealRoomRoutes } from './server/routes.ts';

export const dealRoomsDomain = defineServerDomain({
  name: 'deal-rooms',
  contract,
  routes: () => dealRoomRoutes,
  recurring: [remindOfInstallments],
  subscribers: [dealPaymentsSubscriber],
  notificationKinds: [DEAL_NEWS],
  demo: () => import('./demo/load.ts'),
});
