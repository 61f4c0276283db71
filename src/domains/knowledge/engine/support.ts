/**
 * Checks a model's sentences against the passages that they cite: words, quantities, direction, and names. It compares
 * what is written and understands nothing, so it errs on the side of leaving a sentence out.
 */
import { clausesOf, isTurnedAround, sentencesOf } from './clauses.ts';
import { changesNames, swapsRoles } from './names.ts';
import { proves, quantitiesIn, type Quantity } from './quantities.ts';
import { wordsOf } from './terms.ts';

export interface CitedSentence {
  text: string;
  citations: number[];
}

/** Why a sentence is not supported. */
export type Unsupported = 'uncited' | 'words' | 'number' | 'negation' | 'name';

export interface DroppedSentence extends CitedSentence {
  reason: Unsupported;
}

/** Least share of a sentence's words that its passages hold. A paraphrase keeps about two thirds. */
const LEAST_SHARE = 0.5;
/** A sentence with more numbers is a table, which no one can check. */
const MAX_QUANTITIES = 20;
/** How much better another number must fit the sentence to be the one that is meant, as a share of all its words. */
const CLEARLY = 0.05;

interface Term {
  term: string;
  at: number;
}

/** Words without those that are part of a quantity. */
function termsBeside(text: string, quantities: readonly Quantity[]): Term[] {
  return Array.from(wordsOf(text), ({ term, start }) => ({ term, at: start })).filter(
    ({ term, at }) => !/^\d+$/.test(term) && !quantities.some(({ start, end }) => at >= start && at < end),
  );
}

/** Share of the terms that a text holds. */
const shareOf = (terms: readonly Term[], held: ReadonlySet<string>) =>
  terms.length === 0 ? 0 : terms.filter(({ term }) => held.has(term)).length / terms.length;

interface Line {
  text: string;
  terms: Term[];
  held: ReadonlySet<string>;
  quantities: Quantity[];
}

function lineOf(text: string): Line {
  const quantities = quantitiesIn(text);
  const terms = termsBeside(text, quantities);
  return { text, terms, held: new Set(terms.map(({ term }) => term)), quantities };
}

/** Ends the part of a line that a number belongs to. */
const BOUNDARY = /[;,]\s|\b(?:and|or|to|then)\b/;

/** Words between a term and a quantity, about. */
const wordsBetween = (from: number, to: number) => Math.max(0, to - from) / 6;
/** A term that is closer than that to another quantity says something of that one alone. */
const BESIDE = 3.5;

/** How much a term has to do with a quantity of its line: most in the same part of it, less with each word between. */
function nearness({ text, quantities }: Line, at: number, quantity: Quantity): number {
  const [from, to] = at < quantity.start ? [at, quantity.start] : [quantity.end, at];
  const between = quantities.find(({ kind, start }) => kind === quantity.kind && start > from && start < to);
  const words = wordsBetween(from, to);
  if (!between && !BOUNDARY.test(text.slice(from, to))) return 1 / (1 + words / 8);
  // The subject of a list belongs to all of its numbers.
  const isSubject =
    at < quantity.start &&
    (!between || wordsBetween(from, between.start) > BESIDE || BOUNDARY.test(text.slice(from, between.start)));
  return (isSubject ? 0.8 : 0.3) / (1 + words / 60);
}

const nearestOf = (line: Line, term: string, quantity: Quantity) =>
  Math.max(0, ...line.terms.filter((one) => one.term === term).map(({ at }) => nearness(line, at, quantity)));

/** A number must be in the passage, and be the one that the sentence's words are about. */
function hasNumbers(claim: Line, lines: readonly Line[]): boolean {
  const all = lines.flatMap((line) => line.quantities.map((stated) => ({ line, stated })));
  return claim.quantities.every((claimed) => {
    const same = all.filter(({ stated }) => proves(stated, claimed));
    if (same.length === 0) return false;
    const isRange = claimed.kind === 'time' || claimed.kind === 'date';
    const others = all.filter(
      ({ line, stated }) =>
        stated.kind === same[0]!.stated.kind &&
        !same.some((one) => one.stated === stated) &&
        // “From 8 to 6” names both ends.
        !(isRange && claim.quantities.some((one) => proves(stated, one))) &&
        !same.some((one) => one.line === line && isRangeOf(line.text, one.stated, stated)),
    );
    return others.length === 0 || fitsBest(claim, claimed, same, others);
  });
}

/** Both are the ends of one range: “3 to 5”. */
function isRangeOf(text: string, one: Quantity, other: Quantity): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  return /^\s*(?:to|until|till|through|–|-)\s*$/.test(text.slice(first.end, second.start));
}

interface Place {
  line: Line;
  stated: Quantity;
}

/** Whether the words beside a number are beside it in the passage, too, rather than beside another number. */
function fitsBest(claim: Line, claimed: Quantity, same: readonly Place[], others: readonly Place[]): boolean {
  const weights = claim.terms.map(({ term, at }) => {
    const [from, to] = at < claimed.start ? [at, claimed.start] : [claimed.end, at];
    return { term, weight: nearness(claim, at, claimed) / (1 + wordsBetween(from, to) / 2) };
  });
  const found = [...same, ...others].map(({ line, stated }) =>
    weights.map(({ term }) => nearestOf(line, term, stated)),
  );
  const most = weights.map((_, i) => Math.max(...found.map((one) => one[i]!)));
  const fits = found.map((one) =>
    weights.reduce((sum, { weight }, i) => sum + (most[i]! > 0 ? (weight * one[i]!) / most[i]! : 0), 0),
  );
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const best = Math.max(...fits.slice(0, same.length));
  return Math.max(...fits.slice(same.length)) - best <= CLEARLY * total;
}

/** No clause says the opposite of the clause that it is closest to. */
function keepsDirection(sentence: string, passage: string): boolean {
  const stated = sentencesOf(passage).flatMap((one) => [one, ...clausesOf(one)]);
  const lines = stated.map(lineOf);
  return clausesOf(sentence).every((clause) => {
    const terms = lineOf(clause).terms;
    if (terms.length === 0) return true;
    const shares = lines.map(({ held, terms: own }) => ({
      share: shareOf(terms, held),
      density:
        own.length === 0 ? 0 : own.filter(({ term }) => terms.some((one) => one.term === term)).length / own.length,
    }));
    const best = Math.max(0, ...shares.map(({ share }) => share));
    if (best < 1 / 3) return true;
    const closest = shares
      .map((one, at) => ({ ...one, text: stated[at]! }))
      .filter(({ share }) => share === best)
      .sort((a, z) => z.density - a.density);
    return !isTurnedAround(clause, closest[0]!.text);
  });
}

/** What speaks against a sentence; undefined when the passage supports it. */
export function faultOf(sentence: string, passage: string): Unsupported | undefined {
  const claim = lineOf(sentence);
  if (claim.terms.length === 0 && claim.quantities.length === 0) return 'words';
  const lines = sentencesOf(passage).map(lineOf);
  const held = new Set(lines.flatMap((line) => [...line.held]));
  if (claim.quantities.length > MAX_QUANTITIES) return 'number';
  if (claim.terms.length > 0 && shareOf(claim.terms, held) < LEAST_SHARE) return 'words';
  if (!hasNumbers(claim, lines)) return 'number';
  if (!keepsDirection(sentence, passage)) return 'negation';
  if (changesNames(sentence, passage) || swapsRoles(sentence, passage)) return 'name';
  return undefined;
}

/**
 * The sentences that their citations support, with those citations only, and the others with the reason.
 * @param passages text of each passage by the number that it is cited by, its title and heading included
 */
export function keepSupported(
  sentences: readonly CitedSentence[],
  passages: ReadonlyMap<number, string>,
): { kept: CitedSentence[]; dropped: DroppedSentence[] } {
  const kept: CitedSentence[] = [];
  const dropped: DroppedSentence[] = [];
  for (const { text, citations } of sentences) {
    const known = [...new Set(citations)].filter((n) => passages.has(n));
    const faults = known.map((n) => faultOf(text, passages.get(n)!));
    const each = known.filter((_, at) => faults[at] === undefined);
    // A sentence may join what two passages say.
    const joined = each.length === 0 && known.length > 1;
    const together = joined && faultOf(text, known.map((n) => passages.get(n)).join('\n')) === undefined;
    const proof = together ? known : each;
    if (proof.length > 0) kept.push({ text, citations: proof });
    else
      dropped.push({
        text,
        citations: known,
        reason: faults.find((fault) => fault !== 'words') ?? faults[0] ?? 'uncited',
      });
  }
  return { kept, dropped };
}
