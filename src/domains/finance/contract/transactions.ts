/** Transactions: what moved on the accounts. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Amount, text, Version } from './shared.ts';

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
  /** What the bank wrote; null for what a person entered. */
  bank: z.object({ payee: z.string(), memo: z.string() }).nullable(),
  importId: Id.nullable(),
  /** Rules that set something when it came in. */
  ruleIds: z.array(Id),
  /** Parts with categories of their own; empty, or summing to the amount. */
  splits: z.array(TransactionSplit),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Transaction = z.infer<typeof Transaction>;

const Fields = {
  payee: text(200).optional(), notes: text(2000).optional(), categoryId: Id.nullable().optional(), tags: z.array(text(60).min(1)).max(30).optional(),
};
const NewSplits = z.array(z.strictObject({ amount: Amount, categoryId: Id.nullable().optional(), notes: text(500).optional() })).max(50);

export const NewTransaction = z.strictObject({ accountId: Id, day: Day, amount: Amount, ...Fields, splits: NewSplits.optional() });
export type NewTransaction = z.infer<typeof NewTransaction>;
/** Day and amount of what a bank told cannot be changed: they are the bank's. */
export const TransactionUpdate = z.strictObject({ version: Version, day: Day.optional(), amount: Amount.optional(), ...Fields, splits: NewSplits.optional() });
export type TransactionUpdate = z.infer<typeof TransactionUpdate>;

export const TransactionQuery = z.object({
  ledgerId: Id,
  accountId: Id.optional(),
  /** A category, or `none` for those without one. */
  categoryId: z.union([Id, z.literal('none')]).optional(),
  from: Day.optional(),
  to: Day.optional(),
  direction: z.enum(['in', 'out']).optional(),
  search: text(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const base = { tag: 'Finance', access: 'user' } as const;

export const transactions = {
  list: endpoint({ ...base, method: 'GET', path: '/api/finance/transactions', summary: 'List transactions, the latest first', query: TransactionQuery, response: pageOf(Transaction), errors: ['bad_request', 'validation', 'not_found'] }),
  create: endpoint({ ...base, method: 'POST', path: '/api/finance/transactions', summary: 'Enter a transaction', status: 201, body: NewTransaction, response: Transaction, errors: ['validation', 'forbidden', 'not_found'] }),
  get: endpoint({ ...base, method: 'GET', path: '/api/finance/transactions/{id}', summary: 'Get a transaction', params: IdParams, response: Transaction, errors: ['not_found'] }),
  update: endpoint({
    ...base, method: 'PUT', path: '/api/finance/transactions/{id}', summary: 'Change or split a transaction', description: 'Parts must sum to the amount; an empty list joins them again.',
    params: IdParams, body: TransactionUpdate, response: Transaction, errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({ ...base, method: 'DELETE', path: '/api/finance/transactions/{id}', summary: 'Delete a transaction', description: 'What came from a bank stays deleted when it is told again.', params: IdParams, errors: ['forbidden', 'not_found'] }),
  restore: endpoint({ ...base, method: 'POST', path: '/api/finance/transactions/{id}/restore', summary: 'Bring a deleted transaction back', params: IdParams, response: Transaction, errors: ['forbidden', 'not_found'] }),
} as const;
