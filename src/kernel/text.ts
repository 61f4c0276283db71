/**
 * Text as people compare it: one folding for search, sorting and duplicate checks, the same on both sides and in bulk
 * imports, so that both database engines order alike without a locale library.
 */

const MARKS = /\p{M}+/gu;
/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h' };
const UNDECOMPOSED_RE = /[ßæœøđðþłıħ]/g;
const ASCII = /^[\x20-\x7e]*$/;

/** Lower case, without accents, white space collapsed: `" Éloïse  STRAẞE "` → `"eloise strasse"`. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most text is ASCII; leaving early is what keeps a bulk import fast.
  const plain = ASCII.test(lower) ? lower : lower.normalize('NFKD').replace(MARKS, '').replace(UNDECOMPOSED_RE, (c) => UNDECOMPOSED[c] ?? c);
  return plain.replace(/\s+/g, ' ').trim();
}

/** First letters of the first and last word, upper case, for an avatar: `"Ada King Lovelace"` → `"AL"`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return ([...first][0]! + (last ? [...last][0]! : '')).toUpperCase();
}
