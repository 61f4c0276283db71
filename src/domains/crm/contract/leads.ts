/** Leads: people and companies who may become customers, until they are converted or put aside. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { FilterParam } from '../../../kernel/filter.ts';
import { bulkCalls, PICKED } from '../../../records/contract/bulk.ts';
import { Neighbors, SortParam } from '../../../records/contract/list.ts';
import { Private, ReaderEntry } from '../../../records/contract/readers.ts';
import { CustomValues, Ref, Tags, text, Version, MADE_THROUGH } from '../../../records/contract/field-values.ts';

export const LEAD_STATUSES = ['new', 'working', 'qualified', 'unqualified', 'converted'] as const;
export const LeadStatus = z.enum(LEAD_STATUSES);
export type LeadStatus = z.infer<typeof LeadStatus>;
/** The statuses that people set; `converted` comes with the conversion. */
export const OpenLeadStatus = z.enum(['new', 'working', 'qualified', 'unqualified']);
export type OpenLeadStatus = z.infer<typeof OpenLeadStatus>;

/** One reason of a score: a rule that the lead fulfils. */
export const ScoreReason = z.object({ ruleId: Id, label: z.string(), points: z.number().int() });
export type ScoreReason = z.infer<typeof ScoreReason>;

export const LeadRow = z.object({
  id: Id,
  version: z.number().int(),
  /** First and last name; else the company, the address or the number. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  title: z.string(),
  email: z.string(),
  /** E.164. */
  phone: z.string(),
  city: z.string(),
  country: z.string(),
  status: LeadStatus,
  statusSince: Instant,
  source: z.string(),
  /** 0 to 100; null where no rules are. */
  score: z.number().int().nullable(),
  ownerId: Id.nullable(),
  businessLicenseId: Id.nullable(),
  tags: z.array(z.string()),
  custom: CustomValues,
  /** The contact it was converted to. */
  contact: Ref.nullable(),
  lastActivityAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set in the trash only. */
  deletedAt: Instant.nullable(),
  private: Private,
});
export type LeadRow = z.infer<typeof LeadRow>;

/** The whole record. */
export const Lead = LeadRow.extend({
  website: z.string(),
  about: z.string(),
  /** Why it is unqualified. */
  statusReason: z.string(),
  scoreReasons: z.array(ScoreReason),
  company: Ref.nullable(),
  opportunity: Ref.nullable(),
  convertedAt: Instant.nullable(),
  /** The web form that it came by. */
  form: Ref.nullable(),
  /** Page, referrer and campaign of a visitor: `page`, `referrer`, `utm_source`… */
  origin: z.record(z.string(), z.string()),
  importId: Id.nullable(),
  createdBy: Id.nullable(),
  updatedBy: Id.nullable(),
  ...MADE_THROUGH,
});
export type Lead = z.infer<typeof Lead>;

/** The fields that people write. In an update absent fields stay as they are; custom values merge by key. */
export const LeadFields = z.strictObject({
  firstName: text(120).optional(),
  lastName: text(120).optional(),
  companyName: text(200).optional(),
  title: text(160).optional(),
  email: text(254).optional(),
  phone: text(60).optional(),
  website: text(500).optional(),
  city: text(120).optional(),
  country: text(80).optional(),
  about: text(10_000).optional(),
  status: OpenLeadStatus.optional(),
  statusReason: text(500).optional(),
  source: text(120).optional(),
  /** Absent on creation: whoever the assignment rules name; null: no one. */
  ownerId: Id.nullable().optional(),
  businessLicenseId: Id.nullable().optional(),
  tags: Tags.optional(),
  custom: CustomValues.optional(),
});
export type LeadFields = z.infer<typeof LeadFields>;

export const NewLead = LeadFields.extend({ readers: ReaderEntry.optional() }).refine(
  (lead) => Boolean(lead.firstName || lead.lastName || lead.companyName || lead.email || lead.phone),
  { message: 'Enter a name, a company, an email address, or a phone number.', path: ['firstName'] },
);
export type NewLead = z.infer<typeof NewLead>;
export const LeadUpdate = LeadFields.extend({ version: Version.optional() });
export type LeadUpdate = z.infer<typeof LeadUpdate>;

/** Sortable fields. Blank values come last in both directions. */
export const LEAD_SORTS = [
  'name',
  'company',
  'email',
  'score',
  'source',
  'city',
  'country',
  'statusSince',
  'lastActivityAt',
  'createdAt',
  'updatedAt',
] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];
export const DEFAULT_LEAD_SORT = '-createdAt';

export const LeadSelectionQuery = z.object({
  /** Words of a name, company, email address or phone number; typos are forgiven. */
  search: text(200).optional(),
  filter: FilterParam.optional(),
  /** `1`: deleted leads instead of living ones. */
  trash: z.enum(['1']).optional(),
  /** Leads that became this contact, or belong to this company's contacts, or to this owner. */
  contactId: Id.optional(),
  companyId: Id.optional(),
  ownerId: Id.optional(),
  status: LeadStatus.optional(),
});

export const LeadListQuery = LeadSelectionQuery.extend({
  sort: SortParam.optional(),
  /** `next` or `prev` of a page that was read with the same sort. */
  cursor: z.string().max(6000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `1`: also count what matches. */
  total: z.enum(['1']).optional(),
});

export const LeadPage = pageOf(LeadRow).extend({
  prev: z.string().nullable(),
  /** Nothing matched the search to the letter; these are the nearest. */
  fuzzy: z.boolean().optional(),
});
export type LeadPage = z.infer<typeof LeadPage>;

export const LeadExportQuery = LeadSelectionQuery.extend({
  ...PICKED,
  sort: SortParam.optional(),
  format: z.enum(['csv']).default('csv'),
  /** Columns in their order, comma-separated: fields of a lead and `custom.<key>`. Absent: all. */
  columns: z.string().max(4000).optional(),
});

const Counted = z.array(z.object({ value: z.string(), count: z.number().int() }));
export const LeadFacets = z.object({
  tags: Counted,
  sources: Counted,
  countries: Counted,
  cities: Counted,
  forms: z.array(Ref),
  imports: z.array(Ref),
});

export const LEAD_DUPLICATE_REASONS = ['email', 'phone', 'name_company', 'name'] as const;
export const LeadDuplicate = z.object({
  kind: z.enum(['lead', 'contact']),
  id: Id,
  name: z.string(),
  companyName: z.string(),
  reason: z.enum(LEAD_DUPLICATE_REASONS),
  /** The matching value. */
  matched: z.string(),
});
export type LeadDuplicate = z.infer<typeof LeadDuplicate>;
export const LeadDuplicateQuery = LeadFields.pick({
  firstName: true,
  lastName: true,
  companyName: true,
  email: true,
  phone: true,
}).extend({
  /** Leave this lead out: the one that is being edited. */
  exceptId: Id.optional(),
});

/** Fields that can be set on many leads. */
export const LeadBulkSet = LeadFields.pick({
  status: true,
  statusReason: true,
  source: true,
  ownerId: true,
  businessLicenseId: true,
  city: true,
  country: true,
  custom: true,
});

const tag = 'Leads';
const read = { tag, access: 'user', scope: 'leads:read' } as const;
const write = { tag, access: 'user', scope: 'leads:write' } as const;

export const leads = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads',
    summary: 'List leads',
    description: 'Keyset-paged in exact order. A cursor fits only the sort that it was made with.',
    query: LeadListQuery,
    response: LeadPage,
    errors: ['validation', 'bad_request'],
    tool: { name: 'find_leads', effect: 'read', fields: ['search', 'filter', 'sort', 'limit', 'total'] },
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads',
    summary: 'Create a lead',
    description:
      'It is scored and, without an owner, assigned by the rules; a private one (`readers`) then belongs to who creates it.',
    status: 201,
    body: NewLead,
    response: Lead,
    errors: ['validation'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads/{id}',
    summary: 'Get a lead',
    params: IdParams,
    query: z.object({ trash: z.enum(['1']).optional() }),
    response: Lead,
    errors: ['not_found'],
    tool: { name: 'get_lead', effect: 'read', fields: ['id'] },
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/leads/{id}',
    summary: 'Update a lead',
    description:
      'Needs the version that was read, in the body or as If-Match. When the lead changed meanwhile the answer is 409 `stale` with ' +
      '`details: {current, changed}`, and nothing is written. A converted lead is changed no more (409 `conflict`).',
    params: IdParams,
    body: LeadUpdate,
    response: Lead,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
    tool: {
      name: 'update_lead',
      description: 'Changes fields of a lead; fields that are left out stay as they are.',
      effect: 'act',
      confirm: 'Update lead',
      undo: 'restore',
    },
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/leads/{id}',
    summary: 'Move a lead to the trash',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/{id}/restore',
    summary: 'Restore a lead from the trash',
    params: IdParams,
    response: Lead,
    errors: ['not_found'],
  }),
  purge: endpoint({
    tag,
    access: 'admin',
    scope: 'leads:write',
    method: 'POST',
    path: '/api/leads/purge',
    summary: 'Permanently delete leads in the trash',
    description: 'Also deletes their notes and files. This can’t be undone.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
    response: z.object({ purged: z.number().int() }),
    errors: ['validation', 'forbidden'],
  }),
  neighbours: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads/{id}/neighbours',
    summary: 'The leads before and after one in a list',
    params: IdParams,
    query: LeadSelectionQuery.extend({ sort: SortParam.optional() }),
    response: Neighbors,
    errors: ['validation', 'not_found'],
  }),
  exportFile: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads/export',
    summary: 'Download leads as CSV',
    description:
      'Streams the whole selection in the given order. Cells that a spreadsheet would run as a formula get an apostrophe before them.',
    query: LeadExportQuery,
    produces: 'text/csv',
    errors: ['validation'],
  }),
  facets: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads/facets',
    summary: 'Tags, sources and places in use',
    response: LeadFacets,
  }),
  preview: endpoint({
    ...read,
    method: 'POST',
    path: '/api/leads/preview',
    summary: 'Preview the score of a lead without creating it',
    body: NewLead,
    response: z.object({ score: z.number().int().nullable(), reasons: z.array(ScoreReason) }),
    errors: ['validation'],
  }),
  duplicates: endpoint({
    ...read,
    method: 'POST',
    path: '/api/leads/duplicates',
    summary: 'Leads and contacts that may be the same as an entry',
    description: 'At most ten, the surest first.',
    body: LeadDuplicateQuery,
    response: z.object({ items: z.array(LeadDuplicate) }),
    errors: ['validation'],
  }),
} as const;

export const leadBulk = bulkCalls('lead', LeadBulkSet);
