import { isCurrency, minorUnits } from './currencies.ts';
import { parseDecimal } from './decimal.ts';

/** Money for people, with the decimals of its currency: `49`, `USD` → `$49.00`. What is no amount stays as it is. */
export function moneyText(amount: string, currency: string, language = 'en'): string {
  const value = parseDecimal(amount.trim());
  if (!value || !isCurrency(currency)) return `${amount} ${currency}`.trim();
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: minorUnits(currency),
    maximumFractionDigits: minorUnits(currency),
  }).format(value.toFixed() as Intl.StringNumericLiteral);
}
