/** Value, performance, allocation, and outlook of a portfolio. Calculated from activities and prices, never stored. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams } from '../../../kernel/endpoint.ts';
import { INVESTMENT } from '../paths.ts';
import { SecurityKind } from './securities.ts';
import { Amount, Currency, Version } from './shared.ts';

/** Decimal text of a figure: money rounded to what can be paid, quantities and fractions as they are. */
const Figure = z.string();
/** Statistics (fractions, ratios), in double precision; null where there is not enough to say. */
const Statistic = z.number().nullable();

export const LOT_METHODS = ['fifo', 'lifo', 'hifo', 'average', 'specific'] as const;
export const LotMethod = z.enum(LOT_METHODS);
export type LotMethod = z.infer<typeof LotMethod>;

export const InvestmentAccountUpdate = z.strictObject({
  version: Version,
  lotMethod: LotMethod.optional(),
  /** Null: activities move no cash. */
  cash: z.strictObject({ accountId: Id, from: Day }).nullable().optional(),
});
export type InvestmentAccountUpdate = z.infer<typeof InvestmentAccountUpdate>;

export const DIMENSIONS = ['kind', 'sector', 'region', 'currency', 'account'] as const;
export const Dimension = z.enum(DIMENSIONS);
export type Dimension = z.infer<typeof Dimension>;

/** Which portfolio. Without a ledger it is the first with investments that the caller sees. */
const Question = { ledgerId: Id.optional(), accountId: Id.optional(), currency: Currency.optional() };

const Problem = z.object({ activityId: Id, securityId: Id.nullable(), message: z.string() });

export const Holding = z.object({
  securityId: Id,
  name: z.string(),
  ticker: z.string(),
  kind: SecurityKind,
  currency: z.string(),
  sector: z.string(),
  region: z.string(),
  quantity: Figure,
  lots: z.number().int(),
  /** In the security's currency; of the last trade where no price is known. */
  price: Figure.nullable(),
  priceDay: Day.nullable(),
  priceSource: z.enum(['manual', 'import', 'bank', 'example', 'trade']).nullable(),
  /** In the security's currency. */
  localValue: Figure,
  /** In the currency of the answer; null where an exchange rate is missing. */
  value: Figure.nullable(),
  cost: Figure.nullable(),
  unrealised: Figure.nullable(),
  /** Part of `unrealised` that exchange rates made. */
  currencyGain: Figure.nullable(),
  realised: Figure.nullable(),
  income: Figure.nullable(),
  fees: Figure.nullable(),
  /** Fraction of everything that is valued. */
  weight: Figure,
  /** Of the present holding: unrealised over cost. */
  gainRatio: Statistic,
});
export type Holding = z.infer<typeof Holding>;

export const PortfolioAccount = z.object({
  accountId: Id,
  name: z.string(),
  currency: z.string(),
  institution: z.string(),
  version: z.number().int(),
  lotMethod: LotMethod,
  value: Figure,
  cost: Figure,
  /** Balance of the ledger account: money that is not invested. Not part of returns. */
  cash: Figure.nullable(),
  /** The account whose cash its activities move, from a day on; null where they move none. */
  cashAccountId: Id.nullable(),
  cashFrom: Day.nullable(),
  /** Its broker tells of its cash: activities move none. */
  cashTold: z.boolean(),
});
export type PortfolioAccount = z.infer<typeof PortfolioAccount>;

export const PortfolioSummary = z.object({
  /** Null where the caller sees no ledger. */
  ledgerId: Id.nullable(),
  currency: z.string(),
  asOf: Day,
  accounts: z.array(PortfolioAccount),
  totals: z.object({
    value: Figure,
    cost: Figure,
    unrealised: Figure,
    realised: Figure,
    realisedShort: Figure,
    realisedLong: Figure,
    income: Figure,
    taxWithheld: Figure,
    fees: Figure,
    cash: Figure,
    /** Against the prices of the day before. */
    dayChange: Figure,
    gainRatio: Statistic,
  }),
  holdings: z.array(Holding),
  /** Holdings whose currency has no exchange rate into the answer's: they are in no total. */
  missingRates: z.array(z.string()),
  /** Example prices are in use. */
  exampleData: z.boolean(),
  problems: z.array(Problem),
});
export type PortfolioSummary = z.infer<typeof PortfolioSummary>;

export const PerformancePoint = z.object({
  day: Day,
  value: Figure,
  /** Put in less taken out since the beginning of the span, the value at its beginning included. */
  invested: Figure,
  /** Time-weighted return since the beginning, as a fraction. */
  growth: z.number(),
  /** The benchmark's over the same time. */
  benchmark: Statistic,
  /** How far the return lies below its highest so far. */
  drawdown: z.number(),
});

export const Performance = z.object({
  ledgerId: Id.nullable(),
  currency: z.string(),
  from: Day,
  to: Day,
  /** Reason why there are no figures. */
  reason: z.string().nullable(),
  startValue: Figure,
  endValue: Figure,
  /** Put in less taken out. */
  netContributions: Figure,
  gain: Figure,
  simple: Statistic,
  timeWeighted: Statistic,
  timeWeightedAnnual: Statistic,
  moneyWeighted: Statistic,
  /** Rates that solve the equation; more than one makes XIRR doubtful. */
  moneyWeightedRoots: z.array(z.number()),
  benchmark: z.object({ securityId: Id, name: z.string(), total: Statistic, from: Day.nullable() }).nullable(),
  points: z.array(PerformancePoint),
});
export type Performance = z.infer<typeof Performance>;

export const AllocationGroup = z.object({
  key: z.string(),
  label: z.string(),
  value: Figure,
  weight: Figure,
  target: Figure.nullable(),
  drift: Figure.nullable(),
  securityIds: z.array(Id),
});
export type AllocationGroup = z.infer<typeof AllocationGroup>;

export const Analytics = z.object({
  ledgerId: Id.nullable(),
  currency: z.string(),
  asOf: Day,
  allocation: z.array(z.object({ dimension: Dimension, groups: z.array(AllocationGroup) })),
  /** Herfindahl–Hirschman index of the holdings' weights. */
  concentration: Statistic,
  income: z.object({
    months: z.array(z.object({ month: z.string(), gross: Figure, tax: Figure })),
    trailing: Figure,
    yieldOnValue: Statistic,
    yieldOnCost: Statistic,
    /**
     * Expected payments on current holdings: the last twelve months' payments per unit, in the same months of the
     * coming year.
     */
    forward: z.array(z.object({ month: z.string(), amount: Figure })),
    forwardTotal: Figure,
    bySecurity: z.array(z.object({ securityId: Id.nullable(), name: z.string(), trailing: Figure, forward: Figure })),
  }),
  fees: z.object({
    trades: Figure,
    account: Figure,
    total: Figure,
    trailing: Figure,
    /** Of the present value, a year. */ ratio: Statistic,
  }),
  risk: z.object({
    /** Says why there are no figures. */
    reason: z.string().nullable(),
    days: z.number().int(),
    from: Day.nullable(),
    to: Day.nullable(),
    riskFreePercent: Figure,
    annualReturn: Statistic,
    volatility: Statistic,
    sharpe: Statistic,
    sortino: Statistic,
    maxDrawdown: z
      .object({ depth: z.number(), peak: Day.nullable(), trough: Day.nullable(), recovered: Day.nullable() })
      .nullable(),
    valueAtRisk: Statistic,
    valueAtRiskAmount: Figure.nullable(),
    expectedShortfall: Statistic,
    benchmark: z
      .object({ name: z.string(), beta: Statistic, alpha: Statistic, rSquared: Statistic, trackingError: Statistic })
      .nullable(),
  }),
});
export type Analytics = z.infer<typeof Analytics>;

const Percent = z.coerce.number().min(-20).max(100);
export const PredictionQuestion = z.object({
  ...Question,
  years: z.coerce.number().int().min(1).max(60).default(20),
  /** The target at the end, in today's money. */
  goal: Amount.optional(),
  /** Put in each month, in today's money; taken out where below zero. */
  monthly: Amount.optional(),
  /** A year, in percent. Where absent, what is measured of the portfolio, and said. */
  expectedReturn: Percent.optional(),
  volatility: z.coerce.number().min(0).max(100).optional(),
  inflation: Percent.default(2),
  fees: z.coerce.number().min(0).max(10).default(0),
  seed: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

const Probability = z.object({ value: z.number(), low: z.number(), high: z.number() });
export const Prediction = z.object({
  ledgerId: Id.nullable(),
  currency: z.string(),
  /** Reason why nothing can be predicted. */
  reason: z.string().nullable(),
  startValue: Figure,
  /** In percent a year. `origin` says where each comes from. */
  assumptions: z
    .object({
      expectedReturn: z.number(),
      volatility: z.number(),
      inflation: z.number(),
      fees: z.number(),
      paths: z.number().int(),
      seed: z.number().int(),
      freedom: z.number(),
      origin: z.object({
        expectedReturn: z.enum(['given', 'assumed']),
        volatility: z.enum(['given', 'measured', 'assumed']),
      }),
    })
    .nullable(),
  /** The shares of paths that lie below each band. */
  bands: z.array(z.number()),
  years: z.array(z.object({ year: z.number().int(), values: z.array(Figure), ruined: z.number() })),
  goal: Probability.nullable(),
  lasting: Probability.nullable(),
});
export type Prediction = z.infer<typeof Prediction>;

export const Lot = z.object({
  id: z.string(),
  accountId: Id,
  account: z.string(),
  acquired: Day,
  quantity: Figure,
  unitCost: Figure,
  cost: Figure,
  value: Figure,
  gain: Figure,
  longTerm: z.boolean(),
  /** The first day on which a sale is long-term. */
  longTermFrom: Day,
});
export type Lot = z.infer<typeof Lot>;

/** In dollars: a lot, or a part of one, with the loss of a wash sale in its cost. */
export const WashedLot = z.object({
  key: z.string(),
  account: z.string(),
  acquired: Day,
  quantity: Figure,
  /** The price paid, the disallowed loss that was added, and their sum. */
  cost: Figure,
  added: Figure,
  costForTax: Figure,
  /** It takes over the holding period of what it replaced. */
  heldFrom: Day,
});
export type WashedLot = z.infer<typeof WashedLot>;

export const HoldingDetail = z.object({
  ledgerId: Id,
  currency: z.string(),
  holding: Holding.nullable(),
  lots: z.array(Lot),
  /**
   * Every part of the lots that wash sales reach, for those whose United States taxes are worked out from this ledger.
   */
  washedLots: z.array(WashedLot),
  averageCost: Figure.nullable(),
  /** Return on the mean amount invested, after fees: in the security's currency and in the answer's. */
  netReturnLocal: Statistic,
  netReturn: Statistic,
  prices: z.array(z.object({ day: Day, price: Figure })),
});
export type HoldingDetail = z.infer<typeof HoldingDetail>;

export const RealisedGain = z.object({
  activityId: Id,
  securityId: Id,
  security: z.string(),
  accountId: Id,
  account: z.string(),
  lotId: z.string(),
  acquired: Day,
  sold: Day,
  quantity: Figure,
  /** In the answer's currency. */
  proceeds: Figure,
  cost: Figure,
  gain: Figure,
  currencyGain: Figure,
  longTerm: z.boolean(),
  /**
   * In dollars: what of the loss is not allowed because the same was bought within 30 days (IRC §1091), for those whose
   * United States taxes are worked out from this ledger.
   */
  washed: Figure.nullable(),
});
export type RealisedGain = z.infer<typeof RealisedGain>;

export const InvestmentSettings = z.object({
  ledgerId: Id,
  version: z.number().int(),
  benchmarkId: Id.nullable(),
  riskFreePercent: Figure,
  /** Fractions by group, for each dimension that has targets. */
  targets: z.partialRecord(Dimension, z.record(z.string(), Figure)),
});
export type InvestmentSettings = z.infer<typeof InvestmentSettings>;

const Fraction = z
  .string()
  .trim()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'A share lies between 0 and 1.');
export const InvestmentSettingsUpdate = z.strictObject({
  version: z.number().int().min(0),
  benchmarkId: Id.nullable().optional(),
  riskFreePercent: z
    .string()
    .trim()
    .regex(/^-?\d{1,2}(\.\d{1,4})?$/, 'Enter a percentage, such as 3.5.')
    .optional(),
  targets: z.partialRecord(Dimension, z.record(z.string().min(1).max(120), Fraction)).optional(),
});

export const Rebalancing = z.object({
  currency: z.string(),
  /** Reason why nothing can be suggested. */
  reason: z.string().nullable(),
  trades: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: Figure,
      target: Figure,
      drift: Figure,
      /** To buy; to sell when negative. */ amount: Figure,
    }),
  ),
});
export type Rebalancing = z.infer<typeof Rebalancing>;

const base = { tag: 'Investments', access: 'user' } as const;
const errors = ['bad_request', 'validation', 'not_found'] as const;
const Span = { from: Day.optional(), to: Day.optional() };

export const portfolio = {
  summary: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.summary,
    summary: 'What is held, what it cost and what it is worth',
    query: z.object(Question),
    response: PortfolioSummary,
    errors,
  }),
  summaryPdf: endpoint({
    ...base,
    method: 'GET',
    path: `${INVESTMENT.summary}.pdf`,
    summary: 'The portfolio as PDF',
    query: z.object(Question),
    produces: 'application/pdf',
    errors,
  }),
  performance: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.performance,
    summary: 'Simple, time-weighted and money-weighted return, day by day',
    query: z.object({ ...Question, ...Span, benchmarkId: Id.optional() }),
    response: Performance,
    errors,
  }),
  analytics: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.analytics,
    summary: 'Allocation, income, fees and risk',
    query: z.object({ ...Question, ...Span }),
    response: Analytics,
    errors,
  }),
  predictions: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.predictions,
    summary: 'Where the portfolio may stand in years to come',
    description:
      'A simulation of 10,000 paths with fat tails under assumptions that are stated. The same question has the same answer. Giving the call up stops it.',
    query: PredictionQuestion,
    response: Prediction,
    errors,
  }),
  holding: endpoint({
    ...base,
    method: 'GET',
    path: `${INVESTMENT.holdings}/{id}`,
    summary: 'A holding with its lots',
    params: IdParams,
    query: z.object({ accountId: Id.optional(), currency: Currency.optional() }),
    response: HoldingDetail,
    errors,
  }),
  gains: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.gains,
    summary: 'What sales made, lot by lot, the latest first',
    query: z.object({
      ...Question,
      ...Span,
      securityId: Id.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      items: z.array(RealisedGain),
      next: z.string().nullable(),
      currency: z.string(),
      totals: z.object({ shortTerm: Figure, longTerm: Figure, count: z.number().int() }),
      /**
       * In dollars, of the ledger's taxed accounts: gains after wash sales, as tax counts them. Null where no wash sale
       * changes them, or one account or security was asked for.
       */
      tax: z.object({ shortTerm: Figure, longTerm: Figure, notAllowed: Figure }).nullable(),
    }),
    errors,
  }),
  rebalancing: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.rebalancing,
    summary: 'What would bring the mix to its targets',
    description: 'A suggestion; nothing is traded.',
    query: z.object({
      ...Question,
      dimension: Dimension.default('kind'),
      cash: Amount.default('0'),
      newMoneyOnly: z.enum(['true', 'false']).default('false'),
    }),
    response: Rebalancing,
    errors,
  }),
  settings: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.settings,
    summary: 'Benchmark, risk-free rate and targets of a ledger',
    query: z.object({ ledgerId: Id }),
    response: InvestmentSettings,
    errors,
  }),
  updateSettings: endpoint({
    ...base,
    method: 'PUT',
    path: `${INVESTMENT.settings}/{id}`,
    summary: 'Change benchmark, risk-free rate or targets of a ledger',
    description: 'Targets of a dimension must sum to 1. The first save has version 0.',
    params: IdParams,
    body: InvestmentSettingsUpdate,
    response: InvestmentSettings,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  updateAccount: endpoint({
    ...base,
    method: 'PUT',
    path: `${INVESTMENT.accounts}/{id}`,
    summary: 'Choose how sales of an account use lots, and whose cash its activities move',
    params: IdParams,
    body: InvestmentAccountUpdate,
    description:
      'With `cash`, what is bought, sold and earned from a day on moves the cash of that account, by transactions that follow the activities. Null: it moves none.',
    response: z.object({
      accountId: Id,
      version: z.number().int(),
      lotMethod: LotMethod,
      cashAccountId: Id.nullable(),
      cashFrom: Day.nullable(),
    }),
    errors: ['validation', 'forbidden', 'not_found', 'stale', 'conflict'],
  }),
} as const;
