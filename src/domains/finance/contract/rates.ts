/** Exchange rates by day. They are entered or brought by a file, never made up. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, pageOf } from '../../../kernel/endpoint.ts';
import { Currency, text } from './shared.ts';

const RateValue = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,12})?$/, 'Enter a rate, such as 1.0842.')
  .refine((value) => /[1-9]/.test(value), 'A rate is above zero.');

export const Rate = z.object({
  id: Id,
  /** One unit of `from` is worth `rate` units of `to` from `day` on, until the next rate. */
  from: z.string(),
  to: z.string(),
  day: Day,
  rate: z.string(),
  source: z.string(),
});
export type Rate = z.infer<typeof Rate>;

const Source = text(120).min(1, 'Say where it comes from.');
export const NewRate = z
  .strictObject({ from: Currency, to: Currency, day: Day, rate: RateValue, source: Source })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose another currency.' });
export type NewRate = z.infer<typeof NewRate>;

/** Characters of a file of rates. */
export const MAX_RATE_FILE = 900_000;
export const RateFile = z.strictObject({
  source: Source,
  content: z.string().min(1, 'The file is empty.').max(MAX_RATE_FILE, 'The file is too long. Split it.'),
});

const base = { tag: 'Finance', access: 'user' } as const;

export const rates = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/rates',
    summary: 'List exchange rates, the latest first',
    query: z.object({
      currency: Currency.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(Rate),
    errors: ['bad_request', 'validation'],
  }),
  currencies: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/rates/currencies',
    summary: 'Currencies for which there are rates',
    response: z.object({ items: z.array(z.string()) }),
  }),
  put: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/rates',
    summary: 'Enter the rate of a day',
    description: 'Replaces the one of the same pair and day.',
    status: 201,
    body: NewRate,
    response: Rate,
    errors: ['validation'],
  }),
  importFile: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/rates/import',
    summary: 'Import exchange rates from a file',
    description:
      'CSV with the columns day, from, to, rate; or as the European Central Bank publishes them: Date and one column for each currency, all from one euro.',
    body: RateFile,
    response: z.object({ added: z.number().int(), replaced: z.number().int(), skipped: z.number().int() }),
    errors: ['validation'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/rates/{id}',
    summary: 'Delete a rate',
    params: IdParams,
    errors: ['not_found'],
  }),
} as const;
