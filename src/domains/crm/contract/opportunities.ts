/** Opportunities: what may be sold to whom, for how much, until when, and how likely. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { FilterParam } from '../../../kernel/filter.ts';
import { bulkCalls, PICKED } from '../../../records/contract/bulk.ts';
import { Neighbors, SortParam } from '../../../records/contract/list.ts';
import { Private, ReaderEntry } from '../../../records/contract/readers.ts';
import {
  CustomValues,
  PlannedDay,
  Ref,
  Tags,
  text,
  Version,
  MADE_THROUGH,
} from '../../../records/contract/field-values.ts';
import { ForecastCategory, Outcome, StageRef } from './pipelines.ts';

/**
 * A decimal number as text: at most fifteen digits before the point and four after it. Money never travels as a float.
 */
export const DecimalEntry = z
  .string()
  .trim()
  .regex(/^\d{1,15}(?:\.\d{1,4})?$/, 'Enter a number such as 12500 or 99.90.');
/** ISO 4217. */
export const CurrencyEntry = z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code such as USD.');
const Percent = z
  .string()
  .trim()
  .regex(/^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/, 'Enter a percentage from 0 to 100.');

export const MoneyTotal = z.object({ currency: z.string(), amount: z.string() });
/** Money of several currencies added up in the reporting one. */
export const ReportedSum = MoneyTotal.extend({
  /** Currencies without an exchange rate: their amounts are not in the sum. */
  missing: z.array(z.string()),
});
export type ReportedSum = z.infer<typeof ReportedSum>;

/** One row of the list: what a column or a card may show. */
export const OpportunityRow = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  /** Decimal text with four places, `12500.0000`. */
  amount: z.string(),
  currency: z.string(),
  pipelineId: Id,
  stage: StageRef,
  state: Outcome,
  /** Percent, 0 to 100. */
  probability: z.number().int(),
  /** Its own or its stage's. */
  forecast: ForecastCategory,
  expectedClose: Day.nullable(),
  ownerId: Id.nullable(),
  contact: Ref.nullable(),
  company: Ref.nullable(),
  businessLicenseId: Id.nullable(),
  source: z.string(),
  nextStep: z.string(),
  tags: z.array(z.string()),
  custom: CustomValues,
  /** Since when it is in its stage. */
  stageEnteredAt: Instant,
  /** When it was won or lost. */
  closedAt: Instant.nullable(),
  closeReason: Ref.nullable(),
  lastActivityAt: Instant.nullable(),
  /** Nothing has moved for longer than its stage allows. */
  rotting: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set in the trash only. */
  deletedAt: Instant.nullable(),
  private: Private,
});
export type OpportunityRow = z.infer<typeof OpportunityRow>;

export const Line = z.object({
  id: Id,
  product: z.string(),
  /** Decimal texts; discount and tax are percentages. */
  quantity: z.string(),
  unitPrice: z.string(),
  discount: z.string(),
  tax: z.string(),
  /** After the discount, before tax; rounded half away from zero to the currency's smallest unit. */
  net: z.string(),
});
export type Line = z.infer<typeof Line>;

export const Person = z.object({
  contact: Ref,
  /** "Decision maker", "Finance"… */
  role: z.string(),
  /** The main contact. */
  main: z.boolean(),
});
export type Person = z.infer<typeof Person>;

/** The whole record. */
export const Opportunity = OpportunityRow.extend({
  description: z.string(),
  closeNote: z.string(),
  /** Null: as its stage says. */
  ownForecast: ForecastCategory.nullable(),
  /** While there are lines the amount is their net sum. */
  lines: z.array(Line),
  totals: z.object({ list: z.string(), discount: z.string(), net: z.string(), tax: z.string(), gross: z.string() }),
  people: z.array(Person),
  /** The import that created it. */
  importId: Id.nullable(),
  createdBy: Id.nullable(),
  updatedBy: Id.nullable(),
  ...MADE_THROUGH,
});
export type Opportunity = z.infer<typeof Opportunity>;

export const LineEntry = z.strictObject({
  product: text(200).min(1, 'Enter a product name.'),
  quantity: DecimalEntry.default('1'),
  unitPrice: DecimalEntry,
  discount: Percent.default('0'),
  tax: Percent.default('0'),
});
export type LineEntry = z.input<typeof LineEntry>;
export const PersonEntry = z.strictObject({ contactId: Id, role: text(80).optional() });

/** The fields that people write. In an update absent fields stay as they are; lists replace, objects merge by key. */
export const OpportunityFields = z.strictObject({
  name: text(200).min(1, 'Enter a name for the opportunity.').optional(),
  /** Not while there are lines: then it is their sum. */
  amount: DecimalEntry.optional(),
  /** The workspace's when absent on creation. */
  currency: CurrencyEntry.optional(),
  /** Another stage, of another pipeline too; it then stands on top of that stage. */
  stageId: Id.optional(),
  probability: z
    .number()
    .int('Enter a whole percentage.')
    .min(0, 'Enter 0 to 100%.')
    .max(100, 'Enter 0 to 100%.')
    .optional(),
  /** Null: as its stage says. */
  forecast: ForecastCategory.nullable().optional(),
  expectedClose: PlannedDay.nullable().optional(),
  ownerId: Id.nullable().optional(),
  /** The main contact. */
  contactId: Id.nullable().optional(),
  companyId: Id.nullable().optional(),
  /**
   * Instead of `companyId`: the company of this name, created when there is none; an API key then needs
   * `contacts:write` too.
   */
  companyName: text(200).optional(),
  businessLicenseId: Id.nullable().optional(),
  source: text(120).optional(),
  nextStep: text(200).optional(),
  description: text(10_000).optional(),
  closeReasonId: Id.nullable().optional(),
  closeNote: text(2_000).optional(),
  tags: Tags.optional(),
  custom: CustomValues.optional(),
  lines: z.array(LineEntry).max(200, 'Add up to 200 lines.').optional(),
  /** Everyone who has a part in it, the main contact too if that has one. */
  people: z.array(PersonEntry).max(50, 'Add up to 50 people.').optional(),
});
export type OpportunityFields = z.infer<typeof OpportunityFields>;

/** Without a stage it begins in the first open one of the pipeline, without a pipeline in the first one. */
export const NewOpportunity = OpportunityFields.extend({
  name: text(200).min(1, 'Enter a name for the opportunity.'),
  pipelineId: Id.optional(),
  readers: ReaderEntry.optional(),
});
export type NewOpportunity = z.infer<typeof NewOpportunity>;
export const OpportunityUpdate = OpportunityFields.extend({ version: Version.optional() });
export type OpportunityUpdate = z.infer<typeof OpportunityUpdate>;

export const Move = z.strictObject({
  stageId: Id,
  /** The opportunity that it comes to stand after, null for the top; absent: on top. */
  afterId: Id.nullable().optional(),
  /** Fields that the stage requires, set in the same action. */
  set: OpportunityFields.omit({ stageId: true }).optional(),
  version: Version,
});
export type Move = z.infer<typeof Move>;

/** Sortable fields. Blank values come last in both directions. */
export const OPPORTUNITY_SORTS = [
  'name',
  'amount',
  'expectedClose',
  'probability',
  'stageEnteredAt',
  'closedAt',
  'lastActivityAt',
  'createdAt',
  'updatedAt',
] as const;
export type OpportunitySort = (typeof OPPORTUNITY_SORTS)[number];
export const DEFAULT_OPPORTUNITY_SORT = '-createdAt';

export const OpportunitySelectionQuery = z.object({
  /** Words of its name, company, people, source or tags; typos are forgiven. */
  search: text(200).optional(),
  filter: FilterParam.optional(),
  /** `1`: deleted ones instead of living ones. */
  trash: z.enum(['1']).optional(),
  /** Of these records only. */
  pipelineId: Id.optional(),
  contactId: Id.optional(),
  companyId: Id.optional(),
  ownerId: Id.optional(),
});

export const OpportunityListQuery = OpportunitySelectionQuery.extend({
  sort: SortParam.optional(),
  /** `next` or `prev` of a page that was read with the same sort. */
  cursor: z.string().max(6000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `1`: also count what matches. */
  total: z.enum(['1']).optional(),
});

export const OpportunityPage = pageOf(OpportunityRow).extend({
  prev: z.string().nullable(),
  /** Nothing matched the search to the letter; these are the nearest. */
  fuzzy: z.boolean().optional(),
});
export type OpportunityPage = z.infer<typeof OpportunityPage>;

export const OpportunityExportQuery = OpportunitySelectionQuery.extend({
  ...PICKED,
  sort: SortParam.optional(),
  /** Columns in their order, comma-separated: fields of an opportunity and `custom.<key>`. Absent: all. */
  columns: z.string().max(4000).optional(),
});

/** Fields that can be set on many opportunities. */
export const OpportunityBulkSet = OpportunityFields.pick({
  ownerId: true,
  companyId: true,
  businessLicenseId: true,
  source: true,
  expectedClose: true,
  nextStep: true,
  forecast: true,
  custom: true,
});

/** A card of the board. */
export const Card = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  amount: z.string(),
  currency: z.string(),
  probability: z.number().int(),
  stageId: Id,
  expectedClose: Day.nullable(),
  ownerId: Id.nullable(),
  /** Its company, or else its main contact. */
  customer: z.string(),
  stageEnteredAt: Instant,
  closedAt: Instant.nullable(),
  rotting: z.boolean(),
  private: Private,
});
export type Card = z.infer<typeof Card>;

export const BoardColumn = z.object({
  stageId: Id,
  count: z.number().int(),
  sum: ReportedSum,
  /** Each amount times its probability. */
  weighted: ReportedSum,
  /** By currency, when there is another than the reporting one. */
  amounts: z.array(MoneyTotal),
  /** From the top: by hand in open stages, the latest closed first in the others. */
  cards: z.array(Card),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

/** How many days back the won and lost columns reach. */
export const CLOSED_DAYS = 90;
export const BoardQuery = z.object({
  pipelineId: Id,
  search: text(200).optional(),
  filter: FilterParam.optional(),
  ownerId: Id.optional(),
  /** Days back to which won and lost ones are shown. */
  closedDays: z.coerce.number().int().min(1).max(3660).default(CLOSED_DAYS),
  /** Only the column of this stage, for one that is scrolled further. */
  stageId: Id.optional(),
  /** Cards of each column. */
  limit: z.coerce.number().int().min(1).max(2000).default(50),
});
export const Board = z.object({
  columns: z.array(BoardColumn),
  /** Where the workspace counts its days: what is expected before it is overdue. */
  today: Day,
});
export type Board = z.infer<typeof Board>;

export const Stay = z.object({
  stageId: Id,
  stageName: z.string(),
  outcome: Outcome,
  enteredAt: Instant,
  /** Null: it is there still. */
  leftAt: Instant.nullable(),
  movedBy: Ref.nullable(),
});
export const History = z.object({
  /** Oldest first. */
  stays: z.array(Stay),
  /** Milliseconds in each stage, until now. */
  times: z.array(
    z.object({
      stageId: Id,
      stageName: z.string(),
      time: z.number().int(),
      stays: z.number().int(),
      current: z.boolean(),
    }),
  ),
});
export type History = z.infer<typeof History>;

export const OpportunityFacets = z.object({
  tags: z.array(z.object({ value: z.string(), count: z.number().int() })),
  sources: z.array(z.object({ value: z.string(), count: z.number().int() })),
  currencies: z.array(z.object({ value: z.string(), count: z.number().int() })),
  pipelines: z.array(Ref),
  stages: z.array(Ref),
  closeReasons: z.array(Ref),
  imports: z.array(Ref),
});

const tag = 'Opportunities';
const read = { tag, access: 'user', scope: 'opportunities:read' } as const;
const write = { tag, access: 'user', scope: 'opportunities:write' } as const;

export const opportunities = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities',
    summary: 'List opportunities',
    description: 'Keyset-paged in exact order. A cursor fits only the sort that it was made with.',
    query: OpportunityListQuery,
    response: OpportunityPage,
    errors: ['validation', 'bad_request'],
    tool: { name: 'find_opportunities', effect: 'read', fields: ['search', 'filter', 'sort', 'limit', 'total'] },
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/opportunities',
    summary: 'Create an opportunity',
    status: 201,
    body: NewOpportunity,
    response: Opportunity,
    errors: ['validation', 'forbidden'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/{id}',
    summary: 'Get an opportunity',
    params: IdParams,
    query: z.object({ trash: z.enum(['1']).optional() }),
    response: Opportunity,
    errors: ['not_found'],
    tool: { name: 'get_opportunity', effect: 'read', fields: ['id'] },
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/opportunities/{id}',
    summary: 'Update an opportunity',
    description:
      'Needs the version that was read, in the body or as If-Match. When it changed meanwhile the answer is 409 `stale` with `details: {current, changed}`, and nothing is written.',
    params: IdParams,
    body: OpportunityUpdate,
    response: Opportunity,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
    tool: {
      name: 'update_opportunity',
      description: 'Changes fields of a opportunity; fields that are left out stay as they are.',
      effect: 'act',
      confirm: 'Update opportunity',
      undo: 'restore',
    },
  }),
  move: endpoint({
    ...write,
    method: 'POST',
    path: '/api/opportunities/{id}/move',
    summary: 'Move an opportunity to a stage and a place on the board',
    description:
      'Refused with 400 and the fields named when the stage demands what is not there; `set` fills them in with the same act. A place within the same stage leaves the version as it is.',
    params: IdParams,
    body: Move,
    response: Opportunity,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  reopen: endpoint({
    ...write,
    method: 'POST',
    path: '/api/opportunities/{id}/reopen',
    summary: 'Reopen a won or lost opportunity',
    description: 'In the stage in which it was open last, or the first open one.',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    response: Opportunity,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/opportunities/{id}',
    summary: 'Move an opportunity to the trash',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/opportunities/{id}/restore',
    summary: 'Restore an opportunity from the trash',
    params: IdParams,
    response: Opportunity,
    errors: ['not_found'],
  }),
  purge: endpoint({
    tag,
    access: 'admin',
    scope: 'opportunities:write',
    method: 'POST',
    path: '/api/opportunities/purge',
    summary: 'Permanently delete opportunities in the trash',
    description: 'Also deletes their notes and files. This can’t be undone.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
    response: z.object({ purged: z.number().int() }),
    errors: ['validation', 'forbidden'],
  }),
  neighbours: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/{id}/neighbours',
    summary: 'The opportunities before and after one in a list',
    params: IdParams,
    query: OpportunitySelectionQuery.extend({ sort: SortParam.optional() }),
    response: Neighbors,
    errors: ['validation', 'not_found'],
  }),
  exportFile: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/export',
    summary: 'Download opportunities as CSV',
    description:
      'Streams the whole selection in the given order. Cells that a spreadsheet would run as a formula get an apostrophe before them.',
    query: OpportunityExportQuery,
    produces: 'text/csv',
    errors: ['validation'],
  }),
  board: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/board',
    summary: 'Get the board of a pipeline, with counts and totals',
    query: BoardQuery,
    response: Board,
    errors: ['validation', 'not_found'],
  }),
  history: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/{id}/stages',
    summary: 'Get the stage history with time in each stage',
    params: IdParams,
    response: History,
    errors: ['not_found'],
  }),
  products: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/products',
    summary: 'Products on earlier lines, with their last price',
    query: z.object({ search: text(200).optional() }),
    response: z.object({
      items: z.array(z.object({ product: z.string(), unitPrice: z.string(), currency: z.string(), tax: z.string() })),
    }),
    errors: ['validation'],
  }),
  facets: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/facets',
    summary: 'What opportunities can be filtered by',
    response: OpportunityFacets,
  }),
  contextList: endpoint({
    ...read,
    method: 'GET',
    path: '/api/business-context/opportunities',
    summary: 'Opportunities of one business license, or of all',
    query: z.object({
      businessLicenseId: Id.optional(),
      cursor: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: OpportunityPage,
    errors: ['validation', 'bad_request'],
  }),
} as const;

export const opportunityBulkCalls = bulkCalls('opportunity', OpportunityBulkSet);
