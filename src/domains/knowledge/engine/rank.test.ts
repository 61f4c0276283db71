import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryIndex } from './memory-index.ts';
import { ndcg, recall, reciprocalRank } from './measures.ts';
import { questionTerms } from './question.ts';
import { DEFAULT_RANK, rank } from './rank.ts';
import { termsOf } from './terms.ts';

const TEXTS = [
  'Refunds arrive on the card after five working days.',
  'The repair desk replaces a broken lamp.',
  'A lamp needs a bulb. The bulb is sold with the lamp.',
  'Our shop opens at nine.',
];
const plain = { ...DEFAULT_RANK, feedbackPassages: 0, embeddingWeight: 0 };
const find = (index: MemoryIndex, question: string, more: object = {}) =>
  rank(index.for(), questionTerms(question, []), { settings: plain, most: 10, ...more });

describe('ranking', () => {
  it('gives the score of BM25', async () => {
    const index = new MemoryIndex(TEXTS.map((text) => ({ text })));
    const found = await find(index, 'broken lamp');
    expect(found.map(({ number }) => number)).toEqual([1, 2]);
    // By hand: 4 passages of 6, 5, 6, and 3 terms; “broken” in one, “lamp” in two of them.
    const [k1, b, average] = [plain.k1, plain.b, 5];
    const idf = (n: number) => Math.log(1 + (4 - n + 0.5) / (n + 0.5));
    const part = (n: number, count: number, length: number) =>
      (idf(n) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));
    expect(found[0]!.lexical).toBeCloseTo(part(1, 1, 5) + part(2, 1, 5), 6);
    expect(found[1]!.lexical).toBeCloseTo(part(2, 2, 6), 6);
  });

  it('never finds what may not be read, with or without vectors', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...TEXTS), fc.nat(3)), { maxLength: 30 }),
        async (passages) => {
          const vector = (n: number) => Float32Array.from([Math.cos(n), Math.sin(n)]);
          const index = new MemoryIndex(passages.map(([text, source], n) => ({ text, source, vector: vector(n) })));
          const allowed = new Set([1, 3]);
          const found = await rank(index.for(vector(1)), questionTerms('lamp refund shop', []), {
            settings: { ...DEFAULT_RANK, embeddingWeight: 0 },
            most: 50,
            allowed,
          });
          expect(found.every(({ number }) => allowed.has(passages[number]![1]))).toBe(true);
        },
      ),
    );
  });

  it('finds by meaning what shares no word with the question', async () => {
    const index = new MemoryIndex([
      { text: TEXTS[0]!, vector: Float32Array.from([1, 0]) },
      { text: TEXTS[3]!, vector: Float32Array.from([0, 1]) },
    ]);
    const found = await rank(index.for(Float32Array.from([0.9, 0.1])), questionTerms('money back', []), {
      settings: DEFAULT_RANK,
      most: 2,
    });
    expect(found[0]!.number).toBe(0);
  });

  it('widens a question by the words of the best passages', async () => {
    const filler = Array.from({ length: 100 }, (_, n) => ({ text: `Paragraph ${n} about nothing in particular.` }));
    const index = new MemoryIndex([
      { text: 'The aircraft wing stalls. Wing stall begins at the flap.' },
      { text: 'A flap bends.' },
      ...filler,
    ]);
    const numbers = async (feedbackPassages: number) =>
      (await find(index, 'aircraft wing', { settings: { ...plain, feedbackPassages } })).map(({ number }) => number);
    expect(await numbers(0)).toEqual([0]);
    expect((await numbers(5)).slice(0, 2)).toEqual([0, 1]);
  });
});

const WORDS = ['lamp', 'bulb', 'refund', 'desk', 'wing', 'flap', 'shop', 'card'];
const SETTINGS = { ...DEFAULT_RANK, feedbackPassages: 0, embeddingWeight: 0 };

/** BM25 by its formula, passage by passage. */
function plainScores(texts: readonly string[], terms: ReadonlyMap<string, number>): number[] {
  const all = texts.map(termsOf);
  const average = all.reduce((sum, words) => sum + words.length, 0) / (all.length || 1) || 1;
  return all.map((words) => {
    let score = 0;
    for (const [term, weight] of terms) {
      const count = words.filter((word) => word === term).length;
      if (count === 0) continue;
      const holding = all.filter((other) => other.includes(term)).length;
      const rarity = Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5));
      const { k1, b } = SETTINGS;
      score += (weight * rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * words.length) / average));
    }
    return score;
  });
}

describe('the ranking of any index', () => {
  it('is that of scoring every passage by the formula, of allowed sources alone', async () => {
    const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, fc.nat(3)), { maxLength: 40 }),
        fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 }),
        fc.option(fc.uniqueArray(fc.nat(3)), { nil: undefined }),
        async (passages, asked, sources) => {
          const texts = passages.map(([words]) => words.join(' '));
          const allowed = sources && new Set(sources);
          const terms = questionTerms(asked.join(' '), []);
          const found = await rank(
            new MemoryIndex(passages.map(([, source], n) => ({ text: texts[n]!, source }))).for(),
            terms,
            { settings: SETTINGS, most: 10, ...(allowed && { allowed }) },
          );
          const scores = plainScores(texts, terms);
          const expected = [...scores.keys()]
            .filter((n) => scores[n]! > 0 && (!allowed || allowed.has(passages[n]![1])))
            .sort((a, z) => scores[z]! - scores[a]! || a - z)
            .slice(0, 10);
          // Two that differ by rounding alone may stand in either order.
          const rounded = (numbers: readonly number[]) => numbers.map((n) => scores[n]!.toFixed(9));
          expect(rounded(found.map(({ number }) => number))).toEqual(rounded(expected));
          expect(new Set(found.map(({ number }) => number)).size).toBe(expected.length);
        },
      ),
    );
  });
});

describe('measures', () => {
  const judged = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 0],
  ]);
  it('follow their definitions', () => {
    expect(ndcg(['a', 'b'], judged, 10)).toBe(1);
    expect(ndcg(['c', 'a', 'b'], judged, 10)).toBeCloseTo(
      (1 / Math.log2(3) + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)),
    );
    expect([recall(['c', 'a'], judged, 10), recall([], judged, 10)]).toEqual([0.5, 0]);
    expect([reciprocalRank(['c', 'a'], judged), reciprocalRank(['c'], judged)]).toEqual([0.5, 0]);
  });
});
