/** Links in messages: signed, without an end, because they must work as long as the message may be read. */
import { UUID } from '../../../kernel/ids.ts';
import { asSystem, selectRow } from '../../../server/db/index.ts';
import { publicLink } from '../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import type { Channel } from '../contract.ts';

const SIGNATURE_LENGTH = 24;
const sign = (id: string) => hmac('message-preferences', id).slice(0, SIGNATURE_LENGTH);

export const preferenceToken = (addressId: string) => `${addressId}.${sign(addressId)}`;

export interface PreferenceOwner {
  workspaceId: string;
  channel: Channel;
  address: string;
}

/** The link's owner; undefined for a forged token. */
export async function ownerOfToken(token: string): Promise<PreferenceOwner | undefined> {
  const [id = '', signature = ''] = token.split('.');
  if (!UUID.test(id) || !safeEqual(signature, sign(id))) return undefined;
  const row = await asSystem(() => selectRow('message_addresses', ['workspaceId', 'channel', 'address'], { id }));
  return row && { ...row, channel: row.channel as Channel };
}

/** The email address with this id in a workspace. Runs as system. */
export async function emailOfAddress(id: string, workspaceId: string): Promise<string | undefined> {
  const row = await asSystem(() => selectRow('message_addresses', ['address'], { id, workspaceId, channel: 'email' }));
  return row?.address;
}

export async function linksFor(
  workspaceId: string,
  addressId: string,
): Promise<{ unsubscribe: string; preferences: string }> {
  const token = preferenceToken(addressId);
  return {
    unsubscribe: await publicLink(workspaceId, `/p/unsubscribe/${token}`),
    preferences: await publicLink(workspaceId, `/p/preferences/${token}`),
  };
}
