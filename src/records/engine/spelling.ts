/** Words that are one slip away from what was typed, of those that a workspace knows. */

/** How often each word occurs. */
export type Vocabulary = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Shorter words have a neighbor for nearly everything; those of one letter less are taken for words that lack one. */
const SHORTEST = 4;
/** Spellings of one word that are tried. */
const MAX_NEIGHBOURS = 4;
const LETTERS = /^\p{L}+$/u;
const NO_LETTERS = /[^\p{L}]+/u;

export function vocabularyOf(words: Iterable<readonly [word: string, count: number]>): Vocabulary {
  const byLength = new Map<number, Map<string, number>>();
  for (const [together, count] of words) {
    // A name with a hyphen or an apostrophe is remembered by its parts.
    for (const word of LETTERS.test(together) ? [together] : together.split(NO_LETTERS)) {
      if (!isWord(word)) continue;
      const alike = byLength.get(word.length) ?? new Map<string, number>();
      alike.set(word, (alike.get(word) ?? 0) + count);
      byLength.set(word.length, alike);
    }
  }
  return byLength;
}

/** Whether one letter too many, one too few, another one, or two that changed places make the one out of the other. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

const isWord = (word: string) => word.length >= SHORTEST - 1 && LETTERS.test(word);
const isKnown = (known: Vocabulary, word: string) => !isWord(word) || known.get(word.length)?.has(word) === true;

/** Whether one of the words is none that the workspace knows. */
export const holdsUnknown = (known: Vocabulary, words: readonly string[]): boolean =>
  words.some((word) => !isKnown(known, word));

/** Known words one slip from `word`, the most frequent first. */
function neighboursOf(known: Vocabulary, word: string): string[] {
  if (!isWord(word)) return [];
  const found: [string, number][] = [];
  for (const length of word.length < SHORTEST ? [SHORTEST] : [word.length - 1, word.length, word.length + 1]) {
    for (const [other, count] of known.get(length) ?? []) if (isOneSlip(word, other)) found.push([other, count]);
  }
  return found
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_NEIGHBOURS)
    .map(([other]) => other);
}

/**
 * Spelling suggestions when no record has all the words. Unknown words are replaced by similar known ones; if all are
 * known, one word at a time.
 */
export function respellings(known: Vocabulary, words: readonly string[]): string[][] {
  const unknown = words.flatMap((word, i) => (isKnown(known, word) ? [] : [i]));
  const instead = (i: number) => neighboursOf(known, words[i]!).map((word) => words.with(i, word));
  if (unknown.length === 0) return words.flatMap((_, i) => instead(i));
  if (unknown.length === 1) return instead(unknown[0]!);
  const spelt = words.map((word, i) => (unknown.includes(i) ? neighboursOf(known, word)[0] : word));
  return spelt.every((word) => word !== undefined) ? [spelt as string[]] : [];
}
