/**
 * Signs in JSON that PostgreSQL's jsonb refuses: NUL, and halves of signs outside of the first plane. A pair of
 * backslashes is read whole, so that text which only looks like one of them is left alone.
 */
const UNSTORABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;
const SUBSTITUTE = '\u{FFFD}';

/**
 * A value as JSON that jsonb can hold, for what people's files and other systems bring: refusing all of it for one sign
 * would help nobody. NUL is left out, as Excel and the banks' readers do, and half a sign becomes U+FFFD, as in UTF-8.
 * What a person types is refused instead, with the field (`http/unstorable.ts`).
 * @see https://www.postgresql.org/docs/current/datatype-json.html – “JSON Types” on \u0000 and surrogates;
 *   JSON.stringify
 *   writes a surrogate as \uXXXX only where it stands alone (ECMA-262, well-formed JSON.stringify).
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  return json.replaceAll(UNSTORABLE, (found) => (found === '\\\\' ? found : found === '\\u0000' ? '' : SUBSTITUTE));
}
