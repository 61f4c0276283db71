/** The index in memory, for tests, measurements, and small collections. */
import { MAX_COUNT, type PassageFacts, type Postings, type RankIndex } from './rank.ts';
import { countTerms, termsOf } from './terms.ts';

export interface MemoryPassage {
  text: string;
  source?: number;
  vector?: Float32Array;
}

const dot = (one: Float32Array, other: Float32Array) => {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
};

export class MemoryIndex {
  readonly #passages: readonly MemoryPassage[];
  readonly #terms: Map<string, number>[];
  readonly #lists = new Map<string, { number: number; count: number }[]>();
  readonly #facts: PassageFacts;
  readonly #averageLength: number;

  /** Passages are numbered by their place. */
  constructor(passages: readonly MemoryPassage[]) {
    this.#passages = passages;
    let total = 0;
    this.#facts = {
      lengths: new Uint16Array(passages.length),
      sources: Uint32Array.from(passages, ({ source = 0 }) => source),
    };
    this.#terms = passages.map(({ text }, number) => {
      const terms = termsOf(text);
      total += terms.length;
      this.#facts.lengths[number] = terms.length;
      const counts = countTerms(terms);
      for (const [term, count] of counts) {
        const list = this.#lists.get(term) ?? [];
        list.push({ number, count });
        this.#lists.set(term, list);
      }
      return counts;
    });
    this.#averageLength = passages.length > 0 ? total / passages.length : 0;
  }

  /** The index as one question sees it. @param vector of the question */
  for(vector?: Float32Array): RankIndex {
    const similarity = (number: number) => {
      const other = this.#passages[number]?.vector;
      return vector && other ? dot(vector, other) : undefined;
    };
    const known = (numbers: Iterable<number>) => {
      const found = new Map<number, number>();
      for (const number of numbers) {
        const value = similarity(number);
        if (value !== undefined) found.set(number, value);
      }
      return found;
    };
    return {
      passages: this.#passages.length,
      averageLength: this.#averageLength,
      postings: (terms) => Promise.resolve(this.#postings(terms)),
      termsOf: (numbers) => Promise.resolve(new Map(numbers.map((number) => [number, this.#terms[number]!]))),
      facts: () => this.#facts,
      similarities: (numbers, nearest) => {
        const near = [...known(this.#passages.keys())].sort(([, a], [, z]) => z - a).slice(0, nearest);
        return Promise.resolve(new Map([...known(numbers), ...near]));
      },
    };
  }

  #postings(terms: readonly string[]): Map<string, Postings> {
    const found = new Map<string, Postings>();
    for (const term of terms) {
      const list = this.#lists.get(term);
      if (!list) continue;
      found.set(term, {
        numbers: Uint32Array.from(list, ({ number }) => number),
        counts: Uint8Array.from(list, ({ count }) => Math.min(count, MAX_COUNT)),
      });
    }
    return found;
  }
}
