/** Invoices and bills: drafts, issued, paid, void; what is due from whom. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Amount, Currency, text, Version } from './shared.ts';

export const DocumentKind = z.enum(['invoice', 'bill']);
export type DocumentKind = z.infer<typeof DocumentKind>;
export const DocumentStatus = z.enum(['draft', 'open', 'partlyPaid', 'overdue', 'paid', 'void']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

const Percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'Enter a percentage, such as 20.');
const Quantity = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, 'Enter a quantity, such as 1.5.');
const Price = z
  .string()
  .trim()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'Enter a price, such as 120.00.');

export const DocumentLine = z.strictObject({
  description: text(500).min(1, 'Say what it is.'),
  quantity: Quantity,
  unitPrice: Price,
  discountPercent: Percent.optional(),
  taxPercent: Percent.optional(),
  /** Name of the tax on the document, such as GST. */
  taxName: text(40).optional(),
  /** A second tax on the same amount, such as a province's or a city's. */
  secondTaxPercent: Percent.optional(),
  secondTaxName: text(40).optional(),
  /** Income or expense account; the ledger's usual one where absent. */
  accountId: Id.nullable().optional(),
});
export type DocumentLine = z.infer<typeof DocumentLine>;
export const DocumentDiscount = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('amount'), amount: Amount }),
  z.strictObject({ type: z.literal('percent'), percent: Percent }),
]);

const Party = z.strictObject({
  /** A contact or company of the CRM, or no one in it. */
  kind: z.enum(['contact', 'company']).nullable().default(null),
  id: Id.nullable().default(null),
  name: text(200).min(1, 'Enter a name.'),
  email: z.union([z.literal(''), z.email('This is no email address.')]).default(''),
  address: text(1000).default(''),
});

export const DocumentInput = z.strictObject({
  party: Party,
  day: Day,
  dueDay: Day,
  currency: Currency,
  /** Of a bill the supplier's number; of an invoice the customer's order. */
  reference: text(100).default(''),
  lines: z.array(DocumentLine).min(1, 'Add at least one line.').max(200),
  discount: DocumentDiscount.nullable().default(null),
  /** Most tax laws tax what is left after the discount. */
  discountWhen: z.enum(['beforeTax', 'afterTax']).default('beforeTax'),
  /** Unit prices contain the taxes of their line. */
  pricesIncludeTax: z.boolean().default(false),
  note: text(2000).default(''),
});
export type DocumentInput = z.infer<typeof DocumentInput>;
export const NewDocument = DocumentInput.extend({
  ledgerId: Id,
  kind: DocumentKind,
  /** A credit note: what a customer has to get (kind `invoice`), or what a supplier gives (`bill`). */
  credit: z.boolean().default(false),
  /** The issued document that it takes back, all or a part; nothing where it stands on its own. */
  creditsId: Id.nullable().default(null),
});
export type NewDocument = z.infer<typeof NewDocument>;
export const DocumentUpdate = DocumentInput.extend({ version: Version });
export type DocumentUpdate = z.infer<typeof DocumentUpdate>;

export const Payment = z.object({
  id: Id,
  day: Day,
  amount: Amount,
  note: z.string(),
  /** The bank's line that it is; null for one entered by hand. */
  transaction: z.object({ id: Id, payee: z.string() }).nullable(),
  /** Where it is a credit note: less is owed, and no money moved. */
  credit: z.object({ number: z.string(), reason: z.string() }).nullable(),
  /** Where a credit was put against a document: the other of the two. */
  against: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
});
export type Payment = z.infer<typeof Payment>;

const summary = {
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  kind: DocumentKind,
  /** A credit note: `paid` is what was used or paid back, `due` what is left of it. */ credit: z.boolean(),
  status: DocumentStatus,
  number: z.string(),
  reference: z.string(),
  party: z.object({
    kind: z.enum(['contact', 'company']).nullable(),
    id: Id.nullable(),
    name: z.string(),
    email: z.string(),
    address: z.string(),
  }),
  day: Day,
  dueDay: Day,
  currency: z.string(),
  total: Amount,
  /** Payments and credit notes. */ paid: Amount,
  credited: Amount,
  due: Amount,
  sent: z
    .object({
      at: Instant,
      to: z.string(),
      /** Whether a mail server took it, or it was kept on this installation. */ how: z.enum([
        'queued',
        'handed_over',
        'kept',
        'failed',
      ]),
    })
    .nullable(),
};
export const DocumentSummary = z.object(summary);
export type DocumentSummary = z.infer<typeof DocumentSummary>;

export const BusinessDocument = z.object({
  ...summary,
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      unitPrice: z.string(),
      discountPercent: z.string().nullable(),
      taxPercent: z.string().nullable(),
      taxName: z.string(),
      secondTaxPercent: z.string().nullable(),
      secondTaxName: z.string(),
      accountId: Id.nullable(),
      amount: Amount,
    }),
  ),
  discount: DocumentDiscount.nullable(),
  discountWhen: z.enum(['beforeTax', 'afterTax']),
  pricesIncludeTax: z.boolean(),
  note: z.string(),
  /** Sum of the lines; with their tax where prices include it. */
  subtotal: Amount,
  discountTotal: Amount,
  tax: Amount,
  taxes: z.array(z.object({ name: z.string(), percent: z.string(), base: Amount, tax: Amount })),
  payments: z.array(Payment),
  /** Of a credit note: what it takes back. */
  credits: z.object({ id: Id, name: z.string(), day: Day }).nullable(),
  /**
   * Of an open invoice or bill, where the party has open credit in its currency: how much, what is due of all their
   * documents by today, and what is left of that with the credit.
   */
  partyCredit: z.object({ open: Amount, names: z.array(z.string()), due: Amount, net: Amount }).nullable(),
  reminders: z.array(z.object({ daysAfter: z.number().int(), at: Instant, to: z.string() })),
  entryId: Id.nullable(),
  voidedOn: Day.nullable(),
  voidReason: z.string(),
  scheduleId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type BusinessDocument = z.infer<typeof BusinessDocument>;

export const DocumentQuery = z.object({
  ledgerId: Id,
  kind: DocumentKind,
  /** Credit notes instead of what they are on, or both. */ credit: z.enum(['true', 'false', 'all']).default('false'),
  status: DocumentStatus.or(z.literal('unpaid')).optional(),
  partyKey: text(250).optional(),
  search: text(100).optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Due on this day at the latest. */ dueBy: Day.optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Either a line of the bank, or a payment entered by hand. */
export const NewPayment = z.strictObject({
  /** Of the document as it was looked at: what someone recorded meanwhile is not recorded a second time unseen. */
  version: Version.optional(),
  /** The part that belongs to the document; if absent, everything that fits. */
  amount: Amount.optional(),
  transactionId: Id.optional(),
  /** Of a payment by hand. */
  day: Day.optional(),
  /** Account of the chart that the money is on; cash where absent. */
  accountId: Id.optional(),
  note: text(200).default(''),
});
export type NewPayment = z.infer<typeof NewPayment>;

export const NewCredit = z.strictObject({
  /** All that is due where absent. */
  amount: Amount.optional(),
  day: Day.optional(),
  reason: text(200).min(1, 'Say what for.'),
  /** Of a supplier's credit note; those on invoices get the next of their own. */
  number: text(100).default(''),
});
export type NewCredit = z.infer<typeof NewCredit>;

export const NewApplication = z.strictObject({
  /** The document that the credit is applied to: an invoice or bill of the same party. */
  documentId: Id,
  /** As much as fits where absent. */
  amount: Amount.optional(),
  day: Day.optional(),
});
export type NewApplication = z.infer<typeof NewApplication>;

export const PaymentSuggestion = z.object({
  document: z.object({
    id: Id,
    credit: z.boolean(),
    number: z.string(),
    reference: z.string(),
    party: z.string(),
    due: Amount,
    dueDay: Day,
  }),
  transaction: z.object({ id: Id, day: Day, payee: z.string(), amount: Amount, accountName: z.string() }),
  currency: z.string(),
  /** In words: why it may be this one. */
  reasons: z.array(z.string()),
});
export type PaymentSuggestion = z.infer<typeof PaymentSuggestion>;

const Frequency = z.enum(['weekly', 'monthly', 'quarterly', 'yearly']);
export const DocumentSchedule = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  kind: DocumentKind,
  name: z.string(),
  party: z.string(),
  total: Amount,
  currency: z.string(),
  frequency: Frequency,
  startDay: Day,
  nextDay: Day.nullable(),
  until: Day.nullable(),
  send: z.boolean(),
  paused: z.boolean(),
  /** Why it was paused by itself; blank where a person did it. */
  problem: z.string(),
  /** Days that went by while it was paused, at most 120. */
  missed: z.number().int(),
});
export type DocumentSchedule = z.infer<typeof DocumentSchedule>;
export const NewSchedule = z.strictObject({
  documentId: Id,
  name: text(120).min(1, 'Enter a name.'),
  frequency: Frequency,
  startDay: Day,
  until: Day.nullable().default(null),
  send: z.boolean().default(false),
});
export type NewSchedule = z.infer<typeof NewSchedule>;

export const DocumentSettings = z.object({
  version: z.number().int(),
  invoicePattern: z.string(),
  nextNumber: z.string(),
  termsDays: z.number().int(),
  sender: z.string(),
  paymentDetails: z.string(),
  taxPercent: z.string(),
  discountWhen: z.enum(['beforeTax', 'afterTax']),
  recoverTax: z.boolean(),
  remind: z.boolean(),
  remindDays: z.array(z.number().int()),
  /** Whether mails leave this installation. */
  mailLeaves: z.boolean(),
});
export type DocumentSettings = z.infer<typeof DocumentSettings>;
export const DocumentSettingsUpdate = z.strictObject({
  version: Version,
  invoicePattern: text(40).min(1).optional(),
  termsDays: z.number().int().min(0).max(365).optional(),
  sender: text(1000).optional(),
  paymentDetails: text(1000).optional(),
  taxPercent: Percent.optional(),
  discountWhen: z.enum(['beforeTax', 'afterTax']).optional(),
  recoverTax: z.boolean().optional(),
  remind: z.boolean().optional(),
  remindDays: z.array(z.number().int().min(0).max(365)).min(1).max(6).optional(),
});
export type DocumentSettingsUpdate = z.infer<typeof DocumentSettingsUpdate>;

export const Ageing = z.object({
  day: Day,
  currency: z.string(),
  labels: z.array(z.string()),
  rows: z.array(
    z.object({
      partyKey: z.string(),
      party: z.string(),
      buckets: z.array(Amount),
      /** Open credits: below zero. */ credit: Amount,
      /** Buckets and credit. */ total: Amount,
      documents: z.number().int(),
    }),
  ),
  buckets: z.array(Amount),
  credit: Amount,
  total: Amount,
});
export type Ageing = z.infer<typeof Ageing>;

export const BooksOverview = z.object({
  currency: z.string(),
  today: Day,
  cash: Amount,
  receivable: Amount,
  payable: Amount,
  /** Equity of the balance sheet: assets minus liabilities. */ equity: Amount,
  income: Amount,
  expenses: Amount,
  result: Amount,
  months: z.array(z.object({ month: z.string(), income: Amount, expenses: Amount, result: Amount })),
  needs: z.object({
    toSort: z.number().int(),
    suspenseId: Id,
    waiting: z.number().int(),
    overdueInvoices: z.number().int(),
    overdueAmount: Amount,
    billsDue: z.number().int(),
    billsAmount: Amount,
    /** The last day that these bills are due on. */ billsUntil: Day,
    /** Invoices; credit notes are no drafts that anybody waits for. */ drafts: z.number().int(),
    draftBills: z.number().int(),
    suggestions: z.number().int(),
  }),
});
export type BooksOverview = z.infer<typeof BooksOverview>;

const base = { tag: 'Invoices and bills', access: 'user' } as const;
const root = '/api/finance/books/documents';
const changing = ['validation', 'forbidden', 'not_found', 'conflict', 'stale'] as const;
const versioned = z.strictObject({ version: Version });

export const documents = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: root,
    summary: 'List invoices or bills, the latest first',
    query: DocumentQuery,
    response: pageOf(DocumentSummary),
    errors: ['bad_request', 'validation', 'not_found', 'conflict'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: root,
    summary: 'Draft an invoice or a bill, or a credit note',
    description:
      'A credit note takes back what it says: it is the party’s credit, which is put against another document or paid back.',
    status: 201,
    body: NewDocument,
    response: BusinessDocument,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${root}/{id}`,
    summary: 'Get an invoice or a bill',
    params: IdParams,
    response: BusinessDocument,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${root}/{id}`,
    summary: 'Change a draft',
    description: 'What is issued stays as it is: void it, and make another.',
    params: IdParams,
    body: DocumentUpdate,
    response: BusinessDocument,
    errors: changing,
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${root}/{id}`,
    summary: 'Delete a draft',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/restore`,
    summary: 'Bring a deleted draft back',
    params: IdParams,
    response: BusinessDocument,
    errors: ['forbidden', 'not_found'],
  }),
  issue: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/issue`,
    summary: 'Issue an invoice, or take a bill into the books',
    description: 'Gives an invoice the next number, and posts it.',
    params: IdParams,
    body: versioned,
    response: BusinessDocument,
    errors: changing,
  }),
  send: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/send`,
    summary: 'Mail an invoice with its PDF',
    description:
      'A draft is issued first. Where the installation has no mail server the mail is kept in its outbox, and the invoice says so.',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      to: z.email('This is no email address.'),
      subject: text(200).min(1),
      message: text(4000).min(1),
    }),
    response: BusinessDocument,
    errors: changing,
  }),
  void: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/void`,
    summary: 'Void an invoice or a bill',
    description: 'Its entry is reversed on `day`, and its number can’t be reused. Reverse payments first.',
    params: IdParams,
    body: z.strictObject({ version: Version, day: Day, reason: text(300).min(1, 'Say why.') }),
    response: BusinessDocument,
    errors: changing,
  }),
  duplicate: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/duplicate`,
    summary: 'Draft another like this',
    status: 201,
    params: IdParams,
    response: BusinessDocument,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  pdf: endpoint({
    ...base,
    method: 'GET',
    path: `${root}/{id}/pdf`,
    summary: 'An invoice as PDF',
    params: IdParams,
    produces: 'application/pdf',
    errors: ['not_found'],
  }),
  pay: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/payments`,
    summary: 'Record a payment or match a bank transaction',
    description:
      'Of a credit note: what was paid back. With a version it is refused where the document changed since, so that two people do not record the same money.',
    status: 201,
    params: IdParams,
    body: NewPayment,
    response: BusinessDocument,
    errors: changing,
  }),
  unpay: endpoint({
    ...base,
    method: 'DELETE',
    path: `${root}/{id}/payments/{paymentId}`,
    summary: 'Take a payment back',
    params: z.object({ id: Id, paymentId: Id }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  credit: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/credits`,
    summary: 'Issue a credit note on an invoice, or enter one on a bill',
    description:
      'Reduces the amount due and reverses income (for bills, expense) and tax in proportion. Can be reversed like a payment.',
    status: 201,
    params: IdParams,
    body: NewCredit,
    response: BusinessDocument,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  creditPdf: endpoint({
    ...base,
    method: 'GET',
    path: `${root}/{id}/credits/{paymentId}/pdf`,
    summary: 'A credit note as PDF',
    params: z.object({ id: Id, paymentId: Id }),
    produces: 'application/pdf',
    errors: ['not_found'],
  }),
  apply: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/{id}/applications`,
    summary: 'Put a credit note against an invoice or a bill',
    description:
      'Applies a credit to a document. No money moves. Can be reversed like a payment, from either document.',
    status: 201,
    params: IdParams,
    body: NewApplication,
    response: BusinessDocument,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  suggestions: endpoint({
    ...base,
    method: 'GET',
    path: `${root}/suggestions`,
    summary: 'Lines of the bank that may be payments',
    description: 'Of one document, or of all that are open. At most 100.',
    query: z.object({ ledgerId: Id, kind: DocumentKind, documentId: Id.optional() }),
    response: z.object({ items: z.array(PaymentSuggestion) }),
    errors: ['validation', 'not_found', 'conflict'],
  }),
  schedules: endpoint({
    ...base,
    method: 'GET',
    path: `${root}/schedules`,
    summary: 'Invoices and bills that come again',
    query: z.object({ ledgerId: Id, kind: DocumentKind }),
    response: z.object({ items: z.array(DocumentSchedule) }),
    errors: ['validation', 'not_found', 'conflict'],
  }),
  createSchedule: endpoint({
    ...base,
    method: 'POST',
    path: `${root}/schedules`,
    summary: 'Let an invoice or a bill come again',
    status: 201,
    body: NewSchedule,
    response: DocumentSchedule,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  updateSchedule: endpoint({
    ...base,
    method: 'PUT',
    path: `${root}/schedules/{id}`,
    summary: 'Pause, resume or end what comes again',
    description:
      'When it is resumed, `missed` says whether the days that went by are made, too; they are left out where it does not.',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      paused: z.boolean().optional(),
      missed: z.enum(['make', 'leave']).optional(),
      send: z.boolean().optional(),
      until: Day.nullable().optional(),
    }),
    response: DocumentSchedule,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  removeSchedule: endpoint({
    ...base,
    method: 'DELETE',
    path: `${root}/schedules/{id}`,
    summary: 'Let it come no more',
    description: 'What it made stays.',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  settings: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/documents/settings',
    summary: 'How invoices are numbered, printed and reminded of',
    params: IdParams,
    response: DocumentSettings,
    errors: ['not_found', 'conflict'],
  }),
  updateSettings: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/books/{id}/documents/settings',
    summary: 'Say how invoices are numbered, printed and reminded of',
    params: IdParams,
    body: DocumentSettingsUpdate,
    response: DocumentSettings,
    errors: changing,
  }),
  ageing: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/ageing',
    summary: 'What customers owe, or what is owed to suppliers, by how long it is overdue',
    description: 'As it was at the end of the day, in the ledger’s currency.',
    params: IdParams,
    query: z.object({ kind: DocumentKind, day: Day }),
    response: Ageing,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  overview: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/books/{id}/overview',
    summary: 'How a business stands',
    params: IdParams,
    query: z.object({ from: Day.optional(), to: Day }),
    response: BooksOverview,
    errors: ['validation', 'not_found', 'conflict'],
  }),
} as const;
