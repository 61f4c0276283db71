/** Contacts from files. */
import { currentWorkspaceId, query } from '../../../../../server/db/index.ts';
import { displayName } from '../../../engine/contacts/contact-data.ts';
import { type ContactEntry, contactKeys, contactRows, mergeContact } from '../../../engine/imports/contact-row.ts';
import { CRM } from '../../../paths.ts';
import { contactBulk, type ContactImage } from '../../contacts/bulk.ts';
import { companyKey } from '../../../engine/companies/company-data.ts';
import { companiesByName } from '../../contacts/references.ts';
import { deleteContacts, insertContacts, updateContacts } from '../../contacts/write.ts';
import { withAllNotes } from '../../../../../records/server/notes/with-all-notes.ts';
import { hasAttached, isReferredTo } from '../../../../../records/server/references.ts';
import { defineImportable } from '../importable.ts';
import { groupByKey, MAX_PER_KEY } from './keys.ts';

/** Ids of contacts by key, the oldest first; deleted ones may be among them. */
export async function contactsByKey(keys: readonly string[]): Promise<Map<string, string[]>> {
  // One look into the index for each key: while a table grows from nothing, the planner's figures lead it to worse
  // ideas.
  return groupByKey(
    await query<{ key: string; id: string }>(
      `select w.key, k.contact_id as id from unnest($2::text[]) w(key) cross join lateral (
       select contact_id from contact_keys where workspace_id = $1 and key = w.key collate "C"
          order by contact_id limit ${MAX_PER_KEY}) k`,
      [currentWorkspaceId(), keys],
    ),
  );
}

/** Companies that came with an import and that nothing and no one needs. */
export async function removeUnusedCompanies(importId: string): Promise<void> {
  await withAllNotes(() =>
    query(
      `delete from companies co where co.workspace_id = $1 and co.import_id = $2 and co.version = 1
       and not ${isReferredTo('company', 'co')} and not ${hasAttached('co')}`,
      [currentWorkspaceId(), importId],
    ),
  );
}

/**
 * The entry itself, which holds the company's name besides: a copy without it costs half as much as reading the row.
 */
const imageOf = (entry: ContactEntry): ContactImage => ({ data: entry, companyName: entry.companyName });

defineImportable<ContactEntry, ContactImage, undefined>({
  rows: contactRows,
  bulk: contactBulk,
  tables: ['contacts', 'contact_keys', 'companies'],
  changed: [CRM.contacts, CRM.companies],
  context: () => Promise.resolve(undefined),
  keys: contactKeys,
  find: contactsByKey,
  fresh: imageOf,
  merge: (image, entry, mode) => ({
    data: mergeContact(image.data, entry, mode),
    companyName:
      entry.companyName && (mode === 'replace' || !image.companyName) ? entry.companyName : image.companyName,
  }),
  nameOf: ({ data }) => displayName(data),
  settle: async (images, importId, named) => {
    const companies = await companiesByName(images.map((image) => image.companyName).filter(Boolean), importId, named);
    return images.map(({ data, companyName }) => {
      const company = companies.get(companyKey(companyName));
      return { data: { ...data, companyId: company?.id ?? null }, companyName: company?.name ?? '' };
    });
  },
  besides: true,
  insert: (inserts) => insertContacts(inserts.map(({ id, image, importId }) => ({ id, importId, ...image }))),
  update: (changes) =>
    updateContacts(
      changes.map(({ id, version, before, image, importVersion }) => ({
        id,
        version,
        before,
        ...image,
        ...(importVersion ? { importVersion } : {}),
      })),
    ),
  // Planned something for them, sold something to them, or came to know them as a lead.
  touched: isReferredTo('contact', 'c'),
  remove: (records) => deleteContacts(records.map(({ id, image }) => ({ id, ...image }))),
  sweep: removeUnusedCompanies,
  preview: {
    columns: ['Company', 'Email', 'Phone'],
    cells: (entry) => [
      [entry.companyName],
      entry.emails.map((email) => email.value),
      entry.phones.map((phone) => (phone.ext ? `${phone.value} ext. ${phone.ext}` : phone.value)),
    ],
    rest: (entry) => [
      ['Title', entry.title],
      ['Street', entry.street],
      ['City', entry.city],
      ['Region', entry.region],
      ['Postal code', entry.postalCode],
      ['Country', entry.country],
      ['About', entry.about],
      ...Object.entries(entry.links).map(([kind, url]) => [kind, url] as const),
      ...Object.entries(entry.consent).map(([channel, consent]) => [`Consent (${channel})`, consent.state] as const),
    ],
  },
});
