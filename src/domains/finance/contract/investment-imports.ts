/** Activities and prices from CSV: looked at first, then taken in, and taken back when it was wrong. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { INVESTMENT } from '../paths.ts';
import { text } from './shared.ts';

/** Characters. */
export const MAX_INVESTMENT_FILE = 900_000;
export const ACTIVITY_COLUMNS = [
  'day',
  'kind',
  'security',
  'ticker',
  'isin',
  'quantity',
  'price',
  'amount',
  'fee',
  'tax',
  'currency',
  'notes',
  'ratio',
  'newSecurity',
  'costShare',
  'cashPerUnit',
  'newPrice',
] as const;
export const PRICE_COLUMNS = ['day', 'security', 'ticker', 'isin', 'price', 'currency'] as const;

const Mapping = z.partialRecord(z.enum(ACTIVITY_COLUMNS), z.number().int().min(0).max(500));

const Common = {
  fileName: text(200).min(1),
  text: z
    .string()
    .min(1, 'The file is empty.')
    .max(MAX_INVESTMENT_FILE, 'The file is too large: at most 900,000 characters. Split it.'),
  columns: Mapping.optional(),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy', 'ydm']).optional(),
};
export const InvestmentFile = z.discriminatedUnion('content', [
  z.strictObject({
    content: z.literal('activities'),
    accountId: Id,
    ...Common,
    /** Securities that are not known are entered from the file. */ createSecurities: z.boolean().default(true),
  }),
  z.strictObject({
    content: z.literal('prices'),
    ledgerId: Id,
    ...Common,
    /** Prices that are known are written over. */ replace: z.boolean().default(false),
  }),
]);
export type InvestmentFile = z.infer<typeof InvestmentFile>;

const Counts = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  known: z.number().int(),
  skipped: z.number().int(),
  securities: z.number().int(),
});
export type InvestmentImportCounts = z.infer<typeof Counts>;

export const InvestmentPreview = z.object({
  columns: z.array(z.object({ name: z.string(), role: z.string().nullable() })),
  dateOrder: z.string(),
  /** Uncertain findings about how the file was read. */
  warnings: z.array(z.string()),
  counts: Counts,
  /** The first rows and what each would do. */
  rows: z.array(
    z.object({
      row: z.number().int(),
      outcome: z.enum(['add', 'known', 'differs', 'skip']),
      message: z.string(),
      day: Day.nullable(),
      kind: z.string(),
      security: z.string(),
      newSecurity: z.boolean(),
      quantity: z.string(),
      price: z.string(),
      amount: z.string(),
    }),
  ),
});
export type InvestmentPreview = z.infer<typeof InvestmentPreview>;

export const InvestmentImport = z.object({
  id: Id,
  ledgerId: Id,
  accountId: Id.nullable(),
  content: z.enum(['activities', 'prices']),
  fileName: z.string(),
  state: z.enum(['done', 'reverted']),
  counts: Counts,
  createdAt: Instant,
  revertedAt: Instant.nullable(),
});
export type InvestmentImport = z.infer<typeof InvestmentImport>;

const base = { tag: 'Investments', access: 'user' } as const;

export const investmentImports = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.imports,
    summary: 'List the imports of activities and prices, the latest first',
    query: z.object({
      ledgerId: Id,
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: pageOf(InvestmentImport),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  preview: endpoint({
    ...base,
    method: 'POST',
    path: `${INVESTMENT.imports}/preview`,
    summary: 'What a file of activities or prices would change',
    description: 'Changes nothing.',
    body: InvestmentFile,
    response: InvestmentPreview,
    errors: ['validation', 'forbidden', 'not_found', 'too_large'],
  }),
  run: endpoint({
    ...base,
    method: 'POST',
    path: INVESTMENT.imports,
    summary: 'Take a file of activities or prices in',
    description: 'All of it or nothing.',
    status: 201,
    body: InvestmentFile,
    response: InvestmentImport,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'too_large'],
  }),
  revert: endpoint({
    ...base,
    method: 'POST',
    path: `${INVESTMENT.imports}/{id}/revert`,
    summary: 'Take an import of activities or prices back',
    description: 'What it added goes, also when it was changed since; prices that it wrote over are back.',
    params: IdParams,
    response: InvestmentImport,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
