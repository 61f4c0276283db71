/** One contact at a time: read, create, change, trash and restore. Every write leaves an event with what changed. */
import { AppError, type FieldError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Contact, ContactFields, ContactUpdate, NewContact } from '../../contract.ts';
import { changesBetween } from '../../engine/contacts/contact-changes.ts';
import { BLANK_CONTACT, type ContactData } from '../../engine/contacts/contact-data.ts';
import { applyInput } from '../../engine/contacts/contact-input.ts';
import { CONTACTS_CHANGED } from '../live-paths.ts';
import { withMakers } from '../../../../records/server/timeline/created-through.ts';
import { forgetRecords } from '../../../../records/server/purge.ts';
import { staleRecord } from '../../../../records/server/edit-conflict.ts';
import { customDefinitions, workspaceSettings } from '../../../../records/server/workspace.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { noteConsentEdits } from './consent-edits.ts';
import { companiesByName, companyName, referenceErrors } from './references.ts';
import { COMPANY_JOIN, type DbRecord, RECORD_COLUMNS, toContact, toData } from './rows.ts';
import { deleteContacts, insertContacts, updateContacts } from './write.ts';

const NOUN = 'The contact';
const READ = `select ${RECORD_COLUMNS} from contacts c ${COMPANY_JOIN} where c.id = $1 and c.workspace_id = $2`;
const READ_LIVING = `${READ} and c.deleted_at is null`;
const READ_TRASHED = `${READ} and c.deleted_at is not null`;

/** @throws AppError `not_found` for an absent, a foreign and a deleted contact alike; with `trash` for a living one. */
export async function getContact(id: string, trash = false): Promise<Contact> {
  const [row] = trash
    ? await query<DbRecord>(READ_TRASHED, [id, currentWorkspaceId()])
    : await query<DbRecord>(READ_LIVING, [id, currentWorkspaceId()], 'crm_contact');
  if (!row) throw notFound(NOUN);
  return withMakers('contact', toContact(row));
}

const READ_MANY = `select ${RECORD_COLUMNS} from contacts c ${COMPANY_JOIN}
  where c.id = any($1) and c.workspace_id = $2`;

/**
 * The contacts of these ids, in the order of ids, kept from changing until the transaction ends; in one order for all,
 * so that two such reads never wait for each other.
 */
export function lockContacts(ids: readonly string[], trash = false): Promise<DbRecord[]> {
  return query<DbRecord>(
    `${READ_MANY} and c.deleted_at is ${trash ? 'not null' : 'null'} order by c.id for update of c`,
    [ids, currentWorkspaceId()],
  );
}

function refuse(errors: FieldError[]): void {
  if (errors.length === 0) return;
  throw new AppError('validation', errors.length === 1 ? errors[0]!.message : 'Some values are not valid.', {
    fields: errors,
  });
}

/** Applies input to a contact and finds the company that it names. @throws AppError `validation` */
export async function applyToContact(
  current: ContactData,
  input: ContactFields,
): Promise<{ data: ContactData; companyName: string }> {
  const [{ country }, definitions] = [await workspaceSettings(), await customDefinitions('contact')];
  const { data, errors } = applyInput(current, input, {
    country,
    customFields: new Map(definitions.map((definition) => [definition.key, definition])),
    now: new Date().toISOString(),
  });
  errors.push(
    ...(await referenceErrors({
      ownerId: input.ownerId,
      businessLicenseId: input.businessLicenseId,
      companyId: input.companyId,
    })),
  );
  refuse(errors);
  if (input.companyId === undefined && input.companyName !== undefined) {
    const company = (await companiesByName([input.companyName])).get(companyKey(input.companyName));
    data.companyId = company?.id ?? null;
    return { data, companyName: company?.name ?? '' };
  }
  return { data, companyName: data.companyId ? ((await companyName(data.companyId)) ?? '') : '' };
}

function isNameless(data: ContactData): boolean {
  return !data.firstName && !data.lastName && data.emails.length === 0 && data.phones.length === 0;
}

/** @throws AppError `validation` */
export function createContact(input: NewContact): Promise<Contact> {
  return transaction(async () => {
    const { data, companyName: company } = await applyToContact(BLANK_CONTACT, input);
    const id = newId();
    await insertContacts([{ id, data, companyName: company }]);
    await noteConsentEdits(id, BLANK_CONTACT, data);
    await emit({
      type: 'contact.created',
      subject: { type: 'contact', id },
      data: { version: 1 },
      paths: CONTACTS_CHANGED,
    });
    return getContact(id);
  });
}

/**
 * Changes the given fields, based on `version`.
 * @param options.fromLedger the ledger of consent has the change already
 * @throws AppError `validation`, `not_found`; `stale` when the contact has another version by now.
 */
export function updateContact(
  id: string,
  input: ContactUpdate,
  { ifMatch, fromLedger = false }: { ifMatch?: number | undefined; fromLedger?: boolean } = {},
): Promise<Contact> {
  const { version: named, ...fields } = input;
  const version = named ?? ifMatch;
  if (version === undefined)
    throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    const [row] = await lockContacts([id]);
    if (!row) throw notFound(NOUN);
    if (row.version !== version) throw await staleContact(row, version);
    const before = { data: toData(row), companyName: row.company_name ?? '' };
    const after = await applyToContact(before.data, fields);
    if (isNameless(after.data))
      throw new AppError('validation', 'Enter a name, an email address, or a phone number.', { field: 'firstName' });
    const changes = changesBetween(before, after);
    if (changes.length === 0) return toContact(row);
    await updateContacts([{ id, version, before, ...after }]);
    if (!fromLedger) await noteConsentEdits(id, before.data, after.data);
    await emit({
      type: 'contact.updated',
      subject: { type: 'contact', id },
      data: { version: version + 1, changes },
      paths: CONTACTS_CHANGED,
    });
    return getContact(id);
  });
}

export const staleContact = (row: DbRecord, version: number): Promise<AppError> =>
  staleRecord('contact', toContact(row), version);

/** Moves a contact to the trash. @throws AppError `not_found` */
export function removeContact(id: string): Promise<void> {
  return transaction(async () => {
    const [row] = await query<{ version: number }>(
      `update contacts set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3
       where id = $1 and workspace_id = $2 and deleted_at is null returning version`,
      [id, currentWorkspaceId(), currentUserId()],
    );
    if (!row) throw notFound(NOUN);
    await emit({
      type: 'contact.deleted',
      subject: { type: 'contact', id },
      data: { version: row.version },
      paths: CONTACTS_CHANGED,
    });
  });
}

/** Takes a contact back out of the trash. @throws AppError `not_found` when it is not in there. */
export function restoreContact(id: string): Promise<Contact> {
  return transaction(async () => {
    const [row] = await query<{ version: number }>(
      `update contacts set deleted_at = null, version = version + 1, updated_at = now(), updated_by = $3
       where id = $1 and workspace_id = $2 and deleted_at is not null returning version`,
      [id, currentWorkspaceId(), currentUserId()],
    );
    if (!row) throw notFound(NOUN);
    await emit({
      type: 'contact.restored',
      subject: { type: 'contact', id },
      data: { version: row.version },
      paths: CONTACTS_CHANGED,
    });
    return getContact(id);
  });
}

/**
 * Deletes trashed contacts for good, with their notes and files.
 * @returns how many, and the storage keys of the files, which the caller removes once this has committed.
 */
export function purgeContacts(ids: readonly string[]): Promise<{ purged: number; storageKeys: string[] }> {
  return transaction(async () => {
    const rows = await lockContacts(ids, true);
    const gone = rows.map((row) => row.id);
    if (gone.length === 0) return { purged: 0, storageKeys: [] };
    const scope = [currentWorkspaceId(), gone];
    const storageKeys = await forgetRecords(gone);
    await query('delete from opportunity_contacts where workspace_id = $1 and contact_id = any($2)', scope);
    for (const table of ['leads', 'opportunities', 'activities']) {
      await query(`update ${table} set contact_id = null where workspace_id = $1 and contact_id = any($2)`, scope);
    }
    await deleteContacts(rows.map((row) => ({ id: row.id, data: toData(row), companyName: row.company_name ?? '' })));
    await emit({ type: 'contacts.purged', data: { count: gone.length }, paths: CONTACTS_CHANGED });
    return { purged: gone.length, storageKeys };
  });
}
