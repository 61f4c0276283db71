import { describe, expect, it } from 'vitest';
import { isCheckable, saysFact } from './facts.ts';

const ANSWER =
  'A client may leave with thirty days’ notice. Setup fees are never discounted, but monthly fees may be 10% lower. The kickoff is on March 3, 2026.';

describe('a fact that an answer must say', () => {
  it.each([
    '30 days',
    'leaving with 30 days of notice',
    'Setup fees are not discounted',
    'monthly fees 10 percent',
    '2026-03-03',
    'two weeks | one month | 30 days',
  ])('is said, whatever its form: %s', (fact) => expect(saysFact(ANSWER, fact)).toBe(true));

  it.each([
    ['another number', '60 days'],
    ['another unit', '30 hours'],
    ['the opposite', 'setup fees are discounted'],
    ['words of two sentences', 'discount of the kickoff'],
    ['another day', 'March 4'],
    ['words that say nothing', 'and so on'],
    ['no text', ' | '],
  ])('is not said: %s', (_, fact) => expect(saysFact(ANSWER, fact)).toBe(false));

  it('needs a word or a number to be looked for', () => {
    expect(isCheckable('30')).toBe(true);
    expect(isCheckable('and so')).toBe(false);
  });
});
