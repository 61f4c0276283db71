/** Clients: apps, export and deletion, sync, status. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { deleteClientsRecurring } from './server/leaving/deletion.ts';
import { exportJob, expireExportsRecurring } from './server/leaving/exports.ts';
import { clientRoutes } from './server/routes.ts';
import { workspaceService, syncService } from './server/status/client-services.ts';
import { watchRecurring } from './server/status/status-history.ts';
import { TROUBLE as syncTroubleNotification } from './server/sync/notify-failures.ts';
import { syncSubscriber, syncImportsSubscriber, syncCompaniesSubscriber } from './server/sync/on-change.ts';
import { syncRoutes } from './server/sync/routes.ts';
import { syncJob, syncDueRecurring, syncForgetRecurring } from './server/sync/run.ts';

export const clientsDomain = defineServerDomain({
  name: 'clients',
  contract,
  routes: () => [...clientRoutes, ...syncRoutes],
  jobs: [exportJob, syncJob],
  recurring: [deleteClientsRecurring, expireExportsRecurring, watchRecurring, syncDueRecurring, syncForgetRecurring],
  subscribers: [syncSubscriber, syncImportsSubscriber, syncCompaniesSubscriber],
  notificationKinds: [syncTroubleNotification],
  services: [workspaceService, syncService],
  demo: () => import('./demo/load.ts'),
});
