/** Contacts between the database and the rest: columns, and their way into the contract's shapes. */
import type { Contact, ContactRow } from '../../contract.ts';
import type { ContactData, StoredConsent } from '../../engine/contacts/contact-data.ts';

/** Columns of a list row; `c` is contacts, `co` the company behind it. */
export const ROW_COLUMNS = [
  'c.id',
  'c.version',
  'c.first_name',
  'c.last_name',
  'c.title',
  'c.company_id',
  'co.name as company_name',
  'c.emails',
  'c.phones',
  'c.city',
  'c.country',
  'c.source',
  'c.owner_id',
  'c.business_license_id',
  'c.tags',
  'c.custom',
  'c.last_activity_at',
  'c.created_at',
  'c.updated_at',
  'c.deleted_at',
].join(', ');

/** Columns of the whole record. */
export const RECORD_COLUMNS = `${ROW_COLUMNS}, c.street, c.region, c.postal_code, c.links, c.consent, c.about, c.import_id, c.import_version, c.created_by, c.updated_by`;

/** The join behind both; explicit workspace beside the wall, so that the right index is chosen. */
export const COMPANY_JOIN =
  'left join companies co on co.id = c.company_id and co.workspace_id = c.workspace_id and co.deleted_at is null';

export interface DbRow {
  id: string;
  version: number;
  first_name: string;
  last_name: string;
  title: string;
  company_id: string | null;
  company_name: string | null;
  emails: ContactRow['emails'];
  phones: ContactRow['phones'];
  city: string;
  country: string;
  source: string;
  owner_id: string | null;
  business_license_id: string | null;
  tags: string[];
  custom: ContactRow['custom'];
  last_activity_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface DbRecord extends DbRow {
  street: string;
  region: string;
  postal_code: string;
  links: ContactData['links'];
  consent: ContactData['consent'];
  about: string;
  import_id: string | null;
  import_version: number | null;
  created_by: string | null;
  updated_by: string | null;
}

export function toRow(row: DbRow): ContactRow {
  return {
    id: row.id,
    version: row.version,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    company:
      row.company_id !== null && row.company_name !== null ? { id: row.company_id, name: row.company_name } : null,
    emails: row.emails,
    phones: row.phones,
    city: row.city,
    country: row.country,
    source: row.source,
    ownerId: row.owner_id,
    businessLicenseId: row.business_license_id,
    tags: row.tags,
    custom: row.custom,
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

const NO_CONSENT: StoredConsent = { state: 'unknown', at: null, basis: '' };

export function toContact(row: DbRecord): Contact {
  return {
    ...toRow(row),
    address: {
      street: row.street,
      city: row.city,
      region: row.region,
      postalCode: row.postal_code,
      country: row.country,
    },
    links: row.links,
    consent: {
      email: row.consent.email ?? NO_CONSENT,
      sms: row.consent.sms ?? NO_CONSENT,
      phone: row.consent.phone ?? NO_CONSENT,
    },
    about: row.about,
    importId: row.import_id,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

export function toData(row: DbRecord): ContactData {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    companyId: row.company_id,
    emails: row.emails,
    phones: row.phones,
    street: row.street,
    city: row.city,
    region: row.region,
    postalCode: row.postal_code,
    country: row.country,
    links: row.links,
    source: row.source,
    ownerId: row.owner_id,
    businessLicenseId: row.business_license_id,
    tags: row.tags,
    consent: row.consent,
    custom: row.custom,
    about: row.about,
  };
}
