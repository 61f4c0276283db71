/** Measures what a search found against what a test set expects. */
import type { ExpectedPassage, TestFigures, TestResult } from '../contract.ts';
import { ndcg } from './measures.ts';
import { termsOf } from './terms.ts';

/** Passages that count. */
export const MEASURED = 10;
/** Share of a quote's words that a passage holds to be the one quoted: a document may be cut anew. */
const SAME = 0.8;

export interface Found {
  documentId: string;
  text: string;
}

/** Whether a passage is the expected one. */
export function isExpected({ documentId, text }: Found, expected: ExpectedPassage): boolean {
  if (documentId !== expected.documentId) return false;
  const words = new Set(termsOf(expected.quote));
  if (words.size === 0) return true;
  const held = new Set(termsOf(text));
  return [...words].filter((word) => held.has(word)).length / words.size >= SAME;
}

/** Place of each expected passage among the first ten, from 1. A passage stands for one expected one only. */
export function placesOf(found: readonly Found[], expected: readonly ExpectedPassage[]): (number | null)[] {
  const taken = new Set<number>();
  return expected.map((one) => {
    const at = found.slice(0, MEASURED).findIndex((passage, i) => !taken.has(i) && isExpected(passage, one));
    if (at < 0) return null;
    taken.add(at);
    return at + 1;
  });
}

/** nDCG@10 of one question; null where nothing is expected. */
export function ndcgOf(places: readonly (number | null)[]): number | null {
  if (places.length === 0) return null;
  const judged = new Map(places.map((place, at) => [place === null ? `missing ${at}` : `at ${place}`, 1]));
  const ranking = Array.from({ length: MEASURED }, (_, at) => `at ${at + 1}`);
  return ndcg(ranking, judged, MEASURED);
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const share = (right: number, all: number) => (all === 0 ? null : right / all);

type Measured = Pick<TestResult, 'places' | 'abstained' | 'shouldAbstain' | 'mustSay' | 'mustNotSay' | 'sentences'>;

export function figuresOf(results: readonly Measured[]): TestFigures {
  const judged = results.filter(({ shouldAbstain }) => !shouldAbstain);
  const right = results.filter(({ abstained, shouldAbstain }) => abstained === shouldAbstain).length;
  const abstained = results.filter((one) => one.abstained);
  const said = results.flatMap(({ mustSay, mustNotSay }) => [
    ...mustSay.map(({ isSaid }) => isSaid),
    ...mustNotSay.map(({ isSaid }) => !isSaid),
  ]);
  const sentences = results.flatMap((one) => one.sentences);
  return {
    questions: results.length,
    recall: mean(judged.map(({ places }) => places.filter((place) => place !== null).length / places.length)),
    ndcg: mean(judged.map(({ places }) => ndcgOf(places) ?? 0)),
    mrr: mean(judged.map(({ places }) => 1 / Math.min(...places.map((place) => place ?? Infinity)))),
    abstention: share(right, results.length) ?? 0,
    abstentionPrecision: share(abstained.filter(({ shouldAbstain }) => shouldAbstain).length, abstained.length),
    facts: share(said.filter(Boolean).length, said.length),
    citationPrecision: share(sentences.filter(({ fault }) => fault === null).length, sentences.length),
  };
}
