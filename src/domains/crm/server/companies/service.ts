/** One company at a time: read, create, change, trash and restore. Every write leaves an event with what changed. */
import { AppError, type FieldError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import {
  currentUserId,
  currentWorkspaceId,
  isUniqueViolation,
  query,
  savepoint,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Company, CompanyFields, CompanyRow, CompanyUpdate, NewCompany } from '../../contract/companies.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { BLANK_COMPANY, companyChanges, type CompanyData } from '../../engine/companies/company-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { readCustom } from '../../engine/contacts/contact-input.ts';
import { applyTexts } from '../../../../records/engine/record-data.ts';
import { referenceErrors } from '../contacts/references.ts';
import { COMPANIES_CHANGED } from '../live-paths.ts';
import { escapeLike } from '../../../../records/server/list/filter-sql.ts';
import { lastOf } from '../../../../records/server/custom-fields/indexes.ts';
import { withMakers } from '../../../../records/server/timeline/created-through.ts';
import { forgetRecords } from '../../../../records/server/purge.ts';
import { staleRecord } from '../../../../records/server/edit-conflict.ts';
import { customDefinitions, workspaceSettings } from '../../../../records/server/workspace.ts';
import { type DbRecord, type DbRow, RECORD_COLUMNS, ROW_COLUMNS, toCompany, toData, toRow } from './rows.ts';
import { insertCompanies, renameInContacts, updateCompanies } from './write.ts';

const NOUN = 'The company';
const READ = `select ${RECORD_COLUMNS} from companies co where co.workspace_id = $2`;

/** @throws AppError `not_found` for an absent, a foreign and a deleted one alike; with `trash` for a living one. */
export async function getCompany(id: string, trash = false): Promise<Company> {
  const [row] = await query<DbRecord>(`${READ} and co.id = $1 and co.deleted_at is ${trash ? 'not null' : 'null'}`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!row) throw notFound(NOUN);
  return withMakers('company', toCompany(row));
}

/** The living companies of these ids in the order of ids, kept from changing until the transaction ends. */
export function lockCompanies(ids: readonly string[]): Promise<DbRecord[]> {
  return query<DbRecord>(`${READ} and co.id = any($1) and co.deleted_at is null order by co.id for update of co`, [
    ids,
    currentWorkspaceId(),
  ]);
}

const MAX_SUGGESTED = 500;

/**
 * Names that begin with the words before names that hold them; where the first are enough, the others are not looked
 * for.
 */
export async function suggestCompanies(search: string | undefined, limit: number): Promise<CompanyRow[]> {
  const word = fold(search ?? '');
  const begun = word
    ? await query<DbRow>(
        `select ${ROW_COLUMNS} from companies co
          where co.workspace_id = $1 and co.deleted_at is null and co.name_key >= $2 and co.name_key < $3
          order by co.name_key limit $4`,
        [currentWorkspaceId(), word, lastOf(word), limit],
      )
    : [];
  if (begun.length === limit) return begun.map(toRow);
  const rows = word
    ? await query<DbRow>(
        `select ${ROW_COLUMNS} from companies co
          where co.workspace_id = $1 and co.id in (select id from search_company_ids($2, $3))
          order by not starts_with(co.name_key, $4), strpos(' ' || co.name_key, ' ' || $4) = 0, co.name_key limit $5`,
        [currentWorkspaceId(), `%${escapeLike(word)}%`, MAX_SUGGESTED, word, limit],
      )
    : await query<DbRow>(
        `select ${ROW_COLUMNS} from companies co where co.workspace_id = $1 and co.deleted_at is null
          order by co.name_key limit $2`,
        [currentWorkspaceId(), limit],
      );
  return rows.map(toRow);
}

/** @throws AppError `validation` that names each field which cannot be accepted */
export async function applyToCompany(current: CompanyData, input: CompanyFields): Promise<CompanyData> {
  const errors: FieldError[] = await referenceErrors({ ownerId: input.ownerId });
  const { country } = await workspaceSettings();
  const data = { ...current, ...applyTexts(companyDefinition, current, input, country, errors) };
  if (input.ownerId !== undefined) data.ownerId = input.ownerId;
  if (input.tags) data.tags = uniqueTags(input.tags);
  if (input.custom) {
    const definitions = new Map((await customDefinitions('company')).map((definition) => [definition.key, definition]));
    data.custom = readCustom(data.custom, input.custom, { country, customFields: definitions }, errors);
  }
  if (errors.length > 0)
    throw new AppError('validation', errors.length === 1 ? errors[0]!.message : 'Some values are not valid.', {
      fields: errors,
    });
  return data;
}

/** Writes under a name that may be taken. @throws AppError `conflict` */
async function underItsName(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await savepoint(write);
  } catch (error) {
    throw isUniqueViolation(error, 'companies_name')
      ? new AppError('conflict', `A company named "${name}" already exists.`, { field: 'name' })
      : error;
  }
}

/** @throws AppError `validation`; `conflict` when the name is taken. */
export function createCompany(input: NewCompany): Promise<Company> {
  return transaction(async () => {
    const data = await applyToCompany(BLANK_COMPANY, input);
    const id = newId();
    await underItsName(data.name, () => insertCompanies([{ id, data }]));
    await emit({
      type: 'company.created',
      subject: { type: 'company', id },
      data: { version: 1 },
      paths: COMPANIES_CHANGED,
    });
    return getCompany(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale`; `conflict` when the name is taken. */
export function updateCompany(
  id: string,
  { version: named, ...fields }: CompanyUpdate,
  ifMatch?: number,
): Promise<Company> {
  const version = named ?? ifMatch;
  if (version === undefined) throw invalid('version', 'Say which version your change is based on.');
  return transaction(async () => {
    const [row] = await lockCompanies([id]);
    if (!row) throw notFound(NOUN);
    if (row.version !== version) throw await staleRecord('company', toCompany(row), version);
    const before = toData(row);
    const after = await applyToCompany(before, fields);
    const changes = companyChanges(before, after);
    if (changes.length === 0) return toCompany(row);
    await underItsName(after.name, () => updateCompanies([{ id, version, before, data: after }]));
    await emit({
      type: 'company.updated',
      subject: { type: 'company', id },
      data: { version: version + 1, changes },
      paths: COMPANIES_CHANGED,
    });
    return getCompany(id);
  });
}

async function setTrashed(id: string, trashed: boolean): Promise<void> {
  const [row] = await query<{ version: number }>(
    `update companies set deleted_at = ${trashed ? 'now()' : 'null'}, version = version + 1, updated_at = now(),
      updated_by = $3
     where id = $1 and workspace_id = $2 and deleted_at is ${trashed ? 'null' : 'not null'} returning version`,
    [id, currentWorkspaceId(), currentUserId()],
  );
  if (!row) throw notFound(NOUN);
  await renameInContacts([id]);
  await emit({
    type: trashed ? 'company.deleted' : 'company.restored',
    subject: { type: 'company', id },
    data: { version: row.version },
    paths: COMPANIES_CHANGED,
  });
}

/**
 * Moves a company to the trash; its contacts stay, and know it again when it comes back.
 * @throws AppError `not_found`
 */
export function removeCompany(id: string): Promise<void> {
  return transaction(() => setTrashed(id, true));
}

/**
 * Takes a company back out of the trash.
 * @throws AppError `not_found` when it is not in there; `conflict` while another one has its name.
 */
export function restoreCompany(id: string): Promise<Company> {
  return transaction(async () => {
    const [row] = await query<{ name: string }>('select name from companies where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]);
    await underItsName(row?.name ?? '', () => setTrashed(id, false));
    return getCompany(id);
  });
}

/**
 * Deletes trashed companies for good, with their notes and files.
 * @returns how many, and the storage keys of the files, which the caller removes once this has committed.
 */
export function purgeCompanies(ids: readonly string[]): Promise<{ purged: number; storageKeys: string[] }> {
  return transaction(async () => {
    const gone = (
      await query<{ id: string }>(
        'delete from companies where workspace_id = $1 and id = any($2) and deleted_at is not null returning id',
        [currentWorkspaceId(), ids],
      )
    ).map((row) => row.id);
    if (gone.length === 0) return { purged: 0, storageKeys: [] };
    const scope = [currentWorkspaceId(), gone];
    const storageKeys = await forgetRecords(gone);
    for (const table of ['contacts', 'leads', 'opportunities', 'activities'])
      await query(`update ${table} set company_id = null where workspace_id = $1 and company_id = any($2)`, scope);
    await emit({ type: 'companies.purged', data: { count: gone.length }, paths: COMPANIES_CHANGED });
    return { purged: gone.length, storageKeys };
  });
}
