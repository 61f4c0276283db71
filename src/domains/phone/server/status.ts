/** How calls reach a workspace. */
import { appLink } from '../../../server/app-url.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { findProvider } from '../../../server/providers/define.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { PhoneStatus } from '../contract.ts';

/** The carrier that is used first, with the addresses to enter there. */
export async function readStatus(): Promise<PhoneStatus> {
  const [connection] = await connectionsOf('voice', currentWorkspaceId());
  if (!connection) return { carrier: null };
  const { number } = connection.settings;
  return {
    carrier: {
      name: findProvider('voice', connection.provider)?.name ?? connection.name,
      number: typeof number === 'string' ? number : '',
      webhook: appLink(`/api/provider-events/${connection.id}/call`),
      statusWebhook: appLink(`/api/provider-events/${connection.id}`),
    },
  };
}
