/** Scenarios for a tax year. They never change the books or the estimate. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { TAX } from '../paths.ts';
import { Amount, text, Version } from './shared.ts';
import { TaxYearNumber } from './tax.ts';
import { PLANS } from './tax-lines.ts';

export const MOVE_KINDS = ['entity', 'retirement', 'harvest', 'depreciation', 'timing', 'bunching'] as const;
const Figure = z.string();
const Positive = Amount.refine((amount) => Number(amount) > 0, 'Enter an amount above zero.');
const NotNegative = Amount.refine((amount) => !amount.startsWith('-'), 'Enter an amount that is not below zero.');
export const RECOVERY_PERIODS = ['3', '5', '7', '10', '15', '20', '27.5', '39'] as const;

export const TaxMove = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('entity'),
    to: z.enum(['sCorporation', 'cCorporation']),
    salary: Positive,
    costs: NotNegative,
    paidOutPercent: z
      .string()
      .trim()
      .regex(/^(100|\d{1,2})(\.\d{1,2})?$/, 'Enter a percentage between 0 and 100.'),
  }),
  z.strictObject({ kind: z.literal('retirement'), plan: z.enum(PLANS), amount: Positive }),
  /** Lots by `account:security:lot`, as the list of candidates names them; valued again each time. */
  z.strictObject({
    kind: z.literal('harvest'),
    lots: z.array(z.string().max(300)).min(1, 'Choose at least one lot.').max(100),
  }),
  z.strictObject({
    kind: z.literal('depreciation'),
    what: text(120),
    cost: Positive,
    period: z.enum(RECOVERY_PERIODS),
    placedInService: Day,
    acquired: Day,
    section179: NotNegative,
    bonus: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('timing'), what: z.enum(['income', 'expenses']), amount: Positive }),
  z.strictObject({ kind: z.literal('bunching'), yearly: Positive }),
]);
export type TaxMove = z.infer<typeof TaxMove>;

const Moves = z.array(TaxMove).max(12);
const Fields = { name: text(120).min(1, 'Enter a name.'), notes: text(2000).optional(), moves: Moves };
export const NewTaxScenario = z.strictObject({ year: TaxYearNumber, ...Fields });
export type NewTaxScenario = z.infer<typeof NewTaxScenario>;
export const TaxScenarioUpdate = z.strictObject({ version: Version, ...Fields });
export type TaxScenarioUpdate = z.infer<typeof TaxScenarioUpdate>;

const Burden = z.object({ personal: Figure, payroll: Figure, corporate: Figure, costs: Figure, total: Figure });
export const ScenarioFigures = z.object({
  now: Burden,
  /** The year after; null where there are no tables for it, or nothing moves into it. */
  next: Burden.nullable(),
  /** Against the year as it is; over both years where there are two. */
  saving: Figure,
  taxableIncome: Figure,
  marginalRatePercent: Figure,
  moves: z.array(z.object({ saving: Figure, basis: z.string(), notes: z.array(z.string()) })),
});
export type ScenarioFigures = z.infer<typeof ScenarioFigures>;
export const TaxScenario = z.object({
  id: Id,
  version: z.number().int(),
  year: z.number().int(),
  name: z.string(),
  notes: z.string(),
  moves: z.array(TaxMove),
  figures: ScenarioFigures,
  createdAt: Instant,
  updatedAt: Instant,
});
export type TaxScenario = z.infer<typeof TaxScenario>;

export const HarvestLot = z.object({
  key: z.string(),
  security: z.string(),
  account: z.string(),
  acquired: Day,
  quantity: Figure,
  cost: Figure,
  value: Figure,
  priceDay: Day.nullable(),
  loss: Figure,
  allowedLoss: Figure,
  longTerm: z.boolean(),
  saving: Figure,
  /** Bought within the last 30 days: as much of the loss is not allowed. */
  recent: z.array(z.object({ day: Day, quantity: Figure, account: z.string() })),
  buyBackFrom: Day,
});
export type HarvestLot = z.infer<typeof HarvestLot>;

const base = { tag: 'Tax', access: 'user' } as const;
const PROFILE = `${TAX}/profiles/{id}`;
const YearParams = z.object({ id: Id, year: TaxYearNumber });
const ItemParams = z.object({ id: Id, itemId: Id });
const read = ['bad_request', 'validation', 'not_found'] as const;

export const taxScenarios = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/scenarios`,
    summary: 'Saved scenarios with what each would save',
    description: 'At most 50. `limits`: what may be put into retirement and health savings accounts.',
    params: YearParams,
    response: z.object({
      items: z.array(TaxScenario),
      baseline: ScenarioFigures,
      limits: z.array(z.object({ plan: z.enum(PLANS), most: Figure, basis: z.string() })),
      profit: Figure,
    }),
    errors: read,
  }),
  preview: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/years/{year}/scenarios/preview`,
    summary: 'Work a scenario out without saving it',
    params: YearParams,
    body: z.strictObject({ moves: Moves }),
    response: ScenarioFigures,
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/scenarios`,
    summary: 'Save a scenario',
    status: 201,
    params: IdParams,
    body: NewTaxScenario,
    response: TaxScenario,
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${PROFILE}/scenarios/{itemId}`,
    summary: 'Change a scenario',
    params: ItemParams,
    body: TaxScenarioUpdate,
    response: TaxScenario,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${PROFILE}/scenarios/{itemId}`,
    summary: 'Delete a scenario',
    params: ItemParams,
    errors: ['forbidden', 'not_found'],
  }),
  restore: endpoint({
    ...base,
    method: 'POST',
    path: `${PROFILE}/scenarios/{itemId}/restore`,
    summary: 'Bring a deleted scenario back',
    params: ItemParams,
    errors: ['forbidden', 'not_found'],
  }),
  harvest: endpoint({
    ...base,
    method: 'GET',
    path: `${PROFILE}/years/{year}/harvest`,
    summary: 'Lots that could be sold at a loss',
    description:
      'From the lots of the profile’s ledgers at their latest prices, with the wash-sale rule checked over all of their accounts.',
    params: YearParams,
    response: z.object({ items: z.array(HarvestLot), unpriced: z.array(z.string()), reason: z.string().nullable() }),
    errors: read,
  }),
} as const;
