/** How calls reach a workspace. */
import { appLink } from '../../../server/app-url.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { findProvider } from '../../../server/providers/define.ts';
import { hasModel } from '../../assistants/index.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { PhoneStatus } from '../contract.ts';
import { minutePrice } from './minutes.ts';

/** The carrier that is used first, with the addresses to enter there. */
export async function readStatus(caller: Caller): Promise<PhoneStatus> {
  const common = {
    bookingTypes: await bookingTypes(),
    mayManage: await mayManage(caller),
    hasModel: await hasModel(caller.workspaceId),
  };
  const [connection] = await connectionsOf('voice', currentWorkspaceId());
  if (!connection) return { carrier: null, minutePrice: null, ...common };
  const { number } = connection.settings;
  return {
    carrier: {
      name: findProvider('voice', connection.provider)?.name ?? connection.name,
      number: typeof number === 'string' ? number : '',
      webhook: appLink(`/api/provider-events/${connection.id}/call`),
      statusWebhook: appLink(`/api/provider-events/${connection.id}`),
    },
    minutePrice: connection.workspaceId === caller.workspaceId ? null : await minutePrice(),
    ...common,
  };
}

const MAX_LISTED = 100;

const bookingTypes = () =>
  query<PhoneStatus['bookingTypes'][number]>(
    `select id, name, duration_minutes as minutes from booking_types
      where workspace_id = $1 and deleted_at is null and is_active order by name, id limit ${MAX_LISTED}`,
    [currentWorkspaceId()],
  );
