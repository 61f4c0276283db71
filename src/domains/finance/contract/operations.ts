/** Costs of running the business: vendors, categories, recurring and unusual charges, and runway. */
import * as z from 'zod';
import { Day, endpoint, Id } from '../../../kernel/endpoint.ts';
import { OPERATIONS } from '../paths.ts';
import { Currency, text } from './shared.ts';
import { Frequency } from './recurring.ts';
import { Month } from './plans.ts';

const Figure = z.string();
const Person = z.object({ id: Id, name: z.string() });

export const Vendor = z.object({
  /** How the vendor reads in the bank's lines; empty for what bears no name. */
  merchant: z.string(),
  name: z.string(),
  categoryId: Id.nullable(),
  /** Spent in each of `months`. */
  months: z.array(Figure),
  present: Figure,
  /** A month, from now on. */
  runRate: Figure,
  /** The mean of the three months before the last three. */
  before: Figure,
  times: z.number().int(),
  lastDay: Day,
  lastAmount: Figure,
  recurring: z.object({ frequency: Frequency, nextDay: Day, amount: Figure }).nullable(),
  /** Version of people's entries; 0 if there are none. */
  version: z.number().int(),
  owner: Person.nullable(),
  cancelBy: Day.nullable(),
  remindDays: z.number().int(),
  notes: z.string(),
});
export type Vendor = z.infer<typeof Vendor>;

export const Anomaly = z.object({
  key: z.string(),
  kind: z.enum(['price_rise', 'double_charge', 'unusual']),
  merchant: z.string(),
  name: z.string(),
  day: Day,
  amount: Figure,
  currency: z.string(),
  reason: z.string(),
  /** The previous or usual price. */
  usual: Figure.nullable(),
  /** The most that was charged in so many payments. */
  most: z.object({ amount: Figure, payments: z.number().int() }).nullable(),
  transactionIds: z.array(Id),
});
export type Anomaly = z.infer<typeof Anomaly>;

export const Operations = z.object({
  currency: z.string(),
  today: Day,
  /** Whole months, the oldest first. */
  months: z.array(z.object({ month: Month, out: Figure, in: Figure })),
  /** This month so far; means and run rates leave it out. */
  present: z.object({ month: Month, out: Figure, in: Figure }),
  runRate: z.object({ monthly: Figure, before: Figure }),
  /** Those that cost most, at most 300; the others are in the sums. */
  vendors: z.array(Vendor),
  vendorCount: z.number().int(),
  categories: z.array(z.object({ categoryId: Id.nullable(), runRate: Figure, months: z.array(Figure) })),
  /** Of the coming year, the next first. */
  renewals: z.array(
    z.object({ merchant: z.string(), name: z.string(), day: Day, amount: Figure, frequency: Frequency }),
  ),
  anomalies: z.array(Anomaly),
  /** Today: of a business what its books hold as cash, of a person what is on checking, savings and cash accounts. */
  cash: Figure,
  /** Means of the last whole months. */
  windows: z.array(
    z.object({
      wanted: z.number().int(),
      months: z.number().int(),
      averageIn: Figure,
      averageOut: Figure,
      netBurn: Figure,
      /** Months that the cash lasts; null where it does not shrink. */ runway: Figure.nullable(),
      emptyOn: Day.nullable(),
    }),
  ),
  /** Transactions that were looked at. */
  looked: z.number().int(),
  missing: z.array(z.string()),
});
export type Operations = z.infer<typeof Operations>;

export const VendorInput = z.strictObject({
  ledgerId: Id,
  merchant: text(200).min(1),
  version: z.number().int().min(0),
  ownerId: Id.nullable(),
  cancelBy: z
    .union([Day, z.literal('')])
    .nullable()
    .transform((day) => day || null),
  remindDays: z.number().int('Whole days.').min(0).max(90),
  notes: text(2000),
});
export type VendorInput = z.output<typeof VendorInput>;

const base = { tag: 'Operational expenses', access: 'user' } as const;

export const operations = {
  get: endpoint({
    ...base,
    method: 'GET',
    path: OPERATIONS,
    summary: 'Run-rate, renewals, anomalies, burn and runway of a ledger',
    description:
      'From the latest 20,000 transactions of the last 15 months; transfers between own accounts are left out.',
    query: z.object({ ledgerId: Id, currency: Currency }),
    response: Operations,
    errors: ['validation', 'not_found'],
  }),
  setVendor: endpoint({
    ...base,
    method: 'PUT',
    path: `${OPERATIONS}/vendors`,
    summary: 'Set the owner and cancellation date of a vendor',
    body: VendorInput,
    response: z.object({ version: z.number().int() }),
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  dismiss: endpoint({
    ...base,
    method: 'PUT',
    path: `${OPERATIONS}/anomalies`,
    summary: 'Say that an anomaly is all right, or take that back',
    body: z.strictObject({
      ledgerId: Id,
      key: z.string().regex(/^(price_rise|double_charge|unusual):[0-9a-f-]{36}$/),
      dismissed: z.boolean(),
    }),
    errors: ['validation', 'forbidden', 'not_found'],
  }),
} as const;
