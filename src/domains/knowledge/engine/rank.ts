/**
 * Ranks passages for a question: BM25, widened by the words of the best passages (RM3), together with embeddings.
 * The index behind it may be a database or lie in memory.
 */

/** Where a term occurs: one entry for each passage, as columns. */
export interface Postings {
  /** Numbers of the passages. */
  numbers: Uint32Array;
  /** Numbers of their sources, for permission. */
  sources: Uint32Array;
  counts: Uint16Array;
  /** Terms of the passage. */
  lengths: Uint16Array;
}

export interface RankIndex {
  passages: number;
  averageLength: number;
  postings(terms: readonly string[]): Promise<Map<string, Postings>>;
  /** How often each term is in each of the passages. */
  termsOf(numbers: readonly number[]): Promise<Map<number, Map<string, number>>>;
  /** Passages whose vectors are near that of the question, with the cosine; empty without vectors. */
  nearest(most: number): Promise<Map<number, number>>;
  /** The cosine of the question with each passage that has a vector. */
  similarities(numbers: readonly number[]): Promise<Map<number, number>>;
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
  const first = await lexicalScores(index, terms, settings, allowed);
  const lexical =
    settings.feedbackPassages > 0 && first.length > 0
      ? await lexicalScores(index, await widen(index, terms, first, settings), settings, allowed)
      : first;
  const best = topOf(lexical, Math.max(CANDIDATES, most));
  if (settings.embeddingWeight === 0) return fuse(best, new Map(), settings).slice(0, most);
  const near = await index.nearest(CANDIDATES);
  const known = await index.similarities(best.map(([number]) => number));
  for (const [number, similarity] of near) known.set(number, similarity);
  const present = new Set(best.map(([number]) => number));
  const added = [...near.keys()].filter((number) => !present.has(number));
  return fuse(
    [...best, ...added.map((number): [number, number] => [number, lexical[number] ?? 0])],
    known,
    settings,
  ).slice(0, most);
}

/** BM25 of every passage by its number; 0 where none of the terms occurs (Robertson and Zaragoza, 2009). */
async function lexicalScores(
  index: RankIndex,
  terms: ReadonlyMap<string, number>,
  { k1, b }: RankSettings,
  allowed: ReadonlySet<number> | undefined,
): Promise<Float64Array> {
  const lists = await index.postings([...terms.keys()]);
  let size = 0;
  for (const { numbers } of lists.values()) for (const number of numbers) if (number >= size) size = number + 1;
  // An array, because a common word is in so many passages that a map would take most of the search's time.
  const scores = new Float64Array(size);
  for (const [term, weight] of terms) {
    const list = lists.get(term);
    if (!list) continue;
    const found = list.numbers.length;
    const rarity = Math.log(1 + (index.passages - found + 0.5) / (found + 0.5));
    for (let i = 0; i < found; i++) {
      if (allowed && !allowed.has(list.sources[i]!)) continue;
      const count = list.counts[i]!;
      const norm = k1 * (1 - b + (b * list.lengths[i]!) / (index.averageLength || 1));
      const score = (weight * rarity * count * (k1 + 1)) / (count + norm);
      scores[list.numbers[i]!]! += score;
    }
  }
  return scores;
}

/** The question's words and those of the best passages, weighted by how likely each is there (Abdul-Jaleel, 2004: RM3). */
async function widen(
  index: RankIndex,
  terms: ReadonlyMap<string, number>,
  scores: Float64Array,
  { feedbackPassages, feedbackTerms, originalWeight }: RankSettings,
): Promise<ReadonlyMap<string, number>> {
  // In a small collection the best passages are nearly all of it, whatever was asked.
  const best = topOf(scores, Math.min(feedbackPassages, Math.floor(index.passages * LARGEST_SHARE)));
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

/** The best passages with their scores; of equal ones those with the lower number. */
function topOf(scores: Float64Array, most: number): [number, number][] {
  let best: [number, number][] = [];
  let least = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number]!;
    if (score <= least) continue;
    best.push([number, score]);
    // Sorted now and then, so that the whole costs little more than looking at each score once.
    if (best.length < most * 4 + 100) continue;
    best = sorted(best).slice(0, most);
    least = best.at(-1)?.[1] ?? 0;
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
