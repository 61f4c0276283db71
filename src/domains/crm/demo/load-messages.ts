/** Messages, consent, and public pages of the example business. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, insertRow, query } from '../../../server/db/index.ts';
import type { MessageState, Purpose } from '../../messaging/contract.ts';

interface Person {
  id: string;
  name: string;
  email: string;
}

const HOUR = 3_600_000;

const SAID: readonly [subject: string, purpose: Purpose, state: MessageState, why: string, hoursAgo: number][] = [
  ['Your appointment on Tuesday', 'service', 'sent', '', 6],
  ['What is new this fall', 'newsletter', 'sent', '', 30],
  ['10% off until the end of the month', 'marketing', 'refused', 'The person unsubscribed.', 31],
  ['Your proposal', 'service', 'sent', '', 52],
  ['Your invoice', 'transactional', 'bounced', 'mailbox unavailable', 70],
];

export async function loadMessages(): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const people = await query<Person>(
    `select id, concat_ws(' ', first_name, last_name) as name, lower(emails->0->>'value') as email from contacts
      where workspace_id = $1 and emails <> '[]' and first_name <> '' and deleted_at is null order by id limit 5`,
    [workspaceId],
  );
  if (people.length < SAID.length) return;
  await insertRow('public_sites', {
    workspaceId,
    color: '#2f5bc9',
    imprint: 'Sample business\n100 Example Street, Springfield',
  });
  for (const [i, [subject, purpose, state, why, hoursAgo]] of SAID.entries()) {
    const { id, name, email } = people[i]!;
    const at = new Date(Date.now() - hoursAgo * HOUR).toISOString();
    const addressId = newId();
    await insertRow('message_addresses', { id: addressId, workspaceId, channel: 'email', address: email });
    await insertRow('messages', {
      id: newId(),
      workspaceId,
      key: `example:${i}`,
      channel: 'email',
      purpose,
      addressId,
      address: email,
      destination: email.split('@')[1]!,
      name,
      contactId: id,
      subject,
      text: `Hello ${name},\n\nthis is sample data.\n`,
      state,
      why,
      createdAt: at,
      finishedAt: at,
      ...(state !== 'refused' && { handedAt: at }),
    });
    if (state !== 'sent') continue;
    await insertRow('consent_events', {
      id: newId(),
      workspaceId,
      channel: 'email',
      address: email,
      purpose: 'newsletter',
      state: 'granted',
      wording: 'Yes, send me the newsletter.',
      source: 'form',
      proof: { form: 'Contact form' },
      contactId: id,
      at,
    });
  }
  const [gone, bounced] = [people[2]!, people[4]!];
  await insertRow('consent_events', {
    id: newId(),
    workspaceId,
    channel: 'email',
    address: gone.email,
    purpose: 'all',
    state: 'withdrawn',
    wording: 'Unsubscribed by the link in a message',
    source: 'one_click',
    contactId: gone.id,
  });
  await insertRow('suppressions', {
    id: newId(),
    workspaceId,
    channel: 'email',
    address: bounced.email,
    reason: 'bounced',
    note: 'mailbox unavailable',
  });
  await execute(
    `update contacts set consent = consent || '{"email": {"state": "denied", "at": null, "basis": "Unsubscribed"}}' where id = $1`,
    [gone.id],
  );
}
