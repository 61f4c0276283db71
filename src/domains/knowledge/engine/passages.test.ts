import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages.ts';

const section = (text: string, more: object = {}) => ({ heading: '', place: '', page: null, text, ...more });

describe('passages', () => {
  it('hold every word of a document, in its order, none longer than a model reads', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '. ', '\n', '\n\n')), { minLength: 1, maxLength: 900 });
    fc.assert(
      fc.property(text, (words) => {
        const whole = words.map(([one, after]) => one + after).join('');
        const passages = passagesOf([section(whole)]);
        expect(passages.map(({ position }) => position)).toEqual(passages.map((_, at) => at));
        expect(passages.every((one) => one.text.length <= 1_400)).toBe(true);
        let from = 0;
        const joined = passages.map((one) => one.text).join(' ');
        for (const [one] of words) {
          const at = joined.indexOf(one, from);
          expect(at).toBeGreaterThanOrEqual(0);
          from = Math.min(at, at + one.length);
        }
      }),
    );
  });

  it('never mix pages or headings, and join short lines of one', () => {
    const found = passagesOf([
      section('One.', { page: 1, place: 'Page 1' }),
      section('Two.', { page: 1, place: 'Page 1' }),
      section('Three.', { page: 2, place: 'Page 2' }),
      section('  '),
    ]);
    expect(found.map(({ text, place }) => [place, text])).toEqual([
      ['Page 1', 'One.\nTwo.'],
      ['Page 2', 'Three.'],
    ]);
  });

  it('repeat the end of the one before, from the start of a word', () => {
    const text = Array.from({ length: 120 }, (_, n) => `Sentence number ${n} is here.`).join(' ');
    const [one, other] = passagesOf([section(text)]);
    const overlap = other!.text.slice(0, 60);
    expect(one!.text).toContain(overlap);
    expect(overlap).toMatch(/^\S/);
  });
});
