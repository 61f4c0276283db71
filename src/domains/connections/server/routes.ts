import { requireManager } from '../../../records/server/access/managers.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { connections } from '../contract.ts';
import { listConnections, readConnection } from './list.ts';
import { createConnection, moveConnection, removeConnection, testConnection, updateConnection } from './manage.ts';

export const connectionRoutes: BoundRoute[] = [
  route(connections.list, async ({ caller }) => {
    await requireManager(caller);
    return listConnections(caller);
  }),
  route(connections.create, async ({ body, caller }) => {
    await requireManager(caller);
    return readConnection(await createConnection(body, caller), caller);
  }),
  route(connections.update, async ({ params, body, caller }) => {
    await requireManager(caller);
    await updateConnection(params.id, body, caller);
    return readConnection(params.id, caller);
  }),
  route(connections.test, async ({ params, caller }) => {
    await requireManager(caller);
    await testConnection(params.id, caller);
    return readConnection(params.id, caller);
  }),
  route(connections.move, async ({ params, body, caller }) => {
    await requireManager(caller);
    await moveConnection(params.id, body.position, caller);
  }),
  route(connections.remove, async ({ params, caller }) => {
    await requireManager(caller);
    await removeConnection(params.id, caller);
  }),
];
