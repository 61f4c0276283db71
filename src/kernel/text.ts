/**
 * Text as people compare it: one folding for search, sorting, duplicate checks, and bulk imports on both sides, so that
 * both database engines order alike without a locale library.
 */

const MARKS = /\p{M}+/gu;
/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
};
const UNDECOMPOSED_RE = /[ßæœøđðþłıħ]/g;
const ASCII = /^[\x20-\x7e]*$/;
/** Spaces that `collapse` would remove; ASCII text has no other white space here. */
const UNTIDY = /^ | {2}| $/;

/** Invisible characters: spaces, zero-width characters, direction marks, fillers. */
const UNSEEN =
  /[\u034F\s\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/;
/** These characters reverse the text after them, even in sentences of the product. */
const OVERRIDES = /[\u202D\u202E]/g;
/** Half of a surrogate pair, left by fields that count in UTF-16 units. The database accepts only whole characters. */
const HALVES = /\p{Surrogate}/gu;

/** Text without invisible characters at its ends: a name of zero-width characters alone is no name. */
export function trimmed(text: string): string {
  return ASCII.test(text) ? text.trim() : withoutUnseenEdges(storable(text));
}

/** Text as the database accepts it and as it reads: without halves of characters and marks that reverse it. */
export function storable(text: string): string {
  return ASCII.test(text) ? text : text.replace(OVERRIDES, '').replace(HALVES, '');
}

const BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** The same for single-line values such as names, which appear in sentences and mails. */
export function onOneLine(text: string): string {
  return trimmed(text.replace(BREAKS, ' '));
}

/** The beginning of a text, at most `most` long, never ending with half a surrogate pair. */
export function cut(text: string, most: number): string {
  const end = text.charCodeAt(most - 1);
  return text.slice(0, text.length > most && end >= 0xd800 && end <= 0xdbff ? most - 1 : most);
}

/** Character by character: a pattern for the end would retry each of a long row of spaces. */
function withoutUnseenEdges(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && UNSEEN.test(text[start]!)) start++;
  while (end > start && UNSEEN.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Lower case, without accents, white space collapsed: `" Éloïse  STRAẞE "` → `"eloise strasse"`. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most text is tidy ASCII, and leaving early keeps a bulk import fast.
  if (ASCII.test(lower)) return UNTIDY.test(lower) ? collapse(lower) : lower;
  return collapse(
    lower
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(UNDECOMPOSED_RE, (c) => UNDECOMPOSED[c] ?? c),
  );
}

const APOSTROPHES = '’‘ʼ`';
const BENT = /[’‘ʼ`]/g;

/** Text with straight apostrophes: desktop keyboards write straight ones, phones curly ones. */
export function straightened(text: string): string {
  return text.replace(BENT, "'");
}

/** Whether a text holds an apostrophe of any kind. */
export function hasApostrophe(text: string): boolean {
  return straightened(text).includes("'");
}

/** SQL for a text with straight apostrophes, like `straightened`. */
export function straightenedSql(sql: string): string {
  return `translate(${sql}, '${APOSTROPHES}', '${"''".repeat(APOSTROPHES.length)}')`;
}

/** First letters of the first and last word, upper case, for an avatar: `"Ada King Lovelace"` → `"AL"`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return ([...first][0]! + (last ? [...last][0]! : '')).toUpperCase();
}
