import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { ContactRow } from '../../contract/contacts.ts';
import { CRM } from '../../paths.ts';
import { contactName } from '../contacts/contact-name.ts';

/** Contacts of whom any field fits, own fields included. */
export default defineSearchSource<ContactRow>({
  id: 'contacts',
  label: 'Contacts',
  page: '/contacts',
  list: CRM.contacts,
  query: { sort: 'match' },
  hit: (contact) => ({
    id: contact.id,
    title: contactName(contact),
    detail: [contact.company?.name, contact.emails[0]?.value].filter(Boolean).join(' · '),
    to: `/contacts/${contact.id}`,
  }),
});
