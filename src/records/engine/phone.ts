/** Phone numbers in any notation → E.164 (ITU-T E.164: `+`, country code, at most 15 digits). */
import { parsePhoneNumberFromString, isSupportedCountry, type CountryCode } from 'libphonenumber-js/min';

export interface ParsedPhone {
  /** E.164, `+14155550100`. */
  value: string;
  /** Extension, digits; blank when there is none. */
  ext: string;
}

const CLEAN = /^\+(?:1[2-9]\d{9}|[2-9]\d{8,13})$/;
const NORTH_AMERICAN = new Set(['US', 'CA']);
const PLAIN_NORTH_AMERICAN =
  /^[\s(]*(?:\+?1[\s.-]*)?\(?([2-9]\d{2})\)?[\s.-]*([2-9]\d{2})[\s.-]*(\d{4})(?:\s*(?:x|ext\.?|extension|#)\s*(\d{1,7}))?\s*$/i;
const EXPLICIT_COUNTRY = /^\s*[(+]/;

export function isCountry(code: string): boolean {
  return isSupportedCountry(code as CountryCode);
}

/**
 * Reads a number. Lengths are checked by the country's numbering plan, assignment is not: new ranges open faster than
 * any table learns of them.
 * @param country ISO 3166 two-letter code that a number without `+` belongs to
 * @returns undefined when it is no phone number
 */
export function parsePhone(text: string, country: string): ParsedPhone | undefined {
  // A full parse costs 80 µs; these two shapes are most of what real files hold and cost less than one.
  if (CLEAN.test(text)) return { value: text, ext: '' };
  if (NORTH_AMERICAN.has(country) && text.length <= 40) {
    const plain = PLAIN_NORTH_AMERICAN.exec(text);
    if (plain && !(EXPLICIT_COUNTRY.test(text) && text.includes('+') && !/\+\s*1/.test(text))) {
      return { value: `+1${plain[1]}${plain[2]}${plain[3]}`, ext: plain[4] ?? '' };
    }
  }
  // "00" is how most of the world dials abroad.
  const parsed = parsePhoneNumberFromString(text.replace(/^\s*00(?=[1-9])/, '+'), country as CountryCode);
  if (!parsed?.isPossible()) return undefined;
  return { value: parsed.number, ext: parsed.ext ?? '' };
}

/** The digits of a number or of a part of one, without a leading trunk zero: how phones are searched. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}
