/**
 * Business expenses: from a receipt to money back. People see their own; administrators and owners of the workspace see
 * all.
 */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { EXPENSES } from '../paths.ts';
import { Amount, Currency, text, Version } from './shared.ts';

export const EXPENSE_KINDS = ['purchase', 'mileage', 'per_diem'] as const;
/**
 * `returned` went back to its author with a question; `reimbursed` is paid back. What a company card paid ends as
 * `approved`.
 */
export const EXPENSE_STATES = ['draft', 'submitted', 'approved', 'returned', 'rejected', 'reimbursed'] as const;
export const ExpenseState = z.enum(EXPENSE_STATES);
export type ExpenseState = z.infer<typeof ExpenseState>;
export const PAID_WITH = ['own', 'company_card'] as const;

const Figure = z.string();
const Person = z.object({ id: Id, name: z.string() });
const Positive = Amount.refine(
  (amount) => /[1-9]/.test(amount) && !amount.startsWith('-'),
  'Enter an amount above zero.',
);
const blank = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .nullable()
    .optional();
const Quantity = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, 'Enter a number, such as 12.5.')
  .refine((value) => /[1-9]/.test(value), 'Enter a number above zero.');

export const Violation = z.object({
  kind: z.enum([
    'forbidden',
    'no_category',
    'no_rate',
    'per_expense',
    'per_day',
    'no_receipt',
    'too_old',
    'future',
    'duplicate',
  ]),
  message: z.string(),
  /** It cannot be submitted like this. */
  blocks: z.boolean(),
});
export type Violation = z.infer<typeof Violation>;

const Fields = {
  kind: z.enum(EXPENSE_KINDS).default('purchase'),
  merchant: text(200).min(1, 'Say where, or what for.'),
  day: Day,
  /** Of a purchase. Mileage and per diems are worked out. */
  amount: blank(Positive),
  currency: Currency,
  tax: blank(Amount),
  category: text(60).min(1, 'Choose a category.'),
  report: text(120).optional(),
  client: text(120).optional(),
  billable: z.boolean().optional(),
  paidWith: z.enum(PAID_WITH).default('own'),
  cardLast4: z.union([z.string().regex(/^\d{4}$/, 'The last four digits.'), z.literal('')]).optional(),
  notes: text(2000).optional(),
  distance: blank(Quantity),
  days: blank(Quantity),
  /** Of a per diem: what a day is worth. */
  perDay: blank(Positive),
  receiptId: Id.nullable().optional(),
};

interface Given {
  kind: (typeof EXPENSE_KINDS)[number];
  amount?: unknown;
  distance?: unknown;
  days?: unknown;
  perDay?: unknown;
}
function complete(given: Given, context: z.RefinementCtx): void {
  const need = (field: 'amount' | 'distance' | 'days' | 'perDay', message: string): void => {
    if (!given[field]) context.addIssue({ code: 'custom', path: [field], message });
  };
  if (given.kind === 'purchase') need('amount', 'Enter the amount.');
  if (given.kind === 'mileage') need('distance', 'Enter how far it was.');
  if (given.kind === 'per_diem') {
    need('days', 'Enter how many days.');
    need('perDay', 'Enter what a day is worth.');
  }
}
export const NewExpense = z.strictObject(Fields).superRefine(complete);
export type NewExpense = z.output<typeof NewExpense>;
export const ExpenseUpdate = z.strictObject({ version: Version, ...Fields }).superRefine(complete);
export type ExpenseUpdate = z.output<typeof ExpenseUpdate>;

export const Expense = z.object({
  id: Id,
  version: z.number().int(),
  user: Person,
  kind: z.enum(EXPENSE_KINDS),
  merchant: z.string(),
  day: Day,
  amount: Figure,
  currency: z.string(),
  tax: Figure.nullable(),
  /** In the workspace's currency, by that day's rate; null where there is none. */
  baseAmount: Figure.nullable(),
  baseCurrency: z.string(),
  rate: Figure.nullable(),
  category: z.string(),
  report: z.string(),
  client: z.string(),
  billable: z.boolean(),
  paidWith: z.enum(PAID_WITH),
  cardLast4: z.string(),
  notes: z.string(),
  distance: Figure.nullable(),
  unit: z.enum(['mi', 'km']).nullable(),
  days: Figure.nullable(),
  /** Rate per mile, kilometer, or day, and its source. */
  unitRate: Figure.nullable(),
  rateSource: z.string(),
  receipt: z.object({ id: Id, name: z.string(), type: z.string() }).nullable(),
  transactionId: Id.nullable(),
  state: ExpenseState,
  violations: z.array(Violation),
  submittedAt: Instant.nullable(),
  /** The first of two approvals is given. */
  firstApprovedBy: Person.nullable(),
  /** Two people have to approve. */
  needsSecond: z.boolean(),
  decidedAt: Instant.nullable(),
  decidedBy: Person.nullable(),
  reason: z.string(),
  reimbursementId: Id.nullable(),
  /** Whether the caller may decide on it now. */
  mayDecide: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Expense = z.infer<typeof Expense>;

const Filters = {
  /** `mine`, `all` that the caller may see, or `inbox`: what waits for the caller's decision. */
  scope: z.enum(['mine', 'all', 'inbox']).default('mine'),
  state: ExpenseState.optional(),
  userId: Id.optional(),
  category: text(60).optional(),
  report: text(120).optional(),
  paidWith: z.enum(PAID_WITH).optional(),
  from: Day.optional(),
  to: Day.optional(),
  flagged: z.enum(['true']).optional(),
  search: text(200).optional(),
};
export const ExpenseQuery = z.object({
  ...Filters,
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const MAX_DECIDED = 200;
const Ids = z.array(Id).min(1).max(MAX_DECIDED);
export const ExpenseDecision = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('approve'), ids: Ids }),
  z.strictObject({ act: z.literal('return'), ids: Ids, reason: text(1000).min(1, 'Say what is to be changed.') }),
  z.strictObject({ act: z.literal('reject'), ids: Ids, reason: text(1000).min(1, 'Say why.') }),
  z.strictObject({ act: z.literal('undo'), ids: Ids }),
]);
export type ExpenseDecision = z.infer<typeof ExpenseDecision>;
export const ManyDone = z.object({ done: z.array(Id), skipped: z.array(z.object({ id: Id, why: z.string() })) });
export type ManyDone = z.infer<typeof ManyDone>;

const PolicyAmount = z
  .union([Positive, z.literal('')])
  .nullable()
  .transform((value) => value || null);
const PolicyCategory = z.strictObject({
  name: text(60).min(1, 'Enter a name.'),
  perExpense: PolicyAmount,
  perDay: PolicyAmount,
  forbidden: z.boolean(),
  /** Of the chart of the ledger that expenses are posted to; by the category’s name where there is none. */ accountId:
    z
      .union([Id, z.literal('')])
      .nullable()
      .optional()
      .transform((value) => value || null),
});
const OwnRate = z.strictObject({ from: Day, rate: Positive, unit: z.enum(['mi', 'km']), currency: Currency });
export const PolicyInput = z
  .strictObject({
    /** 0 for the one that holds until someone sets one. */
    version: z.number().int().min(0),
    categories: z.array(PolicyCategory).min(1, 'Keep at least one category.').max(60),
    receiptOver: PolicyAmount,
    secondApproverOver: PolicyAmount,
    maxAgeDays: z.number().int().min(1).max(3650).nullable(),
    /** Come before published rates. */
    mileageRates: z.array(OwnRate).max(40),
    /** The business ledger that approved expenses are posted to; null for none. Absent: as it was. */
    ledgerId: z
      .union([Id, z.literal('')])
      .nullable()
      .optional()
      .transform((value) => (value === '' ? null : value)),
  })
  .superRefine(({ categories }, context) => {
    categories.forEach(({ name }, at) => {
      if (categories.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) < at)
        context.addIssue({
          code: 'custom',
          path: ['categories', at, 'name'],
          message: 'This category is there already.',
        });
    });
  });
export type PolicyInput = z.output<typeof PolicyInput>;
export const ExpensePolicy = z.object({
  version: z.number().int(),
  categories: z.array(
    z.object({
      name: z.string(),
      perExpense: Figure.nullable(),
      perDay: Figure.nullable(),
      forbidden: z.boolean(),
      accountId: Id.nullable(),
    }),
  ),
  receiptOver: Figure.nullable(),
  secondApproverOver: Figure.nullable(),
  maxAgeDays: z.number().int().nullable(),
  mileageRates: z.array(z.object({ from: Day, rate: Figure, unit: z.enum(['mi', 'km']), currency: z.string() })),
  ledgerId: Id.nullable(),
  updatedAt: Instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type ExpensePolicy = z.infer<typeof ExpensePolicy>;

/** Data that the page needs first. */
export const ExpenseSetup = z.object({
  /** The day it is where the workspace is. */
  today: Day,
  /** Of the workspace: limits and sums are in it. */
  currency: z.string(),
  isManager: z.boolean(),
  policy: ExpensePolicy,
  publishedRates: z.array(
    z.object({
      from: Day,
      to: Day.optional(),
      rate: Figure,
      unit: z.enum(['mi', 'km']),
      currency: z.string(),
      source: z.string(),
    }),
  ),
  reports: z.array(z.string()),
  clients: z.array(z.string()),
  counts: z.object({
    receipts: z.number().int(),
    inbox: z.number().int(),
    drafts: z.number().int(),
    owed: z.number().int(),
  }),
});
export type ExpenseSetup = z.infer<typeof ExpenseSetup>;

export const TransactionMatch = z.object({
  transaction: z.object({
    id: Id,
    ledgerId: Id,
    day: Day,
    amount: Figure,
    currency: z.string(),
    payee: z.string(),
    account: z.string(),
  }),
  score: z.number(),
  reasons: z.array(z.string()),
});
export type TransactionMatch = z.infer<typeof TransactionMatch>;

const base = { tag: 'Expenses', access: 'user' } as const;
const Matched = z.strictObject({ version: Version, transactionId: Id.nullable() });

export const expenses = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: EXPENSES.list,
    summary: 'List expenses, the latest first',
    description: 'Their own for everyone; all for administrators and owners of the workspace.',
    query: ExpenseQuery,
    response: pageOf(Expense),
    errors: ['bad_request', 'validation'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: EXPENSES.list,
    summary: 'Enter an expense',
    status: 201,
    body: NewExpense,
    response: Expense,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  setup: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.list}/setup`,
    summary: 'Policy, categories, mileage rates and what waits',
    response: ExpenseSetup,
  }),
  setPolicy: endpoint({
    ...base,
    method: 'PUT',
    path: `${EXPENSES.list}/policy`,
    summary: 'Set the policy',
    description:
      'Administrators and owners only. What is owed when a ledger is chosen is posted to it, and leaves the one before.',
    body: PolicyInput,
    response: ExpensePolicy,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  submit: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.list}/submit`,
    summary: 'Hand expenses in for approval',
    description: 'Each by itself; what cannot be handed in is skipped, and said why.',
    body: z.strictObject({ ids: Ids }),
    response: ManyDone,
    errors: ['validation'],
  }),
  withdraw: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.list}/withdraw`,
    summary: 'Take expenses back that nobody has decided on',
    body: z.strictObject({ ids: Ids }),
    response: ManyDone,
    errors: ['validation'],
  }),
  decide: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.list}/decide`,
    summary: 'Approve, return or reject, or take that back',
    description:
      'Goes through the approval queue: an approval is carried out exactly once. Administrators and owners only.',
    body: ExpenseDecision,
    response: ManyDone,
    errors: ['validation', 'forbidden'],
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.list}/export`,
    summary: 'Expenses as CSV',
    query: z.object(Filters),
    produces: 'text/csv',
    errors: ['validation'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.list}/{id}`,
    summary: 'Get an expense with what the policy says of it now',
    params: IdParams,
    response: Expense,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${EXPENSES.list}/{id}`,
    summary: 'Change an expense',
    description: 'A draft, or one that was returned.',
    params: IdParams,
    body: ExpenseUpdate,
    response: Expense,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${EXPENSES.list}/{id}`,
    summary: 'Delete a draft',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.list}/{id}/restore`,
    summary: 'Bring a deleted draft back',
    params: IdParams,
    response: Expense,
    errors: ['not_found', 'conflict'],
  }),
  matches: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.list}/{id}/matches`,
    summary: 'Bank transactions that it may be, with the reasons',
    description: 'Of ledgers that are shared with the caller.',
    params: IdParams,
    response: z.object({ items: z.array(TransactionMatch) }),
    errors: ['not_found'],
  }),
  match: endpoint({
    ...base,
    method: 'PUT',
    path: `${EXPENSES.list}/{id}/transaction`,
    summary: 'Say which bank transaction it is',
    params: IdParams,
    body: Matched,
    response: Expense,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
} as const;

const Found = z.object({ value: z.string(), confidence: z.number() }).nullable();
export const ReceiptProposal = z.object({
  merchant: Found,
  day: Found,
  total: Found,
  tax: Found,
  currency: Found,
  itemsTotal: Found,
  cardLast4: Found,
});

export const ExpenseReceipt = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  user: Person,
  state: z.enum(['queued', 'reading', 'read', 'failed', 'cancelled']),
  /** Share of the reading that is done, 0 to 100. */
  share: z.number().int(),
  text: z.string(),
  /** Values recognized in the text; none is applied automatically. */
  proposal: ReceiptProposal.nullable(),
  error: z.string().nullable(),
  expenseId: Id.nullable(),
  /** An earlier receipt of theirs that it seems to be once more; nothing where they said that both stay. */
  sameAs: z
    .object({
      id: Id,
      name: z.string(),
      /** `file`: the very same content. `read`: the same merchant, day and amount. */
      why: z.enum(['file', 'read']),
      merchant: z.string().nullable(),
      day: z.string().nullable(),
      expenseId: Id.nullable(),
      createdAt: Instant,
    })
    .nullable(),
  createdAt: Instant,
});
export type ExpenseReceipt = z.infer<typeof ExpenseReceipt>;

/** Bytes. */
export const MAX_EXPENSE_RECEIPT = 15 * 1024 * 1024;

export const expenseReceipts = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: EXPENSES.receipts,
    summary: 'Receipts that belong to no expense yet, the latest first',
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(ExpenseReceipt),
    errors: ['bad_request'],
  }),
  upload: endpoint({
    ...base,
    method: 'POST',
    path: EXPENSES.receipts,
    summary: 'Send a receipt and have its text read',
    description:
      'JPEG, PNG, WebP or PDF of at most 15 MB, as `file` of a form. The text is recognised on this machine.',
    status: 201,
    consumes: 'multipart/form-data',
    response: ExpenseReceipt,
    errors: ['validation', 'too_large', 'storage_full'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.receipts}/{id}`,
    summary: 'Get a receipt with what was read',
    params: IdParams,
    response: ExpenseReceipt,
    errors: ['not_found'],
  }),
  file: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.receipts}/{id}/file`,
    summary: 'The receipt itself',
    params: IdParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
  read: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.receipts}/{id}/read`,
    summary: 'Read a receipt again',
    params: IdParams,
    response: ExpenseReceipt,
    errors: ['not_found', 'conflict'],
  }),
  keep: endpoint({
    ...base,
    method: 'PUT',
    path: `${EXPENSES.receipts}/{id}/kept`,
    summary: 'Say whether a receipt stays beside the one that it looks like',
    params: IdParams,
    body: z.strictObject({ kept: z.boolean() }),
    response: ExpenseReceipt,
    errors: ['validation', 'not_found'],
  }),
  cancel: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.receipts}/{id}/cancel`,
    summary: 'Stop reading',
    params: IdParams,
    response: ExpenseReceipt,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${EXPENSES.receipts}/{id}`,
    summary: 'Delete a receipt',
    description: 'One that belongs to a submitted expense stays.',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
} as const;

export const REIMBURSEMENT_METHODS = ['bank_transfer', 'payroll', 'cash', 'other'] as const;
export const Reimbursement = z.object({
  id: Id,
  version: z.number().int(),
  user: Person,
  amount: Figure,
  currency: z.string(),
  day: Day,
  method: z.enum(REIMBURSEMENT_METHODS),
  note: z.string(),
  expenses: z.number().int(),
  transactionId: Id.nullable(),
  createdBy: Person.nullable(),
  createdAt: Instant,
  undoneAt: Instant.nullable(),
});
export type Reimbursement = z.infer<typeof Reimbursement>;
export const NewReimbursement = z.strictObject({
  userId: Id,
  expenseIds: z.array(Id).min(1, 'Choose at least one expense.').max(500),
  day: Day,
  method: z.enum(REIMBURSEMENT_METHODS),
  note: text(500).optional(),
});
export type NewReimbursement = z.infer<typeof NewReimbursement>;

export const reimbursements = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: EXPENSES.reimbursements,
    summary: 'What was paid back, the latest first',
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(Reimbursement),
    errors: ['bad_request'],
  }),
  owed: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.reimbursements}/owed`,
    summary: 'What is approved and not paid back, by person',
    description:
      'At most 500 expenses of a person are listed. A person stands there twice where the workspace changed its currency meanwhile.',
    response: z.object({
      currency: z.string(),
      items: z.array(
        z.object({
          user: Person,
          amount: Figure,
          /** The workspace’s at the time: what somebody is owed does not change with it. */ currency: z.string(),
          expenses: z.array(z.object({ id: Id, merchant: z.string(), day: Day, amount: Figure })),
        }),
      ),
    }),
    errors: ['forbidden'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: EXPENSES.reimbursements,
    summary: 'Record that a person was paid back',
    description: 'Administrators and owners only.',
    status: 201,
    body: NewReimbursement,
    response: Reimbursement,
    errors: ['validation', 'forbidden', 'conflict'],
  }),
  undo: endpoint({
    ...base,
    method: 'POST',
    path: `${EXPENSES.reimbursements}/{id}/undo`,
    summary: 'Take a reimbursement back',
    description: 'Its expenses are owed again.',
    params: IdParams,
    response: Reimbursement,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  matches: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.reimbursements}/{id}/matches`,
    summary: 'Bank transactions by which it may have left, with the reasons',
    params: IdParams,
    response: z.object({ items: z.array(TransactionMatch) }),
    errors: ['forbidden', 'not_found'],
  }),
  match: endpoint({
    ...base,
    method: 'PUT',
    path: `${EXPENSES.reimbursements}/{id}/transaction`,
    summary: 'Say by which bank transaction it left',
    params: IdParams,
    body: Matched,
    response: Reimbursement,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: `${EXPENSES.reimbursements}/{id}/export`,
    summary: 'A reimbursement with its expenses as CSV',
    params: IdParams,
    produces: 'text/csv',
    errors: ['forbidden', 'not_found'],
  }),
} as const;
