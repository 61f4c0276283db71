/** Templates, a few conversations with the example contacts, and a broadcast, marked as kept on the simulated handset. */
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, insertRow } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { HANDSET_SENDER } from '../../../server/providers/sms/embedded.ts';
import { keepMessage, normalizeAddress, people, type Person } from '../../messaging/index.ts';
import { fillText } from '../engine/template-text.ts';
import { keepReceived } from '../server/inbox.ts';
import { createTemplate } from '../server/templates.ts';
import { broadcastOrigin, segmentsFor } from '../server/broadcast-messages.ts';
import { touchThread } from '../server/threads.ts';

const TEMPLATES = [
  { name: 'Appointment reminder', text: 'Hi {{first_name}}, a reminder of your appointment tomorrow at 10 a.m.' },
  { name: 'Missed call', text: 'Hi {{first_name}}, sorry we missed your call. When is a good time to call back?' },
];

const CONVERSATIONS = [
  {
    text: 'Hi {{first_name}}, the proposal is in your inbox. Any questions?',
    answer: 'Looks good. Can we talk Friday?',
  },
  { text: 'Hi {{first_name}}, is 3 p.m. on Tuesday still fine?', answer: 'Yes, see you then!' },
  { text: 'Hi {{first_name}}, your site goes live on Monday.', answer: null },
];

const BROADCAST = {
  name: 'Holiday hours',
  text: 'Hi {{first_name}}, we are closed from Dec 24 to Jan 1. Your team is back on Jan 2.',
  recipients: 8,
};

async function firstNumbers(count: number): Promise<string[]> {
  const numbers = new Set<string>();
  for await (const page of people().pages('sms')) {
    for (const one of page) {
      const number = one === null ? undefined : normalizeAddress('sms', one);
      if (number) numbers.add(number);
      if (numbers.size === count) return [...numbers];
    }
  }
  return [...numbers];
}

export async function loadWorkspace({ workspace, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const template of TEMPLATES) await createTemplate(template);
  const numbers = await firstNumbers(CONVERSATIONS.length + BROADCAST.recipients);
  const found = await people().ofAddresses('sms', numbers);
  for (const [n, address] of numbers.slice(0, CONVERSATIONS.length).entries()) {
    const { text, answer } = CONVERSATIONS[n]!;
    const person = found.get(address);
    const sent = fillText(text, person?.name ?? '');
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
    const at = minutesAgo(90 * (n + 1));
    const contactId = person?.contactId ?? null;
    await keepMessage({ channel: 'sms', address, text: sent, name: person?.name ?? '', contactId, at });
    await touchThread({ address, text: sent, direction: 'out', at, contactId });
    if (answer !== null)
      await keepReceived({
        id: newId(),
        from: address,
        to: HANDSET_SENDER,
        text: answer,
        at: minutesAgo(60 * (n + 1)),
      });
  }
  await loadBroadcast(numbers.slice(CONVERSATIONS.length), found, now);
}

/** One that was sent three days ago. */
async function loadBroadcast(numbers: readonly string[], found: Map<string, Person>, now: Date): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const { name, text } = BROADCAST;
  const id = newId();
  const at = new Date(now.getTime() - 3 * 86_400_000).toISOString();
  await insertRow('text_broadcasts', {
    id,
    workspaceId,
    name,
    text,
    purpose: 'service',
    audience: { kind: 'contacts', contactIds: numbers.flatMap((address) => found.get(address)?.contactId ?? []) },
    state: 'done',
    isPrepared: true,
    segmentPrice: '0.0079',
    currency: 'USD',
    createdBy: currentUserId(),
    createdAt: at,
    finishedAt: at,
  });
  for (const address of numbers) {
    const person = found.get(address);
    const messageId = await keepMessage({
      channel: 'sms',
      purpose: 'service',
      origin: { ...broadcastOrigin(id), label: name },
      address,
      text: fillText(text, person?.name ?? ''),
      name: person?.name ?? '',
      contactId: person?.contactId ?? null,
      at,
    });
    const segments = segmentsFor(text, person?.name ?? '');
    await insertRow('text_broadcast_recipients', {
      id: newId(),
      workspaceId,
      broadcastId: id,
      address,
      messageId,
      segments,
    });
  }
}
