/** How calls reach a workspace. */
import { appLink } from '../../../server/app-url.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { findProvider } from '../../../server/providers/define.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { PhoneStatus } from '../contract.ts';

/** The carrier that is used first, with the addresses to enter there. */
export async function readStatus(caller: Caller): Promise<PhoneStatus> {
  const mayManagePhone = await mayManage(caller);
  const [connection] = await connectionsOf('voice', currentWorkspaceId());
  if (!connection) return { carrier: null, mayManage: mayManagePhone };
  const { number } = connection.settings;
  return {
    carrier: {
      name: findProvider('voice', connection.provider)?.name ?? connection.name,
      number: typeof number === 'string' ? number : '',
      webhook: appLink(`/api/provider-events/${connection.id}/call`),
      statusWebhook: appLink(`/api/provider-events/${connection.id}`),
    },
    mayManage: mayManagePhone,
  };
}
