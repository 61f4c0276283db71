/**
 * The forecast with the goals that it is held against, and the exchange rates behind every sum of several currencies.
 */
import * as z from 'zod';
import { Day, endpoint, Id } from '../../../kernel/endpoint.ts';
import { CurrencyEntry, DecimalEntry } from './opportunities.ts';

export const ForecastCell = z.object({
  /** Decimal texts in the reporting currency. */
  won: z.string(),
  commit: z.string(),
  best: z.string(),
  pipeline: z.string(),
  /** Won amounts plus open amounts times their probability. */
  weighted: z.string(),
  /** Null where none is set. */
  goal: z.string().nullable(),
  wonCount: z.number().int(),
  openCount: z.number().int(),
});
export type ForecastCell = z.infer<typeof ForecastCell>;
const ForecastRow = z.object({
  months: z.array(ForecastCell),
  /** Open past the expected day, whichever months are shown. */
  overdue: ForecastCell,
  /** Open without an expected day. */
  undated: ForecastCell,
});
export const Forecast = z.object({
  currency: z.string(),
  /** Today in the workspace's zone, whose months these are. */
  today: Day,
  /** First days of the months. */
  months: z.array(Day),
  owners: z.array(ForecastRow.extend({ ownerId: Id.nullable() })),
  total: ForecastRow,
  /** Currencies without an exchange rate; their amounts are in no figure. */
  missing: z.array(z.string()),
});
export type Forecast = z.infer<typeof Forecast>;

export const SalesGoal = z.object({ ownerId: Id.nullable(), month: Day, amount: z.string(), currency: z.string() });
export type SalesGoal = z.infer<typeof SalesGoal>;
const Month = Day.refine((day) => day.endsWith('-01'), 'Use the first day of the month, such as 2026-11-01.');

export const ExchangeRate = z.object({ id: Id, currency: z.string(), base: z.string(), day: Day, rate: z.string() });
export type ExchangeRate = z.infer<typeof ExchangeRate>;
const Rate = z
  .string()
  .trim()
  .regex(/^\d{1,10}(?:\.\d{1,10})?$/, 'Enter a rate such as 1.0835.')
  .refine((rate) => Number(rate) > 0, 'Enter a rate greater than 0.');
export const NewExchangeRate = z.strictObject({ currency: CurrencyEntry, day: Day, rate: Rate });
export type NewExchangeRate = z.infer<typeof NewExchangeRate>;

const read = { tag: 'Forecast', access: 'user', scope: 'opportunities:read' } as const;
const write = { tag: 'Forecast', access: 'user', scope: 'opportunities:write' } as const;
const managed = 'For administrators and owners of the workspace.';

export const forecasting = {
  forecast: endpoint({
    ...read,
    method: 'GET',
    path: '/api/opportunities/forecast',
    summary: 'Get the forecast by month and owner',
    description:
      "Open amounts at the latest exchange rate, won ones at that of the day on which they were won. Months are those of the workspace's time zone.",
    query: z.object({
      pipelineId: Id.optional(),
      ownerId: Id.optional(),
      from: Month.optional(),
      months: z.coerce.number().int().min(1).max(24).default(6),
    }),
    response: Forecast,
    errors: ['validation'],
  }),
} as const;

export const salesGoals = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/sales-goals',
    summary: 'List goals by month and person',
    query: z.object({ from: Month.optional(), months: z.coerce.number().int().min(1).max(36).default(12) }),
    response: z.object({ items: z.array(SalesGoal) }),
    errors: ['validation'],
  }),
  save: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/sales-goals',
    summary: 'Set goals',
    description: `In the reporting currency; an amount of null takes a goal away. People set their own. Others' and the workspace's are ${managed.toLowerCase()}`,
    body: z.strictObject({
      goals: z
        .array(z.strictObject({ ownerId: Id.nullable(), month: Month, amount: DecimalEntry.nullable() }))
        .min(1)
        .max(500),
    }),
    errors: ['validation', 'forbidden'],
  }),
} as const;

export const exchangeRates = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/exchange-rates',
    summary: 'List exchange rates to the reporting currency, newest first',
    response: z.object({
      /** The reporting currency. */
      base: z.string(),
      items: z.array(ExchangeRate),
      editable: z.boolean(),
      /** Where the workspace counts its days: a rate holds from one of them on. */
      today: Day,
    }),
  }),
  save: endpoint({
    ...write,
    method: 'POST',
    path: '/api/exchange-rates',
    summary: 'Set the exchange rate of a currency from a date',
    description: `Sets it anew when that day has one. ${managed}`,
    body: NewExchangeRate,
    response: ExchangeRate,
    errors: ['validation', 'forbidden'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/exchange-rates/{id}',
    summary: 'Delete a rate',
    description: managed,
    params: z.object({ id: Id }),
    errors: ['forbidden', 'not_found'],
  }),
} as const;
