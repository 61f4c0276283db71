/** Files of banks: read, shown as what they would change, imported as a job, and taken back. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Amount, Version } from './shared.ts';

/** Bytes. */
export const MAX_BANK_FILE = 20 * 1024 * 1024;

export const BankImportState = z.enum(['ready', 'queued', 'done', 'failed', 'reverting', 'reverted']);

export const BankImportOptions = z.strictObject({
  /** Which of the file's statements; the one with the account's number, or the first, where absent. */
  statement: z.number().int().min(0).max(1000).optional(),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy', 'ydm']).optional(),
  /** Columns of a CSV by what they hold. */
  columns: z
    .partialRecord(
      z.enum([
        'day',
        'valueDay',
        'amount',
        'moneyIn',
        'moneyOut',
        'fee',
        'side',
        'payee',
        'memo',
        'category',
        'currency',
        'bankId',
        'checkNumber',
        'balance',
        'pending',
        'originalAmount',
        'originalCurrency',
      ]),
      z.number().int().min(0).max(500),
    )
    .optional(),
  /** The file counts money out as positive. */
  inverted: z.boolean().optional(),
  /** Link lines also to transactions with another id of the bank; real repetitions may be lost. */
  loose: z.boolean().optional(),
  /** Add what was deleted here before. */
  reimportDeleted: z.boolean().optional(),
});
export type BankImportOptions = z.infer<typeof BankImportOptions>;

/** Results of the file's lines. */
export const BankImportCounts = z.object({
  lines: z.number().int(),
  added: z.number().int(),
  /** Known already, or told twice. */
  known: z.number().int(),
  /** Entered by hand before, and now one with the bank's. */
  linked: z.number().int(),
  /** Pending before, and now booked. */
  posted: z.number().int(),
  /** Deleted here, and left out. */
  deleted: z.number().int(),
  skipped: z.number().int(),
});
export type BankImportCounts = z.infer<typeof BankImportCounts>;

export const BankImport = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  accountId: Id,
  fileName: z.string(),
  size: z.number().int(),
  format: z.enum(['ofx', 'qif', 'camt', 'mt940', 'csv']),
  state: BankImportState,
  options: BankImportOptions,
  /** Unusable lines, and errors reported by the bank. */
  problems: z.array(
    z.object({ kind: z.enum(['error', 'skipped', 'warning']), message: z.string(), row: z.number().int().optional() }),
  ),
  /** Expected before the import has run, what came of it afterwards. */
  counts: BankImportCounts,
  error: z.string().nullable(),
  /** Under way, in this job: `/api/jobs/{id}` tells its starter how far it is, and stops it. */
  jobId: Id.nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type BankImport = z.infer<typeof BankImport>;

export const BankImportPreview = z.object({
  /** Statements of the file, to choose one. */
  statements: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      currency: z.string().nullable(),
      lines: z.number().int(),
      closingBalance: Amount.nullable(),
    }),
  ),
  statement: z.number().int(),
  /** Columns of a CSV and what each is taken for. */
  columns: z.array(z.object({ name: z.string(), role: z.string().nullable() })),
  dateOrder: z.string().nullable(),
  /** The import's effect on today's balance, and so on net worth. */
  balance: z.object({
    currency: z.string(),
    before: Amount,
    after: Amount,
    /** Days of the transactions that it adds; null where it adds none. */
    from: Day.nullable(),
    to: Day.nullable(),
    /** Whether all of them lie before everything that the account holds, or more than a year back. */
    old: z.boolean(),
  }),
  /** The first lines and what each would do. */
  rows: z.array(
    z.object({
      day: Day,
      amount: Amount,
      payee: z.string(),
      memo: z.string(),
      valueDay: Day.nullable(),
      /** The amount in a foreign currency, if the file lists it. */
      original: z.object({ amount: Amount, currency: z.string() }).nullable(),
      outcome: z.enum(['add', 'same', 'repeated', 'deleted', 'link', 'post']),
    }),
  ),
});
export type BankImportPreview = z.infer<typeof BankImportPreview>;

const base = { tag: 'Finance', access: 'user' } as const;

export const bankImports = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/imports',
    summary: 'List the imports into an account, the latest first',
    query: z.object({
      accountId: Id,
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(BankImport),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  upload: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/accounts/{id}/imports',
    summary: 'Upload a bank’s file for an account',
    description: 'OFX, QFX, QIF, CAMT.053, MT940 or CSV, at most 20 MB, as `file` of a form. Nothing is imported yet.',
    status: 201,
    params: IdParams,
    consumes: 'multipart/form-data',
    response: BankImport,
    errors: ['validation', 'forbidden', 'not_found', 'too_large', 'unsupported_media_type', 'storage_full'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/imports/{id}',
    summary: 'Get an import',
    params: IdParams,
    response: BankImport,
    errors: ['not_found'],
  }),
  preview: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/imports/{id}/preview',
    summary: 'What an import would change',
    params: IdParams,
    response: BankImportPreview,
    errors: ['not_found', 'conflict'],
  }),
  setOptions: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/imports/{id}',
    summary: 'Say how the file is to be read',
    params: IdParams,
    body: z.strictObject({ version: Version, options: BankImportOptions }),
    response: BankImport,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  start: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/imports/{id}/start',
    summary: 'Import the file',
    status: 202,
    params: IdParams,
    response: BankImport,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  revert: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/imports/{id}/revert',
    summary: 'Take an import back',
    description:
      'What it added goes, also when it was changed since; what it changed is as it was. With many lines it is `reverting` and a job does it.',
    params: IdParams,
    response: BankImport,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
