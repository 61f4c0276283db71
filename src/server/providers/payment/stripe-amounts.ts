/** Amounts as Stripe counts them: whole numbers of the smallest unit, with a few units that differ from ISO 4217. */
import { invalid } from '../../../kernel/errors.ts';
import { decimal, isCurrency, minorUnits } from '../../../kernel/money/index.ts';

/** Source: Stripe's documentation, "Supported currencies", "Zero-decimal" and "Special cases". */
const OTHERS: Readonly<Record<string, number>> = { MGA: 0, ISK: 2, UGX: 2 };
const digitsOf = (currency: string) => OTHERS[currency] ?? (isCurrency(currency) ? minorUnits(currency) : 2);

const power = (digits: number) => `1${'0'.repeat(digits)}`;

/** @throws AppError `validation` for a fraction of the smallest unit */
export function toStripeAmount(amount: string, currency: string): string {
  const digits = digitsOf(currency);
  const units = decimal(amount).times(power(digits));
  // Of three decimals, the last must be zero.
  if (!units.isInteger() || (digits === 3 && !units.mod('10').isZero()))
    throw invalid('amount', `Stripe takes no such fraction of ${currency}.`);
  return units.toFixed(0);
}

export const fromStripeAmount = (units: number, currency: string): string =>
  decimal(String(units))
    .div(power(digitsOf(currency)))
    .toFixed(isCurrency(currency) ? minorUnits(currency) : 2);
