/** A search as people type it → the patterns that a contact's search text must match. */
import { fold, straightened } from '../../kernel/text.ts';
import { phoneDigits } from './phone.ts';

const PHONE_LIKE = /^\+?[\d\s()./-]{3,}$/;
const MAX_WORDS = 8;

export interface SearchWords {
  /** Folded words, for a search that forgives typos; none for numbers, where a near miss is a wrong number. */
  words: string[];
  /** LIKE patterns, each of which must match. */
  patterns: string[];
}

/** A site's address as browsers show it; companies are found by its host alone. */
const SITE = /^(?:https?:\/\/)?(?:www\.)?([^/?#@:]+\.[^/?#@:]+)\/?$/;
const ofSite = (word: string) => (/^(?:https?:|www\.)/.test(word) ? (SITE.exec(word)?.[1] ?? word) : word);

/** Splits at apostrophes, so that all notations match: `o’connor` means `o` and `connor`, `macy's` means `macy`. */
function parted(word: string): string[] {
  const parts = straightened(word)
    .split("'")
    .filter((part, i) => part.length > (i === 0 ? 0 : 2));
  return parts.length > 0 ? parts : [word];
}

/** Undefined when there is nothing to search for. */
export function searchWords(text: string): SearchWords | undefined {
  if (PHONE_LIKE.test(text.trim())) {
    const digits = phoneDigits(text);
    if (digits.length >= 3) return { words: [], patterns: [`%${digits}%`] };
  }
  const words = fold(text)
    .replaceAll('\0', '')
    .split(' ')
    .filter(Boolean)
    .map(ofSite)
    .flatMap(parted)
    .slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  return { words: words.filter((word) => word.length > 2 && /\p{L}/u.test(word)), patterns: words.map(patternOf) };
}

/** Scripts without spaces between words, in which two characters are a name: 山田 in 株式会社山田製作所. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** One or two letters mean the beginning of a word: anywhere they would mean everything. */
export function patternOf(word: string): string {
  const escaped = word.replace(/[\\%_]/g, '\\$&');
  return word.length <= 2 && !UNSPACED.test(word) ? `% ${escaped}%` : `%${escaped}%`;
}

/** Characters of a word that may be ranked, because the word becomes part of the statement's text. */
const RANKED = /^[\p{L}\p{N}.@&+-]{1,60}$/u;

/**
 * SQL that ranks a row by how its name holds what is searched: `0` it is the name, `1` the name begins with it, `2`
 * words of the name begin with it, `3` the name holds it, `4` only other fields do. Undefined where nothing can be
 * ranked: numbers, symbols.
 * @param name SQL of the folded name
 */
export function rankSql(text: string, name: string): string | undefined {
  const words = fold(text).split(' ').filter(Boolean);
  if (words.length === 0 || words.length > MAX_WORDS || !words.every((word) => RANKED.test(word))) return undefined;
  if (!/\p{L}/u.test(text)) return undefined;
  const whole = words.join(' ');
  return `(case when ${name} = '${whole}' then '0' when starts_with(${name}, '${whole}') then '1'
    when ' ' || ${name} like '% ${words.join('% ')}%' then '2'
    when ${words.map((word) => `strpos(${name}, '${word}') > 0`).join(' and ')} then '3' else '4' end)`;
}
