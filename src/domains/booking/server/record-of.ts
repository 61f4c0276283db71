/** Whom a booking is about in the CRM. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { createRecord } from '../../crm/index.ts';
import { people } from '../../messaging/index.ts';
import type { Visitor } from './visitor.ts';

/**
 * The contact with this address, or the latest lead with it, or a new lead of the host. A visitor without an email address
 * is known by their phone number.
 */
export async function recordOf(
  typeName: string,
  hostId: string,
  { name, email, phone, answers }: Visitor,
): Promise<{ contactId: string } | { leadId: string }> {
  const [channel, address] = email === '' ? (['sms', phone] as const) : (['email', email.toLowerCase()] as const);
  const contactId = (await people().ofAddresses(channel, [address])).get(address)?.contactId;
  if (contactId) return { contactId };
  const [known] = await query<{ id: string }>(
    `select id from leads where workspace_id = $1 and ${email === '' ? 'phone' : 'lower(email)'} = $2 and deleted_at is null
      order by id desc limit 1`,
    [currentWorkspaceId(), address],
  );
  if (known) return { leadId: known.id };
  const [firstName = '', ...rest] = name.split(/\s+/);
  const about = answers.filter(({ answer }) => answer !== '').map(({ question, answer }) => `${question}\n${answer}`);
  const { id } = await createRecord('lead', {
    firstName,
    lastName: rest.join(' '),
    email,
    phone,
    source: 'Appointment',
    about: [`Booked “${typeName}”.`, ...about].join('\n\n').slice(0, 5_000),
    ownerId: hostId,
  });
  return { leadId: id };
}
