/** Finding and joining double entries. */
import * as z from 'zod';
import { endpoint, Id } from '../../../kernel/endpoint.ts';
import { Contact, ContactRow } from './contacts.ts';
import { EmailEntry, PhoneEntry, text, Version } from './fields.ts';

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

/** Fields of which the merged contact can take only one value. */
export const MERGE_FIELDS = ['firstName', 'lastName', 'title', 'company', 'source', 'owner', 'businessLicense', 'address', 'about', 'consent'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

export const MergeRequest = z.strictObject({
  /** The contact that stays. */
  keepId: Id,
  keepVersion: Version,
  /** The contact whose data, notes, files and activities move over; it goes to the trash. */
  mergeId: Id,
  mergeVersion: Version,
  /** Which one's value to take, where both have one; the kept contact's by default. */
  choose: z.partialRecord(z.enum(MERGE_FIELDS), z.enum(['keep', 'merge'])).optional(),
});

export const MergePreview = z.object({
  result: Contact,
  conflicts: z.array(z.object({ field: z.enum(MERGE_FIELDS), keep: z.string(), merge: z.string() })),
  moves: z.object({ notes: z.number().int(), files: z.number().int(), activities: z.number().int(), opportunities: z.number().int() }),
});
export type MergePreview = z.infer<typeof MergePreview>;

const tag = 'Contacts';

export const merging = {
  duplicates: endpoint({
    method: 'POST', path: '/api/contacts/duplicates', tag, access: 'user', scope: 'contacts:read',
    summary: 'Contacts that may be the same person as an entry', description: 'At most ten, the surest first.',
    body: DuplicateQuery, response: z.object({ items: z.array(Duplicate) }), errors: ['validation'],
  }),
  preview: endpoint({
    method: 'POST', path: '/api/contacts/merge/preview', tag, access: 'user', scope: 'contacts:read',
    summary: 'What a merge would give', body: MergeRequest, response: MergePreview, errors: ['validation', 'not_found', 'stale'],
  }),
  merge: endpoint({
    method: 'POST', path: '/api/contacts/merge', tag, access: 'user', scope: 'contacts:write',
    summary: 'Merge two contacts', body: MergeRequest, response: Contact, errors: ['validation', 'not_found', 'stale'],
  }),
} as const;
