/** Leads between the database and the rest: columns, and their way into the contract's shapes. */
import type { Lead, LeadRow, LeadStatus, ScoreReason } from '../../contract/leads.ts';
import type { LeadData } from '../../engine/leads/lead-data.ts';
import { contactRef } from '../contacts/names.ts';
import { isPrivate } from '../../../../records/server/access/is-private.ts';

/** Columns of a list row; `l` is leads, `c` the contact that a lead became. */
export const ROW_COLUMNS = [
  'l.id',
  'l.version',
  'l.name',
  'l.first_name',
  'l.last_name',
  'l.company_name',
  'l.title',
  'l.email',
  'l.phone',
  'l.city',
  'l.country',
  'l.status',
  'l.status_since',
  'l.source',
  'l.score',
  'l.owner_id',
  'l.business_license_id',
  'l.tags',
  'l.custom',
  `${contactRef('c')} as contact`,
  'l.last_activity_at',
  'l.created_at',
  'l.updated_at',
  'l.deleted_at',
  isPrivate('l'),
].join(', ');
export const ROW_JOINS =
  'left join contacts c on c.id = l.contact_id and c.workspace_id = l.workspace_id and c.deleted_at is null';

const ref = (alias: string) =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`;

/** Columns of the whole record. */
export const RECORD_COLUMNS = `${ROW_COLUMNS}, l.website, l.about, l.status_reason, l.score_reasons, l.converted_at, l.conversion, l.origin, l.import_id, l.created_by, l.updated_by,
  ${ref('co')} as company, ${ref('o')} as opportunity, ${ref('f')} as form`;
export const RECORD_JOINS = `${ROW_JOINS}
  left join companies co on co.id = l.company_id and co.workspace_id = l.workspace_id and co.deleted_at is null
  left join opportunities o on o.id = l.opportunity_id and o.workspace_id = l.workspace_id and o.deleted_at is null
  left join lead_forms f on f.id = l.form_id`;

export interface DbRow {
  id: string;
  version: number;
  name: string;
  first_name: string;
  last_name: string;
  company_name: string;
  title: string;
  email: string;
  phone: string;
  city: string;
  country: string;
  status: LeadStatus;
  status_since: string;
  source: string;
  score: number | null;
  owner_id: string | null;
  business_license_id: string | null;
  tags: string[];
  custom: LeadData['custom'];
  contact: LeadRow['contact'];
  last_activity_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  private: true | null;
}

export interface DbRecord extends DbRow {
  website: string;
  about: string;
  status_reason: string;
  score_reasons: ScoreReason[];
  converted_at: string | null;
  conversion: unknown;
  origin: Record<string, string>;
  import_id: string | null;
  created_by: string | null;
  updated_by: string | null;
  company: Lead['company'];
  opportunity: Lead['opportunity'];
  form: Lead['form'];
}

export function toRow(row: DbRow): LeadRow {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    companyName: row.company_name,
    title: row.title,
    email: row.email,
    phone: row.phone,
    city: row.city,
    country: row.country,
    status: row.status,
    statusSince: row.status_since,
    source: row.source,
    score: row.score,
    ownerId: row.owner_id,
    businessLicenseId: row.business_license_id,
    tags: row.tags,
    custom: row.custom,
    contact: row.contact,
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    ...(row.private && { private: true as const }),
  };
}

export function toLead(row: DbRecord): Lead {
  return {
    ...toRow(row),
    website: row.website,
    about: row.about,
    statusReason: row.status_reason,
    scoreReasons: row.score_reasons,
    company: row.company,
    opportunity: row.opportunity,
    convertedAt: row.converted_at,
    form: row.form,
    origin: row.origin,
    importId: row.import_id,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

export function toData(row: DbRecord): LeadData {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    companyName: row.company_name,
    title: row.title,
    email: row.email,
    phone: row.phone,
    website: row.website,
    city: row.city,
    country: row.country,
    about: row.about,
    status: row.status,
    statusReason: row.status_reason,
    source: row.source,
    ownerId: row.owner_id,
    businessLicenseId: row.business_license_id,
    tags: row.tags,
    custom: row.custom,
  };
}
