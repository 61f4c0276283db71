/**
 * Fields that columns of a file can fill, for each importable kind. Free of schemas, so that any page may import it.
 */
import { importedFields } from '../../../records/define-record.ts';
import { companyDefinition } from '../kinds/company.ts';

export const IMPORT_KINDS = ['contact', 'company', 'lead', 'opportunity'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** `email:work` is a labeled address; several columns may fill one list. */
export const CONTACT_TARGETS = [
  'firstName',
  'lastName',
  'fullName',
  'title',
  'company',
  'email',
  'email:work',
  'email:home',
  'email:other',
  'phone',
  'phone:work',
  'phone:home',
  'phone:mobile',
  'phone:other',
  'tags',
  'source',
  'about',
  'note',
  'owner',
  'street',
  'city',
  'region',
  'postalCode',
  'country',
  'website',
  'linkedin',
  'x',
  'facebook',
  'instagram',
  'youtube',
  'github',
  'consentEmail',
  'consentSms',
  'consentPhone',
] as const;

export const COMPANY_TARGETS = [...importedFields(companyDefinition), 'tags', 'note', 'owner'] as const;

export const LEAD_TARGETS = [
  'firstName',
  'lastName',
  'fullName',
  'title',
  'company',
  'email',
  'phone',
  'website',
  'city',
  'country',
  'status',
  'statusReason',
  'source',
  'owner',
  'tags',
  'about',
  'note',
  'private',
] as const;

export const OPPORTUNITY_TARGETS = [
  'name',
  'amount',
  'currency',
  'pipeline',
  'stage',
  'probability',
  'forecast',
  'expectedClose',
  'closedOn',
  'closeReason',
  'closeNote',
  'company',
  'contactEmail',
  'contactName',
  'owner',
  'source',
  'nextStep',
  'description',
  'tags',
  'note',
  'private',
] as const;

export const IMPORT_TARGETS = {
  contact: CONTACT_TARGETS,
  company: COMPANY_TARGETS,
  lead: LEAD_TARGETS,
  opportunity: OPPORTUNITY_TARGETS,
} as const satisfies Record<ImportKind, readonly string[]>;
export type ImportTarget = (typeof IMPORT_TARGETS)[ImportKind][number];

/** Whether several columns may fill this field together. */
export function isRepeated(kind: ImportKind, target: string): boolean {
  return /^(?:tags|note)$/.test(target) || (kind === 'contact' && /^(?:email|phone)/.test(target));
}

/** Columns that a file must have for its rows to become records. */
export const NEEDED: Record<ImportKind, { targets: RegExp; message: string }> = {
  contact: {
    targets: /^(?:firstName|lastName|fullName|email|phone)/,
    message: 'Map a column to name, email address, or phone number.',
  },
  company: { targets: /^name$/, message: 'Map a column to company name.' },
  lead: {
    targets: /^(?:firstName|lastName|fullName|company|email|phone)$/,
    message: 'Map a column to name, company, email address, or phone number.',
  },
  opportunity: { targets: /^name$/, message: 'Map a column to opportunity name.' },
};

/** Whether the columns suffice. */
export function isSufficient(
  kind: ImportKind,
  columns: readonly { target: string | null; newField?: unknown }[],
): boolean {
  return columns.some(({ target, newField }) => !newField && target !== null && NEEDED[kind].targets.test(target));
}

export const MATCH_KINDS = ['email', 'phone', 'name_company', 'name'] as const;
/** Ways to match existing records, by kind; the default comes first. */
export const MATCHES = {
  contact: ['email', 'phone', 'name_company'],
  company: ['name'],
  lead: ['email', 'phone', 'name_company'],
  opportunity: ['name_company', 'name'],
} as const satisfies Record<ImportKind, readonly (typeof MATCH_KINDS)[number][]>;
