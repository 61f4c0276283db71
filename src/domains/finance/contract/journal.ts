/** The books of a business: chart of accounts, journal, statements. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Month, PLAN_BACK, PlanChange } from './plans.ts';
import { Amount, text, Version } from './shared.ts';

/** An account's role; the engine's `ROLES` define its type and its place in statements. */
export const BookRole = z.enum([
  'cash',
  'receivable',
  'inventory',
  'currentAsset',
  'investment',
  'fixedAsset',
  'accumulatedDepreciation',
  'otherAsset',
  'payable',
  'card',
  'taxPayable',
  'currentLiability',
  'loan',
  'longTermLiability',
  'capital',
  'drawings',
  'retainedEarnings',
  'revenue',
  'otherIncome',
  'costOfSales',
  'operatingExpense',
  'depreciation',
  'interest',
  'incomeTax',
  'otherExpense',
]);
export type BookRole = z.infer<typeof BookRole>;
export const BookType = z.enum(['asset', 'liability', 'equity', 'income', 'expense']);
export type BookType = z.infer<typeof BookType>;

export const BookAccount = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  /** Its number in the chart; accounts are listed in its order. */
  code: z.string(),
  name: z.string(),
  role: BookRole,
  type: BookType,
  /** Set if the product posts to it: `receivable`, `suspense`, …; such an account cannot be archived. */
  system: z.string().nullable(),
  /** The bank account, card or loan that it stands for. */
  accountId: Id.nullable(),
  /** Categories of transactions that are posted to it. */
  categories: z.array(z.object({ id: Id, name: z.string() })),
  /** Debits less credits of all entries, in the ledger's currency. */
  balance: Amount,
  archivedAt: Instant.nullable(),
});
export type BookAccount = z.infer<typeof BookAccount>;

const code = z
  .string()
  .trim()
  .regex(/^[0-9]{3,8}$/, 'Three to eight digits.');
const name = text(120).min(1, 'Enter a name.');
export const NewBookAccount = z.strictObject({ code, name, role: BookRole });
export type NewBookAccount = z.infer<typeof NewBookAccount>;
export const BookAccountUpdate = z.strictObject({
  version: Version,
  code: code.optional(),
  name: name.optional(),
  role: BookRole.optional(),
  archived: z.boolean().optional(),
});
export type BookAccountUpdate = z.infer<typeof BookAccountUpdate>;

export const JournalLine = z.object({
  accountId: Id,
  code: z.string(),
  name: z.string(),
  /** In the ledger's currency: debits positive, credits negative. */
  amount: Amount,
  memo: z.string(),
  foreign: z.object({ amount: Amount, currency: z.string() }).nullable(),
});
export const JournalEntry = z.object({
  id: Id,
  ledgerId: Id,
  day: Day,
  memo: z.string(),
  kind: z.enum(['entry', 'closing']),
  /** The entry's source: `manual`, `transaction`, `opening`, `invoice`, `bill`, `payment`, … */
  source: z.string(),
  sourceId: Id.nullable(),
  reverses: Id.nullable(),
  reversedBy: Id.nullable(),
  /** Sum of the debits. */
  amount: Amount,
  lines: z.array(JournalLine),
  createdBy: z.string().nullable(),
  createdAt: Instant,
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const NewJournalEntry = z.strictObject({
  ledgerId: Id,
  day: Day,
  memo: text(300).min(1, 'Say what it is about.'),
  lines: z
    .array(z.strictObject({ accountId: Id, amount: Amount, memo: text(200).optional() }))
    .min(2, 'An entry needs at least two lines.')
    .max(200),
});
export type NewJournalEntry = z.infer<typeof NewJournalEntry>;

const roles = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(BookRole).max(30));
const JournalFilters = {
  ledgerId: Id,
  from: Day.optional(),
  to: Day.optional(),
  accountId: Id.optional(),
  /** Entries with a line on an account of one of these roles, separated by commas. */
  roles: roles.optional(),
  source: z
    .string()
    .regex(/^[a-z]{1,30}$/)
    .optional(),
  search: text(100).optional(),
};
export const JournalQuery = z.object({
  ...JournalFilters,
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type JournalFilter = Omit<z.infer<typeof JournalQuery>, 'cursor' | 'limit'>;

export const Books = z.object({
  ledgerId: Id,
  version: z.number().int(),
  currency: z.string(),
  /** Month, 1 to 12. */
  yearStartsIn: z.number().int(),
  /** Booked transactions without a rate into the ledger's currency: they are in no figure. */
  waiting: z.number().int(),
  /** Transactions without a category. */
  toSort: z.object({ accountId: Id, count: z.number().int(), balance: Amount }),
});
export type Books = z.infer<typeof Books>;

const StatementLine = z.object({
  label: z.string(),
  /** Filter of the journal for the entries behind the line; null if they are those of other lines. */
  entries: z.object({ accountId: Id.nullable(), roles: z.array(BookRole) }).nullable(),
  /** One for each period. */
  amounts: z.array(Amount),
});
export type StatementRow = z.infer<typeof StatementLine>;
export const StatementKind = z.enum(['profitAndLoss', 'balanceSheet', 'cashFlow']);
export type StatementKind = z.infer<typeof StatementKind>;
export const Statement = z.object({
  kind: StatementKind,
  currency: z.string(),
  /** Of what the columns are: of the budget there is one, and one of what the first differs by from it. */
  periods: z.array(z.object({ from: Day.nullable(), to: Day, what: z.enum(['actual', 'budget', 'difference']) })),
  sections: z.array(
    z.object({ key: z.string(), label: z.string(), lines: z.array(StatementLine), total: StatementLine }),
  ),
  results: z.record(z.string(), StatementLine),
});
export type Statement = z.infer<typeof Statement>;
export const StatementQuery = z.object({
  kind: StatementKind,
  from: Day.optional(),
  to: Day,
  compare: z.enum(['none', 'before', 'year', 'budget']).default('before'),
});

export const TrialBalance = z.object({
  day: Day,
  currency: z.string(),
  rows: z.array(z.object({ accountId: Id, code: z.string(), name: z.string(), debit: Amount, credit: Amount })),
  debit: Amount,
  credit: Amount,
});
export type TrialBalance = z.infer<typeof TrialBalance>;

/** A month's budget by account; all amounts in the account's normal direction. */
export const BookBudget = z.object({
  month: Month,
  currency: z.string(),
  lines: z.array(
    z.object({
      accountId: Id,
      code: z.string(),
      name: z.string(),
      type: z.enum(['income', 'expense']),
      /** Null: nothing is planned. */ budgeted: Amount.nullable(),
      /** The month from which it stands. */ since: Month.nullable(),
      actual: Amount,
      /** A month, in the three before. */ average: Amount,
    }),
  ),
  totals: z.object({ incomePlanned: Amount, income: Amount, expensesPlanned: Amount, expenses: Amount }),
});
export type BookBudget = z.infer<typeof BookBudget>;

/** Of a business: what it brings from its books before. Debits positive, credits negative. */
export const OpeningBalances = z.object({
  day: Day.nullable(),
  entryId: Id.nullable(),
  lines: z.array(z.object({ accountId: Id, amount: Amount })),
});
export type OpeningBalances = z.infer<typeof OpeningBalances>;
export const OpeningBalancesInput = z.strictObject({
  day: Day,
  lines: z.array(z.strictObject({ accountId: Id, amount: Amount })).max(500),
});
export type OpeningBalancesInput = z.infer<typeof OpeningBalancesInput>;

/**
 * Balances in other currencies at the end of a day; `rate`, `value` and `difference` are null where nothing says what
 * the currency is worth.
 */
export const Revaluation = z.object({
  day: Day,
  currency: z.string(),
  rows: z.array(
    z.object({
      accountId: Id,
      name: z.string(),
      currency: z.string(),
      foreign: Amount,
      rate: z.string().nullable(),
      book: Amount,
      value: Amount.nullable(),
      difference: Amount.nullable(),
    }),
  ),
  total: Amount,
  entryId: Id.nullable(),
});
export type Revaluation = z.infer<typeof Revaluation>;

const base = { tag: 'Books', access: 'user' } as const;
const changing = ['validation', 'forbidden', 'not_found', 'conflict'] as const;

export const books = {
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}',
    summary: 'The books of a business ledger',
    description:
      'Begins them when they are asked for the first time: a standard chart, and entries for all that the bank has told.',
    params: IdParams,
    response: Books,
    errors: ['not_found', 'conflict'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/{id}',
    summary: 'Say when the business year begins',
    params: IdParams,
    body: z.strictObject({ version: Version, yearStartsIn: z.number().int().min(1).max(12) }),
    response: Books,
    errors: [...changing, 'stale'],
  }),
  accounts: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/accounts',
    summary: 'The chart of accounts with balances',
    params: IdParams,
    response: z.object({ items: z.array(BookAccount) }),
    errors: ['not_found', 'conflict'],
  }),
  createAccount: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/books/{id}/accounts',
    summary: 'Add an account to the chart',
    status: 201,
    params: IdParams,
    body: NewBookAccount,
    response: BookAccount,
    errors: changing,
  }),
  updateAccount: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/accounts/{id}',
    summary: 'Rename, renumber or archive an account of the chart',
    description: 'An account with entries keeps its type.',
    params: IdParams,
    body: BookAccountUpdate,
    response: BookAccount,
    errors: [...changing, 'stale'],
  }),
  mapCategory: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/{id}/categories/{categoryId}',
    summary: 'Say to which account transactions of a category are posted',
    description: 'Those of open periods are posted anew.',
    params: z.object({ id: Id, categoryId: Id }),
    body: z.strictObject({ accountId: Id }),
    response: z.object({ posted: z.number().int() }),
    errors: changing,
  }),
  trialBalance: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/trial-balance',
    summary: 'Trial balance at the end of a day',
    params: IdParams,
    query: z.object({ day: Day }),
    response: TrialBalance,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  statement: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/statement',
    summary: 'Profit and loss, balance sheet or cash flow',
    description:
      'A balance sheet is of the end of `to`. `compare` adds the period before, the same of the year before, or, to profit and loss, the budget and the difference.',
    params: IdParams,
    query: StatementQuery,
    response: Statement,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  statementPdf: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/statement.pdf',
    summary: 'A statement as PDF',
    params: IdParams,
    query: StatementQuery,
    produces: 'application/pdf',
    errors: ['validation', 'not_found', 'conflict'],
  }),
  budget: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/budget',
    summary: 'What is planned for a month, by account',
    params: IdParams,
    query: z.object({ month: Month }),
    response: BookBudget,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  setBudget: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/{id}/budget',
    summary: 'Plan an amount for an account',
    description: 'From the month on, until another amount is planned; or for this month only. Null ends the plan.',
    params: IdParams,
    body: z.strictObject({
      month: Month,
      accountId: Id,
      amount: Amount.nullable(),
      onlyThisMonth: z.boolean().default(false),
    }),
    response: BookBudget.extend({ change: PlanChange }),
    errors: changing,
  }),
  takeBudgetBack: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/{id}/budget/plans',
    summary: 'Remove the budget of an account',
    description: 'By the `change` that planning answered. Refused where it was planned anew since.',
    params: IdParams,
    body: z.strictObject({ month: Month, accountId: Id, ...PLAN_BACK }),
    response: BookBudget,
    errors: [...changing, 'stale'],
  }),
  opening: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/opening',
    summary: 'Opening balances brought from other books',
    params: IdParams,
    response: OpeningBalances,
    errors: ['not_found', 'conflict'],
  }),
  setOpening: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/{id}/opening',
    summary: 'Enter the opening balances',
    description:
      'In place of those entered before. Bank accounts, receivables and payables bring their own; what does not balance stands on “Opening balances”.',
    params: IdParams,
    body: OpeningBalancesInput,
    response: OpeningBalances,
    errors: changing,
  }),
  revaluation: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/revaluation',
    summary: 'What balances in other currencies are worth at the end of a day',
    params: IdParams,
    query: z.object({ day: Day }),
    response: Revaluation,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  revalue: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/books/{id}/revaluation',
    summary: 'Post what they differ by',
    description: 'As a difference that is not realised; its opposite is posted on the day after.',
    status: 201,
    params: IdParams,
    body: z.strictObject({ day: Day }),
    response: Revaluation,
    errors: changing,
  }),
} as const;

export const journal = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/journal',
    summary: 'List journal entries, the latest first',
    query: JournalQuery,
    response: pageOf(JournalEntry),
    errors: ['bad_request', 'validation', 'not_found', 'conflict'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/books/journal',
    summary: 'Post an entry',
    description: 'Debits are positive, credits negative; they must balance.',
    status: 201,
    body: NewJournalEntry,
    response: JournalEntry,
    errors: changing,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/journal/{id}',
    summary: 'Get an entry',
    params: IdParams,
    response: JournalEntry,
    errors: ['not_found'],
  }),
  reverse: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/books/journal/{id}/reverse',
    summary: 'Reverse an entry',
    description:
      'Posts its opposite. Entries of bank transactions follow their transaction, those of invoices and bills their document.',
    status: 201,
    params: IdParams,
    body: z.strictObject({ day: Day }),
    response: JournalEntry,
    errors: changing,
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/journal/export',
    summary: 'Journal entries as CSV, a row for each line',
    query: z.object(JournalFilters),
    produces: 'text/csv',
    errors: ['validation', 'not_found', 'conflict'],
  }),
} as const;
