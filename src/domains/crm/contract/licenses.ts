/** Business licenses: the legal entities, permissions and brands that a workspace trades under, with their renewals. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { PlannedDay, Ref, text, Version } from '../../../records/contract/field-values.ts';

export const LICENSE_KINDS = [
  'entity',
  'operating',
  'professional',
  'permit',
  'tax',
  'trademark',
  'certificate',
  'other',
] as const;
export type LicenseKind = (typeof LICENSE_KINDS)[number];

/** The authority's decision on the license, as people entered it. */
export const LICENSE_STANDINGS = ['pending', 'active', 'suspended', 'revoked', 'surrendered'] as const;
export type LicenseStanding = (typeof LICENSE_STANDINGS)[number];

/**
 * The state today: the standing, and for an active license whether it expires soon (within the first reminder) or has
 * expired.
 */
export const LICENSE_STATES = [
  'pending',
  'valid',
  'expiring',
  'expired',
  'suspended',
  'revoked',
  'surrendered',
] as const;
export type LicenseState = (typeof LICENSE_STATES)[number];

/** Days before the expiry on which the responsible person hears of it. */
export const RENEWAL_LADDER = [90, 60, 30, 14, 7, 1] as const;

/** A workspace holds at most this many, so that the whole list is one answer. */
export const MAX_LICENSES = 1000;

export const BusinessLicense = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  kind: z.enum(LICENSE_KINDS),
  number: z.string(),
  authority: z.string(),
  /** Legal name that it was granted to; blank: the same as `name`. */
  holder: z.string(),
  /** Country, state or city where it holds. */
  jurisdiction: z.string(),
  standing: z.enum(LICENSE_STANDINGS),
  state: z.enum(LICENSE_STATES),
  issuedOn: Day.nullable(),
  /** The last day on which it is valid; null: it does not expire. */
  expiresOn: Day.nullable(),
  /** From today in the workspace's zone to the last valid day; negative when that has passed. */
  daysLeft: z.number().int().nullable(),
  renewalUrl: z.string(),
  /** Decimal text of a renewal's price, `125.0000`; null when not known. */
  fee: z.string().nullable(),
  feeCurrency: z.string(),
  responsible: Ref.nullable(),
  about: z.string(),
  website: z.string(),
  tagline: z.string(),
  /** `#1a2b3c`, or blank. */
  brandColor: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
});
export type BusinessLicense = z.infer<typeof BusinessLicense>;

export const LicenseTerm = z.object({
  id: Id,
  number: z.string(),
  issuedOn: Day.nullable(),
  expiresOn: Day.nullable(),
  note: z.string(),
  renewedAt: Instant,
  renewedBy: Ref.nullable(),
  /** The newest renewal, with nothing changed since. */
  undoable: z.boolean(),
});
export type LicenseTerm = z.infer<typeof LicenseTerm>;

export const LicenseRecord = BusinessLicense.extend({
  /** Earlier terms, newest first. */
  terms: z.array(LicenseTerm),
  /** Living records that are filed under it. */
  contactCount: z.number().int(),
  leadCount: z.number().int(),
  opportunityCount: z.number().int(),
});
export type LicenseRecord = z.infer<typeof LicenseRecord>;

const Name = text(200).min(1, 'Enter the name you trade or hold the license under.');
/** A day, or none: forms send blank. */
const OptionalDay = z.union([PlannedDay, z.literal('').transform(() => null), z.null()]).optional();
const LicenseFields = z.strictObject({
  name: Name.optional(),
  kind: z.enum(LICENSE_KINDS).optional(),
  number: text(120).optional(),
  authority: text(200).optional(),
  holder: text(200).optional(),
  jurisdiction: text(120).optional(),
  standing: z.enum(LICENSE_STANDINGS).optional(),
  issuedOn: OptionalDay,
  expiresOn: OptionalDay,
  renewalUrl: text(500).optional(),
  fee: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Enter an amount such as 125 or 125.50.')
    .nullable()
    .optional(),
  feeCurrency: z
    .string()
    .trim()
    .regex(/^([A-Z]{3})?$/, 'Enter a three-letter currency code such as USD.')
    .optional(),
  responsibleId: Id.nullable().optional(),
  about: text(10_000).optional(),
  website: text(500).optional(),
  tagline: text(200).optional(),
  brandColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'Enter a color such as #1a2b3c.')
    .optional(),
});
export const NewLicense = LicenseFields.extend({ name: Name });
export type NewLicense = z.infer<typeof NewLicense>;
export const LicenseUpdate = LicenseFields.extend({ version: Version.optional() });
export type LicenseUpdate = z.infer<typeof LicenseUpdate>;

export const LicenseRenewal = z.strictObject({
  /** Null: the renewed license does not expire. */
  expiresOn: z.union([PlannedDay, z.literal('').transform(() => null), z.null()]),
  issuedOn: OptionalDay,
  /** Only where the authority gave a new one. */
  number: text(120).optional(),
  note: text(1000).optional(),
  version: Version.optional(),
});
export type LicenseRenewal = z.infer<typeof LicenseRenewal>;

const tag = 'Business';
const read = { tag, access: 'user', scope: 'contacts:read' } as const;
const write = { tag, access: 'user', scope: 'contacts:write' } as const;
const TermParams = z.object({ id: Id, termId: Id });

export const businessLicenses = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/business-licenses',
    summary: 'Business licenses of the workspace, by name',
    description: `All of them: a workspace holds at most ${MAX_LICENSES}. With \`trash\`: those that were deleted.`,
    query: z.object({ trash: z.literal('1').optional() }),
    response: z.object({ items: z.array(BusinessLicense) }),
    errors: ['validation'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/business-licenses',
    summary: 'Create a business license',
    status: 201,
    body: NewLicense,
    response: LicenseRecord,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/business-licenses/{id}',
    summary: 'Get a business license with its earlier terms',
    params: IdParams,
    response: LicenseRecord,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/business-licenses/{id}',
    summary: 'Update a business license',
    description: 'Needs the version that was read.',
    params: IdParams,
    body: LicenseUpdate,
    response: LicenseRecord,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/business-licenses/{id}',
    summary: 'Move a business license to the trash',
    description: 'Records that are filed under it stay as they are.',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/business-licenses/{id}/restore',
    summary: 'Restore a business license from the trash',
    params: IdParams,
    response: LicenseRecord,
    errors: ['not_found', 'conflict'],
  }),
  renew: endpoint({
    ...write,
    method: 'POST',
    path: '/api/business-licenses/{id}/renewals',
    summary: 'Renew a business license',
    description: 'The previous term is kept. Reminders restart.',
    status: 201,
    params: IdParams,
    body: LicenseRenewal,
    response: LicenseRecord,
    errors: ['validation', 'not_found', 'stale'],
  }),
  undoRenewal: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/business-licenses/{id}/renewals/{termId}',
    summary: 'Undo the newest renewal',
    description: 'Only if the license has not changed since.',
    status: 200,
    params: TermParams,
    response: LicenseRecord,
    errors: ['not_found', 'conflict'],
  }),
} as const;
