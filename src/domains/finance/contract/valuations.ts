/** Valuations of a business by several methods side by side. Every figure is an editable input with its source. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { VALUATIONS } from '../paths.ts';
import { Amount, Currency, text, Version } from './shared.ts';

const Figure = z.string();
const Percent = z
  .string()
  .trim()
  .regex(/^-?\d{1,3}(\.\d{1,4})?$/, 'Enter a percentage, such as 12.5.');
const Multiple = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, 'Enter a multiple, such as 3.5.');
const Weight = z
  .string()
  .trim()
  .regex(/^(100|\d{1,2})(\.\d{1,2})?$/, 'Enter a weight between 0 and 100.');
const Label = text(120).min(1, 'Enter a name.');

export const METHODS = ['dcf', 'multiples', 'sde', 'assets'] as const;
export const MULTIPLE_FIGURES = ['revenue', 'ebitda', 'sde'] as const;

export const ValuationInputs = z.strictObject({
  asOf: Day,
  currency: Currency,
  /** A year of the business. `source`: where the figures come from, in words. */
  business: z.strictObject({
    from: Day,
    to: Day,
    source: text(300).optional(),
    revenue: Amount,
    profitBeforeTax: Amount,
    interest: Amount,
    depreciation: Amount,
    ownerPay: Amount,
    adjustments: z.array(z.strictObject({ label: Label, amount: Amount })).max(30),
    netDebt: Amount,
  }),
  dcf: z.strictObject({
    flows: z.array(Amount).min(1, 'Plan at least one year.').max(15),
    ratePercent: Percent,
    terminal: z.enum(['growth', 'multiple']),
    growthPercent: Percent,
    multiple: Multiple,
    multipleOf: Amount,
    midYear: z.boolean(),
    /** How far flows may miss the plan, as a standard deviation in percent: for the simulation. */
    uncertaintyPercent: Percent,
    source: text(300).optional(),
    weight: Weight,
  }),
  /** Multiples of comparable sales, entered by a person with their source. */
  multiples: z.strictObject({
    comparables: z
      .array(
        z.strictObject({
          name: Label,
          source: text(200).optional(),
          figure: z.enum(MULTIPLE_FIGURES),
          multiple: Multiple,
        }),
      )
      .max(60),
    weight: Weight,
  }),
  sde: z.strictObject({ low: Multiple, mid: Multiple, high: Multiple, source: text(300).optional(), weight: Weight }),
  assets: z.strictObject({
    items: z
      .array(
        z.strictObject({
          label: Label,
          owed: z.boolean(),
          bookValue: Amount,
          marketValue: z
            .union([Amount, z.literal('')])
            .nullable()
            .optional(),
        }),
      )
      .max(100),
    weight: Weight,
  }),
});
export type ValuationInputs = z.infer<typeof ValuationInputs>;

const Fields = { name: text(120).min(1, 'Enter a name.'), notes: text(4000).optional(), inputs: ValuationInputs };
export const NewValuation = z.strictObject({ ledgerId: Id, ...Fields });
export type NewValuation = z.infer<typeof NewValuation>;
export const ValuationUpdate = z.strictObject({ version: Version, ...Fields });
export type ValuationUpdate = z.infer<typeof ValuationUpdate>;

const Range = z.object({ low: Figure, mid: Figure, high: Figure });
export const ValuationResult = z.object({
  ebitda: Figure,
  sde: Figure,
  netDebt: Figure,
  /** Value for the owners by each method that there are figures for. */
  methods: z.array(
    z.object({
      method: z.enum(METHODS),
      label: z.string(),
      low: Figure,
      mid: Figure,
      high: Figure,
      weightPercent: Figure,
      note: z.string(),
    }),
  ),
  /** Weighted by what each method counts for; null without any weight. */
  conclusion: Range.nullable(),
  dcf: z
    .object({
      years: z.array(z.object({ year: z.number().int(), flow: Figure, factor: Figure, presentValue: Figure })),
      presentValueOfFlows: Figure,
      terminalValue: Figure,
      presentValueOfTerminal: Figure,
      enterpriseValue: Figure,
      equityValue: Figure,
      terminalSharePercent: Figure.nullable(),
      /**
       * Value for the owners by discount rate (rows) and growth (columns); null where growth is not below the rate.
       * Absent with a multiple at the end.
       */
      grid: z
        .object({ rates: z.array(Figure), growths: z.array(Figure), values: z.array(z.array(Figure.nullable())) })
        .nullable(),
      simulation: z.object({ p10: Figure, p50: Figure, p90: Figure, draws: z.number().int() }).nullable(),
    })
    .nullable(),
  /** Problems of an input, as sentences. */
  problems: z.array(z.string()),
});
export type ValuationResult = z.infer<typeof ValuationResult>;

export const Valuation = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  name: z.string(),
  notes: z.string(),
  inputs: ValuationInputs,
  result: ValuationResult,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Valuation = z.infer<typeof Valuation>;
export const ValuationSummary = z.object({
  id: Id,
  name: z.string(),
  currency: z.string(),
  asOf: Day,
  conclusion: Range.nullable(),
  updatedAt: Instant,
});
export type ValuationSummary = z.infer<typeof ValuationSummary>;
export const ValuationVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  notes: z.string(),
  by: z.string(),
  at: Instant,
  inputs: ValuationInputs,
  result: ValuationResult,
});
export type ValuationVersion = z.infer<typeof ValuationVersion>;

const base = { tag: 'Valuations', access: 'user' } as const;

export const valuations = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: VALUATIONS,
    summary: 'Valuations of a ledger',
    description: 'At most 100.',
    query: z.object({ ledgerId: Id }),
    response: z.object({ items: z.array(ValuationSummary) }),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  propose: endpoint({
    ...base,
    method: 'GET',
    path: `${VALUATIONS}/proposal`,
    summary: 'Inputs as the books have them',
    description:
      'From the journal of a business, or from the categories of a private ledger. Rates, multiples and growth are for a person to say.',
    query: z.object({ ledgerId: Id, from: Day, to: Day, growthPercent: Percent.default('3') }),
    response: ValuationInputs,
    errors: ['bad_request', 'validation', 'not_found', 'conflict'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: VALUATIONS,
    summary: 'Set up a valuation',
    status: 201,
    body: NewValuation,
    response: Valuation,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${VALUATIONS}/{id}`,
    summary: 'A valuation with its results',
    params: IdParams,
    response: Valuation,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${VALUATIONS}/{id}`,
    summary: 'Change a valuation',
    description: 'What was before stays as a version.',
    params: IdParams,
    body: ValuationUpdate,
    response: Valuation,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${VALUATIONS}/{id}`,
    summary: 'Delete a valuation',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${VALUATIONS}/{id}/restore`,
    summary: 'Bring a deleted valuation back',
    params: IdParams,
    response: Valuation,
    errors: ['forbidden', 'not_found'],
  }),
  versions: endpoint({
    ...base,
    method: 'GET',
    path: `${VALUATIONS}/{id}/versions`,
    summary: 'Versions of a valuation, the latest first',
    description: 'The latest 50.',
    params: IdParams,
    response: z.object({ items: z.array(ValuationVersion) }),
    errors: ['not_found'],
  }),
  report: endpoint({
    ...base,
    method: 'GET',
    path: `${VALUATIONS}/{id}/report.pdf`,
    summary: 'The valuation as PDF',
    params: IdParams,
    produces: 'application/pdf',
    errors: ['not_found'],
  }),
} as const;
