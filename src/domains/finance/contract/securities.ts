/** Securities of a ledger, and their prices by day. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { INVESTMENT } from '../paths.ts';
import { Price, QuotedCurrency, text, Version } from './shared.ts';

export const SECURITY_KINDS = [
  'stock',
  'etf',
  'fund',
  'bond',
  'crypto',
  'commodity',
  'option',
  'cash',
  'property',
  'index',
  'other',
] as const;
export const SecurityKind = z.enum(SECURITY_KINDS);
export type SecurityKind = z.infer<typeof SecurityKind>;

export const PRICE_SOURCES = ['manual', 'import', 'bank', 'example'] as const;

export const Security = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string(),
  cusip: z.string(),
  kind: SecurityKind,
  currency: z.string(),
  /** Code of the quotation, such as `GBX` for pence, that its prices are in; empty where that is the currency. */
  quotedIn: z.string(),
  sector: z.string(),
  region: z.string(),
  notes: z.string(),
  /** The latest price that is known. */
  price: z.object({ day: Day, price: z.string(), source: z.enum(PRICE_SOURCES) }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Security = z.infer<typeof Security>;

/**
 * Two letters of the country, nine characters, and a check digit (ISO 6166): the number of Luhn over the letters as two
 * digits each.
 */
export function isIsin(code: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code)) return false;
  const digits = [...code].map((char) => String(Number.parseInt(char, 36))).join('');
  const total = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return total % 10 === 0;
}

const Fields = {
  name: text(200).min(1, 'Enter a name.'),
  ticker: text(30).optional(),
  isin: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || isIsin(code), 'This is no ISIN: its check digit does not fit.')
    .optional(),
  cusip: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || /^[A-Z0-9*@#]{8}\d$/.test(code), 'A CUSIP has nine characters.')
    .optional(),
  kind: SecurityKind,
  sector: text(80).optional(),
  region: text(80).optional(),
  notes: text(2000).optional(),
};
export const NewSecurity = z.strictObject({
  ledgerId: Id,
  /** Or a quotation in a hundredth of it, such as `GBX` for pence. */
  currency: QuotedCurrency,
  ...Fields,
});
export type NewSecurity = z.infer<typeof NewSecurity>;
export const SecurityUpdate = z.strictObject({
  version: Version,
  ...Fields,
  name: Fields.name.optional(),
  kind: Fields.kind.optional(),
});
export type SecurityUpdate = z.infer<typeof SecurityUpdate>;

/** The price is in the security's quotation: in pence where `quotedIn` is `GBX`. */
export const SecurityPrice = z.object({ day: Day, price: z.string(), source: z.enum(PRICE_SOURCES) });
export type SecurityPrice = z.infer<typeof SecurityPrice>;
export const NewPrice = z.strictObject({ day: Day, price: Price });
export type NewPrice = z.infer<typeof NewPrice>;

const base = { tag: 'Investments', access: 'user' } as const;
const DayParams = z.object({ id: Id, day: Day });

export const securities = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: INVESTMENT.securities,
    summary: 'List the securities of a ledger by name',
    query: z.object({
      ledgerId: Id,
      search: text(200).optional(),
      kind: SecurityKind.optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(Security),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: INVESTMENT.securities,
    summary: 'Enter a security',
    status: 201,
    body: NewSecurity,
    response: Security,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${INVESTMENT.securities}/{id}`,
    summary: 'Get a security',
    params: IdParams,
    response: Security,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${INVESTMENT.securities}/{id}`,
    summary: 'Change a security',
    description: 'Its currency stays.',
    params: IdParams,
    body: SecurityUpdate,
    response: Security,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${INVESTMENT.securities}/{id}`,
    summary: 'Delete a security that nothing happened to',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  prices: endpoint({
    ...base,
    method: 'GET',
    path: `${INVESTMENT.securities}/{id}/prices`,
    summary: 'Prices of a security, the latest first',
    params: IdParams,
    query: z.object({
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(400).default(50),
    }),
    response: pageOf(SecurityPrice),
    errors: ['bad_request', 'validation', 'not_found'],
  }),
  setPrice: endpoint({
    ...base,
    method: 'PUT',
    path: `${INVESTMENT.securities}/{id}/prices`,
    summary: 'Say the price of a day',
    params: IdParams,
    body: NewPrice,
    response: SecurityPrice,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  removePrice: endpoint({
    ...base,
    method: 'DELETE',
    path: `${INVESTMENT.securities}/{id}/prices/{day}`,
    summary: 'Delete the price of a day',
    params: DayParams,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
} as const;
