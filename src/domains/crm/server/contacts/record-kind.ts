import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { defineRecordKind } from '../../../../records/server/record-kind.ts';
import { ContactUpdate, NewContact } from '../../contract/contacts.ts';
import { emailMatchKey } from '../../engine/contacts/contact-data.ts';
import { createContact, getContact, purgeContacts, updateContact } from './service.ts';

export const contactRecordKind = defineRecordKind('contact', {
  noun: 'The contact',
  name: `coalesce(nullif(trim(r.first_name || ' ' || r.last_name), ''), r.emails->0->>'value', r.phones->0->>'value', 'No name')`,
  owner: 'r.owner_id',
  linkField: 'contactId',
  create: { schema: NewContact, run: createContact },
  edit: { schema: ContactUpdate, read: (id) => getContact(id), update: updateContact },
  purge: purgeContacts,
  async findByKey({ emails }) {
    const [first] = (emails ?? []) as { value: string }[];
    if (!first?.value) return [];
    const rows = await query<{ id: string }>(
      `select contact_id as id from contact_keys k join contacts c on c.id = k.contact_id and c.deleted_at is null
        where k.workspace_id = $1 and k.key = $2 order by contact_id limit 2`,
      [currentWorkspaceId(), emailMatchKey(first.value)],
    );
    return rows.map(({ id }) => id);
  },
  rollUpMembers: {
    opportunities: `o.id in (select id from opportunities where workspace_id = $1 and contact_id = r.id
      union select opportunity_id from opportunity_contacts where workspace_id = $1 and contact_id = r.id)`,
    activities: `a.id in (select id from activities where workspace_id = $1 and contact_id = r.id
      union select activity_id from activity_attendees where workspace_id = $1 and contact_id = r.id)`,
  },
});
