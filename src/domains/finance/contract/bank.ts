/** Bank data through a provider: connections, syncs, and the reads that the specification names under /api/plaid. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Amount } from './shared.ts';
import { Transaction } from './transactions.ts';

export const BankProviderId = z.enum(['sandbox', 'plaid']);
export type BankProviderId = z.infer<typeof BankProviderId>;

export const BankProviderInfo = z.object({
  id: BankProviderId,
  name: z.string(),
  /** Whether banks of the outside world stand behind it; what does not is example data. */
  isReal: z.boolean(),
  about: z.string(),
});

export const BankConnection = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  provider: BankProviderId,
  isReal: z.boolean(),
  institutionName: z.string(),
  /** `login_required`: the person has to sign in to the bank again; `failed`: the last sync did not come through. */
  state: z.enum(['active', 'login_required', 'failed']),
  problem: z.string(),
  accounts: z.array(z.object({ accountId: Id, name: z.string(), mask: z.string() })),
  lastSyncedAt: Instant.nullable(),
  createdAt: Instant,
});
export type BankConnection = z.infer<typeof BankConnection>;

/** How the connection is made: by choosing an example customer, or on a page of Plaid's. */
export const LinkStart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sandbox'),
    customers: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })),
  }),
  z.object({
    kind: z.literal('plaid'),
    linkToken: z.string(),
    /** Page of Plaid's on which the person signs in to their bank. */
    url: z.url({ protocol: /^https$/ }),
    expiresAt: Instant,
  }),
]);
export type LinkStart = z.infer<typeof LinkStart>;

export const BankSync = z.object({
  id: Id,
  kind: z.enum(['all', 'investments']),
  state: z.enum(['running', 'done', 'failed']),
  counts: z.object({
    connections: z.number().int(),
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    /** Kept aside, because their days are closed. */ held: z.number().int(),
  }),
  /** What went wrong, connection by connection. */
  problems: z.array(z.object({ institutionName: z.string(), message: z.string() })),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type BankSync = z.infer<typeof BankSync>;

/** Something that a bank told of a closed period: kept aside, and not in the books. */
export const HeldTransaction = z.object({
  id: Id,
  accountId: Id,
  account: z.string(),
  currency: z.string(),
  /** The effect on the ledger. */
  kind: z.enum(['add', 'change', 'remove']),
  day: Day,
  amount: Amount.nullable(),
  payee: z.string(),
  /** Of a change: how the ledger has it. */
  before: z.object({ day: Day, amount: Amount }).nullable(),
  transactionId: Id.nullable(),
});
export type HeldTransaction = z.infer<typeof HeldTransaction>;

export const BankAccount = z.object({
  id: Id,
  ledgerId: Id,
  connectionId: Id,
  institutionName: z.string(),
  isReal: z.boolean(),
  name: z.string(),
  officialName: z.string(),
  mask: z.string(),
  type: z.enum(['depository', 'credit', 'loan', 'investment', 'other']),
  subtype: z.string(),
  currency: z.string(),
  /** As the bank tells them: what is owed on a card or a loan is positive. */
  current: Amount.nullable(),
  available: Amount.nullable(),
  limit: Amount.nullable(),
  toldAt: Instant,
});
export type BankAccount = z.infer<typeof BankAccount>;

const Percent = z.string();
export const BankLiability = z.object({
  accountId: Id,
  ledgerId: Id,
  name: z.string(),
  currency: z.string(),
  owed: Amount.nullable(),
  kind: z.enum(['credit', 'mortgage', 'student']),
  /** Percent a year. */
  rate: Percent.nullable(),
  rateType: z.string().nullable(),
  minimumPayment: Amount.nullable(),
  nextPayment: Amount.nullable(),
  nextDueDay: Day.nullable(),
  lastPayment: Amount.nullable(),
  lastPaymentDay: Day.nullable(),
  lastStatementBalance: Amount.nullable(),
  originalAmount: Amount.nullable(),
  originDay: Day.nullable(),
  maturityDay: Day.nullable(),
  isOverdue: z.boolean().nullable(),
});
export type BankLiability = z.infer<typeof BankLiability>;

export const BankSecurity = z.object({
  id: Id,
  ledgerId: Id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string(),
  cusip: z.string(),
  kind: z.string(),
  currency: z.string(),
  sector: z.string(),
  price: z.string().nullable(),
  priceDay: Day.nullable(),
});
export type BankSecurity = z.infer<typeof BankSecurity>;
export const BankHolding = z.object({
  accountId: Id,
  ledgerId: Id,
  securityId: Id,
  name: z.string(),
  ticker: z.string(),
  quantity: z.string(),
  price: z.string(),
  value: z.string(),
  costBasis: z.string().nullable(),
  currency: z.string(),
  toldAt: Instant,
});
export type BankHolding = z.infer<typeof BankHolding>;
export const BankInvestmentTransaction = z.object({
  id: Id,
  accountId: Id,
  ledgerId: Id,
  securityId: Id.nullable(),
  day: Day,
  kind: z.string(),
  quantity: z.string().nullable(),
  price: z.string().nullable(),
  amount: z.string().nullable(),
  fee: z.string(),
  currency: z.string(),
  notes: z.string(),
});
export type BankInvestmentTransaction = z.infer<typeof BankInvestmentTransaction>;

const base = { tag: 'Bank data', access: 'user' } as const;
const ofLedger = z.object({ ledgerId: Id.optional().describe('One ledger; otherwise all that the caller may see') });
const Paged = ofLedger.extend({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const listed = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
const read = { ...base, method: 'GET', query: ofLedger, errors: ['validation', 'not_found'] } as const;

export const bank = {
  providers: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/bank/providers',
    summary: 'Where bank data can come from in this installation',
    response: listed(BankProviderInfo),
  }),
  connections: endpoint({
    ...read,
    path: '/api/finance/bank/connections',
    summary: 'List connections to banks',
    response: listed(BankConnection),
  }),
  startLink: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/bank/link',
    summary: 'Begin a connection to a bank',
    body: z.strictObject({ ledgerId: Id, provider: BankProviderId }),
    response: LinkStart,
    errors: ['validation', 'forbidden', 'not_found', 'unavailable'],
  }),
  connect: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/bank/connections',
    summary: 'Finish a connection to a bank',
    description:
      "Its accounts are set up in the ledger by the sync that starts at once. An account of the ledger that bears the same number is taken for the bank's.",
    status: 201,
    body: z.strictObject({
      ledgerId: Id,
      provider: BankProviderId,
      chosen: z
        .string()
        .min(1)
        .max(500)
        .describe('The link token whose page was gone through; of the sandbox, the id of an example customer'),
    }),
    response: BankConnection,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'unavailable'],
  }),
  startSignIn: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/bank/connections/{id}/sign-in',
    summary: 'Begin a new sign-in to the bank of a connection',
    description: 'For a connection that the bank wants a new sign-in for. It stays the same connection.',
    params: IdParams,
    response: LinkStart,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'unavailable'],
  }),
  finishSignIn: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/bank/connections/{id}/signed-in',
    summary: 'Go on with a connection after a new sign-in',
    description: 'A sync starts at once.',
    params: IdParams,
    response: BankConnection,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'unavailable'],
  }),
  disconnect: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/bank/connections/{id}',
    summary: 'End a connection to a bank',
    description: 'Accounts and transactions stay as they are.',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  held: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/bank/held',
    summary: 'What banks told of a closed period, the earliest first',
    description: 'It comes into the ledger when an owner opens the period again.',
    query: z.object({
      ledgerId: Id,
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      items: z.array(HeldTransaction),
      next: z.string().nullable(),
      count: z.number().int(),
      firstDay: Day.nullable(),
    }),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  leaveOut: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/bank/held/leave-out',
    summary: 'Leave what a bank told of a closed period out of the books',
    body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    response: z.object({ count: z.number().int() }),
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  takeBack: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/bank/held/take-back',
    summary: 'Hold again what was left out',
    body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    response: z.object({ count: z.number().int() }),
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  lastSync: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/bank/last-sync',
    summary: "The caller's last sync, and whether it still runs",
    response: z.object({ sync: BankSync.nullable(), lastSyncedAt: Instant.nullable() }),
  }),
  webhook: endpoint({
    tag: 'Bank data',
    access: 'public',
    method: 'POST',
    path: '/api/hooks/plaid',
    summary: 'Plaid tells that a bank has something new',
    description: 'Signed by Plaid (Plaid-Verification); anything else is refused.',
    keepsRaw: true,
    status: 202,
    body: z.looseObject({
      webhook_type: z.string().max(100),
      webhook_code: z.string().max(100),
      item_id: z.string().max(200).optional(),
    }),
    response: z.object({ accepted: z.boolean() }),
    errors: ['validation', 'unauthenticated'],
  }),
} as const;

export const plaid = {
  syncAll: endpoint({
    ...base,
    method: 'POST',
    path: '/api/plaid/sync-all',
    summary: 'Fetch what is new from all connected banks',
    description: 'A second sync while one runs is refused.',
    status: 202,
    response: BankSync,
    errors: ['conflict'],
  }),
  syncInvestments: endpoint({
    ...base,
    method: 'POST',
    path: '/api/plaid/sync-investments',
    summary: 'Fetch what is new of investments',
    description: 'A second sync while one runs is refused.',
    status: 202,
    response: BankSync,
    errors: ['conflict'],
  }),
  accounts: endpoint({
    ...read,
    path: '/api/plaid/accounts',
    summary: 'Connected accounts, as their banks tell them',
    response: listed(BankAccount),
  }),
  transactions: endpoint({
    ...base,
    method: 'GET',
    path: '/api/plaid/transactions',
    summary: 'Transactions of connected accounts, the latest first',
    query: Paged,
    response: pageOf(Transaction),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  liabilities: endpoint({
    ...read,
    path: '/api/plaid/liabilities',
    summary: 'What banks tell of cards and loans',
    response: listed(BankLiability),
  }),
  investmentAccounts: endpoint({
    ...read,
    path: '/api/plaid/investments/accounts',
    summary: 'Connected investment accounts',
    response: listed(BankAccount),
  }),
  holdings: endpoint({
    ...read,
    path: '/api/plaid/investments/holdings',
    summary: 'Holdings, as their banks tell them',
    response: listed(BankHolding),
  }),
  securities: endpoint({
    ...read,
    path: '/api/plaid/investments/securities',
    summary: 'Securities that banks told of',
    response: listed(BankSecurity),
  }),
  investmentTransactions: endpoint({
    ...base,
    method: 'GET',
    path: '/api/plaid/investments/transactions',
    summary: 'Investment transactions that banks told of, the latest first',
    query: Paged,
    response: pageOf(BankInvestmentTransaction),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
} as const;
