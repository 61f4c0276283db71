/** Contacts as the list parts see them. */
import { bulk } from '../../../../records/contract/bulk.ts';
import { CONTACT_FILTER_FIELDS } from '../../contract/contact-filter.ts';
import { CONTACT_SORTS, type ContactRow, contacts } from '../../contract/contacts.ts';
import type { ListKit } from '../../../../records/web/list-kit.ts';
import { cellChange, presentFields } from './cell-change.ts';
import { contactName } from './contact-name.ts';

export const contactKit: ListKit<ContactRow> = {
  kind: 'contact',
  ofCompany: true,
  sorts: CONTACT_SORTS,
  filterFields: CONTACT_FILTER_FIELDS,
  searchHint: 'Search name, company, email, phone',
  nameOf: contactName,
  bulk,
  bulkFields: [
    { name: 'source', label: 'Source' },
    { name: 'title', label: 'Title' },
    { name: 'companyId', label: 'Company', input: 'company' },
    { name: 'city', label: 'City' },
    { name: 'country', label: 'Country' },
  ],
  cell: { change: cellChange, present: presentFields },
  moreExports: [{ format: 'vcard', label: 'vCard for address books' }],
  exportFile: contacts.exportFile,
  purge: contacts.purge,
};
