/** Numbers as people type and paste them, as far as all readers of them agree. */

/**
 * Digits, before or after them signs of currencies with or without the letters of a country, codes of three letters,
 * and what people write who have no sign: the same before as after.
 */
const DRESSED =
  /^([-+]?)(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}|eur|usd|gbp|chf|(?:[kK]r|Fr|Rs)\.?|Kč|zł|Ft|lei|R|%)?(\d[\d.,]*|[.,]\d[\d.,]*)(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}|eur|usd|gbp|chf|(?:[kK]r|Fr|Rs)\.?|Kč|zł|Ft|lei|R|%)?$/u;

/**
 * What is typed without the sign of a currency or of per cent, and without spaces between thousands: `€ 1 250,50` is
 * `1250,50`. Anything else beside the digits makes it no number: `12x` is a slip, `5k` is not five, and `(12)` is not
 * above zero.
 * @returns undefined for what is no number
 */
export function undressed(typed: string): { sign: '' | '-'; digits: string } | undefined {
  const bare = typed.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[−–]/, '-');
  const [, sign = '', digits] = DRESSED.exec(bare) ?? [];
  return digits === undefined ? undefined : { sign: sign === '-' ? '-' : '', digits };
}
