/**
 * Tax of a year: who files, where figures come from, the estimate line by line, payments, documents. United States,
 * federal.
 */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { TAX } from '../paths.ts';
import { Amount, text, Version } from './shared.ts';
import { LINE_GROUPS, TAX_LINES } from './tax-lines.ts';

export const TAX_KINDS = ['person', 'sCorporation', 'partnership', 'cCorporation'] as const;
export const TaxKind = z.enum(TAX_KINDS);
export type TaxKind = z.infer<typeof TaxKind>;
export const FILING_STATUSES = [
  'single',
  'marriedJoint',
  'marriedSeparate',
  'headOfHousehold',
  'survivingSpouse',
] as const;
/** `personal` and `business` (sole proprietor) count whole; of `passThrough` the profit times the share. */
export const SOURCE_USES = ['personal', 'business', 'passThrough'] as const;
export const DOCUMENT_KINDS = [
  'w2',
  '1099int',
  '1099div',
  '1099b',
  '1099nec',
  '1099k',
  '1099r',
  '1098',
  'k1',
  '1095a',
  'receipts',
  'return',
  'other',
] as const;
export const TaxDocumentKind = z.enum(DOCUMENT_KINDS);

const Figure = z.string();
const Line = z.enum(TAX_LINES);
export const TaxYearNumber = z.coerce
  .number()
  .int()
  .min(2024, 'There are tables from 2024 on.')
  .max(2026, 'There are tables up to 2026.');
const NotNegative = Amount.refine((amount) => !amount.startsWith('-'), 'Enter an amount that is not below zero.');
const Positive = Amount.refine((amount) => Number(amount) > 0, 'Enter an amount above zero.');
const Share = z
  .string()
  .trim()
  .regex(/^(100(\.0+)?|\d{1,2}(\.\d{1,4})?)$/, 'Enter a percentage between 0 and 100.');
const blank = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .nullable()
    .optional();

export const TaxSource = z.strictObject({
  ledgerId: Id,
  use: z.enum(SOURCE_USES),
  sharePercent: Share.optional(),
  /** Accounts whose gains and income are not taxed: IRA, 401(k), HSA. */ sheltered: z.array(Id).max(100).optional(),
});
export type TaxSource = z.infer<typeof TaxSource>;

const ProfileFields = {
  name: text(120).min(1, 'Enter a name.'),
  kind: TaxKind,
  sources: z.array(TaxSource).max(20).optional(),
  remindDays: z.array(z.number().int().min(0).max(60)).max(6).optional(),
};
export const NewTaxProfile = z.strictObject({ ledgerId: Id, ...ProfileFields });
export type NewTaxProfile = z.infer<typeof NewTaxProfile>;
export const TaxProfileUpdate = z.strictObject({ version: Version, ...ProfileFields });
export type TaxProfileUpdate = z.infer<typeof TaxProfileUpdate>;

export const TaxProfile = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  name: z.string(),
  kind: TaxKind,
  /** `visible`: the caller sees the ledger. Figures of one that they do not see are left out. */
  sources: z.array(
    z.object({
      ledgerId: Id,
      name: z.string(),
      use: z.enum(SOURCE_USES),
      sharePercent: z.string(),
      sheltered: z.array(Id),
      visible: z.boolean(),
    }),
  ),
  remindDays: z.array(z.number().int()),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TaxProfile = z.infer<typeof TaxProfile>;

const Count = z.number().int().min(0).max(30);
export const TaxFactsInput = z.strictObject({
  status: z.enum(FILING_STATUSES),
  aged: Count.max(2),
  blind: Count.max(2),
  children: Count,
  otherDependents: Count,
  age: z.number().int().min(0).max(130).nullable().optional(),
  carriedShort: NotNegative,
  carriedLong: NotNegative,
  specifiedService: z.boolean(),
  businessWages: NotNegative,
  coveredByPlan: z.boolean(),
  familyHealthPlan: z.boolean(),
  /**
   * Total tax and adjusted gross income of the year before; absent where not known, or where there was no full year.
   */
  priorTax: blank(NotNegative),
  priorAgi: blank(Amount),
});
export type TaxFactsInput = z.infer<typeof TaxFactsInput>;
/** Version 0: the year was not described yet. */
export const TaxYearUpdate = z.strictObject({ version: z.number().int().min(0), facts: TaxFactsInput });
export type TaxYearUpdate = z.infer<typeof TaxYearUpdate>;

export const TaxLineSource = z.object({
  kind: z.enum(['category', 'gains', 'income', 'profit', 'entry']),
  label: z.string(),
  amount: Figure,
  note: z.string(),
  ledgerId: Id.nullable(),
  categoryId: Id.nullable(),
  /** Of a business's books. */ accountId: Id.nullable(),
  entryId: Id.nullable(),
  /** Left out: an entry by hand stands instead. */ replaced: z.boolean(),
});
export type TaxLineSource = z.infer<typeof TaxLineSource>;
export const TaxLineView = z.object({
  line: Line,
  label: z.string(),
  group: z.enum(LINE_GROUPS),
  form: z.string(),
  amount: Figure,
  sources: z.array(TaxLineSource),
});
export type TaxLineView = z.infer<typeof TaxLineView>;

export const TaxPayment = z.object({
  id: Id,
  version: z.number().int(),
  year: z.number().int(),
  day: Day,
  amount: Figure,
  label: z.string(),
});
export type TaxPayment = z.infer<typeof TaxPayment>;
export const TaxEntry = z.object({
  id: Id,
  version: z.number().int(),
  year: z.number().int(),
  line: Line,
  amount: Figure,
  label: z.string(),
  replaces: z.boolean(),
});
export type TaxEntry = z.infer<typeof TaxEntry>;

export const SAFE_HARBOUR_RULES = ['currentYear', 'priorYear', 'priorYearHighIncome', 'none'] as const;
export const TaxYearView = z.object({
  profile: TaxProfile,
  year: z.number().int(),
  version: z.number().int(),
  facts: TaxFactsInput,
  /** The day it is in the workspace; figures of a year that runs go up to it. */
  today: Day,
  period: z.object({ from: Day, to: Day, complete: z.boolean() }),
  lines: z.array(TaxLineView),
  /** Of a person. Null for a business that is taxed otherwise. */
  person: z
    .object({
      totalIncome: Figure,
      adjustedGrossIncome: Figure,
      taxableIncome: Figure,
      businessProfit: Figure,
      totalTax: Figure,
      withheld: Figure,
      paid: Figure,
      balanceDue: Figure,
      marginalRatePercent: Figure,
      marginalGainsRatePercent: Figure,
      effectiveRatePercent: Figure.nullable(),
      deduction: z.enum(['standard', 'itemised']),
      steps: z.array(z.object({ label: z.string(), amount: Figure, basis: z.string() })),
      /** Every bracket of the year; `income` and `tax` are what lies in it. */
      brackets: z.array(
        z.object({ ratePercent: Figure, from: Figure, to: Figure.nullable(), income: Figure, tax: Figure }),
      ),
      limited: z.array(z.object({ line: Line, entered: Figure, allowed: Figure, basis: z.string() })),
      carried: z.object({ shortTerm: Figure, longTerm: Figure }),
    })
    .nullable(),
  business: z
    .object({ profit: Figure, tax: Figure, paid: Figure, balanceDue: Figure, sentence: z.string() })
    .nullable(),
  estimated: z
    .object({
      required: Figure,
      rule: z.enum(SAFE_HARBOUR_RULES),
      sentence: z.string(),
      instalments: z.array(
        z.object({
          dueDay: Day,
          amount: Figure,
          requiredByThen: Figure,
          paidByThen: Figure,
          shortfall: Figure,
          past: z.boolean(),
        }),
      ),
    })
    .nullable(),
  payments: z.array(TaxPayment),
  /** When the return is due. */
  returnDue: Day,
  /** Loss that is not allowed because the same security was bought within 30 days. */
  washSales: z.array(
    z.object({ security: z.string(), sold: Day, bought: Day, disallowed: Figure, retirement: z.boolean() }),
  ),
  /** Categories with money in this year that no one has said anything about. */
  unplaced: z.number().int(),
  /** As computed here for the year before, where that was described. */
  priorYear: z.object({ tax: Figure, agi: Figure }).nullable(),
  warnings: z.array(z.string()),
  coverage: z.array(z.object({ name: z.string(), covered: z.boolean(), note: z.string() })),
  tables: z.array(z.string()),
  /** Figures of the year that were not compared with the official text yet, in words. */
  preliminary: z.array(z.string()),
});
export type TaxYearView = z.infer<typeof TaxYearView>;

export const TaxCategory = z.object({
  /** A category, or, of a business, an account of its books. */
  categoryId: Id.nullable(),
  accountId: Id.nullable(),
  ledgerId: Id,
  ledger: z.string(),
  name: z.string(),
  kind: z.enum(['income', 'expense']),
  /** In this year, in dollars; money out is below zero. */ amount: Figure,
  /** As confirmed; null: nothing to do with tax. */
  line: Line.nullable(),
  confirmed: z.boolean(),
  /** The line that its name suggests. */ proposed: Line.nullable(),
});
export type TaxCategory = z.infer<typeof TaxCategory>;
export const TaxMappingUpdate = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          categoryId: Id.nullable().optional(),
          accountId: Id.nullable().optional(),
          line: Line.nullable(),
        })
        .refine(
          (one) => Boolean(one.categoryId) !== Boolean(one.accountId),
          'Name a category, or an account of a business’s books.',
        ),
    )
    .min(1)
    .max(500),
});

const EntryFields = { line: Line, amount: Amount, label: text(200).optional(), replaces: z.boolean().optional() };
export const NewTaxEntry = z.strictObject({ year: TaxYearNumber, ...EntryFields });
export type NewTaxEntry = z.infer<typeof NewTaxEntry>;
export const TaxEntryUpdate = z.strictObject({ version: Version, ...EntryFields });
const PaymentFields = { day: Day, amount: Positive, label: text(200).optional() };
export const NewTaxPayment = z.strictObject({ year: TaxYearNumber, ...PaymentFields });
export type NewTaxPayment = z.infer<typeof NewTaxPayment>;
export const TaxPaymentUpdate = z.strictObject({ version: Version, ...PaymentFields });

const DocumentState = z.enum(['expected', 'received', 'notNeeded']);
export const TaxDocument = z.object({
  id: Id,
  version: z.number().int(),
  year: z.number().int(),
  kind: TaxDocumentKind,
  issuer: z.string(),
  state: DocumentState,
  file: z.object({ name: z.string(), type: z.string(), size: z.number().int() }).nullable(),
  updatedAt: Instant,
});
export type TaxDocument = z.infer<typeof TaxDocument>;
export const NewTaxDocument = z.strictObject({
  year: TaxYearNumber,
  kind: TaxDocumentKind,
  issuer: text(120).optional(),
});
export type NewTaxDocument = z.infer<typeof NewTaxDocument>;
export const TaxDocumentUpdate = z.strictObject({
  version: Version,
  kind: TaxDocumentKind,
  issuer: text(120).optional(),
  state: DocumentState,
});

const base = { tag: 'Tax', access: 'user' } as const;
const read = ['bad_request', 'validation', 'not_found'] as const;
const write = ['validation', 'forbidden', 'not_found', 'conflict'] as const;
const change = ['validation', 'forbidden', 'not_found', 'stale'] as const;
const PROFILE = `${TAX}/profiles/{id}`;
const YearParams = z.object({ id: Id, year: TaxYearNumber });
const ItemParams = z.object({ id: Id, itemId: Id });

export const tax = {
  profiles: endpoint({
    ...base,
    method: 'GET',
    path: `${TAX}/profiles`,
    summary: 'Tax profiles of a ledger',
    description: 'At most 100. Without a ledger it is the first that the caller sees.',
    query: z.object({ ledgerId: Id.optional() }),
    response: z.object({ items: z.array(TaxProfile) }),
    errors: read,
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: `${TAX}/profiles`,
    summary: 'Set up a person or business for tax',
    status: 201,
    body: NewTaxProfile,
    response: TaxProfile,
    errors: write,
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: PROFILE,
    summary: 'Change a tax profile',
    params: IdParams,
    body: TaxProfileUpdate,
    response: TaxProfile,
    errors: change,
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: PROFILE,
    summary: 'Delete a tax profile',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/restore`,
    summary: 'Bring a deleted tax profile back',
    params: IdParams,
    response: TaxProfile,
    errors: ['forbidden', 'not_found'],
  }),
  year: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}`,
    summary: 'The estimate of a year, line by line',
    description: 'Not tax advice. What is not covered stands in `coverage`.',
    params: YearParams,
    response: TaxYearView,
    errors: read,
  }),
  describe: endpoint({
    ...base,
    method: 'PUT',
    path: `${PROFILE}/years/{year}`,
    summary: 'Say how a year was: filing status, dependants, the year before',
    params: YearParams,
    body: TaxYearUpdate,
    response: z.object({ version: z.number().int() }),
    errors: change,
  }),
  categories: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/categories`,
    summary: 'Categories of the ledgers and the lines that they belong to',
    params: YearParams,
    response: z.object({ items: z.array(TaxCategory) }),
    errors: read,
  }),
  place: endpoint({
    ...base,
    method: 'PUT',
    path: `${PROFILE}/categories`,
    summary: 'Confirm which lines categories belong to',
    params: IdParams,
    body: TaxMappingUpdate,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  addEntry: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/entries`,
    summary: 'Add a manual amount',
    status: 201,
    params: IdParams,
    body: NewTaxEntry,
    response: TaxEntry,
    errors: write,
  }),
  entries: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/entries`,
    summary: 'List manual amounts',
    params: YearParams,
    response: z.object({ items: z.array(TaxEntry) }),
    errors: read,
  }),
  updateEntry: endpoint({
    ...base,
    method: 'PUT',
    path: `${PROFILE}/entries/{itemId}`,
    summary: 'Update a manual amount',
    params: ItemParams,
    body: TaxEntryUpdate,
    response: TaxEntry,
    errors: change,
  }),
  addPayment: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/payments`,
    summary: 'Record an estimated payment',
    status: 201,
    params: IdParams,
    body: NewTaxPayment,
    response: TaxPayment,
    errors: write,
  }),
  updatePayment: endpoint({
    ...base,
    method: 'PUT',
    path: `${PROFILE}/payments/{itemId}`,
    summary: 'Change an estimated payment',
    params: ItemParams,
    body: TaxPaymentUpdate,
    response: TaxPayment,
    errors: change,
  }),
  removeItem: endpoint({
    ...base,
    method: 'DELETE',
    path: `${PROFILE}/items/{itemId}`,
    summary: 'Delete a figure or payment',
    params: ItemParams,
    errors: ['forbidden', 'not_found'],
  }),
  restoreItem: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/items/{itemId}/restore`,
    summary: 'Bring a deleted figure or payment back',
    params: ItemParams,
    errors: ['forbidden', 'not_found'],
  }),
  documents: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/documents`,
    summary: 'The checklist of documents',
    description: '`proposed`: kinds that the year’s figures call for and that are not on the list.',
    params: YearParams,
    response: z.object({
      items: z.array(TaxDocument),
      proposed: z.array(z.object({ kind: TaxDocumentKind, why: z.string() })),
    }),
    errors: read,
  }),
  addDocument: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/documents`,
    summary: 'Put a document on the list',
    status: 201,
    params: IdParams,
    body: NewTaxDocument,
    response: TaxDocument,
    errors: write,
  }),
  updateDocument: endpoint({
    ...base,
    method: 'PUT',
    path: `${PROFILE}/documents/{itemId}`,
    summary: 'Change a document of the list',
    params: ItemParams,
    body: TaxDocumentUpdate,
    response: TaxDocument,
    errors: change,
  }),
  removeDocument: endpoint({
    ...base,
    method: 'DELETE',
    path: `${PROFILE}/documents/{itemId}`,
    summary: 'Take a document off the list',
    params: ItemParams,
    errors: ['forbidden', 'not_found'],
  }),
  restoreDocument: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/documents/{itemId}/restore`,
    summary: 'Bring a document back',
    params: ItemParams,
    errors: ['forbidden', 'not_found'],
  }),
  upload: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/documents/{itemId}/file`,
    summary: 'Attach the document itself',
    description: 'A picture or PDF of at most 20 MB, as `file` of a form; it takes the place of an earlier one.',
    status: 201,
    params: ItemParams,
    consumes: 'multipart/form-data',
    response: TaxDocument,
    errors: ['validation', 'forbidden', 'not_found', 'too_large', 'storage_full'],
  }),
  download: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/documents/{itemId}/file`,
    summary: 'Download a document',
    params: ItemParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
  exportFile: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/export`,
    summary: 'The year’s lines and estimate as CSV',
    params: YearParams,
    produces: 'text/csv',
    errors: read,
  }),
  summary: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/summary`,
    summary: 'The estimate as PDF',
    params: YearParams,
    produces: 'application/pdf',
    errors: read,
  }),
} as const;
