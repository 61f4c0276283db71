/**
 * JSON characters that PostgreSQL's jsonb rejects: NUL and unpaired surrogates. A pair of backslashes is matched whole,
 * so that text which only looks like an escape is left alone.
 */
const UNSTORABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;
const SUBSTITUTE = '\u{FFFD}';

/**
 * A value as JSON that jsonb can hold, for people's files and other systems, where rejecting everything for one
 * character helps no one. NUL is dropped, as Excel and bank software do, and an unpaired surrogate becomes U+FFFD, as
 * in UTF-8. Typed input is rejected instead, with its field (`http/unstorable.ts`).
 * @see https://www.postgresql.org/docs/current/datatype-json.html, "JSON Types", on \u0000 and surrogates;
 * JSON.stringify writes a surrogate as \uXXXX only where it is unpaired (ECMA-262, well-formed JSON.stringify)
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  return json.replaceAll(UNSTORABLE, (found) => (found === '\\\\' ? found : found === '\\u0000' ? '' : SUBSTITUTE));
}
