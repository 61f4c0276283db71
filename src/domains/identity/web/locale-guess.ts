/** What the browser lets one guess about a business, so that the wizard asks less. */
import type { SelectOption } from '../../../web/ui/select.tsx';

/** Currency by region, for the regions where most of our customers are; everyone else starts at US dollars. */
const CURRENCY_OF_REGION: Record<string, string> = {
  US: 'USD', CA: 'CAD', GB: 'GBP', AU: 'AUD', NZ: 'NZD', CH: 'CHF', JP: 'JPY', IN: 'INR', BR: 'BRL', MX: 'MXN', SE: 'SEK', NO: 'NOK', DK: 'DKK',
  PL: 'PLN', CZ: 'CZK', ZA: 'ZAR', SG: 'SGD', HK: 'HKD', AE: 'AED', IL: 'ILS', TR: 'TRY',
  ...Object.fromEntries(['AT', 'BE', 'CY', 'DE', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PT', 'SI', 'SK'].map((region) => [region, 'EUR'])),
};

/** IANA name of the browser's time zone. */
export function guessTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** ISO 4217 code for the region of the browser's language. */
export function guessCurrency(language: string = navigator.language): string {
  const region = new Intl.Locale(language).maximize().region;
  return (region && CURRENCY_OF_REGION[region]) || 'USD';
}

/** All time zones that the browser knows, the guessed one among them. */
export function timeZoneOptions(): SelectOption[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', guessTimeZone()]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** All currencies, with their names in English: "EUR – Euro". */
export function currencyOptions(): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
}
