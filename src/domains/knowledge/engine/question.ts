/** The terms of a question, and how much of them a passage contains and where. */
import { fold } from '../../../kernel/text.ts';
import { countTerms, termsOf, wordsOf } from './terms.ts';

/** Weight of a word that means the same as one of the question. */
const SYNONYM_WEIGHT = 0.6;

/** Words that ask rather than name: "how much does it take". They say little about where the answer is. */
const ASKING = new Set(
  termsOf(
    `much many long often far soon give get take need want tell know find use make let show explain describe happen
    possible able way thing mean say work available anyone someone something anything`,
  ),
);
const ASKING_WEIGHT = 0.4;

/** The terms without those that only ask, where there are others. */
export function namingTerms(terms: ReadonlyMap<string, number>): Map<string, number> {
  const naming = new Map([...terms].filter(([term]) => !ASKING.has(term)));
  return naming.size > 0 ? naming : new Map(terms);
}

/** Words that stand for some terms of a question: any of `others`, held as a whole, says the same. */
export interface Alternative {
  terms: readonly string[];
  others: readonly (readonly string[])[];
}

/** Alternatives for terms of the question. */
export function alternativesOf(question: string, synonyms: readonly (readonly string[])[]): Alternative[] {
  const asked = new Set(termsOf(question));
  return synonyms.flatMap((group) => {
    const held = group.map(termsOf).filter((words) => words.length > 0);
    const named = held.filter((words) => words.every((word) => asked.has(word)));
    return named.map((terms) => ({ terms, others: held.filter((words) => words !== terms) }));
  });
}

/** The terms of a question with their weights, and those of the words that mean the same. */
export function questionTerms(question: string, synonyms: readonly (readonly string[])[]): Map<string, number> {
  const counted = countTerms(termsOf(question));
  const naming = namingTerms(counted);
  const terms = new Map(
    [...counted].map(([term, count]) => [term, naming.has(term) ? count : count * ASKING_WEIGHT] as const),
  );
  const asked = new Set(terms.keys());
  for (const group of synonyms) {
    const held = group.map(termsOf);
    const isAsked = held.some((words) => words.length > 0 && words.every((word) => asked.has(word)));
    if (!isAsked) continue;
    for (const word of held.flat()) if (!terms.has(word)) terms.set(word, SYNONYM_WEIGHT);
  }
  return terms;
}

/** The same for questions that ask the same in other words of courtesy, case, or order. */
export const questionKey = (question: string): string =>
  [...new Set(termsOf(question))].sort().join(' ').slice(0, 300) || fold(question).slice(0, 300);

/**
 * Share of a question's terms that a passage holds, rare terms counting more.
 * @param rarity weight of each term of the question
 */
export function coverageOf(
  held: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
  alternatives: readonly Alternative[] = [],
): number {
  const covered = new Set<string>();
  for (const term of rarity.keys()) if (held.has(term)) covered.add(term);
  for (const { terms, others } of alternatives)
    if (others.some((words) => words.every((word) => held.has(word)))) for (const term of terms) covered.add(term);
  let sum = 0;
  let found = 0;
  for (const [term, weight] of rarity) {
    sum += weight;
    if (covered.has(term)) found += weight;
  }
  return sum > 0 ? found / sum : 0;
}

const MOST_MARKS = 60;

/** Where a passage holds the terms. */
export function marksIn(text: string, terms: { has(term: string): boolean }): [number, number][] {
  const marks: [number, number][] = [];
  for (const { term, start, end } of wordsOf(text)) {
    if (!terms.has(term)) continue;
    const last = marks.at(-1);
    // Neighbors that only a space parts are one mark.
    if (last && start - last[1] <= 1) last[1] = end;
    else if (marks.push([start, end]) === MOST_MARKS) break;
  }
  return marks;
}

/** Edits that turn one word into the other, counted up to `most`; more gives `most + 1` (Levenshtein). */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return Math.min(row[other.length]!, most + 1);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Terms of all words that are one slip away from this one: a letter too many, too few, other, or in the wrong order. */
export function oneSlipAway(word: string): Set<string> {
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) {
      near.add(start + letter + end);
      if (end) near.add(start + letter + end.slice(1));
    }
    if (end) near.add(start + end.slice(1));
    if (end.length > 1) near.add(start + end[1]! + end[0]! + end.slice(2));
  }
  near.delete(word);
  return new Set(termsOf([...near].join(' ')));
}
