/** Checks a model's sentences against the passages that they cite. */
import { termsOf } from './terms.ts';

export interface CitedSentence {
  text: string;
  citations: number[];
}

/** Least share of a sentence's words that its passages hold. A paraphrase keeps about two thirds. */
const LEAST_SHARE = 0.5;
const NUMBER = /\d[\d.,:/-]*\d|\d/g;
/** Words that turn a statement around; one side alone having them is no support. */
const NEGATION = /\b(?:not|no|never|cannot|without|none|neither|nor)\b|n['’]t\b/i;

const plainNumber = (number: string) => number.replace(/[,\s]/g, '').replace(/\.0+$/, '');
const numbersIn = (text: string) => (text.match(NUMBER) ?? []).map(plainNumber);

/** Whether a passage speaks of what the sentence says: its words, all of its numbers, and its negation. */
function supports(sentence: string, passage: string): boolean {
  // Numbers are compared by value below: “$1,200.00” and “1200” are one.
  const terms = new Set(termsOf(sentence).filter((term) => !/^\d+$/.test(term)));
  if (terms.size === 0) return false;
  const held = new Set(termsOf(passage));
  const numbers = new Set(numbersIn(passage));
  if (!numbersIn(sentence).every((number) => numbers.has(number))) return false;
  if (NEGATION.test(sentence) && !NEGATION.test(passage)) return false;
  let found = 0;
  for (const term of terms) if (held.has(term)) found += 1;
  return found / terms.size >= LEAST_SHARE;
}

/**
 * The sentences that their citations support, with those citations only.
 * @param passages text of each passage by the number that it is cited by, its title and heading included
 */
export function keepSupported(
  sentences: readonly CitedSentence[],
  passages: ReadonlyMap<number, string>,
): { kept: CitedSentence[]; dropped: number } {
  const kept: CitedSentence[] = [];
  for (const { text, citations } of sentences) {
    const known = [...new Set(citations)].filter((n) => passages.has(n));
    const each = known.filter((n) => supports(text, passages.get(n)!));
    // A sentence may join what two passages say.
    const together =
      each.length === 0 && known.length > 1 && supports(text, known.map((n) => passages.get(n)).join('\n'));
    const proof = together ? known : each;
    if (proof.length > 0) kept.push({ text, citations: proof });
  }
  return { kept, dropped: sentences.length - kept.length };
}
