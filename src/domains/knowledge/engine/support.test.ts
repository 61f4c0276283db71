import { describe, expect, it } from 'vitest';
import { keepSupported } from './support.ts';

const PASSAGES = new Map([
  [1, 'The refund arrives on the card after 5 working days. Fees are $1,200.00.'],
  [2, 'Lamps are not covered by the warranty.'],
]);
const kept = (text: string, citations: number[]) => keepSupported([{ text, citations }], PASSAGES).kept;

describe('a sentence of a model', () => {
  it('stays with the citations that support it', () => {
    expect(kept('A refund arrives after 5 working days.', [1, 2, 9])).toEqual([
      { text: 'A refund arrives after 5 working days.', citations: [1] },
    ]);
    expect(kept('The fees are 1200 dollars.', [1])).toHaveLength(1);
    expect(kept('Lamps are not covered by a warranty.', [2])).toHaveLength(1);
  });

  it.each([
    ['another number', 'The refund arrives after 9 working days.', [1]],
    ['a negation that the passage does not have', 'The refund never arrives on the card.', [1]],
    ['other words', 'Our founder lives in Lisbon.', [1]],
    ['no citation', 'A refund arrives after 5 working days.', []],
    ['a passage that was not shown', 'A refund arrives after 5 working days.', [7]],
  ])('is left out for %s', (_, text, citations) => {
    expect(kept(text, citations)).toEqual([]);
  });

  it('may join what two passages say', () => {
    const text = 'A refund arrives on the card, but lamps are not covered by the warranty.';
    expect(kept(text, [1, 2]).map(({ citations }) => citations.length > 0)).toEqual([true]);
  });
});
