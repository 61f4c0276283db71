/** Incoming texts with STOP, START, and HELP, and delivery reports of sent ones. */
import { newId, UUID } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertIfNew, query, withAllRecords } from '../../../server/db/index.ts';
import { attributeProviderEvents, onProviderEvent } from '../../../server/providers/events.ts';
import type { ReceivedSms, SmsReport } from '../../../server/providers/sms/port.ts';
import type { MessageState } from '../contract.ts';
import { keywordOf } from '../engine/decide.ts';
import { addressId, destinationOf, normalizeAddress } from './addresses.ts';
import { liftStop, recordConsent, suppress } from './consent.ts';
import { finishMessage, wakeSender } from './deliver.ts';
import { readSettings } from './settings.ts';

/** Workspaces that may share one number. */
const MOST_SHARING = 200;

// STOP to a number that several workspaces share counts for each that wrote to the person.
attributeProviderEvents('sms', async ({ data }) => {
  const address = typeof data['from'] === 'string' ? normalizeAddress('sms', data['from']) : undefined;
  if (!address) return [];
  const rows = await query<{ id: string }>(
    `select workspace_id as id from messages where channel = 'sms' and address = $1 and handed_at is not null
      group by workspace_id order by max(handed_at) desc limit ${MOST_SHARING}`,
    [address],
  );
  return rows.map(({ id }) => id);
});

export const textsSubscriber = onProviderEvent('sms', 'messaging.texts', {
  'sms.received': ({ data }) => receiveText(data),
  'sms.status': ({ data }) => withAllRecords(() => noteStatus(data)),
});

/** A text that came from a phone, in the present workspace. STOP and START count at once. */
async function receiveText({ id, from, text, isAnswered, isCopy }: ReceivedSms & { isCopy?: boolean }): Promise<void> {
  const word = keywordOf(text);
  const address = normalizeAddress('sms', from);
  if (!word || !address) return;
  if (word !== 'help') {
    if (word === 'stop')
      await suppress('sms', [address], 'stopped', { note: `Replied “${text.trim().slice(0, 40)}”.` });
    else await liftStop(address);
    await recordConsent({
      channel: 'sms',
      purpose: 'all',
      address,
      state: word === 'stop' ? 'withdrawn' : 'granted',
      wording: text.trim().slice(0, 200),
      source: 'sms',
      proof: { message: id },
    });
  }
  if (!isAnswered && !isCopy) await reply(address, word, id);
}

const ANSWERS = {
  stop: 'You get no more messages. Reply START to get them again.',
  start: 'You get messages again. Reply STOP to end them.',
  help: 'Reply STOP to end messages, START to get them again.',
};

/** Answers a word that the law names, in the name of the business. */
async function reply(address: string, word: keyof typeof ANSWERS, answered: string): Promise<void> {
  const { sender } = await readSettings();
  const [workspace] = await query<{ name: string }>('select name from present_workspace', []);
  const name = sender.name || workspace?.name;
  await insertIfNew('messages', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    key: `reply:${answered}`,
    channel: 'sms',
    purpose: 'transactional',
    addressId: await addressId('sms', address),
    address,
    destination: destinationOf('sms', address),
    text: `${name ? `${name}: ` : ''}${ANSWERS[word]}`,
    isReply: true,
    state: 'queued',
  });
  await wakeSender();
}

/** Later states are higher. A message that has reached an end stays there, whatever is reported after. */
const RANKS: Partial<Record<MessageState, number>> = { sending: 1, unknown: 1, sent: 2, delivered: 3, failed: 3 };

const FAILURES: Record<string, string> = {
  '21610': 'The person replied STOP.',
  '30003': 'The phone was off or out of reach.',
  '30004': 'The carrier blocked the message.',
  '30005': 'The number is not in service.',
  '30006': 'The number cannot get texts; it may be a landline.',
  '30007': 'The carrier filtered the message as unwanted.',
};

async function noteStatus({ id, state, errorCode, key }: SmsReport): Promise<void> {
  if (state === 'queued') return;
  const [row] = await query<{ id: string; state: MessageState; address: string }>(
    `select id, state, address from messages where workspace_id = $1 and channel = 'sms'
      and (id = $2::uuid or provider_id = $3) order by (id = $2::uuid) desc nulls last limit 1 for update`,
    [currentWorkspaceId(), key && UUID.test(key) ? key : null, id],
  );
  if (!row || (RANKS[row.state] ?? Infinity) >= RANKS[state]!) return;
  const failure = errorCode ? `The carrier answered with code ${errorCode}.` : 'The carrier did not deliver it.';
  await finishMessage(row, {
    state,
    why: state === 'failed' ? (FAILURES[errorCode ?? ''] ?? failure) : '',
    reason: state === 'failed' ? 'failed' : '',
    providerId: id,
    finishedAt: new Date().toISOString(),
  });
  if (errorCode === '21610')
    await suppress('sms', [row.address], 'stopped', { note: 'The provider says that they replied STOP.' });
}
