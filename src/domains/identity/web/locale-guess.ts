/** The browser's hints about a business, as defaults for the wizard. */
import type { SelectOption } from '../../../web/ui/select.tsx';

/** Currency by region, for the regions where most of our customers are; everyone else starts at US dollars. */
const CURRENCY_OF_REGION: Record<string, string> = {
  US: 'USD',
  CA: 'CAD',
  GB: 'GBP',
  AU: 'AUD',
  NZ: 'NZD',
  CH: 'CHF',
  JP: 'JPY',
  IN: 'INR',
  BR: 'BRL',
  MX: 'MXN',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  ZA: 'ZAR',
  SG: 'SGD',
  HK: 'HKD',
  AE: 'AED',
  IL: 'ILS',
  TR: 'TRY',
  ...Object.fromEntries(
    [
      'AT',
      'BE',
      'CY',
      'DE',
      'EE',
      'ES',
      'FI',
      'FR',
      'GR',
      'HR',
      'IE',
      'IT',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'PT',
      'SI',
      'SK',
    ].map((region) => [region, 'EUR']),
  ),
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

/** ISO 3166-1 code of the region of the browser's language. */
export function guessCountry(language: string = navigator.language): string {
  return new Intl.Locale(language).maximize().region ?? 'US';
}

/** All countries by their English names. */
export function countryOptions(): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCodePoint(65 + n));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const label = NO_COUNTRIES.has(value) ? undefined : names.of(value);
      return label ? [{ value, label }] : [];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Codes that have a name but are no country: unions, reserved and outdated ones. */
const NO_COUNTRIES = new Set([
  'EU',
  'EZ',
  'UN',
  'ZZ',
  'QO',
  'XA',
  'XB',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
  'AN',
  'BU',
  'CS',
  'DD',
  'DY',
  'FX',
  'HV',
  'NH',
  'NQ',
  'NT',
  'PC',
  'PU',
  'PZ',
  'QU',
  'RH',
  'SU',
  'TP',
  'UK',
  'VD',
  'WK',
  'YD',
  'YU',
  'ZR',
  'CT',
  'FQ',
  'JT',
  'MI',
  'NQ',
  'PC',
  'PU',
  'PZ',
  'WK',
  'VD',
]);

/** All time zones that the browser knows, the guessed one among them. */
export function timeZoneOptions(): SelectOption[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', guessTimeZone()]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** All currencies, with their names in English: "EUR – Euro". */
export function currencyOptions(): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} – ${names.of(value) ?? value}`,
  }));
}
