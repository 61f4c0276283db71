/**
 * The one way in which leads are written: a form, a web form, a bulk action and an import all end here, so that sort
 * keys and search text can never disagree with what is shown.
 */
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { deriveLead, type LeadData } from '../../engine/leads/lead-data.ts';
import type { Calculation } from '../../../../records/engine/formula/fields.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';

export interface LeadInsert {
  id: string;
  data: LeadData;
  formId?: string;
  origin?: Record<string, string>;
  importId?: string;
  /** Only for data that comes with its own history. */
  createdAt?: string;
  updatedAt?: string;
  statusSince?: string;
  lastActivityAt?: string | null;
  contactId?: string | null;
  convertedAt?: string | null;
}

export interface LeadChange {
  id: string;
  /** The version that the change is based on; a row that has moved on is not touched. */
  version: number;
  data: LeadData;
  /** The import that makes the change to a lead that it created itself. */
  importVersion?: number;
  /** Only for a change that puts a lead back to what it was. */
  statusSince?: string;
}

type Column = readonly [name: string, type: string, value: (data: LeadData) => unknown];

const COLUMNS: readonly Column[] = [
  ['first_name', 'text', (data) => data.firstName],
  ['last_name', 'text', (data) => data.lastName],
  ['company_name', 'text', (data) => data.companyName],
  ['title', 'text', (data) => data.title],
  ['email', 'text', (data) => data.email],
  ['phone', 'text', (data) => data.phone],
  ['website', 'text', (data) => data.website],
  ['city', 'text', (data) => data.city],
  ['country', 'text', (data) => data.country],
  ['about', 'text', (data) => data.about],
  ['status', 'text', (data) => data.status],
  ['status_reason', 'text', (data) => data.statusReason],
  ['source', 'text', (data) => data.source],
  ['owner_id', 'uuid', (data) => data.ownerId],
  ['business_license_id', 'uuid', (data) => data.businessLicenseId],
  ['tags', 'text[]', (data) => data.tags],
  ['custom', 'jsonb', (data) => data.custom],
];
const DERIVED = ['name', 'name_key', 'company_key', 'email_key', 'search_text'] as const;
const NAMES = [...COLUMNS.map(([name]) => name), ...DERIVED];
const TYPES = [...COLUMNS.map(([name, type]) => `${name} ${type}`), ...DERIVED.map((name) => `${name} text`)].join(
  ', ',
);

const INSERT = `
  insert into leads (id, workspace_id, form_id, origin, import_id, import_version, contact_id, converted_at, created_by,
    updated_by, created_at, updated_at, status_since, last_activity_at, ${NAMES.join(', ')})
  select r.id, $2, r.form_id, coalesce(r.origin, '{}'), r.import_id, case when r.import_id is null then null else 1 end,
    r.contact_id, r.converted_at, $3, $3,
    coalesce(r.created_at, now()), coalesce(r.updated_at, r.created_at, now()),
      coalesce(r.status_since, r.created_at, now()), r.last_activity_at, ${NAMES.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as r(id uuid, form_id uuid, origin jsonb, import_id uuid, contact_id uuid,
    converted_at timestamptz, created_at timestamptz, updated_at timestamptz,
    status_since timestamptz, last_activity_at timestamptz, ${TYPES})`;

const UPDATE = `
  update leads l set ${NAMES.map((name) => `${name} = r.${name}`).join(', ')},
    status_since = case when r.status_since is not null then r.status_since when l.status = r.status then l.status_since
      else now() end, version = l.version + 1, import_version = coalesce(r.import_version, l.import_version),
      updated_at = now(), updated_by = $3
  from jsonb_to_recordset($1::jsonb) as r(id uuid, version integer, import_version integer, status_since timestamptz,
    ${TYPES})
  where l.id = r.id and l.workspace_id = $2 and l.version = r.version and l.deleted_at is null
  returning l.id`;

function record(entered: LeadData, { apply }: Calculation): Record<string, unknown> {
  const data = { ...entered, custom: apply(entered.custom, { ...entered, company: entered.companyName }) };
  const derived = deriveLead(data);
  return {
    ...Object.fromEntries(COLUMNS.map(([name, , value]) => [name, value(data)])),
    name: derived.name,
    name_key: derived.nameKey,
    company_key: derived.companyKey,
    email_key: derived.emailKey,
    search_text: derived.searchText,
  };
}

/** Adds leads in the ambient transaction. The caller has checked what they refer to. */
export async function insertLeads(inserts: readonly LeadInsert[]): Promise<void> {
  if (inserts.length === 0) return;
  const calculation = await calculationOf('lead');
  const rows = inserts.map(
    ({
      id,
      data,
      formId,
      origin,
      importId,
      createdAt,
      updatedAt,
      statusSince,
      lastActivityAt,
      contactId,
      convertedAt,
    }) => ({
      id,
      form_id: formId,
      origin,
      import_id: importId,
      contact_id: contactId,
      converted_at: convertedAt,
      created_at: createdAt,
      updated_at: updatedAt,
      status_since: statusSince,
      last_activity_at: lastActivityAt,
      ...record(data, calculation),
    }),
  );
  await query(INSERT, [JSON.stringify(rows), currentWorkspaceId(), currentUserId()]);
}

/**
 * Writes changed leads in the ambient transaction, each one version on.
 * @returns ids of those that were written: one that has another version by now, or is deleted, is not among them.
 */
export async function updateLeads(changes: readonly LeadChange[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const calculation = await calculationOf('lead');
  const rows = changes.map(({ id, version, data, importVersion, statusSince }) => ({
    id,
    version,
    import_version: importVersion,
    status_since: statusSince,
    ...record(data, calculation),
  }));
  const written = await query<{ id: string }>(UPDATE, [JSON.stringify(rows), currentWorkspaceId(), currentUserId()]);
  return new Set(written.map((row) => row.id));
}
