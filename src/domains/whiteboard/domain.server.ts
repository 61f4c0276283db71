/** Whiteboards. */
import { defineServerDomain } from '../../server/domain.ts';
import { whiteboardEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { ownedBoards } from './server/ownership.ts';
import { whiteboardRoutes } from './server/routes.ts';
import { whiteboardSockets } from './server/socket.ts';
import { compactJob, stopCompacting } from './server/stored-state.ts';
import { emptyTrashRecurring } from './server/trash.ts';

export const whiteboardDomain = defineServerDomain({
  name: 'whiteboard',
  catalog: [whiteboardEntry],
  contract,
  routes: () => whiteboardRoutes,
  sockets: whiteboardSockets,
  jobs: [compactJob],
  recurring: [emptyTrashRecurring],
  ownedKinds: [ownedBoards],
  stop: stopCompacting,
  demo: () => import('./demo/load.ts'),
});
