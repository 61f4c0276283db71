/**
 * Loans and cards: their terms, what is still to come, and ways out of debt. What is owed is the balance of the ledger
 * account.
 */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { LIABILITIES } from '../paths.ts';
import { Amount, Currency, text, Version } from './shared.ts';

export const LIABILITY_KINDS = ['mortgage', 'car', 'student', 'personal', 'business', 'card', 'other'] as const;
export const LiabilityKind = z.enum(LIABILITY_KINDS);
export type LiabilityKind = z.infer<typeof LiabilityKind>;

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'quarterly', 'annual'] as const;
export const REPAYMENTS = ['level', 'equalPrincipal', 'interestOnly', 'balloon', 'bullet'] as const;
export const COMPOUNDINGS = ['periodic', 'semiAnnual', 'actual365', 'actual360'] as const;
export const STRATEGIES = ['avalanche', 'snowball', 'custom'] as const;

const Figure = z.string();
const Percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,6})?$/, 'Enter a percentage, such as 6.25.');
const Positive = Amount.refine((amount) => Number(amount) > 0, 'Enter an amount above zero.');
const blank = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .nullable()
    .optional();

const RateChange = z.strictObject({ fromPayment: z.number().int().min(2).max(3000), ratePercent: Percent });
const Extra = z.strictObject({
  /**
   * Number of the payment that it comes with, until which it is repeated (once where absent), and every how many
   * payments.
   */
  from: z.number().int().min(1).max(3000),
  to: z.number().int().min(1).max(3000).optional(),
  every: z.number().int().min(1).max(120).optional(),
  amount: Positive,
});
export type ExtraTerms = z.infer<typeof Extra>;

const Terms = {
  lender: text(120).optional(),
  /** Nominal, a year; of a card the rate of purchases. */
  ratePercent: Percent,
  principal: blank(Positive),
  startedOn: blank(Day),
  payments: z.number().int().min(1, 'At least one payment.').max(3000, 'At most 3,000 payments.').nullable().optional(),
  frequency: z.enum(FREQUENCIES).optional(),
  repayment: z.enum(REPAYMENTS).optional(),
  /** Of `interestOnly`: for how many payments. Of `balloon`: over how many payments the level payment is worked out. */
  repaymentSpan: z.number().int().min(1).max(3000).nullable().optional(),
  compounding: z.enum(COMPOUNDINGS).optional(),
  rateChanges: z.array(RateChange).max(60).optional(),
  extras: z.array(Extra).max(60).optional(),
  extraEffect: z.enum(['shorten', 'recast']).optional(),
  /** The actual payment, if it differs from the calculated one. */
  paymentOverride: blank(Positive),
  creditLimit: blank(Positive),
  /** The least a card wants: a part of the balance, and never below an amount. */
  minimumPercent: blank(Percent),
  minimumAmount: blank(Positive),
  dueDay: z.number().int().min(1).max(31).nullable().optional(),
  remindDays: z.array(z.number().int().min(0).max(60)).max(6).optional(),
  notes: text(2000).optional(),
};

interface Given {
  kind: LiabilityKind;
  principal?: unknown;
  startedOn?: unknown;
  payments?: unknown;
  repayment?: string | undefined;
  repaymentSpan?: number | null | undefined;
  minimumPercent?: unknown;
  minimumAmount?: unknown;
}

function judge(given: Given, context: z.RefinementCtx): void {
  const say = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message });
  if (given.kind === 'card') {
    if (!given.minimumPercent && !given.minimumAmount)
      say('minimumAmount', 'Say the least that is to be paid: an amount, a percentage, or both.');
    return;
  }
  for (const field of ['principal', 'startedOn', 'payments'] as const)
    if (!given[field]) say(field, 'This is needed for a loan.');
  const payments = typeof given.payments === 'number' ? given.payments : 0;
  if (given.repayment === 'interestOnly' && !(given.repaymentSpan && given.repaymentSpan < payments))
    say('repaymentSpan', 'Say for how many payments only interest is due: fewer than all.');
  if (given.repayment === 'balloon' && !(given.repaymentSpan && given.repaymentSpan > payments))
    say('repaymentSpan', 'Say over how many payments the instalment is worked out: more than there are.');
}

const NewAccountOfDebt = z.strictObject({
  name: text(120).min(1, 'Enter a name.'),
  currency: Currency,
  /** At present. */ owed: Amount.refine((amount) => !amount.startsWith('-'), 'What is owed is not below zero.'),
});

export const NewLiability = z
  .strictObject({
    ledgerId: Id,
    kind: LiabilityKind,
    /** A ledger account of kind loan or card; or one is made along with it. */ accountId: Id.nullable().optional(),
    account: NewAccountOfDebt.nullable().optional(),
    ...Terms,
  })
  .superRefine((given, context) => {
    judge(given, context);
    if (!given.accountId && !given.account)
      context.addIssue({
        code: 'custom',
        path: ['accountId'],
        message: 'Choose the account that it belongs to, or have one made.',
      });
  });
export type NewLiability = z.infer<typeof NewLiability>;
export const LiabilityUpdate = z.strictObject({ version: Version, kind: LiabilityKind, ...Terms }).superRefine(judge);
export type LiabilityUpdate = z.infer<typeof LiabilityUpdate>;

export const Liability = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  accountId: Id,
  name: z.string(),
  currency: z.string(),
  kind: LiabilityKind,
  lender: z.string(),
  ratePercent: Figure,
  principal: Figure.nullable(),
  startedOn: Day.nullable(),
  payments: z.number().int().nullable(),
  frequency: z.enum(FREQUENCIES).nullable(),
  repayment: z.enum(REPAYMENTS).nullable(),
  repaymentSpan: z.number().int().nullable(),
  compounding: z.enum(COMPOUNDINGS).nullable(),
  rateChanges: z.array(z.object({ fromPayment: z.number().int(), ratePercent: Figure })),
  extras: z.array(
    z.object({
      from: z.number().int(),
      to: z.number().int().optional(),
      every: z.number().int().optional(),
      amount: Figure,
    }),
  ),
  extraEffect: z.enum(['shorten', 'recast']),
  paymentOverride: Figure.nullable(),
  creditLimit: Figure.nullable(),
  minimumPercent: Figure.nullable(),
  minimumAmount: Figure.nullable(),
  dueDay: z.number().int().nullable(),
  remindDays: z.array(z.number().int()),
  notes: z.string(),
  /** Now, as the account says. */
  owed: Figure,
  /** The rate that applies now. */
  currentRatePercent: Figure,
  /** The next payment and its date; null if nothing is owed or no date is known. */
  nextDue: z.object({ day: Day, amount: Figure }).nullable(),
  /** Required payment per month. */
  monthly: Figure,
  /** Of a loan: what its terms say of today. Null for a card. */
  plan: z
    .object({
      paymentsLeft: z.number().int(),
      lastDay: Day,
      balance: Figure,
      totalInterest: Figure,
      interestLeft: Figure,
      /** Total savings of extra payments. */
      interestSaved: Figure,
      paymentsSaved: z.number().int(),
    })
    .nullable(),
  /** Of a card: the part of its limit that is used. */
  utilisation: z.number().nullable(),
  /** Problem with the terms, such as a payment that does not cover the interest. */
  problem: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Liability = z.infer<typeof Liability>;

export const LiabilitySchedule = z.object({
  currency: z.string(),
  /** From the beginning of a loan; of a card from now on, with what it wants at least. */
  rows: z.array(
    z.object({
      number: z.number().int(),
      day: Day,
      payment: Figure,
      principal: Figure,
      interest: Figure,
      extra: Figure,
      balance: Figure,
      past: z.boolean(),
    }),
  ),
  totalInterest: Figure,
  totalPaid: Figure,
  lastDay: Day.nullable(),
  /** With the extra amount that was asked about, from the next payment on. */
  whatIf: z
    .object({
      extra: Figure,
      interestSaved: Figure,
      paymentsSaved: z.number().int(),
      lastDay: Day,
      balances: z.array(z.object({ day: Day, balance: Figure })),
    })
    .nullable(),
  reason: z.string().nullable(),
});
export type LiabilitySchedule = z.infer<typeof LiabilitySchedule>;

const PlanFigures = z.object({
  strategy: z.enum([...STRATEGIES, 'minimums']),
  months: z.number().int().nullable(),
  lastMonth: z.string().nullable(),
  totalInterest: Figure.nullable(),
  interestSaved: Figure.nullable(),
  monthsSaved: z.number().int().nullable(),
  reason: z.string().nullable(),
});
export const Payoff = z.object({
  currency: z.string(),
  /** Reason why there is no plan. */
  reason: z.string().nullable(),
  /** Of all minimums, without the extra amount. */
  minimums: Figure,
  owed: Figure,
  plans: z.array(PlanFigures),
  /** Of the plan that was asked for. */
  order: z.array(z.object({ liabilityId: Id, name: z.string(), month: z.string() })),
  timeline: z.array(
    z.object({
      month: z.string(),
      paid: Figure,
      interest: Figure,
      balance: Figure,
      /** With minimums only; null where they never end. */ minimumsBalance: Figure.nullable(),
    }),
  ),
  /** Left out for want of an exchange rate. */
  missingRates: z.array(z.string()),
});
export type Payoff = z.infer<typeof Payoff>;

export const Refinance = z.object({
  currency: z.string(),
  reason: z.string().nullable(),
  owed: Figure,
  paymentsLeft: z.number().int(),
  currentPayment: Figure,
  newPayment: Figure,
  paymentSaving: Figure,
  currentInterest: Figure,
  newInterest: Figure,
  interestSaving: Figure,
  netSaving: Figure,
  breakEvenPayment: z.number().int().nullable(),
  breakEvenDay: Day.nullable(),
  aprPercent: z.number().nullable(),
  /** Advantage of changing for someone who repays after that many payments. */
  points: z.array(z.object({ payment: z.number().int(), day: Day, saving: Figure })),
});
export type Refinance = z.infer<typeof Refinance>;

/**
 * A card or loan account that owes something and has no terms, with what a connected bank tells of it; null is what
 * no one tells.
 */
export const ToldLiability = z.object({
  accountId: Id,
  name: z.string(),
  currency: z.string(),
  lender: z.string(),
  /** Whether a connected bank tells of it. */ fromBank: z.boolean(),
  isReal: z.boolean(),
  kind: LiabilityKind,
  owed: Figure.nullable(),
  nextPayment: Figure.nullable(),
  nextDueDay: Day.nullable(),
  ratePercent: Figure.nullable(),
  principal: Figure.nullable(),
  startedOn: Day.nullable(),
  payments: z.number().int().nullable(),
  creditLimit: Figure.nullable(),
  minimumAmount: Figure.nullable(),
  dueDay: z.number().int().nullable(),
  /** What has to be added before there is a plan. */
  missing: z.array(z.enum(['rate', 'amount', 'start', 'payments', 'minimum'])),
  /** Possible differences from the terms: the requested payment, a variable rate, a minimum payment of one month. */
  remarks: z.array(z.enum(['payment', 'variable', 'minimum'])),
});
export type ToldLiability = z.infer<typeof ToldLiability>;

const base = { tag: 'Liabilities', access: 'user' } as const;
const errors = ['bad_request', 'validation', 'not_found'] as const;

export const liabilities = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: LIABILITIES,
    summary: 'Loans and cards of a ledger with what is owed',
    description: 'At most 500. Without a ledger it is the first that the caller sees.',
    query: z.object({ ledgerId: Id.optional(), currency: Currency.optional() }),
    response: z.object({
      ledgerId: Id.nullable(),
      currency: z.string(),
      items: z.array(Liability),
      totals: z.object({
        owed: Figure,
        /** Of it, what accounts without terms owe. */ withoutTerms: Figure,
        monthly: Figure,
        interestLeft: Figure,
        averageRatePercent: Figure.nullable(),
      }),
      missingRates: z.array(z.string()),
    }),
    errors,
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: LIABILITIES,
    summary: 'Enter a loan or card',
    status: 201,
    body: NewLiability,
    response: Liability,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  payoff: endpoint({
    ...base,
    method: 'GET',
    path: `${LIABILITIES}/payoff`,
    summary: 'When debts are gone, and what a plan saves',
    description:
      'Minimums of loans and cards as they are now are paid each month; what is left of the budget goes to one debt after the other.',
    query: z.object({
      ledgerId: Id.optional(),
      currency: Currency.optional(),
      strategy: z.enum(STRATEGIES).default('avalanche'),
      extra: Amount.default('0'),
      order: z.string().max(20_000).optional(),
    }),
    response: Payoff,
    errors,
  }),
  told: endpoint({
    ...base,
    method: 'GET',
    path: `${LIABILITIES}/told`,
    summary: 'Cards and loans that owe something and have no terms yet',
    description: 'With what connected banks tell of them. Suggestions: nothing is entered by itself.',
    query: z.object({ ledgerId: Id }),
    response: z.object({ items: z.array(ToldLiability) }),
    errors: ['validation', 'not_found'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${LIABILITIES}/{id}`,
    summary: 'Get a loan or card',
    params: IdParams,
    response: Liability,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${LIABILITIES}/{id}`,
    summary: 'Change the terms of a loan or card',
    params: IdParams,
    body: LiabilityUpdate,
    response: Liability,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${LIABILITIES}/{id}`,
    summary: 'Delete a loan or card',
    description: 'Its account and transactions stay.',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${LIABILITIES}/{id}/restore`,
    summary: 'Bring a deleted loan or card back',
    params: IdParams,
    response: Liability,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  schedule: endpoint({
    ...base,
    method: 'GET',
    path: `${LIABILITIES}/{id}/schedule`,
    summary: 'Every payment of a loan or card',
    params: IdParams,
    query: z.object({ extra: Amount.optional() }),
    response: LiabilitySchedule,
    errors,
  }),
  schedulePdf: endpoint({
    ...base,
    method: 'GET',
    path: `${LIABILITIES}/{id}/schedule.pdf`,
    summary: 'Every payment of a loan or card as PDF',
    params: IdParams,
    query: z.object({ extra: Amount.optional() }),
    produces: 'application/pdf',
    errors,
  }),
  refinance: endpoint({
    ...base,
    method: 'GET',
    path: `${LIABILITIES}/{id}/refinance`,
    summary: 'Whether another loan would cost less',
    params: IdParams,
    query: z.object({
      ratePercent: Percent,
      payments: z.coerce.number().int().min(1).max(3000),
      costs: Amount.default('0'),
    }),
    response: Refinance,
    errors,
  }),
} as const;
