/** Numbers as people type and paste them, as far as all parsers agree. */

/** Digits with the usual currency signs, country letters, three-letter codes, and informal signs, before or after. */
const DRESSED =
  /^([-+]?)(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}|eur|usd|gbp|chf|(?:[kK]r|Fr|Rs)\.?|Kč|zł|Ft|lei|R|%)?(\d[\d.,]*|[.,]\d[\d.,]*)(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}|eur|usd|gbp|chf|(?:[kK]r|Fr|Rs)\.?|Kč|zł|Ft|lei|R|%)?$/u;

/**
 * A typed number without currency or percent sign and without spaces between thousands: `€ 1 250,50` is `1250,50`.
 * Anything else beside the digits makes it invalid: `12x` is a typo, `5k` is not five, and `(12)` is not positive.
 * @returns undefined for invalid input
 */
export function undressed(typed: string): { sign: '' | '-'; digits: string } | undefined {
  const bare = typed.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[−–]/, '-');
  const [, sign = '', digits] = DRESSED.exec(bare) ?? [];
  return digits === undefined ? undefined : { sign: sign === '-' ? '-' : '', digits };
}
