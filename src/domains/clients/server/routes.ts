import { inWorkspace } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { invite, listInvitations, listMembers, listVisits, revokeInvitation } from '../../workspaces/index.ts';
import { clients } from '../contract.ts';
import { clientApps } from '../contract/apps.ts';
import { leaving } from '../contract/leaving.ts';
import { clientStatus } from '../contract/status.ts';
import { readApps, setApps } from './apps.ts';
import { archiveClient, getClient, listClients, requireClient, restoreClient, updateClient } from './clients.ts';
import { removeClient } from './leaving/deletion.ts';
import { listExports, removeExport, sendExport, startExport } from './leaving/exports.ts';
import { listIncidents, readStatus } from './status/status-history.ts';

/** Acts in a client's workspace in the administrator's name; what is no client answers as absent. */
async function at<T>(id: string, caller: Caller, act: () => Promise<T>): Promise<T> {
  await requireClient(id);
  return inWorkspace(id, caller.userId, act);
}

export const clientRoutes: readonly BoundRoute[] = [
  route(clients.list, ({ query }) => listClients(query)),
  route(clients.get, ({ params }) => getClient(params.id)),
  route(clients.update, ({ params, body, caller }) => updateClient(caller, params.id, body)),
  route(clients.archive, ({ params, caller }) => archiveClient(caller, params.id)),
  route(clients.restore, ({ params, caller }) => restoreClient(caller, params.id)),
  route(clients.members, ({ params, query, caller }) =>
    at(params.id, caller, async () => {
      const { items, next } = await listMembers({ ...query, sort: 'name' });
      return { items, next };
    }),
  ),
  route(clients.invitations, ({ params, caller }) =>
    at(params.id, caller, async () => ({ items: (await listInvitations({ limit: 100 })).items })),
  ),
  route(clients.invite, ({ params, body, caller }) =>
    at(params.id, caller, () => invite(caller, { ...body, role: 'user' })),
  ),
  route(clients.revokeInvitation, ({ params, caller }) =>
    at(params.id, caller, () => revokeInvitation(params.invitationId)),
  ),
  route(clientApps.get, ({ params }) => readApps(params.id)),
  route(clientApps.set, ({ params, body, caller }) => setApps(caller, params.id, body)),
  route(leaving.remove, ({ params, query, caller }) => removeClient(caller, params.id, query.confirm)),
  route(leaving.exports, ({ params }) => listExports(params.id)),
  route(leaving.startExport, ({ params, caller }) => startExport(caller, params.id)),
  route(leaving.downloadExport, async ({ params, caller, reply }) =>
    sendExport(caller, params.id, params.exportId, reply),
  ),
  route(leaving.removeExport, ({ params, caller }) => removeExport(caller, params.id, params.exportId)),
  route(clientStatus.get, ({ params }) => readStatus(params.id)),
  route(clientStatus.incidents, ({ params, query }) => listIncidents(params.id, query)),
  route(clients.visits, ({ params, caller }) =>
    at(params.id, caller, async () => ({ items: (await listVisits({ limit: 50 })).items })),
  ),
];
