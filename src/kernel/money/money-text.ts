import { isCurrency, minorUnits } from './currencies.ts';

const DECIMAL = /^-?\d{1,18}(?:\.\d{1,18})?$/;

/** Money for people, with the decimals of its currency: `49`, `USD` → `$49.00`. What is no amount stays as it is. */
export function moneyText(amount: string, currency: string, language = 'en'): string {
  const text = amount.trim();
  if (!DECIMAL.test(text) || !isCurrency(currency)) return `${amount} ${currency}`.trim();
  const digits = minorUnits(currency);
  // Intl takes the decimal text directly: no digit passes through a floating-point number.
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(text as Intl.StringNumericLiteral);
}
