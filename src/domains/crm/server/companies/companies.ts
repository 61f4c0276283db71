/** Companies: one of a name in a workspace. A new name travels to the contacts, which are sorted and searched by it. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, isUniqueViolation, query, savepoint, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Company, CompanyUpdate, NewCompany } from '../../contract.ts';
import { parseUrl } from '../../engine/url.ts';
import { parsePhone } from '../../engine/phone.ts';
import { escapeLike } from '../records/filter-sql.ts';
import { companyKey, referenceErrors } from '../contacts/references.ts';
import { COMPANY_JOIN, type DbRecord, RECORD_COLUMNS, toData } from '../contacts/rows.ts';
import { updateContacts } from '../contacts/write.ts';
import { COMPANIES_CHANGED } from '../live-paths.ts';
import { workspaceSettings } from '../workspace.ts';

interface Row {
  id: string; version: number; name: string; name_key: string; website: string; phone: string; industry: string; about: string;
  street: string; city: string; region: string; postal_code: string; country: string;
  owner_id: string | null; contact_count: number; created_at: string; updated_at: string;
}

const NOUN = 'The company';
const SELECT = `select co.id, co.version, co.name, co.name_key, co.website, co.phone, co.industry, co.about, co.street, co.city, co.region, co.postal_code,
    co.country, co.owner_id, co.created_at, co.updated_at,
    (select count(*)::int from contacts c where c.workspace_id = co.workspace_id and c.company_id = co.id and c.deleted_at is null) as contact_count
  from companies co where co.workspace_id = $1 and co.deleted_at is null`;

function toCompany(row: Row): Company {
  return {
    id: row.id, version: row.version, name: row.name, website: row.website, phone: row.phone, industry: row.industry, about: row.about,
    address: { street: row.street, city: row.city, region: row.region, postalCode: row.postal_code, country: row.country },
    ownerId: row.owner_id, contactCount: row.contact_count, createdAt: row.created_at, updatedAt: row.updated_at,
  };
}

/** By name; with a search the best matches on one page: names that begin with it before names that hold it. */
export async function listCompanies(request: { search?: string | undefined; cursor?: string | undefined; limit: number }): Promise<{ items: Company[]; next: string | null }> {
  const workspace = currentWorkspaceId();
  if (request.search) {
    const word = fold(request.search);
    const hits = await query<{ id: string }>('select id from search_company_ids($1, $2)', [`%${escapeLike(word)}%`, 500]);
    const rows = await query<Row>(
      `${SELECT} and co.id = any($2) order by not starts_with(co.name_key, $3), co.name_key limit $4`, [workspace, hits.map((hit) => hit.id), word, request.limit],
    );
    return { items: rows.map(toCompany), next: null };
  }
  // Names are unique, so a name alone says where a page ends.
  const from = request.cursor === undefined ? '' : Buffer.from(request.cursor, 'base64url').toString('utf8');
  if (from.includes('\0')) throw new AppError('bad_request', 'This page marker does not fit the list.', { field: 'cursor' });
  const rows = await query<Row>(`${SELECT} and co.name_key > $2 order by co.name_key limit $3`, [workspace, from, request.limit + 1]);
  const more = rows.length > request.limit;
  if (more) rows.pop();
  return { items: rows.map(toCompany), next: more ? Buffer.from(rows.at(-1)!.name_key).toString('base64url') : null };
}

/** @throws AppError `not_found` */
export async function getCompany(id: string): Promise<Company> {
  const [row] = await query<Row>(`${SELECT} and co.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound(NOUN);
  return toCompany(row);
}

async function checked(input: CompanyUpdate): Promise<Omit<CompanyUpdate, 'version'>> {
  const { version: _, ...fields } = input;
  const errors = await referenceErrors({ ownerId: fields.ownerId });
  if (fields.website) {
    const url = parseUrl(fields.website);
    if (url === undefined) errors.push({ field: 'website', message: 'That is not a web address, such as https://example.com.' });
    else fields.website = url;
  }
  if (fields.phone) {
    const phone = parsePhone(fields.phone, (await workspaceSettings()).country);
    if (!phone) errors.push({ field: 'phone', message: 'That is not a phone number. Write it with its country code, such as +1 415 555 0100.' });
    else fields.phone = phone.value;
  }
  if (errors.length > 0) throw new AppError('validation', errors[0]!.message, { fields: errors });
  return fields;
}

const taken = (name: string) => new AppError('conflict', `There is a company called "${name}" already.`, { field: 'name' });

/** @throws AppError `validation`; `conflict` when the name is taken. */
export function createCompany(input: NewCompany): Promise<Company> {
  return transaction(async () => {
    const { address = {}, ...fields } = await checked(input);
    const id = newId();
    try {
      await savepoint(() => query(
        `insert into companies (id, workspace_id, name, name_key, website, phone, industry, street, city, region, postal_code, country, owner_id, about, created_by, updated_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
        [id, currentWorkspaceId(), input.name, companyKey(input.name), fields.website ?? '', fields.phone ?? '', fields.industry ?? '', address.street ?? '',
          address.city ?? '', address.region ?? '', address.postalCode ?? '', address.country ?? '', fields.ownerId ?? null, fields.about ?? '', currentUserId()],
      ));
    } catch (error) {
      throw isUniqueViolation(error, 'companies_name') ? taken(input.name) : error;
    }
    await emit({ type: 'company.created', subject: { type: 'company', id }, paths: COMPANIES_CHANGED });
    return getCompany(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale`; `conflict` when the name is taken. */
export function updateCompany(id: string, input: CompanyUpdate, ifMatch?: number): Promise<Company> {
  const version = input.version ?? ifMatch;
  if (version === undefined) throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    const [row] = await query<{ version: number; name: string }>(
      'select version, name from companies where id = $1 and workspace_id = $2 and deleted_at is null for update', [id, currentWorkspaceId()],
    );
    if (!row) throw notFound(NOUN);
    if (row.version !== version) {
      throw new AppError('stale', 'Someone else changed this company meanwhile. Nothing of yours was saved yet.', { details: { current: await getCompany(id), changed: [] } });
    }
    const { address = {}, ...fields } = await checked(input);
    try {
      await savepoint(() => query(
        `update companies set name = coalesce($3, name), name_key = coalesce($4, name_key), website = coalesce($5, website), phone = coalesce($6, phone),
           industry = coalesce($7, industry), street = coalesce($8, street), city = coalesce($9, city), region = coalesce($10, region),
           postal_code = coalesce($11, postal_code), country = coalesce($12, country), owner_id = case when $13 then $14::uuid else owner_id end,
           about = coalesce($15, about), version = version + 1, updated_at = now(), updated_by = $16
         where id = $1 and workspace_id = $2`,
        [id, currentWorkspaceId(), fields.name ?? null, fields.name === undefined ? null : companyKey(fields.name), fields.website ?? null, fields.phone ?? null,
          fields.industry ?? null, address.street ?? null, address.city ?? null, address.region ?? null, address.postalCode ?? null, address.country ?? null,
          fields.ownerId !== undefined, fields.ownerId ?? null, fields.about ?? null, currentUserId()],
      ));
    } catch (error) {
      throw isUniqueViolation(error, 'companies_name') ? taken(fields.name!) : error;
    }
    if (fields.name !== undefined && fields.name !== row.name) await moveContacts(id, { companyId: id, name: fields.name });
    await emit({ type: 'company.updated', subject: { type: 'company', id }, data: { version: version + 1 }, paths: COMPANIES_CHANGED });
    return getCompany(id);
  });
}

/** Deletes a company; its contacts stay, without one. @throws AppError `not_found` */
export function removeCompany(id: string): Promise<void> {
  return transaction(async () => {
    const found = await query('select 1 from companies where id = $1 and workspace_id = $2 and deleted_at is null for update', [id, currentWorkspaceId()]);
    if (found.length === 0) throw notFound(NOUN);
    await moveContacts(id, { companyId: null, name: '' });
    await query('update companies set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3 where id = $1 and workspace_id = $2', [id, currentWorkspaceId(), currentUserId()]);
    await emit({ type: 'company.deleted', subject: { type: 'company', id }, paths: COMPANIES_CHANGED });
  });
}

const BATCH = 1_000;

/** Writes the contacts of a company again, with its new name or without it. */
async function moveContacts(id: string, to: { companyId: string | null; name: string }): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<DbRecord & { old_name: string }>(
      `select ${RECORD_COLUMNS}, c.company_key as old_name from contacts c ${COMPANY_JOIN}
       where c.workspace_id = $1 and c.company_id = $2 and c.deleted_at is null and c.id > $3 order by c.id limit $4 for update of c`,
      [currentWorkspaceId(), id, after, BATCH],
    );
    await updateContacts(rows.map((row) => {
      const data = toData(row);
      // Folding is idempotent, so the old key stands for the old name.
      return { id: row.id, version: row.version, before: { data, companyName: row.old_name }, data: { ...data, companyId: to.companyId }, companyName: to.name };
    }));
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
