/** Contacts: people, with everything that is known about them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { FilterParam } from '../../../kernel/filter.ts';
import { Neighbors, SortParam } from '../../../records/contract/list.ts';
import { PICKED } from '../../../records/contract/bulk.ts';
import {
  Address,
  AddressEntry,
  Consent,
  ConsentEntry,
  CustomValues,
  EmailEntry,
  EmailValue,
  Links,
  LinksEntry,
  MADE_THROUGH,
  PhoneEntry,
  PhoneValue,
  Ref,
  Tags,
  text,
  Version,
} from '../../../records/contract/field-values.ts';

/** One row of the list: what a column may show. */
export const ContactRow = z.object({
  id: Id,
  version: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  company: Ref.nullable(),
  emails: z.array(EmailValue),
  phones: z.array(PhoneValue),
  city: z.string(),
  country: z.string(),
  source: z.string(),
  ownerId: Id.nullable(),
  businessLicenseId: Id.nullable(),
  tags: z.array(z.string()),
  custom: CustomValues,
  lastActivityAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set in the trash only. */
  deletedAt: Instant.nullable(),
});
export type ContactRow = z.infer<typeof ContactRow>;

/** The whole record. */
export const Contact = ContactRow.extend({
  address: Address,
  links: Links,
  consent: Consent,
  about: z.string(),
  /** The import that created it. */
  importId: Id.nullable(),
  createdBy: Id.nullable(),
  updatedBy: Id.nullable(),
  ...MADE_THROUGH,
});
export type Contact = z.infer<typeof Contact>;

/** The fields that people write. In an update absent fields stay as they are; lists replace, objects merge by key. */
export const ContactFields = z.strictObject({
  firstName: text(120).optional(),
  lastName: text(120).optional(),
  title: text(160).optional(),
  companyId: Id.nullable().optional(),
  /** Instead of `companyId`: the company of this name, created when there is none. */
  companyName: text(200).optional(),
  emails: z.array(EmailEntry).max(20, 'Add up to 20 email addresses.').optional(),
  phones: z.array(PhoneEntry).max(20, 'Add up to 20 phone numbers.').optional(),
  address: AddressEntry.optional(),
  links: LinksEntry.optional(),
  source: text(120).optional(),
  ownerId: Id.nullable().optional(),
  businessLicenseId: Id.nullable().optional(),
  tags: Tags.optional(),
  consent: z
    .strictObject({ email: ConsentEntry.optional(), sms: ConsentEntry.optional(), phone: ConsentEntry.optional() })
    .optional(),
  custom: CustomValues.optional(),
  about: text(10_000).optional(),
});
export type ContactFields = z.infer<typeof ContactFields>;

/** A contact needs something to know it by: a name, an email address or a phone number. */
export const NewContact = ContactFields.refine(
  (contact) =>
    Boolean(
      contact.firstName ||
      contact.lastName ||
      contact.emails?.some((email) => email.value) ||
      contact.phones?.some((phone) => phone.value),
    ),
  { message: 'Enter a name, an email address, or a phone number.', path: ['firstName'] },
);
export type NewContact = z.infer<typeof NewContact>;

export const ContactUpdate = ContactFields.extend({ version: Version.optional() });
export type ContactUpdate = z.infer<typeof ContactUpdate>;

/** Sortable fields. Blank values come last in both directions. */
export const CONTACT_SORTS = [
  'name',
  'lastName',
  'company',
  'email',
  'title',
  'source',
  'city',
  'country',
  'lastActivityAt',
  'createdAt',
  'updatedAt',
] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];
export const DEFAULT_CONTACT_SORT = 'name';

/** Which contacts: the same three words in the list, in bulk actions, in the export and in next/previous. */
export const ContactSelectionQuery = z.object({
  /** Words of a name, company, email address or phone number; typos are forgiven. */
  search: text(200).optional(),
  filter: FilterParam.optional(),
  /** `1`: deleted contacts instead of living ones. */
  trash: z.enum(['1']).optional(),
});

export const ContactListQuery = ContactSelectionQuery.extend({
  sort: SortParam.optional(),
  /** `next` or `prev` of a page that was read with the same sort. */
  cursor: z.string().max(6000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `1`: also count what matches. */
  total: z.enum(['1']).optional(),
});

/** A page; `prev` leads back, null on the first page. */
export const ContactPage = pageOf(ContactRow).extend({
  prev: z.string().nullable(),
  /** Nothing matched the search to the letter; these are the nearest. */
  fuzzy: z.boolean().optional(),
});
export type ContactPage = z.infer<typeof ContactPage>;

export const ExportQuery = ContactSelectionQuery.extend({
  ...PICKED,
  sort: SortParam.optional(),
  format: z.enum(['csv', 'vcard']),
  /** Columns of the CSV in their order, comma-separated: fields of a contact and `custom.<key>`. Absent: all. */
  columns: z.string().max(4000).optional(),
});

/** Choices for the filter builder and bulk edit, each with how many contacts have it; the most frequent first. */
export const ContactFacets = z.object({
  tags: z.array(z.object({ value: z.string(), count: z.number().int() })),
  sources: z.array(z.object({ value: z.string(), count: z.number().int() })),
  countries: z.array(z.object({ value: z.string(), count: z.number().int() })),
  cities: z.array(z.object({ value: z.string(), count: z.number().int() })),
  imports: z.array(Ref),
});
export type ContactFacets = z.infer<typeof ContactFacets>;

const tag = 'Contacts';
const read = { tag, access: 'user', scope: 'contacts:read' } as const;
const write = { tag, access: 'user', scope: 'contacts:write' } as const;

export const contacts = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/contacts',
    summary: 'List contacts',
    description: 'Keyset-paged in exact order. A cursor fits only the sort that it was made with.',
    query: ContactListQuery,
    response: ContactPage,
    errors: ['validation', 'bad_request'],
    tool: { name: 'find_contacts', effect: 'read', fields: ['search', 'filter', 'sort', 'limit', 'total'] },
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/contacts',
    summary: 'Create a contact',
    status: 201,
    body: NewContact,
    response: Contact,
    errors: ['validation'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/contacts/{id}',
    summary: 'Get a contact',
    params: IdParams,
    query: z.object({ trash: z.enum(['1']).optional() }),
    response: Contact,
    errors: ['not_found'],
    tool: { name: 'get_contact', effect: 'read', fields: ['id'] },
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/contacts/{id}',
    summary: 'Update a contact',
    description:
      'Needs the version that was read, in the body or as If-Match. When the contact changed meanwhile the answer is 409 ' +
      '`stale` with `details: {current, changed: [{field, from, to, by, at}]}`, and nothing is written.',
    params: IdParams,
    body: ContactUpdate,
    response: Contact,
    errors: ['validation', 'not_found', 'stale'],
    tool: {
      name: 'update_contact',
      description: 'Changes fields of a contact; fields that are left out stay as they are.',
      effect: 'act',
      confirm: 'Update contact',
      undo: 'restore',
    },
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/contacts/{id}',
    summary: 'Move a contact to the trash',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/contacts/{id}/restore',
    summary: 'Restore a contact from the trash',
    params: IdParams,
    response: Contact,
    errors: ['not_found'],
  }),
  purge: endpoint({
    tag,
    access: 'admin',
    scope: 'contacts:write',
    method: 'POST',
    path: '/api/contacts/purge',
    summary: 'Permanently delete contacts in the trash',
    description: 'Also deletes their notes and files. This can’t be undone.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
    response: z.object({ purged: z.number().int() }),
    errors: ['validation', 'forbidden'],
  }),
  neighbours: endpoint({
    ...read,
    method: 'GET',
    path: '/api/contacts/{id}/neighbours',
    summary: 'The contacts before and after one in a list',
    params: IdParams,
    query: ContactSelectionQuery.extend({ sort: SortParam.optional() }),
    response: Neighbors,
    errors: ['validation', 'not_found'],
  }),
  exportFile: endpoint({
    ...read,
    method: 'GET',
    path: '/api/contacts/export',
    summary: 'Download contacts as CSV or vCard',
    description:
      'Streams the whole selection in the given order. CSV cells that a spreadsheet would run as a formula get an apostrophe before them.',
    query: ExportQuery,
    produces: 'text/csv, text/vcard',
    errors: ['validation'],
  }),
  facets: endpoint({
    ...read,
    method: 'GET',
    path: '/api/contacts/facets',
    summary: 'Tags, sources and places in use',
    response: ContactFacets,
  }),
  contextList: endpoint({
    ...read,
    method: 'GET',
    path: '/api/business-context/contacts',
    summary: 'Contacts of one business license, or of all',
    query: z.object({
      businessLicenseId: Id.optional(),
      cursor: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: ContactPage,
    errors: ['validation', 'bad_request'],
  }),
} as const;
