import { describe, expect, it } from 'vitest';
import { figuresOf, isExpected, ndcgOf, placesOf } from './test-set.ts';

const [one, other] = ['01a21bf2-97d3-71ea-877a-99b7b7d080ac', '01a21bf2-97d3-71ea-877a-99b7b7d080ad'];
const passage = (documentId: string, text: string) => ({ documentId, text });

describe('a test set', () => {
  it('knows a passage by its document and most of its words', () => {
    const expected = { documentId: one, quote: 'Refunds arrive after five working days.' };
    expect(isExpected(passage(one, 'After five working days, the refund arrives on the card.'), expected)).toBe(true);
    expect(isExpected(passage(other, 'Refunds arrive after five working days.'), expected)).toBe(false);
    expect(isExpected(passage(one, 'Refunds are rare.'), expected)).toBe(false);
    expect(isExpected(passage(one, 'Anything'), { documentId: one, quote: '' })).toBe(true);
  });

  it('counts a passage for one expectation only', () => {
    const expected = [
      { documentId: one, quote: '' },
      { documentId: one, quote: '' },
    ];
    expect(placesOf([passage(other, 'a'), passage(one, 'b')], expected)).toEqual([2, null]);
    const many = Array.from({ length: 10 }, () => passage(other, 'a'));
    expect(placesOf([...many, passage(one, 'b')], expected)).toEqual([null, null]);
  });

  it('measures nDCG as the literature does', () => {
    expect(ndcgOf([1])).toBe(1);
    expect(ndcgOf([2])).toBeCloseTo(1 / Math.log2(3));
    expect(ndcgOf([1, null])).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
    expect(ndcgOf([null])).toBe(0);
    expect(ndcgOf([])).toBeNull();
  });

  it('sums up recall, nDCG, MRR, abstentions, facts, and citations', () => {
    const blank = { mustSay: [], mustNotSay: [], sentences: [] };
    const results = [
      { ...blank, places: [2, null], abstained: false, shouldAbstain: false },
      { ...blank, places: [1], abstained: true, shouldAbstain: false },
      { ...blank, places: [], abstained: true, shouldAbstain: true },
      { ...blank, places: [], abstained: false, shouldAbstain: true },
    ];
    const figures = figuresOf(results);
    expect(figures).toMatchObject({ questions: 4, recall: 0.75, mrr: 0.75, abstention: 0.5, abstentionPrecision: 0.5 });
    expect(figures).toMatchObject({ facts: null, citationPrecision: null });
    const sentence = { text: 'a', passageIds: [], fault: null };
    const checked = figuresOf([
      {
        ...results[0]!,
        mustSay: [
          { fact: 'a', isSaid: true },
          { fact: 'b', isSaid: false },
        ],
        mustNotSay: [{ fact: 'c', isSaid: true }],
        sentences: [sentence, sentence, { ...sentence, fault: 'number' }],
      },
      { ...results[1]!, mustNotSay: [{ fact: 'c', isSaid: false }] },
    ]);
    expect([checked.facts, checked.citationPrecision]).toEqual([2 / 4, 2 / 3]);
    expect(figuresOf([])).toEqual({
      questions: 0,
      recall: null,
      ndcg: null,
      mrr: null,
      abstention: 0,
      abstentionPrecision: null,
      facts: null,
      citationPrecision: null,
    });
  });
});
