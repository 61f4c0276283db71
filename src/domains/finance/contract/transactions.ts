/** Transactions: what moved on the accounts. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Amount, Currency, text, Version } from './shared.ts';

export const TransactionSplit = z.object({ amount: Amount, categoryId: Id.nullable(), notes: z.string() });

export const Transaction = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  accountId: Id,
  day: Day,
  /** In the account's currency; money out is negative. */
  amount: Amount,
  currency: z.string(),
  payee: z.string(),
  notes: z.string(),
  categoryId: Id.nullable(),
  tags: z.array(z.string()),
  pending: z.boolean(),
  checkNumber: z.string(),
  /** Where a file lists them: the day on which the bank booked it, and the one from which it bears interest. */
  bookedDay: Day.nullable(),
  valueDay: Day.nullable(),
  /** The amount in a foreign currency before the bank converted it. */
  original: z.object({ amount: Amount, currency: z.string() }).nullable(),
  /** The bank's text; null for manual entries. */
  bank: z.object({ payee: z.string(), memo: z.string() }).nullable(),
  importId: Id.nullable(),
  /** Rules that set something when it came in. */
  ruleIds: z.array(Id),
  /** Parts with categories of their own; empty, or summing to the amount. */
  splits: z.array(TransactionSplit),
  /**
   * The other side, where it is a transfer between accounts of the ledger; such ones are neither income nor spending.
   */
  transfer: z.object({ id: Id, transactionId: Id, accountId: Id }).nullable(),
  /**
   * The activity whose cash it moves: what was bought, sold or earned in an investment account. It is neither income
   * nor spending, and follows the activity.
   */
  activity: z.object({ id: Id, accountId: Id }).nullable(),
  /** How many receipts are attached. */
  receipts: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Transaction = z.infer<typeof Transaction>;

const Fields = {
  payee: text(200).optional(),
  notes: text(2000).optional(),
  categoryId: Id.nullable().optional(),
  tags: z.array(text(60).min(1)).max(30).optional(),
};
const NewSplits = z
  .array(z.strictObject({ amount: Amount, categoryId: Id.nullable().optional(), notes: text(500).optional() }))
  .max(50);

export const NewTransaction = z.strictObject({
  accountId: Id,
  day: Day,
  amount: Amount,
  ...Fields,
  splits: NewSplits.optional(),
});
export type NewTransaction = z.infer<typeof NewTransaction>;
/** Day and amount of what a bank told cannot be changed: they are the bank's. */
export const TransactionUpdate = z.strictObject({
  version: Version,
  day: Day.optional(),
  amount: Amount.optional(),
  ...Fields,
  splits: NewSplits.optional(),
});
export type TransactionUpdate = z.infer<typeof TransactionUpdate>;

const Filters = {
  ledgerId: Id,
  accountId: Id.optional(),
  /** A category, `none` for those without one, or `transfer` for transfers between accounts. */
  categoryId: z.union([Id, z.enum(['none', 'transfer'])]).optional(),
  from: Day.optional(),
  to: Day.optional(),
  direction: z.enum(['in', 'out']).optional(),
  state: z.enum(['pending', 'posted']).optional(),
  importId: Id.optional(),
  /**
   * Only what can still settle an invoice or a bill in this currency: booked, no transfer, and not all of it matched.
   */
  payableIn: Currency.optional(),
  /** Words of payee, notes and what the bank wrote; `#tag` for a tag. */
  search: text(200).optional(),
};
export const TransactionFilter = z.strictObject(Filters);
export type TransactionFilter = z.infer<typeof TransactionFilter>;
export const TransactionQuery = z.object({
  ...Filters,
  /** Those that were deleted instead. */
  deleted: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** How many transactions one act may change. */
export const MAX_BULK = 10_000;

export const BulkTransactions = z.strictObject({
  ledgerId: Id,
  /** These, or whatever matches `filter`. */
  ids: z.array(Id).min(1).max(1000).optional(),
  filter: TransactionFilter.optional(),
  except: z.array(Id).max(1000).optional(),
  set: z.strictObject({
    categoryId: Id.nullable().optional(),
    addTags: z.array(text(60).min(1)).max(30).optional(),
    removeTags: z.array(text(60).min(1)).max(30).optional(),
    deleted: z.boolean().optional(),
  }),
});
export type BulkTransactions = z.infer<typeof BulkTransactions>;

export const TransactionChange = z.object({
  id: z.string(),
  /** Dotted, past tense: `updated`, `imported`, `linked`. */
  kind: z.string(),
  at: Instant,
  /** The person who did it; null for the system. */
  by: z.object({ id: Id, name: z.string() }).nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type TransactionChange = z.infer<typeof TransactionChange>;

export const Receipt = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  createdAt: Instant,
});
export type Receipt = z.infer<typeof Receipt>;
/** Bytes. */
export const MAX_RECEIPT = 20 * 1024 * 1024;
const ReceiptParams = z.object({ id: Id, receiptId: Id });

const base = { tag: 'Finance', access: 'user' } as const;

export const transactions = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transactions',
    summary: 'List transactions, the latest first',
    query: TransactionQuery,
    response: pageOf(Transaction),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transactions',
    summary: 'Enter a transaction',
    status: 201,
    body: NewTransaction,
    response: Transaction,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transactions/{id}',
    summary: 'Get a transaction',
    params: IdParams,
    response: Transaction,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/transactions/{id}',
    summary: 'Change or split a transaction',
    description: 'Parts must sum to the amount; an empty list joins them again.',
    params: IdParams,
    body: TransactionUpdate,
    response: Transaction,
    errors: ['validation', 'forbidden', 'not_found', 'stale', 'conflict'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/transactions/{id}',
    summary: 'Delete a transaction',
    description: 'What came from a bank stays deleted when it is told again.',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transactions/{id}/restore',
    summary: 'Bring a deleted transaction back',
    params: IdParams,
    response: Transaction,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transactions/export',
    summary: 'Transactions as CSV',
    query: z.object(Filters),
    produces: 'text/csv',
    errors: ['validation', 'not_found'],
  }),
  bulk: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transactions/bulk',
    summary: 'Change many transactions at once',
    description: `At most ${MAX_BULK.toLocaleString('en')}. The answer's \`id\` takes it back.`,
    body: BulkTransactions,
    response: z.object({ id: Id, changed: z.number().int() }),
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  undoBulk: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transactions/bulk/{id}/undo',
    summary: 'Undo a bulk change of transactions',
    description: 'Transactions that someone changed since are skipped.',
    params: IdParams,
    response: z.object({ restored: z.number().int() }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  history: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transactions/{id}/history',
    summary: 'Who changed what of a transaction, the latest first',
    description: 'The latest 200 changes.',
    params: IdParams,
    response: z.object({ items: z.array(TransactionChange) }),
    errors: ['not_found'],
  }),
  receipts: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transactions/{id}/receipts',
    summary: 'Receipts of a transaction',
    params: IdParams,
    response: z.object({ items: z.array(Receipt) }),
    errors: ['not_found'],
  }),
  attachReceipt: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transactions/{id}/receipts',
    summary: 'Attach a receipt',
    description: 'A picture or PDF of at most 20 MB, as `file` of a form.',
    status: 201,
    params: IdParams,
    consumes: 'multipart/form-data',
    response: Receipt,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'too_large', 'storage_full'],
  }),
  downloadReceipt: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transactions/{id}/receipts/{receiptId}',
    summary: 'Download a receipt',
    params: ReceiptParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
  removeReceipt: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/transactions/{id}/receipts/{receiptId}',
    summary: 'Delete a receipt',
    params: ReceiptParams,
    errors: ['forbidden', 'not_found'],
  }),
} as const;
