/** Reports from accounts and transactions: net worth, cash flow, forecast, and integrity checks. */
import * as z from 'zod';
import { Day, endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { Month } from './plans.ts';
import { Amount, Currency } from './shared.ts';

/** Currencies without an exchange rate: what is in them is not counted. */
const missing = z.array(z.string());
const Question = z.object({ ledgerId: Id, from: Day.optional(), to: Day, currency: Currency });

export const NetWorth = z.object({
  currency: z.string(),
  /** By day where the period spans at most three months, at the end of each month otherwise. */
  points: z.array(
    z.object({
      day: Day,
      /** Money in accounts, and holdings at their prices of the day or the last one before it. */ assets: Amount,
      debts: Amount,
      net: Amount,
      /** Of the assets: holdings. */ investments: Amount,
    }),
  ),
  /** At the end of the period, in the currency of each account and in that of the question. */
  accounts: z.array(
    z.object({
      accountId: Id,
      balance: Amount,
      converted: Amount.nullable(),
      /** Investments in the account, in the requested currency; null if it never had any. */ investments:
        Amount.nullable(),
    }),
  ),
  /**
   * The days of the oldest and the latest price that the last point rests on; holdings without any price count nothing
   * and are named.
   */
  prices: z.object({
    from: Day.nullable(),
    to: Day.nullable(),
    unpriced: z.array(z.string()),
    exampleData: z.boolean(),
  }),
  missing,
});
export type NetWorth = z.infer<typeof NetWorth>;

export const CashFlow = z.object({
  currency: z.string(),
  from: Day.nullable(),
  to: Day,
  /** Spending is negative. Transfers between accounts and what is pending are in neither. */
  months: z.array(z.object({ month: Month, income: Amount, spending: Amount, net: Amount })),
  categories: z.array(
    z.object({
      categoryId: Id.nullable(),
      /** Of the category; by the sign where there is none. */ kind: z.enum(['income', 'expense']),
      amount: Amount,
      /** Null without a category where a month has both money in and money out: how many are which is not kept. */ count:
        z.number().int().nullable(),
    }),
  ),
  /** Transactions and parts without a category. */
  unsorted: z.number().int(),
  totals: z.object({ income: Amount, spending: Amount, net: Amount }),
  missing,
});
export type CashFlow = z.infer<typeof CashFlow>;

export const CashForecast = z.object({
  currency: z.string(),
  today: Day,
  opening: Amount,
  days: z.array(
    z.object({
      day: Day,
      expected: Amount,
      low: Amount,
      high: Amount,
      flows: z.array(z.object({ id: z.string(), label: z.string(), amount: Amount })),
    }),
  ),
  lowest: z.object({ day: Day, balance: Amount }),
  firstBelowZero: Day.nullable(),
  /** The basis of the forecast. */
  basis: z.object({
    accounts: z.number().int(),
    recurring: z.number().int(),
    pending: z.number().int(),
    /** Days of everyday spending that were looked at. */ days: z.number().int(),
    /** Mean of a day. */ everyday: Amount,
  }),
  missing,
});
export type CashForecast = z.infer<typeof CashForecast>;

export const LedgerCheck = z.object({
  ledgers: z.number().int(),
  accounts: z.number().int(),
  transactions: z.number().int(),
  /**
   * Sums that differ from the transactions that they are of; parts that do not sum to their whole; transfers with one
   * side only.
   */
  problems: z.array(
    z.object({ kind: z.enum(['sum', 'parts', 'transfer', 'paid']), workspaceId: Id, id: Id, message: z.string() }),
  ),
});
export type LedgerCheck = z.infer<typeof LedgerCheck>;

/** The latest check that was asked for. */
export const LedgerCheckRun = z.object({
  /** Absent where none was. Its progress and its end are those of the job. */
  run: z
    .object({
      jobId: Id,
      state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
      /** Accounts that are checked, and all there are. */ done: z.number().int(),
      of: z.number().int().nullable(),
      startedAt: Instant,
      finishedAt: Instant.nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** Of the latest run that came to its end. */
  check: LedgerCheck.nullable(),
  checkedAt: Instant.nullable(),
});
export type LedgerCheckRun = z.infer<typeof LedgerCheckRun>;

const base = { tag: 'Finance', access: 'user' } as const;
const administration = { tag: 'Finance', access: 'admin', path: '/api/admin/finance/check' } as const;

export const financeReports = {
  netWorth: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/reports/net-worth',
    summary: 'Net worth over time',
    query: Question,
    response: NetWorth,
    errors: ['validation', 'not_found'],
  }),
  cashFlow: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/reports/cash-flow',
    summary: 'Income and spending by month and category',
    query: Question,
    response: CashFlow,
    errors: ['validation', 'not_found'],
  }),
  netWorthPdf: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/reports/net-worth.pdf',
    summary: 'Net worth over time as PDF',
    query: Question,
    produces: 'application/pdf',
    errors: ['validation', 'not_found'],
  }),
  cashFlowPdf: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/reports/cash-flow.pdf',
    summary: 'Income and spending as PDF',
    query: Question,
    produces: 'application/pdf',
    errors: ['validation', 'not_found'],
  }),
  forecast: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/reports/forecast',
    summary: 'What the accounts for everyday use are likely to hold',
    description: 'From balances, what comes again, what is pending, and everyday spending of the last 90 days.',
    query: z.object({
      ledgerId: Id,
      today: Day,
      days: z.coerce.number().int().min(7).max(365).default(90),
      currency: Currency,
    }),
    response: CashForecast,
    errors: ['validation', 'not_found'],
  }),
  check: endpoint({
    ...administration,
    method: 'GET',
    summary: 'Whether every balance follows from its transactions',
    description: 'What the latest check found, and how far one is that runs.',
    response: LedgerCheckRun,
  }),
  startCheck: endpoint({
    ...administration,
    method: 'POST',
    summary: 'Check every balance of the installation',
    description:
      'Starts a job that reads all transactions, account by account. The job can be watched and canceled. Only one runs at a time: while it runs, the call returns that job.',
    response: LedgerCheckRun,
  }),
} as const;
