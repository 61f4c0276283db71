/** Texts that a person writes: to a number, to a contact, or in a conversation. */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { suppressionOf, people, sendMessage } from '../../messaging/index.ts';
import type { TextThreadDetail, ThreadText } from '../contract.ts';
import { fillText, unknownVariable } from '../engine/template-text.ts';
import { findRow, readThread, requireNumber, touchThread } from './threads.ts';

/** @throws AppError `validation`, `not_found` for a contact that is not there */
export function startThread(input: {
  address?: string | undefined;
  contactId?: string | undefined;
  text: string;
}): Promise<TextThreadDetail> {
  return transaction(async () => {
    const address = input.address ? requireNumber(input.address) : await numberOf(input.contactId!);
    const blocked = await suppressionOf('sms', address);
    if (blocked) throw invalid('address', `${blocked} Nothing can be sent to this number.`);
    const { threadId } = await sendText(address, input.text);
    return readThread(threadId);
  });
}

async function numberOf(contactId: string): Promise<string> {
  const first = (await people().addressesOf(contactId)).find(({ channel }) => channel === 'sms');
  if (!first) throw invalid('contactId', 'This contact has no phone number.');
  return requireNumber(first.address, 'contactId');
}

/** @throws AppError `not_found`, `validation`; `conflict` when nothing may be sent to the number */
export function replyToThread(id: string, text: string): Promise<ThreadText> {
  return transaction(async () => {
    const { address } = await findRow(id);
    const blocked = await suppressionOf('sms', address);
    if (blocked) throw new AppError('conflict', `${blocked} Nothing can be sent to this number.`);
    return (await sendText(address, text)).sent;
  });
}

/** A personal text: it needs no consent, but STOP ends it. */
async function sendText(address: string, text: string): Promise<{ threadId: string; sent: ThreadText }> {
  const unknown = unknownVariable(text);
  if (unknown) throw invalid('text', `There is no variable “${unknown}”. Use first_name or name.`);
  const person = (await people().ofAddresses('sms', [address])).get(address);
  const filled = fillText(text, person?.name ?? '');
  const { id } = await sendMessage({
    workspaceId: currentWorkspaceId(),
    channel: 'sms',
    purpose: 'transactional',
    to: { address, ...(person && { name: person.name, contactId: person.contactId }) },
    text: filled,
    key: `text:${newId()}`,
  });
  const [message] = await query<ThreadText>(
    `select id, 'out' as direction, text, state, why, created_at as at,
        (select p.name from workspace_people p where p.id = $3) as author
      from messages where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId(), currentUserId()],
  );
  const threadId = await touchThread({
    address,
    text: filled,
    direction: 'out',
    at: message!.at,
    contactId: person?.contactId ?? null,
  });
  return { threadId, sent: message! };
}
