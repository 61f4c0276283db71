/**
 * Ranks passages for a question: BM25, widened by the words of the best passages (RM3), together with embeddings.
 * The index behind it may be a database or lie in memory.
 */

/** Where a term occurs: one entry for each passage, as columns. */
export interface Postings {
  /** Numbers of the passages, ascending. */
  numbers: Uint32Array;
  /** How often, up to {@link MAX_COUNT}. */
  counts: Uint8Array;
}

/** More occurrences in one passage say nothing more about it. */
export const MAX_COUNT = 255;

/** What is known of passages by their numbers, at least of those in postings that were read. */
export interface PassageFacts {
  /** Terms. */
  lengths: Uint16Array;
  /** Numbers of their sources, for permission. */
  sources: Uint32Array;
}

export interface RankIndex {
  passages: number;
  averageLength: number;
  postings(terms: readonly string[]): Promise<Map<string, Postings>>;
  facts(): PassageFacts;
  /** How often each term is in each of the passages. */
  termsOf(numbers: readonly number[]): Promise<Map<number, Map<string, number>>>;
  /**
   * The cosine of the question with each of these passages that has a vector, and with the `nearest` ones of all that
   * may be found; empty without vectors.
   */
  similarities(numbers: readonly number[], nearest: number): Promise<Map<number, number>>;
}

/** Weights and sizes of the ranking. */
export interface RankSettings {
  /** How much repeated words count; 1.2 in the literature. */
  k1: number;
  /** How much long passages are held back, 0 to 1. */
  b: number;
  /** Passages that the question is widened from; 0 turns widening off. */
  feedbackPassages: number;
  /** Words that are added. */
  feedbackTerms: number;
  /** Share of the question's own words, 0 to 1. */
  originalWeight: number;
  /** Share of the embedding in the score, 0 to 1. */
  embeddingWeight: number;
}

/** Found on the half of Cranfield's queries with odd ids; `bench/retrieval.ts` has the figures. */
export const DEFAULT_RANK: RankSettings = {
  k1: 1.2,
  b: 0.75,
  feedbackPassages: 5,
  feedbackTerms: 20,
  originalWeight: 0.4,
  embeddingWeight: 0.3,
};

export interface Ranked {
  number: number;
  score: number;
  /** Of the words, before weighting: 0 where none occurs. */
  lexical: number;
  /** Cosine; null without a vector. */
  similarity: number | null;
}

export interface RankOptions {
  settings: RankSettings;
  most: number;
  /** Numbers of the sources that may be found; absent: all. */
  allowed?: ReadonlySet<number>;
}

/** Share of all passages that a question may be widened from. */
const LARGEST_SHARE = 0.02;
/** Passages that embeddings are compared for. */
const CANDIDATES = 200;

/** The best passages for a question's terms, best first. */
export async function rank(
  index: RankIndex,
  terms: ReadonlyMap<string, number>,
  { settings, most, allowed }: RankOptions,
): Promise<Ranked[]> {
  const isAllowed = allowed && flagsOf(allowed);
  const first = await lexicalScores(index, terms, settings);
  let lexical = first;
  if (settings.feedbackPassages > 0) {
    // In a small collection the best passages are nearly all of it, whatever was asked.
    const count = Math.min(settings.feedbackPassages, Math.floor(index.passages * LARGEST_SHARE));
    const widened = await widen(index, terms, topOf(first, count, index.facts(), isAllowed), settings);
    if (widened !== terms) lexical = await lexicalScores(index, widened, settings);
  }
  const best = topOf(lexical, Math.max(CANDIDATES, most), index.facts(), isAllowed);
  if (settings.embeddingWeight === 0) return fuse(best, new Map(), settings).slice(0, most);
  const numbers = best.map(([number]) => number);
  const known = await index.similarities(numbers, CANDIDATES);
  const present = new Set(numbers);
  const added = [...known.keys()].filter((number) => !present.has(number));
  return fuse(
    [...best, ...added.map((number): [number, number] => [number, lexical[number] ?? 0])],
    known,
    settings,
  ).slice(0, most);
}

/** One at each of the numbers: an array is faster to ask than a set. */
function flagsOf(numbers: ReadonlySet<number>): Uint8Array {
  const set = new Uint8Array(Math.max(0, ...numbers) + 1);
  for (const number of numbers) set[number] = 1;
  return set;
}

/** Lengths whose share in BM25 is calculated once for all passages. */
const USUAL_LENGTH = 1_024;

/** BM25 of every passage by its number; 0 where none of the terms occurs (Robertson and Zaragoza, 2009). */
async function lexicalScores(
  index: RankIndex,
  terms: ReadonlyMap<string, number>,
  { k1, b }: RankSettings,
): Promise<Float64Array> {
  const lists = await index.postings([...terms.keys()]);
  const { lengths } = index.facts();
  let size = 0;
  for (const { numbers } of lists.values()) size = Math.max(size, (numbers.at(-1) ?? -1) + 1);
  const normOf = (length: number) => k1 * (1 - b + (b * length) / (index.averageLength || 1));
  const norms = Float64Array.from({ length: USUAL_LENGTH }, (_, length) => normOf(length));
  // An array, because a common word is in so many passages that a map would take most of the search's time.
  const scores = new Float64Array(size);
  for (const [term, weight] of terms) {
    const list = lists.get(term);
    if (!list) continue;
    const { numbers, counts } = list;
    const found = numbers.length;
    const rarity = Math.log(1 + (index.passages - found + 0.5) / (found + 0.5));
    const factor = weight * rarity * (k1 + 1);
    for (let i = 0; i < found; i++) {
      const number = numbers[i]!;
      const count = counts[i]!;
      const length = lengths[number]!;
      scores[number]! += (factor * count) / (count + (length < USUAL_LENGTH ? norms[length]! : normOf(length)));
    }
  }
  return scores;
}

/** The question's words and those of the best passages, weighted by how likely each is there (Abdul-Jaleel, 2004: RM3). */
async function widen(
  index: RankIndex,
  terms: ReadonlyMap<string, number>,
  best: readonly [number, number][],
  { feedbackTerms, originalWeight }: RankSettings,
): Promise<ReadonlyMap<string, number>> {
  if (best.length === 0) return terms;
  const total = best.reduce((sum, [, score]) => sum + score, 0);
  const texts = await index.termsOf(best.map(([number]) => number));
  const likely = new Map<string, number>();
  for (const [number, score] of best) {
    const counts = texts.get(number);
    if (!counts) continue;
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [term, count] of counts) likely.set(term, (likely.get(term) ?? 0) + (score / total) * (count / length));
  }
  const added = [...likely].sort((a, z) => z[1] - a[1]).slice(0, feedbackTerms);
  const addedTotal = added.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  const ownTotal = [...terms.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const widened = new Map<string, number>();
  for (const [term, weight] of terms) widened.set(term, (originalWeight * weight) / ownTotal);
  for (const [term, weight] of added)
    widened.set(term, (widened.get(term) ?? 0) + ((1 - originalWeight) * weight) / addedTotal);
  return widened;
}

/** The best passages that may be found, with their scores; of equal ones those with the lower number. */
function topOf(
  scores: Float64Array,
  most: number,
  { sources }: PassageFacts,
  isAllowed: Uint8Array | undefined,
): [number, number][] {
  if (most <= 0) return [];
  let best: [number, number][] = [];
  let least = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number]!;
    if (score <= least || (isAllowed && isAllowed[sources[number]!] !== 1)) continue;
    best.push([number, score]);
    // Sorted now and then, so that the whole costs little more than looking at each score once.
    if (best.length < most * 4 + 100) continue;
    best = sorted(best).slice(0, most);
    least = best.at(-1)![1];
  }
  return sorted(best).slice(0, most);
}

const sorted = (scores: [number, number][]) => scores.sort(([one, a], [other, z]) => z - a || one - other);

/** Both scores on a scale from 0 to 1 among the candidates, added by weight. */
function fuse(
  candidates: readonly [number, number][],
  similarities: ReadonlyMap<number, number>,
  { embeddingWeight }: RankSettings,
): Ranked[] {
  const scaled = scaleOf(candidates.map(([, score]) => score));
  const meaning = scaleOf([...similarities.values()]);
  const weight = similarities.size > 0 ? embeddingWeight : 0;
  return candidates
    .map(([number, lexical]): Ranked => {
      const similarity = similarities.get(number) ?? null;
      const score = (1 - weight) * scaled(lexical) + weight * (similarity === null ? 0 : meaning(similarity));
      return { number, score, lexical, similarity };
    })
    .sort((a, z) => z.score - a.score || a.number - z.number);
}

function scaleOf(values: readonly number[]): (value: number) => number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high > low ? (value) => (value - low) / (high - low) : () => 1;
}
