/** Received texts, and texts that others sent: both move their conversation to the top. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertIfNew, query, withAllRecords } from '../../../server/db/index.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { onProviderEvent } from '../../../server/providers/events.ts';
import { normalizeAddress, people } from '../../messaging/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { touchThread } from './threads.ts';

export const TEXT_RECEIVED = defineNotificationKind({
  name: 'text_received',
  group: 'Texts',
  label: 'New texts',
  hint: 'Someone texts your business, and the conversation is yours or no one’s.',
  ways: { inApp: true, email: false },
});

export const receivedTextsSubscriber = onProviderEvent('sms', 'texting.received', {
  'sms.received': ({ data }) => withAllRecords(() => receive(data)),
});

interface ReceivedText {
  /** The service's id. */
  id: string;
  from: string;
  to: string;
  text: string;
  /** Instant; absent: now. */
  at?: string;
}

async function receive(received: ReceivedText): Promise<void> {
  const kept = await keepReceived(received);
  if (!kept) return;
  const { threadId, address, name } = kept;
  for (const userId of await peopleToTell(threadId, address)) {
    await tellUser(userId, TEXT_RECEIVED, {
      workspaceId: currentWorkspaceId(),
      title: `Text from ${name || address}`,
      body: received.text.slice(0, 200),
      href: `/sms-messaging?thread=${threadId}`,
    });
  }
}

/** Puts a received text into its conversation. @returns undefined for one that was there already */
export async function keepReceived({
  id,
  from,
  to,
  text,
  at = new Date().toISOString(),
}: ReceivedText): Promise<{ threadId: string; address: string; name: string | undefined } | undefined> {
  const address = normalizeAddress('sms', from);
  if (!address) return undefined;
  const person = (await people().ofAddresses('sms', [address])).get(address);
  const isNew = await insertIfNew('received_texts', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    address,
    number: to,
    contactId: person?.contactId ?? null,
    providerId: id,
    text: text.slice(0, 10_000),
    receivedAt: at,
  });
  if (!isNew) return undefined;
  const threadId = await touchThread({
    address,
    text,
    direction: 'in',
    at,
    contactId: person?.contactId ?? null,
    number: to,
  });
  return { threadId, address, name: person?.name };
}

const MAX_TOLD = 20;

/** The assignee, else the last author, else managers of the workspace. */
async function peopleToTell(threadId: string, address: string): Promise<string[]> {
  const [own] = await query<{ id: string | null }>(
    `select coalesce(
        (select p.id from text_threads t join workspace_people p on p.id = t.assigned_to and p.active
          where t.id = $1 and t.workspace_id = $2),
        (select p.id from messages m join workspace_people p on p.id = m.created_by and p.active
          where m.workspace_id = $2 and m.channel = 'sms' and m.address = $3 order by m.id desc limit 1)) as id`,
    [threadId, currentWorkspaceId(), address],
  );
  if (own?.id) return [own.id];
  const managers = await query<{ id: string }>(
    `select id from workspace_people where active and workspace_role <> 'member' order by id limit ${MAX_TOLD}`,
    [],
  );
  return managers.map(({ id }) => id);
}

/** Texts of workflows put their conversation on top, too. Those of broadcasts do not: they would bury all others. */
export const sentTextsSubscriber = subscribe(['message.created'], 'texting.sent', ({ subject }) =>
  withAllRecords(async () => {
    if (!subject) return;
    const [message] = await query<{ address: string; text: string; at: string; contactId: string | null }>(
      `select address, text, created_at as at, contact_id as "contactId" from messages
        where id = $1 and workspace_id = $2 and channel = 'sms' and state <> 'refused'
          and origin ->> 'type' is distinct from 'text_broadcast'`,
      [subject.id, currentWorkspaceId()],
    );
    if (message) await touchThread({ ...message, direction: 'out' });
  }),
);
