import { describe, expect, it } from 'vitest';
import {
  alternativesOf,
  coverageOf,
  editDistance,
  marksIn,
  namingTerms,
  oneSlipAway,
  questionKey,
  questionTerms,
} from './question.ts';
import { termsOf } from './terms.ts';

describe('a question', () => {
  it('is known again in other words of courtesy, case, and order', () => {
    expect(questionKey('Who won the CHESS championship?')).toBe(questionKey('championship of chess: who won'));
    expect(questionKey('???')).toBe('???');
  });

  it('is asked with synonyms at a lower weight, and words that only ask count little', () => {
    const terms = questionTerms('How much is the chandelier?', [['chandelier', 'lamp']]);
    expect(terms.get('lamp')).toBeLessThan(terms.get('chandeli')!);
    expect(terms.get('much')).toBeLessThan(terms.get('chandeli')!);
    expect([...namingTerms(terms).keys()]).not.toContain('much');
    expect([...namingTerms(new Map([['much', 1]])).keys()]).toEqual(['much']);
  });

  it('is covered by what means the same', () => {
    const rarity = new Map([
      ['audio', 1],
      ['show', 1],
      ['price', 2],
    ]);
    const held = new Set(termsOf('The price of a podcast'));
    expect(coverageOf(held, rarity)).toBe(0.5);
    expect(coverageOf(held, rarity, alternativesOf('audio show price', [['audio show', 'podcast']]))).toBe(1);
  });

  it('forgives one slip in a word, also where its stem is another', () => {
    for (const slip of ['replacemnt', 'repalcement', 'replaacement', 'replacemeny'])
      expect(oneSlipAway(slip).has('replac')).toBe(true);
    expect([editDistance('refund', 'refnud', 2), editDistance('cat', 'elephant', 2)]).toEqual([2, 3]);
  });

  it('marks its words where they stand in a passage', () => {
    const text = 'Refunds — the refund, in “refunding”.';
    const marks = marksIn(text, new Set(['refund']));
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['Refunds', 'refund', 'refunding']);
  });
});
