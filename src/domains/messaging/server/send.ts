/** The one way anything is said to someone outside: written down first, decided on, handed over by the worker. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentScope,
  currentUserId,
  currentWorkspaceId,
  insertIfNew,
  insertRow,
  inWorkspace,
  query,
  selectRow,
  transaction,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Channel, DryRun, MessageState, Purpose } from '../contract.ts';
import { decide, type Decision, fateOf, type Reason, REASONS } from '../engine/decide.ts';
import { MESSAGING } from '../paths.ts';
import { addressId, destinationOf, normalizeAddress, requireAddress } from './addresses.ts';
import { type AudienceFilter, people, type Person } from './people.ts';
import { factsOf } from './policy.ts';
import { readSettings } from './settings.ts';
import { wakeSender } from './deliver.ts';

export interface OutgoingMessage {
  workspaceId: string;
  channel: Channel;
  purpose: Purpose;
  to: { address: string; name?: string; contactId?: string };
  subject?: string;
  text: string;
  html?: string;
  /** An invitation (RFC 6047) that an email carries. Its organizer is `senderAddress()`, or programs hide the buttons. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string };
  /** The same key is the same message, however often it is sent. */
  key: string;
  /** The message's origin. */
  origin?: { type: string; id: string; label: string };
}

export interface SendResult {
  id: string;
  state: MessageState;
  /** Why it waits, or is not sent. */
  why?: string;
}

/**
 * Takes a message in the ambient transaction. It is handed over after the commit; a refusal is an answer, not an error.
 * @throws AppError `validation` for an address that is none, or a message without text
 */
export function sendMessage(message: OutgoingMessage): Promise<SendResult> {
  const scope = currentScope();
  const isHere = scope.role === 'app' && scope.workspaceId === message.workspaceId;
  const by = scope.role === 'app' ? currentUserId() : null;
  const act = () => transaction(() => withAllRecords(() => take(message, by)));
  return isHere ? act() : inWorkspace(message.workspaceId, null, act);
}

async function take(message: OutgoingMessage, by: string | null): Promise<SendResult> {
  const { workspaceId, channel, purpose, key } = message;
  const address = requireAddress(channel, message.to.address, 'to');
  if (!message.text.trim()) throw new AppError('validation', 'Write the message.', { field: 'text' });
  const known = await selectRow('messages', ['id', 'state', 'why'], { workspaceId, key });
  if (known) return { id: known.id, state: known.state as MessageState, ...(known.why && { why: known.why }) };
  const isInternal = await isTeammate(channel, address);
  const facts = (await factsOf(channel, [address])).get(address)!;
  const decision: Decision = isInternal
    ? { go: true }
    : decide(facts, { channel, purpose, settings: await readSettings(), now: new Date() });
  const id = newId();
  const fate = fateOf(decision);
  const isNew = await insertIfNew('messages', {
    id,
    workspaceId,
    key,
    channel,
    purpose,
    addressId: await addressId(channel, address),
    address,
    destination: destinationOf(channel, address),
    name: message.to.name ?? facts.person?.name ?? '',
    contactId: message.to.contactId ?? facts.person?.contactId ?? null,
    subject: message.subject ?? '',
    text: message.text,
    html: message.html ?? null,
    calendar: message.calendar ?? null,
    origin: message.origin ?? null,
    isInternal,
    createdBy: by,
    ...fate,
  });
  if (!isNew) return take(message, by);
  await emit({
    type: 'message.created',
    subject: { type: 'message', id },
    data: { state: fate.state },
    paths: [MESSAGING.messages],
  });
  if (fate.state !== 'refused') await wakeSender();
  return { id, state: fate.state, ...(fate.why && { why: fate.why }) };
}

/** People of the workspace get what it sends itself; consent is for those outside. */
export async function isTeammate(channel: Channel, address: string): Promise<boolean> {
  if (channel !== 'email') return false;
  const found = await query(
    'select 1 from workspace_people where active and lower(email) = $1 limit 1',
    [address],
    'messaging_teammate',
  );
  return found.length > 0;
}

const EXAMPLES = 3;

/**
 * Contacts who would get such a message now, and reasons for the others.
 * @param onRecipient called for each recipient, now or after quiet hours
 */
export async function planMessages(
  audience: AudienceFilter & { channel: Channel; purpose: Purpose },
  onRecipient?: (person: Person | undefined) => void,
): Promise<DryRun> {
  const { channel, purpose } = audience;
  const settings = await readSettings();
  const now = new Date();
  const plan: DryRun = { total: 0, wouldGo: 0, later: 0, refused: [] };
  const refused = new Map<Reason, { count: number; examples: string[] }>();
  const seen = new Set<string>();
  const refuse = (reason: Reason, example: string | undefined) => {
    const entry = refused.get(reason) ?? { count: 0, examples: [] };
    refused.set(reason, entry);
    entry.count++;
    if (example !== undefined && entry.examples.length < EXAMPLES) entry.examples.push(example);
  };
  for await (const page of people().pages(channel, audience)) {
    const addresses = page.map((one) => (one === null ? undefined : normalizeAddress(channel, one)));
    const facts = await factsOf(channel, [...new Set(addresses.filter((one) => one !== undefined))]);
    for (const address of addresses) {
      if (address !== undefined && seen.has(address)) continue;
      if (address !== undefined) seen.add(address);
      plan.total++;
      const decision =
        address === undefined
          ? ({ refuse: 'no_address' } as const)
          : decide(facts.get(address)!, { channel, purpose, settings, now });
      if ('refuse' in decision) refuse(decision.refuse, address);
      else {
        plan.wouldGo++;
        onRecipient?.(facts.get(address!)!.person);
        if ('hold' in decision) plan.later++;
      }
    }
  }
  plan.refused = [...refused]
    .map(([reason, entry]) => ({ reason, label: REASONS[reason], ...entry }))
    .toSorted((one, other) => other.count - one.count);
  return plan;
}

/** Writes down a text that stayed in this installation, without sending anything: for example data. @returns its id */
export async function keepMessage(message: {
  channel: Channel;
  address: string;
  text: string;
  name: string;
  contactId: string | null;
  /** Instant. */
  at: string;
  purpose?: Purpose;
  origin?: OutgoingMessage['origin'];
}): Promise<string> {
  const { channel, address, at } = message;
  const id = newId();
  await insertRow('messages', {
    id,
    workspaceId: currentWorkspaceId(),
    key: `kept:${id}`,
    purpose: message.purpose ?? 'transactional',
    origin: message.origin ?? null,
    addressId: await addressId(channel, address),
    destination: destinationOf(channel, address),
    state: 'kept',
    createdBy: currentUserId(),
    createdAt: at,
    finishedAt: at,
    channel,
    address,
    text: message.text,
    name: message.name,
    contactId: message.contactId,
  });
  return id;
}
