import { expect, it } from 'vitest';
import { parseOperationsSearch, writeOperationsSearch } from './search.ts';
import { changeText, runwayText } from './words.ts';

it('words a runway and a change as people say them', () => {
  expect([null, '0.0', '1', '4.5', '14', '24', '500'].map(runwayText)).toEqual(['Not shrinking', '0 months', '1 month', '4.5 months', '1 year 2 months', '2 years', 'Over 10 years']);
  expect([changeText('0', '0'), changeText('5', '0'), changeText('110', '100')]).toEqual(['', 'new', '+10%']);
});

it('reads from the address what it writes', () => {
  expect(parseOperationsSearch(writeOperationsSearch({ vendor: 'cloud base', cut: 'a|b', q: '' }))).toEqual({ vendor: 'cloud base', cut: 'a|b', q: '' });
});
