/** Recurring payments and transfers between accounts: suggested with evidence, and only set by people. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams } from '../../../kernel/endpoint.ts';
import { Amount, text, Version } from './shared.ts';

export const Frequency = z.enum(['weekly', 'biweekly', 'semimonthly', 'monthly', 'quarterly', 'semiannual', 'annual']);
export type Frequency = z.infer<typeof Frequency>;

export const Recurring = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  accountId: Id,
  name: z.string(),
  /** The usual amount; money out is negative. */
  amount: Amount,
  currency: z.string(),
  frequency: Frequency,
  /** A day on which it falls. */
  anchorDay: Day,
  categoryId: Id.nullable(),
  state: z.enum(['active', 'ended']),
  /** Null when it has ended. */
  nextDay: Day.nullable(),
  /** The latest transaction of the merchant. */
  last: z.object({ transactionId: Id, day: Day, amount: Amount }).nullable(),
  /** Difference of the latest payment from the expected one; null if within 2%. */
  priceChange: Amount.nullable(),
});
export type Recurring = z.infer<typeof Recurring>;

const Fields = {
  name: text(120).min(1, 'Enter a name.'),
  amount: Amount,
  frequency: Frequency,
  anchorDay: Day,
  categoryId: Id.nullable().optional(),
};
export const NewRecurring = z.strictObject({
  ledgerId: Id,
  accountId: Id,
  ...Fields,
  /** As a suggestion names it; absent: made of the name. */
  merchant: text(200).optional(),
});
export type NewRecurring = z.infer<typeof NewRecurring>;
export const RecurringUpdate = z.strictObject({
  version: Version,
  name: Fields.name.optional(),
  amount: Amount.optional(),
  frequency: Frequency.optional(),
  anchorDay: Day.optional(),
  categoryId: Id.nullable().optional(),
  state: z.enum(['active', 'ended']).optional(),
});
export type RecurringUpdate = z.infer<typeof RecurringUpdate>;

/** Found in what happened; nothing is set. */
export const RecurringSuggestion = z.object({
  accountId: Id,
  merchant: z.string(),
  payee: z.string(),
  currency: z.string(),
  frequency: Frequency,
  averageAmount: Amount,
  lastAmount: Amount,
  /** All amounts lie within 2 %: a subscription rather than a bill that varies. */
  fixed: z.boolean(),
  firstDay: Day,
  lastDay: Day,
  /** To confirm it with: the latest day that shows on which day of the month it falls. */
  anchorDay: Day,
  nextDay: Day,
  status: z.enum(['early', 'active']),
  /** How often it came. */
  times: z.number().int(),
  categoryId: Id.nullable(),
});
export type RecurringSuggestion = z.infer<typeof RecurringSuggestion>;

const base = { tag: 'Finance', access: 'user' } as const;
const ofLedger = z.object({ ledgerId: Id });

export const recurring = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/recurring',
    summary: 'List what comes again in a ledger',
    query: ofLedger,
    response: z.object({ items: z.array(Recurring) }),
    errors: ['validation', 'not_found'],
  }),
  suggestions: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/recurring/suggestions',
    summary: 'What seems to come again',
    description: 'Looked for in the latest 20,000 transactions of the last 15 months.',
    query: ofLedger,
    response: z.object({ looked: z.number().int(), items: z.array(RecurringSuggestion) }),
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/recurring',
    summary: 'Say that something comes again',
    status: 201,
    body: NewRecurring,
    response: Recurring,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/recurring/{id}',
    summary: 'Change what comes again',
    params: IdParams,
    body: RecurringUpdate,
    response: Recurring,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/recurring/{id}',
    summary: 'Forget what comes again',
    description: 'It may be suggested again.',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  dismiss: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/recurring/dismissals',
    summary: 'Say that a suggestion is nothing that comes again',
    status: 201,
    body: z.strictObject({ ledgerId: Id, accountId: Id, merchant: text(200).min(1) }),
    response: z.object({ id: Id }),
    errors: ['validation', 'forbidden', 'not_found'],
  }),
} as const;

const Side = z.object({ id: Id, accountId: Id, day: Day, amount: Amount, currency: z.string(), payee: z.string() });
export const TransferSuggestion = z.object({
  out: Side,
  in: Side,
  /** Days between the two. */ days: z.number().int(),
});
export type TransferSuggestion = z.infer<typeof TransferSuggestion>;
const Pair = z.strictObject({ outId: Id, inId: Id });

export const transfers = {
  suggestions: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/transfers/suggestions',
    summary: 'Pairs that seem to be transfers between accounts',
    description:
      'Opposite amounts in different accounts within four days; across currencies within 5% of the day’s rate. Looked for in the latest 20,000 transactions of the last 15 months.',
    query: ofLedger,
    response: z.object({ looked: z.number().int(), items: z.array(TransferSuggestion) }),
    errors: ['validation', 'not_found'],
  }),
  link: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transfers',
    summary: 'Say that two transactions are one transfer',
    status: 201,
    body: Pair,
    response: z.object({ id: Id }),
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  refuse: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/transfers/refusals',
    summary: 'Say that two transactions are no transfer',
    status: 201,
    body: Pair,
    response: z.object({ id: Id }),
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/transfers/{id}',
    summary: 'Undo a decision on a possible transfer',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
