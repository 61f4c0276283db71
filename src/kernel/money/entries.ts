/** Money in requests, for contracts that need no other schema of it. */
import * as z from 'zod';

/** A decimal number as text: at most fifteen digits before the point and four after it. */
export const AmountEntry = z
  .string()
  .trim()
  .regex(/^\d{1,15}(?:\.\d{1,4})?$/, 'Enter a number such as 49 or 99.90.');
/** ISO 4217. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code such as USD.');
