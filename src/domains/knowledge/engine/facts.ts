/** Whether an answer says a fact: one of its sentences holds all the fact's words, the same numbers, and the same direction. */
import { clausesOf, isNegated, sentencesOf } from './clauses.ts';
import { proves, quantitiesIn } from './quantities.ts';
import { wordsOf } from './terms.ts';

/** Stands between ways to say one fact: `30 days | one month`. */
const OR = '|';

function partsOf(text: string): { terms: string[]; quantities: ReturnType<typeof quantitiesIn> } {
  const quantities = quantitiesIn(text);
  const terms = Array.from(wordsOf(text))
    .filter(({ start }) => !quantities.some((one) => start >= one.start && start < one.end))
    .map(({ term }) => term);
  return { terms, quantities };
}

function isIn(sentence: string, fact: string): boolean {
  const [said, wanted] = [partsOf(sentence), partsOf(fact)];
  if (wanted.terms.length === 0 && wanted.quantities.length === 0) return false;
  const held = new Set(said.terms);
  return (
    wanted.terms.every((term) => held.has(term)) &&
    wanted.quantities.every((one) => said.quantities.some((stated) => proves(stated, one)))
  );
}

/** The shortest part of a sentence that holds the fact: its negation is the one that counts. */
const closestPart = (sentence: string, fact: string) =>
  clausesOf(sentence)
    .filter((clause) => isIn(clause, fact))
    .sort((a, z) => a.length - z.length)[0] ?? sentence;

/**
 * Whether a text says a fact. Case, word endings, order, and the way a number is written do not count; a sentence that
 * says the opposite does not say it.
 */
export function saysFact(text: string, fact: string): boolean {
  const ways = fact
    .split(OR)
    .map((way) => way.trim())
    .filter(Boolean);
  return sentencesOf(text).some((sentence) =>
    ways.some((way) => isIn(sentence, way) && isNegated(closestPart(sentence, way)) === isNegated(way)),
  );
}

/** Whether a text can be checked for: “and so” holds no word that counts. */
export function isCheckable(fact: string): boolean {
  return fact.split(OR).some((way) => {
    const { terms, quantities } = partsOf(way);
    return terms.length > 0 || quantities.length > 0;
  });
}
