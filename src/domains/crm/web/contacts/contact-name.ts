import type { ContactRow } from '../../contract/contacts.ts';

/** A contact's display name: its name, else its first address or number. */
export function contactName(contact: Pick<ContactRow, 'firstName' | 'lastName' | 'emails' | 'phones'>): string {
  return (
    `${contact.firstName} ${contact.lastName}`.trim() ||
    contact.emails[0]?.value ||
    contact.phones[0]?.value ||
    'Contact without a name'
  );
}
