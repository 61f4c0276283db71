/** The contact behind an address, and records created for unknown senders. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { fold } from '../../../kernel/text.ts';
import { currentWorkspaceId, query, selectRow } from '../../../server/db/index.ts';
import { addTimelineSource } from '../../../records/server/timeline/timeline.ts';
import { createRecord } from '../../crm/index.ts';
import { people } from '../../messaging/index.ts';
import type { MailContact } from '../contract.ts';

/** @param text an address as it stands in a message */
export async function readContact(text: string): Promise<MailContact> {
  const address = text.trim().toLowerCase();
  const person = (await people().ofAddresses('email', [address])).get(address);
  const contactId = person?.contactId ?? null;
  const workspaceId = currentWorkspaceId();
  const [name] = await query<{ name: string }>(
    `select m.from_name as name from mail_people p join mail_messages m on m.id = p.message_id
      where p.workspace_id = $1 and p.address = $2 and p.role = 'from' and m.from_name <> '' order by p.at desc limit 1`,
    [workspaceId, address],
  );
  const [count] = await query<{ emails: number }>(
    'select count(*)::int as emails from (select distinct message_id from mail_people where workspace_id = $1 and address = $2 limit 10000) p',
    [workspaceId, address],
  );
  return {
    address,
    name: person?.name || name?.name || address,
    contactId,
    leadId: await leadOf(address),
    openOpportunities: contactId ? await opportunitiesOf(contactId) : [],
    recentActivities: contactId ? await activitiesOf(contactId) : [],
    emails: count!.emails,
  };
}

async function leadOf(address: string): Promise<string | null> {
  const [lead] = await query<{ id: string }>(
    `select id from leads where workspace_id = $1 and email_key = $2 and email_key <> '' and deleted_at is null order by id desc limit 1`,
    [currentWorkspaceId(), fold(address)],
  );
  return lead?.id ?? null;
}

const opportunitiesOf = (contactId: string): Promise<MailContact['openOpportunities']> =>
  query(
    `select o.id, o.name, o.amount::text as amount, o.currency, s.name as stage from opportunities o join stages s on s.id = o.stage_id
      where o.workspace_id = $1 and o.contact_id = $2 and o.state = 'open' and o.deleted_at is null order by o.created_at desc limit 5`,
    [currentWorkspaceId(), contactId],
  );

const activitiesOf = (contactId: string): Promise<MailContact['recentActivities']> =>
  query(
    `select a.id, a.subject, a.due_at as "dueAt" from activities a
      where a.workspace_id = $1 and a.contact_id = $2 and a.done_at is null and a.deleted_at is null order by a.due_at nulls last, a.id desc limit 5`,
    [currentWorkspaceId(), contactId],
  );

/**
 * A lead of the sender, unless there is one, or a contact.
 * @throws AppError `not_found`; `validation` where nobody is named
 */
export async function makeLead(messageId: string): Promise<{ kind: 'lead' | 'contact'; id: string; isNew: boolean }> {
  const message = await selectRow('mail_messages', ['fromName', 'fromAddress', 'subject'], {
    id: messageId,
    workspaceId: currentWorkspaceId(),
  });
  if (!message) throw notFound('The message');
  const { fromName, fromAddress: address, subject } = message;
  if (!address.includes('@')) throw new AppError('validation', 'The sender of this email has no address.');
  const known = await readContact(address);
  if (known.contactId) return { kind: 'contact', id: known.contactId, isNew: false };
  if (known.leadId) return { kind: 'lead', id: known.leadId, isNew: false };
  const names = (fromName || address.split('@')[0]!.replace(/[._-]+/g, ' ')).trim().split(/\s+/);
  const { id } = await createRecord('lead', {
    firstName: names.slice(0, -1).join(' ').slice(0, 100),
    lastName: names.at(-1)!.slice(0, 100),
    email: address,
    source: 'Email',
    about: subject && `Wrote by email: ${subject}`,
  });
  return { kind: 'lead', id, isNew: true };
}

const entry = (record: string) => `
  select 'email' as kind, 'email-' || m.id as id, m.at, null::uuid as actor_id,
    jsonb_build_object('id', m.id, 'threadId', m.thread_id, 'subject', m.subject,
      'from', coalesce(nullif(m.from_name, ''), m.from_address), 'direction', m.direction) as data
  from mail_messages m where m.workspace_id = $1 and m.place not in ('trash', 'junk') and m.id in (
    select p.message_id from mail_people p where p.workspace_id = $1 and p.address in (${record}))`;

// Read in the name of whoever looks: emails of a personal mailbox stand on the timelines that its owner sees.
addTimelineSource(
  'contact',
  entry(
    `select lower(e ->> 'value') from contacts c cross join jsonb_array_elements(c.emails) e where c.workspace_id = $1 and c.id = $2`,
  ),
);
addTimelineSource(
  'lead',
  entry(`select lower(l.email) from leads l where l.workspace_id = $1 and l.id = $2 and l.email <> ''`),
);
