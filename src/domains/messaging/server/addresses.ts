/** Addresses as they are compared and stored. */
import { invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { parseEmail } from '../../../records/engine/email.ts';
import { currentWorkspaceId, insertIfNew, selectRow } from '../../../server/db/index.ts';
import type { Channel } from '../contract.ts';

/** Email in lower case, phone in E.164; undefined when it is none. */
export function normalizeAddress(channel: Channel, text: string): string | undefined {
  if (channel === 'email') return parseEmail(text)?.toLowerCase();
  const digits = text.replace(/[\s()./-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/** @throws AppError `validation` naming the field */
export function requireAddress(channel: Channel, text: string, field = 'address'): string {
  const address = normalizeAddress(channel, text);
  if (address !== undefined) return address;
  throw invalid(
    field,
    channel === 'email'
      ? `“${text}” is not a complete email address.`
      : 'Enter the number with its country code, such as +1 555 010 0100.',
  );
}

/** Throttling group: the mail domain or the country prefix. */
export function destinationOf(channel: Channel, address: string): string {
  return channel === 'email' ? address.slice(address.lastIndexOf('@') + 1) : address.slice(0, 4);
}

/** The id of an address, by which links in messages name it. */
export async function addressId(channel: Channel, address: string): Promise<string> {
  const workspaceId = currentWorkspaceId();
  const known = await selectRow('message_addresses', ['id'], { workspaceId, channel, address });
  if (known) return known.id;
  await insertIfNew('message_addresses', { id: newId(), workspaceId, channel, address });
  return (await selectRow('message_addresses', ['id'], { workspaceId, channel, address }))!.id;
}
