/** Whether what a contact refers to exists in the workspace, and which company a name means. */
import { newId } from '../../../../kernel/ids.ts';
import type { FieldError } from '../../../../kernel/errors.ts';
import { straightened } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { BLANK_COMPANY, companyKey } from '../../engine/companies/company-data.ts';
import { type Caller, requireScope } from '../../../../server/http/caller.ts';
import { insertCompanies } from '../companies/write.ts';
import { COMPANIES_CHANGED } from '../live-paths.ts';

interface References {
  ownerId?: string | null | undefined;
  businessLicenseId?: string | null | undefined;
  companyId?: string | null | undefined;
}

/** References that do not exist, by field. The company stays locked until the transaction ends. */
export async function referenceErrors({ ownerId, businessLicenseId, companyId }: References): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (ownerId) {
    const found = await query('select 1 from workspace_people where id = $1 and active', [ownerId]);
    if (found.length === 0) errors.push({ field: 'ownerId', message: 'This person is not in the workspace.' });
  }
  if (businessLicenseId) {
    const found = await query('select 1 from business_licenses where id = $1 and deleted_at is null', [
      businessLicenseId,
    ]);
    if (found.length === 0)
      errors.push({ field: 'businessLicenseId', message: 'This business license does not exist.' });
  }
  if (companyId && (await companyName(companyId)) === undefined)
    errors.push({ field: 'companyId', message: 'This company does not exist.' });
  return errors;
}

/** Name of a living company, locked against deletion until the transaction ends. */
export async function companyName(id: string): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    'select name from companies where id = $1 and workspace_id = $2 and deleted_at is null for key share',
    [id, currentWorkspaceId()],
  );
  return row?.name;
}

/**
 * A name that no company has yet makes one: an API key must be let do that too.
 * @throws AppError `forbidden` for a key that lacks `contacts:write`
 */
export async function requireNamedCompany(
  caller: Caller,
  { companyId, companyName: name }: { companyId?: string | null | undefined; companyName?: string | undefined },
): Promise<void> {
  if (!caller.scopes || companyId !== undefined || !name) return;
  if (!(await isCompanyName(name))) requireScope(caller, 'contacts:write');
}

/**
 * Companies by the form of their name that no one else may see yet: what an import's batch before made, and what this
 * one makes.
 */
export interface NamedCompanies {
  before: ReadonlyMap<string, { id: string; name: string }>;
  made: Map<string, { id: string; name: string }>;
}

/** By what a company is known: its key, whichever apostrophe its name is written with. */
const formOf = (key: string) => straightened(key);
/** The forms in which a name with an apostrophe may be kept. */
const writtenAs = (form: string) => (form.includes("'") ? [form, form.replaceAll("'", '’')] : [form]);

async function companiesOfForms(forms: readonly string[]): Promise<{ id: string; name: string; form: string }[]> {
  const rows = await query<{ id: string; name: string; name_key: string }>(
    // Name by name, for an import that fills an empty table: its figures would mislead the planner.
    `select c.id, c.name, c.name_key from unnest($2::text[]) w(key) cross join lateral (
       select id, name, name_key from companies
          where workspace_id = $1 and deleted_at is null and name_key = w.key collate "C" limit 1) c`,
    [currentWorkspaceId(), forms.flatMap(writtenAs)],
  );
  return rows.map(({ id, name, name_key: key }) => ({ id, name, form: formOf(key) }));
}

/** Whether a living company has this name, written with whichever apostrophe. */
export async function isCompanyName(name: string): Promise<boolean> {
  return (await companiesOfForms([formOf(companyKey(name))])).length > 0;
}

/**
 * The companies of these names, by folded name; those that are missing are created.
 * @param named companies that another transaction of the same import made, and where to tell it of those that are made
 *   here
 * @returns id and name as it is stored: `gottlieb and sons` finds "Gottlieb and Sons", `O'Neill` "O’Neill".
 */
export async function companiesByName(
  names: Iterable<string>,
  importId?: string,
  named?: NamedCompanies,
): Promise<Map<string, { id: string; name: string }>> {
  const keys = new Set<string>();
  const wanted = new Map<string, string>();
  for (const name of names) {
    const key = companyKey(name);
    keys.add(key);
    if (!wanted.has(formOf(key))) wanted.set(formOf(key), name.trim());
  }
  keys.delete('');
  wanted.delete('');
  if (wanted.size === 0) return new Map();
  const known = new Map(
    [...wanted.keys()].flatMap((form) => (named?.before.has(form) ? [[form, named.before.get(form)!] as const] : [])),
  );
  const forms = [...wanted.keys()].filter((form) => !known.has(form));
  // Where both forms are there, each of them is meant by its own.
  const exact = new Map<string, { id: string; name: string }>();
  const take = (rows: Awaited<ReturnType<typeof companiesOfForms>>) => {
    for (const { id, name, form } of rows) {
      exact.set(companyKey(name), { id, name });
      known.set(form, { id, name });
    }
  };
  take(await companiesOfForms(forms));
  const missing = forms.filter((form) => !known.has(form));
  if (missing.length > 0) {
    const added = await insertCompanies(
      missing.map((form) => ({
        id: newId(),
        data: { ...BLANK_COMPANY, name: wanted.get(form)! },
        ...(importId && { importId }),
      })),
      { skipTaken: true },
    );
    for (const { id, name, name_key: key } of added) {
      known.set(formOf(key), { id, name });
      named?.made.set(formOf(key), { id, name });
    }
    // Of an import each company says by itself where it comes from.
    if (!importId)
      await emit(
        ...added.map(({ id }) => ({
          type: 'company.created',
          subject: { type: 'company', id },
          data: { version: 1 },
          paths: COMPANIES_CHANGED,
        })),
      );
    // Someone else was quicker with these.
    const others = missing.filter((form) => !known.has(form));
    if (others.length > 0) take(await companiesOfForms(others));
  }
  return new Map(
    [...keys].flatMap((key) => {
      const company = exact.get(key) ?? known.get(formOf(key));
      return company ? [[key, company] as const] : [];
    }),
  );
}

/** A company that an image of old names, as it is today. */
export interface CompanyOfThen {
  /** Null: it is gone for good, and its records name none since. */
  id: string | null;
  /** Blank while it is in the trash. */
  name: string;
}

/**
 * What became of companies: renamed, in the trash, merged, or deleted. A restored record gets the company it would have
 * today. No company is created for it.
 * @returns a function for their ids; null, or an id that was not requested, is no company
 */
export async function companiesOfThen(ids: Iterable<string | null>): Promise<(id: string | null) => CompanyOfThen> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await query<{ was: string; id: string; name: string }>(
          `with recursive merged as
            (select m.merged_id, m.keep_id from record_merges m where m.workspace_id = $1 and m.kind = 'company'
            and m.undone_at is null),
       way(was, id) as (select id, id from unnest($2::uuid[]) w(id) union select way.was, m.keep_id from way
          join merged m on m.merged_id = way.id)
     select way.was, c.id, case when c.deleted_at is null then c.name else '' end as name from way
        join companies c on c.id = way.id and c.workspace_id = $1
     where not exists (select 1 from merged m where m.merged_id = way.id) for key share of c`,
          [currentWorkspaceId(), wanted],
        );
  const byId = new Map(rows.map(({ was, id, name }) => [was, { id, name }]));
  return (id) => (id === null ? undefined : byId.get(id)) ?? { id: null, name: '' };
}
