/** Blind rankings of answers: each model ranks all of them without knowing whose they are. */

/** Letters of answers, as far as there may be models. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/**
 * Mean place of each answer over the rankings, 1 is first. An answer that a ranking leaves out shares the places that are
 * left. @param rankings letters, best first; unknown and repeated ones do not count
 */
export function meanPlaces(letters: readonly string[], rankings: readonly (readonly string[])[]): Map<string, number> {
  const sums = new Map(letters.map((letter) => [letter, 0]));
  for (const ranking of rankings) {
    const named = [...new Set(ranking)].filter((letter) => sums.has(letter));
    const left = letters.filter((letter) => !named.includes(letter));
    const shared = (named.length + 1 + letters.length) / 2;
    for (const [index, letter] of named.entries()) sums.set(letter, sums.get(letter)! + index + 1);
    for (const letter of left) sums.set(letter, sums.get(letter)! + shared);
  }
  return new Map([...sums].map(([letter, sum]) => [letter, rankings.length === 0 ? 0 : sum / rankings.length]));
}

/** The letters, best first; of equal ones the earlier letter. */
export const byPlace = (places: ReadonlyMap<string, number>): string[] =>
  [...places.keys()].toSorted((a, b) => places.get(a)! - places.get(b)! || (a < b ? -1 : 1));
