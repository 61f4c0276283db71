/** Companies between the database and the rest: columns, and their way into the contract's shapes. */
import type { Company, CompanyRow } from '../../contract/companies.ts';
import type { CompanyData } from '../../engine/companies/company-data.ts';

/** Columns of a list row; `co` is companies. */
export const ROW_COLUMNS = `co.id, co.version, co.name, co.website, co.phone, co.industry, co.city, co.country,
  co.owner_id, co.tags, co.custom, co.last_activity_at, co.created_at, co.updated_at, co.deleted_at,
  (select count(*)::int from contacts c where c.workspace_id = co.workspace_id and c.company_id = co.id
    and c.deleted_at is null) as contact_count`;

/** Columns of the whole record. */
export const RECORD_COLUMNS = `${ROW_COLUMNS}, co.street, co.region, co.postal_code, co.about, co.import_id, co.created_by, co.updated_by`;

export interface DbRow {
  id: string;
  version: number;
  name: string;
  website: string;
  phone: string;
  industry: string;
  city: string;
  country: string;
  owner_id: string | null;
  tags: string[];
  custom: CompanyData['custom'];
  contact_count: number;
  last_activity_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface DbRecord extends DbRow {
  street: string;
  region: string;
  postal_code: string;
  about: string;
  import_id: string | null;
  created_by: string | null;
  updated_by: string | null;
}

export function toRow(row: DbRow): CompanyRow {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    website: row.website,
    phone: row.phone,
    industry: row.industry,
    city: row.city,
    country: row.country,
    ownerId: row.owner_id,
    tags: row.tags,
    custom: row.custom,
    contactCount: row.contact_count,
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

export function toCompany(row: DbRecord): Company {
  return {
    ...toRow(row),
    address: {
      street: row.street,
      city: row.city,
      region: row.region,
      postalCode: row.postal_code,
      country: row.country,
    },
    about: row.about,
    importId: row.import_id,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

export function toData(row: DbRecord): CompanyData {
  return {
    name: row.name,
    website: row.website,
    phone: row.phone,
    industry: row.industry,
    street: row.street,
    city: row.city,
    region: row.region,
    postalCode: row.postal_code,
    country: row.country,
    ownerId: row.owner_id,
    about: row.about,
    tags: row.tags,
    custom: row.custom,
  };
}
