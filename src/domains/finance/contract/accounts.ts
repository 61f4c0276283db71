/** Accounts and categories of a ledger. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Amount, Currency, text, Version } from './shared.ts';

/** Things that are worth something and hold no money: what they are worth is said from time to time. */
export const VALUED_KINDS = ['property', 'vehicle', 'valuables'] as const;
export const AccountKind = z.enum([
  'checking',
  'savings',
  'card',
  'cash',
  'loan',
  'investment',
  'other',
  ...VALUED_KINDS,
]);
/** Accounts whose cash investments may move. */
export const HOLDS_CASH: ReadonlySet<string> = new Set<z.infer<typeof AccountKind>>([
  'checking',
  'savings',
  'cash',
  'investment',
  'other',
]);
export const isValued = (kind: string): boolean => (VALUED_KINDS as readonly string[]).includes(kind);

export const Account = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  name: z.string(),
  kind: AccountKind,
  currency: z.string(),
  institution: z.string(),
  number: z.string(),
  openingBalance: Amount,
  openingDay: Day.nullable(),
  /** Which day of a bank's file its transactions count on: the day of booking, or the value date. */
  dayBasis: z.enum(['booking', 'value']),
  /** Opening balance and every transaction that is booked; what is owed is negative. */
  balance: Amount,
  /** With what is pending. */
  balanceWithPending: Amount,
  /**
   * When it was last found to agree with its statement; of a thing of value: when it was last said what it is worth.
   */
  reconciledThrough: Day.nullable(),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Account = z.infer<typeof Account>;

const AccountFields = {
  name: text(120).min(1, 'Enter a name.'),
  institution: text(120).optional(),
  number: text(60).optional(),
  openingBalance: Amount.optional(),
  openingDay: Day.nullable().optional(),
  dayBasis: z.enum(['booking', 'value']).optional(),
};
export const NewAccount = z.strictObject({ ledgerId: Id, kind: AccountKind, currency: Currency, ...AccountFields });
export type NewAccount = z.infer<typeof NewAccount>;
export const AccountUpdate = z.strictObject({
  version: Version,
  kind: AccountKind.optional(),
  archived: z.boolean().optional(),
  ...AccountFields,
  name: AccountFields.name.optional(),
});
export type AccountUpdate = z.infer<typeof AccountUpdate>;

export const Category = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  name: z.string(),
  kind: z.enum(['income', 'expense']),
  position: z.number().int(),
  /** The rest of a month's budget carries over to the next. */ rollover: z.boolean(),
});
export type Category = z.infer<typeof Category>;
export const NewCategory = z.strictObject({
  ledgerId: Id,
  name: text(80).min(1, 'Enter a name.'),
  kind: z.enum(['income', 'expense']),
});
export type NewCategory = z.infer<typeof NewCategory>;

const base = { tag: 'Finance', access: 'user' } as const;
const ofLedger = z.object({ ledgerId: Id });

export const accounts = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/accounts',
    summary: 'List the accounts of a ledger with their balances',
    query: ofLedger,
    response: z.object({ items: z.array(Account) }),
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/accounts',
    summary: 'Create an account',
    status: 201,
    body: NewAccount,
    response: Account,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/accounts/{id}',
    summary: 'Get an account',
    params: IdParams,
    response: Account,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/accounts/{id}',
    summary: 'Change or archive an account',
    description: 'The currency of an account stays.',
    params: IdParams,
    body: AccountUpdate,
    response: Account,
    errors: ['validation', 'forbidden', 'not_found', 'stale', 'conflict'],
  }),
} as const;

export const Reconciliation = z.object({
  id: Id,
  accountId: Id,
  day: Day,
  /** As the statement says. */
  balance: Amount,
  /** The difference entered as an adjustment; zero if there was none. */
  adjustment: Amount,
  adjustmentId: Id.nullable(),
  createdAt: Instant,
});
export type Reconciliation = z.infer<typeof Reconciliation>;
export const NewReconciliation = z.strictObject({
  day: Day,
  balance: Amount,
  /** Enter the difference as a transaction. Without it a difference is refused. */ adjust: z.boolean().default(false),
});

export const reconciliations = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/accounts/{id}/reconciliations',
    summary: 'When an account agreed with its statement, the latest first',
    description: 'The latest 100.',
    params: IdParams,
    response: z.object({ items: z.array(Reconciliation) }),
    errors: ['not_found'],
  }),
  balance: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/accounts/{id}/balance',
    summary: 'What an account held at the end of a day',
    params: IdParams,
    query: z.object({ day: Day }),
    response: z.object({
      day: Day,
      balance: Amount,
      pending: Amount,
      /** Booked transactions since the last reconciliation, up to the day. */ since: z.number().int(),
    }),
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/accounts/{id}/reconciliations',
    summary: 'Say what the statement says',
    description:
      'A difference is refused with its amount, or entered as an adjustment. Of property, vehicles and valuables it says what they are worth: the difference is entered as a change in value, and later values stay as they were said.',
    status: 201,
    params: IdParams,
    body: NewReconciliation,
    response: Reconciliation,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/accounts/{id}/reconciliations/{reconciliationId}',
    summary: 'Undo a reconciliation and its adjustment',
    params: z.object({ id: Id, reconciliationId: Id }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;

export const categories = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/categories',
    summary: 'List the categories of a ledger',
    query: ofLedger,
    response: z.object({ items: z.array(Category) }),
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/categories',
    summary: 'Create a category',
    status: 201,
    body: NewCategory,
    response: Category,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  rename: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/categories/{id}',
    summary: 'Rename a category, or let its budget roll over',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      name: NewCategory.shape.name.optional(),
      rollover: z.boolean().optional(),
    }),
    response: Category,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/categories/{id}',
    summary: 'Delete a category',
    description: 'Its transactions stay, without one.',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
