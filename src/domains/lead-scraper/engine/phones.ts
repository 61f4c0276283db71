/** Phone numbers on pages, in E.164. */
import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

const MAX_FOUND = 100;
/** Lines that speak of a fax are no way to call someone. */
const FAX = /\b(?:fax|telefax|facsimile)\b/i;
/** Numbers that are none: dates, bank details, tax ids. */
const OTHER = /\b(?:iban|bic|vat|ust-?id|tax id|ein|order|invoice|isbn|sku|art\.?-?nr|hrb|siret)\b/i;

/** @param country ISO code for numbers without a country code; undefined: those are left out */
export function readPhone(text: string, country: string | undefined): string | undefined {
  const known = country && isSupportedCountry(country as CountryCode) ? (country as CountryCode) : undefined;
  const cleaned = text
    .replace(/\(0\)/g, '')
    .replace(/^\s*00(?=[1-9])/, '+')
    .slice(0, 60);
  const parsed = parsePhoneNumberFromString(cleaned, { ...(known && { defaultCountry: known }), extract: false });
  return parsed?.isValid() ? parsed.number : undefined;
}

/** The number of a `tel:` link. */
export function phoneOfLink(href: string, country: string | undefined): string | undefined {
  return /^tel:/i.test(href) ? readPhone(decodeSafely(href.slice(4).split(';', 1)[0]!), country) : undefined;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Looks like a number that someone may call: digits with separators. */
const LIKELY = /\+?\(?\d[\d\s()./-]{6,}\d/;

/** All numbers in a text; fax numbers and other figures are left out. */
export function phonesInText(text: string, country: string | undefined): string[] {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const short = line.slice(0, 400);
    if (!LIKELY.test(short) || OTHER.test(short)) continue;
    const options =
      country && isSupportedCountry(country as CountryCode) ? { defaultCountry: country as CountryCode } : {};
    for (const { number, startsAt } of findPhoneNumbersInText(short.replace(/\(0\)/g, ''), {
      ...options,
      extended: true,
    })) {
      const before = short.slice(Math.max(0, startsAt - 14), startsAt);
      if (number.isValid() && !FAX.test(before) && found.size < MAX_FOUND) found.add(number.number);
    }
  }
  return [...found];
}
