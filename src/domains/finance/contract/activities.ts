/** Activities of holdings: purchases, sales, income, fees, transfers, corporate actions. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { INVESTMENT } from '../paths.ts';
import { Amount, Price, Quantity, QuotedCurrency, text, Version } from './shared.ts';

export const ACTIVITY_KINDS = [
  'buy',
  'sell',
  'sellShort',
  'buyToCover',
  'dividend',
  'interest',
  'capitalGain',
  'fee',
  'split',
  'transferIn',
  'transferOut',
  'returnOfCapital',
  'spinOff',
  'merger',
  'worthless',
] as const;
export const ActivityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof ActivityKind>;

/** Required figures by kind. */
export const NEEDED: Readonly<Record<ActivityKind, readonly (keyof ActivityFigures)[]>> = {
  buy: ['quantity', 'price'],
  sell: ['quantity', 'price'],
  sellShort: ['quantity', 'price'],
  buyToCover: ['quantity', 'price'],
  dividend: ['amount'],
  interest: ['amount'],
  capitalGain: ['amount'],
  fee: ['amount'],
  split: ['newUnits', 'oldUnits'],
  transferIn: ['quantity', 'amount'],
  transferOut: ['quantity'],
  returnOfCapital: ['amount'],
  spinOff: ['newSecurityId', 'unitsPerUnit', 'costShare'],
  merger: ['newSecurityId', 'unitsPerUnit'],
  worthless: [],
};
/** Purchases and sales, also of short positions. */
export const TRADES: readonly ActivityKind[] = ['buy', 'sell', 'sellShort', 'buyToCover'];
/** Kinds that a fee or a tax is a part of. */
export const WITH_CHARGES: readonly ActivityKind[] = [...TRADES, 'dividend', 'interest', 'capitalGain'];
/** Fees and interest may belong to the account alone. */
export const WITHOUT_SECURITY: readonly ActivityKind[] = ['interest', 'fee'];

const optional = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .nullable()
    .optional();

const Figures = {
  quantity: optional(Quantity),
  /** Of a unit, in the currency of the activity. */
  price: optional(Price),
  /** Cash that came or went; the cost of what is transferred in. */
  amount: optional(Amount),
  /** A split gives `newUnits` for `oldUnits`. */
  newUnits: optional(Quantity),
  oldUnits: optional(Quantity),
  /** The result of a spin-off or merger: the new security, its ratio, and the share of the cost. */
  newSecurityId: optional(Id),
  unitsPerUnit: optional(Quantity),
  costShare: optional(Quantity),
  cashPerUnit: optional(Price),
  newPrice: optional(Price),
};
interface ActivityFigures {
  quantity: unknown;
  price: unknown;
  amount: unknown;
  newUnits: unknown;
  oldUnits: unknown;
  newSecurityId: unknown;
  unitsPerUnit: unknown;
  costShare: unknown;
}

const LotChoice = z.strictObject({ lotId: z.string().min(1).max(400), quantity: Quantity });
const Common = {
  securityId: optional(Id),
  day: Day,
  kind: ActivityKind,
  /**
   * The security's where absent, or else the account's. A quotation in a hundredth, such as `GBX` for pence, is of all
   * amounts and prices given, and is kept for the security's prices.
   */
  currency: optional(QuotedCurrency),
  ...Figures,
  /** Commission of a purchase or sale; what a broker keeps of income. */
  fee: optional(Amount),
  /** Duties on a purchase or sale; what is withheld from income at its source. */
  tax: optional(Amount),
  /** Day of purchase of what is transferred in. */
  acquired: optional(Day),
  /** Lots that a sale uses, where the account's method is to name them. */
  lots: z.array(LotChoice).max(500).optional(),
  notes: text(2000).optional(),
};

interface Given {
  kind: ActivityKind;
  securityId?: unknown;
  [field: string]: unknown;
}

/** Kinds that a figure belongs to; with any other it would not be counted. */
const ONLY_OF: Readonly<Record<string, readonly ActivityKind[]>> = {
  quantity: [...TRADES, 'transferIn', 'transferOut'],
  price: TRADES,
  amount: ['dividend', 'interest', 'capitalGain', 'fee', 'transferIn', 'returnOfCapital'],
};

/** Validates the fields that a kind requires and excludes. */
function judge(given: Given, context: z.RefinementCtx): void {
  const say = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message });
  if (!given.securityId && !WITHOUT_SECURITY.includes(given.kind)) say('securityId', 'Choose the security.');
  for (const field of NEEDED[given.kind])
    if (given[field] === undefined || given[field] === null || given[field] === '') say(field, 'This is needed here.');
  for (const field of ['quantity', 'amount', 'newUnits', 'oldUnits', 'unitsPerUnit'] as const) {
    if (typeof given[field] === 'string' && given[field] !== '' && Number(given[field]) <= 0)
      say(field, 'Enter more than zero: the kind says which way it goes.');
  }
  for (const field of ['fee', 'tax'] as const) {
    if (typeof given[field] !== 'string' || given[field] === '') continue;
    if (given[field].startsWith('-')) say(field, 'This cannot be below zero.');
    else if (Number(given[field]) > 0 && !WITH_CHARGES.includes(given.kind))
      say(field, `Enter the ${field} as an activity of its own: this kind has none.`);
  }
  for (const [field, kinds] of Object.entries(ONLY_OF))
    if (typeof given[field] === 'string' && given[field] !== '' && !kinds.includes(given.kind))
      say(field, 'This kind of activity has no such figure. Leave it out.');
  if (given.kind === 'spinOff' && typeof given['costShare'] === 'string' && Number(given['costShare']) > 1)
    say('costShare', 'A part of the cost is at most 1.');
  if (given['newSecurityId'] && given['newSecurityId'] === given.securityId)
    say('newSecurityId', 'Choose another security than the old one.');
}

export const NewActivity = z
  .strictObject({ accountId: Id, ...Common })
  .superRefine((given, context) => judge(given, context));
export type NewActivity = z.infer<typeof NewActivity>;
export const ActivityUpdate = z
  .strictObject({ version: Version, ...Common })
  .superRefine((given, context) => judge(given, context));
export type ActivityUpdate = z.infer<typeof ActivityUpdate>;

export const InvestmentActivity = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  accountId: Id,
  account: z.string(),
  security: z.object({ id: Id, name: z.string(), ticker: z.string() }).nullable(),
  day: Day,
  kind: ActivityKind,
  currency: z.string(),
  quantity: z.string().nullable(),
  price: z.string().nullable(),
  amount: z.string().nullable(),
  fee: z.string(),
  tax: z.string(),
  acquired: Day.nullable(),
  newUnits: z.string().nullable(),
  oldUnits: z.string().nullable(),
  newSecurityId: Id.nullable(),
  unitsPerUnit: z.string().nullable(),
  costShare: z.string().nullable(),
  cashPerUnit: z.string().nullable(),
  newPrice: z.string().nullable(),
  lots: z.array(z.object({ lotId: z.string(), quantity: z.string() })),
  /** Cash received, negative if paid; null if no cash moved. */
  cash: z.string().nullable(),
  /** The transaction that moved it, where the account's activities move cash; `told`: a line of the bank. */
  cashTransaction: z.object({ id: Id, accountId: Id, told: z.boolean() }).nullable(),
  notes: z.string(),
  source: z.enum(['manual', 'import', 'bank', 'example']),
  importId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type InvestmentActivity = z.infer<typeof InvestmentActivity>;

const base = { tag: 'Investments', access: 'user' } as const;

export const activityCalls = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.activities,
    summary: 'List what happened to holdings, the latest first',
    query: z.object({
      ledgerId: Id,
      accountId: Id.optional(),
      securityId: Id.optional(),
      kind: ActivityKind.optional(),
      from: Day.optional(),
      to: Day.optional(),
      search: text(200).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(InvestmentActivity),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: INVESTMENT.activities,
    summary: 'Enter an activity',
    status: 201,
    body: NewActivity,
    response: InvestmentActivity,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${INVESTMENT.activities}/{id}`,
    summary: 'Get an activity',
    params: IdParams,
    response: InvestmentActivity,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${INVESTMENT.activities}/{id}`,
    summary: 'Change an activity',
    params: IdParams,
    body: ActivityUpdate,
    response: InvestmentActivity,
    errors: ['validation', 'forbidden', 'not_found', 'stale', 'conflict'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${INVESTMENT.activities}/{id}`,
    summary: 'Delete an activity',
    description: 'A file that tells of it again does not bring it back.',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${INVESTMENT.activities}/{id}/restore`,
    summary: 'Bring a deleted activity back',
    params: IdParams,
    response: InvestmentActivity,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
} as const;
