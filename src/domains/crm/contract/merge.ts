/** Possible duplicates of an entry, and the merge calls of contacts, companies, and leads. */
import * as z from 'zod';
import { endpoint, Id } from '../../../kernel/endpoint.ts';
import { EmailEntry, PhoneEntry, text } from '../../../records/contract/field-values.ts';
import { mergeCalls } from '../../../records/contract/merge.ts';
import { Company } from './companies.ts';
import { Contact, ContactRow } from './contacts.ts';
import { Lead } from './leads.ts';

export const DuplicateQuery = z.strictObject({
  /** Leave this contact out: the one that is being edited. */
  exceptId: Id.optional(),
  firstName: text(120).optional(),
  lastName: text(120).optional(),
  companyName: text(200).optional(),
  emails: z.array(EmailEntry).max(20).optional(),
  phones: z.array(PhoneEntry).max(20).optional(),
});

export const DUPLICATE_REASONS = ['email', 'phone', 'name_company', 'name'] as const;
export const Duplicate = z.object({ contact: ContactRow, reason: z.enum(DUPLICATE_REASONS), matched: z.string() });
export type Duplicate = z.infer<typeof Duplicate>;

export const contactDuplicates = endpoint({
  method: 'POST',
  path: '/api/contacts/duplicates',
  tag: 'Contacts',
  access: 'user',
  scope: 'contacts:read',
  summary: 'Contacts that may be the same person as an entry',
  description: 'At most ten, the surest first.',
  body: DuplicateQuery,
  response: z.object({ items: z.array(Duplicate) }),
  errors: ['validation'],
});

export const MERGE_CALLS = {
  contact: mergeCalls('contact', Contact),
  company: mergeCalls('company', Company),
  lead: mergeCalls('lead', Lead),
} as const;
