/** Parts that several of finance's schemas share. */
import * as z from 'zod';
import { isCurrency } from '../../../kernel/money/currencies.ts';
import { trimmed } from '../../../kernel/text.ts';

/**
 * A decimal number as text, `-1250.5`: at most fifteen digits before the point and eight after it. Money never travels
 * as a float.
 */
export const Amount = z
  .string()
  .trim()
  .regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'Enter an amount, such as 1250.50.');
/** ISO 4217. */
export const Currency = z
  .string()
  .refine(isCurrency, {
    error: ({ input }) => `${String(input).slice(0, 20)} is not a currency code. Use its three letters, such as USD.`,
  });
/** Quotations in a hundredth of a currency, with that currency: pence, South African and US cents, Israeli agorot. */
export const HUNDREDTHS: Readonly<Record<string, string>> = { GBX: 'GBP', ZAC: 'ZAR', ILA: 'ILS', USX: 'USD' };
/** ISO 4217, or a quotation in a hundredth. */
export const QuotedCurrency = z
  .string()
  .refine((code) => isCurrency(code) || code in HUNDREDTHS, {
    error: ({ input }) =>
      `${String(input).slice(0, 20)} is not a currency code. Use its three letters, such as USD or GBX.`,
  });
export const Version = z.number().int().min(1);

export function text(most: number) {
  return z.string().overwrite(trimmed).max(most, `At most ${most} characters.`);
}

/**
 * A quantity or ratio, with up to twelve digits after the point: shares come in thirds, coins in hundred-millionths.
 */
export const Quantity = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,12})?$/, 'Enter a number, such as 12.5.');
/** The price of one unit; never below zero. */
export const Price = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,12})?$/, 'Enter a price, such as 101.25.');
