/**
 * Text messages without a carrier: they are kept on a simulated handset, where people read them and answer. Each is
 * reported as kept, so nothing pretends to have been sent.
 */
import * as z from 'zod';
import { invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, insertIfNew, inWorkspace, query, selectRow, transaction } from '../../db/index.ts';
import { emit } from '../../events/emit.ts';
import { defineProvider } from '../define.ts';
import { checkSms, MAX_SMS_LENGTH, type ReceivedSms } from './port.ts';

/** Reserved for fiction by the North American plan: it belongs to no one. */
export const HANDSET_SENDER = '+12025550100';

export interface HandsetMessage {
  id: string;
  direction: 'to_handset' | 'from_handset';
  sender: string;
  recipient: string;
  text: string;
  createdAt: string;
}

async function keep(workspaceId: string, row: Omit<HandsetMessage, 'id' | 'createdAt'> & { key: string | null }) {
  const id = newId();
  const isNew = await insertIfNew('handset_messages', { id, workspaceId, ...row });
  if (isNew || row.key === null) return id;
  return (await selectRow('handset_messages', ['id'], { workspaceId, key: row.key }))!.id;
}

export const embeddedSms = defineProvider({
  port: 'sms',
  id: 'embedded',
  name: 'Simulated handset',
  summary: 'Embedded. Keeps text messages in this installation. They reach no phone.',
  embedded: true,
  settings: z.object({}),
  secrets: [],
  open: (_, { workspaceId }) => ({
    delivers: false,
    sender: HANDSET_SENDER,
    async send(message) {
      checkSms(message);
      if (!workspaceId) throw invalid('workspace', 'Text messages are sent for a workspace.');
      const id = await asSystem(() =>
        keep(workspaceId, {
          direction: 'to_handset',
          sender: message.from ?? HANDSET_SENDER,
          recipient: message.to,
          text: message.text,
          key: message.key,
        }),
      );
      return { id, state: 'kept', units: 0 };
    },
  }),
  verify: async () => {},
});

/**
 * Messages on the workspace's simulated handset, newest first.
 * @param options.before id of the last message of the previous page
 * @param options.phone limits the list to this number
 */
export function listHandsetMessages(
  workspaceId: string,
  { before, phone, limit }: { before?: string; phone?: string; limit: number },
): Promise<HandsetMessage[]> {
  return inWorkspace(workspaceId, null, () =>
    query<HandsetMessage>(
      `select id, direction, sender, recipient, text, created_at as "createdAt" from handset_messages
        where workspace_id = $1 and ($2::uuid is null or id < $2) and ($3::text is null or $3 in (sender, recipient))
        order by id desc limit $4`,
      [workspaceId, before ?? null, phone ?? null, limit],
    ),
  );
}

/** Answers from the simulated handset, as a carrier would report it. @throws AppError `validation` */
export function answerFromHandset(workspaceId: string, from: string, text: string): Promise<ReceivedSms> {
  if (text.trim() === '' || text.length > MAX_SMS_LENGTH)
    throw invalid('text', `Write 1 to ${MAX_SMS_LENGTH} characters.`);
  return inWorkspace(workspaceId, null, () =>
    transaction(async () => {
      const id = await keep(workspaceId, {
        direction: 'from_handset',
        sender: from,
        recipient: HANDSET_SENDER,
        text,
        key: null,
      });
      const received: ReceivedSms = { id, from, to: HANDSET_SENDER, text };
      await emit({ type: 'sms.received', data: { ...received, embedded: true } });
      return received;
    }),
  );
}
