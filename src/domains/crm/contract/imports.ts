/** Imports: a file of records of one kind, from upload over mapping and preview to the report, and back again. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Tags, text } from '../../../records/contract/field-values.ts';
import { IMPORT_KINDS, MATCH_KINDS } from './import-targets.ts';
import { DateOrder, DecimalSign } from '../../../records/contract/file-notation.ts';
import { CurrencyEntry } from './opportunities.ts';
import { EnteredFieldKind } from '../../../records/contract/views.ts';

/** Bytes that an uploaded file may have. */
export const MAX_IMPORT_SIZE = 200 * 1024 * 1024;

export const Encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']);
export const Dialect = z.object({
  encoding: Encoding,
  bom: z.boolean(),
  delimiter: z.string(),
  quote: z.string(),
  hasHeader: z.boolean(),
});
export type Dialect = z.infer<typeof Dialect>;

export const ColumnMapping = z.strictObject({
  /** Position in the file, from 0. */
  index: z.number().int().min(0).max(999),
  /**
   * A field of the kind (import-targets.ts), `custom:<key>` for an existing custom field, or null to leave the column
   * out.
   */
  target: z
    .string()
    .regex(/^(?:[a-zA-Z]{1,30}(?::[a-z]{1,20})?|custom:[\w-]{1,60})$/)
    .nullable(),
  /** Instead of a target: a custom field that the import adds. */
  newField: z.strictObject({ label: text(80).min(1), kind: EnteredFieldKind }).optional(),
});
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/** Owners' names of a file that can be assigned to teammates. */
export const MAX_OWNER_NAMES = 200;

const ImportKind = z.enum(IMPORT_KINDS);
const MatchKind = z.enum(MATCH_KINDS);
export type MatchKind = z.infer<typeof MatchKind>;

/** `warn`: create, and list the row in the report. `create`: do not look at who is there already. */
const OnMatch = z.enum(['skip', 'update', 'warn', 'create']);

export const ImportOptions = z.object({
  /** Fields that identify a duplicate; empty if every row becomes a record. */
  matchOn: z.array(MatchKind).max(MATCH_KINDS.length),
  /** The action for a row whose record exists in the workspace or earlier in the file. */
  onMatch: OnMatch,
  /** With `update`: fill only what is blank, or replace it. Tags and lists of addresses are added to in both. */
  update: z.enum(['fill', 'replace']),
  /** ISO 3166 two-letter country of phone numbers without a prefix, of rows that name no country. */
  defaultCountry: z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, such as US.'),
  dateOrder: DateOrder,
  decimal: DecimalSign,
  /** Owner of created records, unless a column says so. */
  ownerId: Id.nullable(),
  /** Owners for names in the file that no teammate has, by folded name; null for no owner. */
  ownerNames: z
    .record(text(200), Id.nullable())
    .refine(
      (names) => Object.keys(names).length <= MAX_OWNER_NAMES,
      `At most ${MAX_OWNER_NAMES} names can be assigned.`,
    ),
  /** Given to every created or updated record. */
  tags: Tags,
  /** Source of created records, unless a column says so. */
  source: text(120),
  /** Of opportunities: the pipeline where no column says so; null: the first one. */
  pipelineId: Id.nullable(),
  /** Of amounts that come without a currency; null: that of the workspace. */
  currency: CurrencyEntry.nullable(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

export const ImportMapping = z.strictObject({
  columns: z.array(ColumnMapping).max(1000),
  options: ImportOptions.partial().optional(),
  hasHeader: z.boolean().optional(),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

export const ImportColumn = z.object({
  index: z.number().int(),
  /** From the header, or "Column 3". */
  name: z.string(),
  /** First values that are not blank. */
  samples: z.array(z.string()),
  /** Share of the sampled rows that have a value, 0 to 1. */
  filled: z.number(),
  /** The suggested field and its reason: the `header` names it, or the `content` looks like it. */
  guess: z.object({
    target: z.string().nullable(),
    kind: EnteredFieldKind,
    by: z.enum(['header', 'content', 'none']),
    label: z.string(),
  }),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

export const ImportState = z.enum([
  'mapping',
  'queued',
  'running',
  'cancelled',
  'done',
  'failed',
  'reverting',
  'reverted',
]);
export type ImportState = z.infer<typeof ImportState>;

export const ImportCounts = z.object({
  read: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  rejected: z.number().int(),
  /** Created rows that the report warns of. */
  warned: z.number().int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportRevert = z.object({
  /** Created records that were deleted. */
  deleted: z.number().int(),
  /** Updated records that were put back to what they were. */
  restored: z.number().int(),
  /** Records left alone because someone changed them since; at most 200 are named. */
  kept: z.number().int(),
  keptRecords: z.array(z.object({ id: Id, name: z.string() })),
});
export type ImportRevert = z.infer<typeof ImportRevert>;

export const RecordImport = z.object({
  id: Id,
  kind: ImportKind,
  fileName: z.string(),
  /** Bytes. */
  size: z.number().int(),
  state: ImportState,
  dialect: Dialect,
  columns: z.array(ImportColumn),
  sampleRows: z.array(z.array(z.string())),
  mapping: z.array(ColumnMapping),
  /** Some of its rows are private, and it is someone else's: what stands in the file is not told. */
  hidden: z.boolean(),
  /** Whether who asks may undo it: an import with private rows is undone by its importer and by administrators. */
  mayRevert: z.boolean(),
  options: ImportOptions,
  counts: ImportCounts,
  /** Share of the file that has been read, 0 to 1. */
  progress: z.number(),
  rowsPerSecond: z.number().nullable(),
  /** Seconds left, estimated; null when not running. */
  secondsLeft: z.number().nullable(),
  error: z.string().nullable(),
  revert: ImportRevert.nullable(),
  createdBy: Id.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type RecordImport = z.infer<typeof RecordImport>;
export const ImportSummary = RecordImport.omit({
  columns: true,
  sampleRows: true,
  mapping: true,
  hidden: true,
  mayRevert: true,
});
export type ImportSummary = z.infer<typeof ImportSummary>;

export const RowOutcome = z.enum(['create', 'update', 'skip', 'reject']);
export type RowOutcome = z.infer<typeof RowOutcome>;
export const PreviewRow = z.object({
  /** Number of the row in the file, the header not counted, from 1. */
  row: z.number().int(),
  outcome: RowOutcome,
  /** Why it would be skipped or rejected, or which record it would update. */
  reasons: z.array(z.string()),
  matchedId: Id.nullable(),
  /** The record's name. */
  name: z.string(),
  /** Values of the preview's `columns`, each in lines. */
  cells: z.array(z.array(z.string())),
  tags: z.array(z.string()),
  /** Not everyone would see the record that it makes. */
  private: z.boolean(),
  /** Every other filled field, by its label. */
  rest: z.record(z.string(), z.string()),
});
export type PreviewRow = z.infer<typeof PreviewRow>;
export const ImportPreview = z.object({
  /** Labels of the fields that are shown on their own. */
  columns: z.array(z.string()),
  rows: z.array(PreviewRow),
  counts: ImportCounts,
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** An owner named in the file whom no teammate is called. */
export const UnknownOwner = z.object({
  name: z.string(),
  /** Rows that name them. */
  rows: z.number().int(),
  /** Two teammates have this name. */
  shared: z.boolean(),
});
export type UnknownOwner = z.infer<typeof UnknownOwner>;

/** Issues in the report: rows that were not imported, and created records with a warning. */
export const IssueKind = z.enum(['reject', 'skip', 'warn']);
export type IssueKind = z.infer<typeof IssueKind>;
export const ImportIssue = z.object({
  row: z.number().int(),
  outcome: IssueKind,
  reason: z.string(),
  cells: z.array(z.string()),
  /** The record that the row is about, as far as there is one. */
  recordId: Id.nullable(),
});
export type ImportIssue = z.infer<typeof ImportIssue>;

const tag = 'Imports';
const KindQuery = z.object({ kind: ImportKind.default('contact') });
const read = { tag, access: 'user', scope: 'contacts:read' } as const;
const write = { tag, access: 'user', scope: 'contacts:write' } as const;

export const imports = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/imports',
    summary: 'Imports, newest first',
    query: KindQuery.extend({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(ImportSummary),
    errors: ['forbidden', 'bad_request'],
  }),
  upload: endpoint({
    ...write,
    method: 'POST',
    path: '/api/imports',
    summary: 'Upload a file of records',
    status: 201,
    description:
      'One CSV or TSV file, up to 200 MB. Delimiter, quotes, encoding, header, and columns are detected. Nothing is imported yet. API keys also need the scopes of the record type.',
    query: KindQuery,
    consumes: 'multipart/form-data',
    response: RecordImport,
    errors: ['validation', 'forbidden', 'too_large', 'unsupported_media_type', 'storage_full'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/imports/{id}',
    summary: 'Get an import with its progress',
    params: IdParams,
    response: RecordImport,
    errors: ['forbidden', 'not_found'],
  }),
  setMapping: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/imports/{id}/mapping',
    summary: 'Map columns to fields and choose how to handle duplicates',
    params: IdParams,
    body: ImportMapping,
    response: RecordImport,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  preview: endpoint({
    ...read,
    method: 'POST',
    path: '/api/imports/{id}/preview',
    summary: 'Preview the first 100 rows',
    params: IdParams,
    response: ImportPreview,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  unknownOwners: endpoint({
    ...read,
    method: 'GET',
    path: '/api/imports/{id}/unknown-owners',
    summary: 'Owners named in the file whom no teammate is called',
    description: 'Assign them with `options.ownerNames` of the mapping; names are compared without case and accents.',
    params: IdParams,
    response: z.object({
      items: z.array(UnknownOwner),
      /** The whole file was read, and no name was left out. */
      all: z.boolean(),
    }),
    errors: ['forbidden', 'not_found'],
  }),
  start: endpoint({
    ...write,
    method: 'POST',
    path: '/api/imports/{id}/start',
    summary: 'Run the import',
    description: 'Also resumes a canceled or failed import.',
    status: 202,
    params: IdParams,
    response: RecordImport,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  cancel: endpoint({
    ...write,
    method: 'POST',
    path: '/api/imports/{id}/cancel',
    summary: 'Stop after the current batch; imported rows stay',
    params: IdParams,
    response: RecordImport,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  rows: endpoint({
    ...read,
    method: 'GET',
    path: '/api/imports/{id}/rows',
    summary: 'Rejected, skipped, and warned rows with reasons',
    params: IdParams,
    query: z.object({
      outcome: IssueKind.default('reject'),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(ImportIssue),
    errors: ['forbidden', 'not_found', 'bad_request'],
  }),
  rejects: endpoint({
    ...read,
    method: 'GET',
    path: '/api/imports/{id}/rejects.csv',
    summary: 'Download every rejected row with the reason and its original cells',
    params: IdParams,
    produces: 'text/csv',
    errors: ['forbidden', 'not_found'],
  }),
  revert: endpoint({
    ...write,
    method: 'POST',
    path: '/api/imports/{id}/revert',
    summary: 'Undo an import',
    status: 202,
    description:
      'Where a column says what is private, its importer and administrators may. Deletes the records that it created and puts back those that it updated, except where someone changed them since; those are counted and named.',
    params: IdParams,
    response: RecordImport,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/imports/{id}',
    summary: 'Discard an import that never ran, and its file',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
