/** Companies behind the contacts. One living company of a name in a workspace. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { FilterParam } from '../../../kernel/filter.ts';
import { bulkCalls, PICKED } from '../../../records/contract/bulk.ts';
import { Neighbors, SortParam } from '../../../records/contract/list.ts';
import { CustomValues, Ref, Tags, text, Version, MADE_THROUGH } from '../../../records/contract/field-values.ts';
import {
  bulkShape,
  entryShape,
  facetShape,
  recordShape,
  requiredShape,
  rowShape,
  sortsOf,
} from '../../../records/contract/record-shapes.ts';
import { companyDefinition } from '../kinds/company.ts';

export const CompanyRow = z.object({
  id: Id,
  version: z.number().int(),
  ...rowShape(companyDefinition),
  ownerId: Id.nullable(),
  tags: z.array(z.string()),
  custom: CustomValues,
  /** Living contacts of this company. */
  contactCount: z.number().int(),
  lastActivityAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set in the trash only. */
  deletedAt: Instant.nullable(),
});
export type CompanyRow = z.infer<typeof CompanyRow>;

/** The whole record. */
export const Company = CompanyRow.extend({
  ...recordShape(companyDefinition),
  importId: Id.nullable(),
  createdBy: Id.nullable(),
  updatedBy: Id.nullable(),
  ...MADE_THROUGH,
});
export type Company = z.infer<typeof Company>;

/**
 * The fields that people write. In an update absent fields stay as they are; the address and custom values merge by
 * key.
 */
export const CompanyFields = z.strictObject({
  ...entryShape(companyDefinition),
  ownerId: Id.nullable().optional(),
  tags: Tags.optional(),
  custom: CustomValues.optional(),
});
export type CompanyFields = z.infer<typeof CompanyFields>;
export const NewCompany = CompanyFields.extend(requiredShape(companyDefinition));
export type NewCompany = z.infer<typeof NewCompany>;
export const CompanyUpdate = CompanyFields.extend({ version: Version.optional() });
export type CompanyUpdate = z.infer<typeof CompanyUpdate>;

/** Sortable fields. Blank values come last in both directions. */
export const COMPANY_SORTS = [...sortsOf(companyDefinition), 'lastActivityAt', 'createdAt', 'updatedAt'] as const;
export type CompanySort = (typeof COMPANY_SORTS)[number];
export const DEFAULT_COMPANY_SORT = 'name';

export const CompanySelectionQuery = z.object({
  /** Words of a name, web address or phone number; typos are forgiven. */
  search: text(200).optional(),
  filter: FilterParam.optional(),
  /** `1`: deleted companies instead of living ones. */
  trash: z.enum(['1']).optional(),
});

export const CompanyListQuery = CompanySelectionQuery.extend({
  sort: SortParam.optional(),
  /** `next` or `prev` of a page that was read with the same sort. */
  cursor: z.string().max(6000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `1`: also count what matches. */
  total: z.enum(['1']).optional(),
});

export const CompanyPage = pageOf(CompanyRow).extend({
  prev: z.string().nullable(),
  /** Nothing matched the search to the letter; these are the nearest. */
  fuzzy: z.boolean().optional(),
});
export type CompanyPage = z.infer<typeof CompanyPage>;

export const CompanyExportQuery = CompanySelectionQuery.extend({
  ...PICKED,
  sort: SortParam.optional(),
  format: z.enum(['csv']).default('csv'),
  /** Columns in their order, comma-separated: fields of a company and `custom.<key>`. Absent: all. */
  columns: z.string().max(4000).optional(),
});

export const CompanyFacets = z.object({ ...facetShape(companyDefinition), imports: z.array(Ref) });
export type CompanyFacets = z.infer<typeof CompanyFacets>;

/** How many, and what they are worth together in each currency; decimal text. */
const Worth = z.object({
  count: z.number().int(),
  amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
});

/** Totals of a company's contacts, opportunities, and activities. */
export const CompanySummary = z.object({
  contacts: z.number().int(),
  open: Worth,
  won: Worth,
  /** Opportunities that were lost. */
  lost: z.number().int(),
  /** Open activities with the company, its people or its opportunities, and those of them that are overdue. */
  planned: z.number().int(),
  overdue: z.number().int(),
  lastActivityAt: Instant.nullable(),
  /** The open activity that is due next. */
  next: z.object({ id: Id, subject: z.string(), dueAt: Instant }).nullable(),
});
export type CompanySummary = z.infer<typeof CompanySummary>;

/** Fields that can be set on many companies. */
export const CompanyBulkSet = z.strictObject({
  ...bulkShape(companyDefinition),
  ownerId: Id.nullable().optional(),
  custom: CustomValues.optional(),
});

const tag = 'Companies';
const read = { tag, access: 'user', scope: 'contacts:read' } as const;
const write = { tag, access: 'user', scope: 'contacts:write' } as const;

export const companies = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies',
    summary: 'List companies',
    description: 'Keyset-paged in exact order. A cursor fits only the sort that it was made with.',
    query: CompanyListQuery,
    response: CompanyPage,
    errors: ['validation', 'bad_request'],
    tool: { name: 'find_companies', effect: 'read', fields: ['search', 'filter', 'sort', 'limit', 'total'] },
  }),
  suggest: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies/suggest',
    summary: 'Suggest companies for typed text',
    description: 'Names that begin with it before names that hold it; without it the first by name.',
    query: z.object({ search: text(200).optional(), limit: z.coerce.number().int().min(1).max(50).default(20) }),
    response: z.object({ items: z.array(CompanyRow) }),
    errors: ['validation'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/companies',
    summary: 'Create a company',
    status: 201,
    body: NewCompany,
    response: Company,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies/{id}',
    summary: 'Get a company',
    params: IdParams,
    query: z.object({ trash: z.enum(['1']).optional() }),
    response: Company,
    errors: ['not_found'],
    tool: { name: 'get_company', effect: 'read', fields: ['id'] },
  }),
  summary: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies/{id}/summary',
    summary: 'Get the totals of a company: contacts, opportunities, and activities',
    params: IdParams,
    response: CompanySummary,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/companies/{id}',
    summary: 'Update a company',
    description:
      'Needs the version that was read, in the body or as If-Match. When the company changed meanwhile the answer is 409 `stale` with `details: {current, changed}`, and nothing is written.',
    params: IdParams,
    body: CompanyUpdate,
    response: Company,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
    tool: {
      name: 'update_company',
      description: 'Changes fields of a company; fields that are left out stay as they are.',
      effect: 'act',
      confirm: 'Update company',
      undo: 'restore',
    },
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/companies/{id}',
    summary: 'Move a company to the trash',
    description: 'Its contacts stay; while it is there they are without a company.',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/companies/{id}/restore',
    summary: 'Restore a company from the trash',
    description: 'Refused (409 `conflict`) while another company has its name.',
    params: IdParams,
    response: Company,
    errors: ['not_found', 'conflict'],
  }),
  purge: endpoint({
    tag,
    access: 'admin',
    scope: 'contacts:write',
    method: 'POST',
    path: '/api/companies/purge',
    summary: 'Permanently delete companies in the trash',
    description: 'Also deletes their notes and files. This can’t be undone.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
    response: z.object({ purged: z.number().int() }),
    errors: ['validation', 'forbidden'],
  }),
  neighbours: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies/{id}/neighbours',
    summary: 'The companies before and after one in a list',
    params: IdParams,
    query: CompanySelectionQuery.extend({ sort: SortParam.optional() }),
    response: Neighbors,
    errors: ['validation', 'not_found'],
  }),
  exportFile: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies/export',
    summary: 'Download companies as CSV',
    description:
      'Streams the whole selection in the given order. Cells that a spreadsheet would run as a formula get an apostrophe before them.',
    query: CompanyExportQuery,
    produces: 'text/csv',
    errors: ['validation'],
  }),
  facets: endpoint({
    ...read,
    method: 'GET',
    path: '/api/companies/facets',
    summary: 'Tags, industries and places in use',
    response: CompanyFacets,
  }),
} as const;

export const companyBulk = bulkCalls('company', CompanyBulkSet);
