import { expect, it } from 'vitest';
import { rankedOptions } from './use-options.ts';

it('ranks choices as search does: the name, its beginning, words of it, then what only mentions it', () => {
  const options = ['Referral partner', 'Nadia Ferrante', 'Ferris Abel', 'Ferr'].map((label) => ({
    value: label,
    label,
  }));
  const labels = (query: string) => rankedOptions(options, query).map(({ label }) => label);
  expect(labels('ferr')).toEqual(['Ferr', 'Ferris Abel', 'Nadia Ferrante', 'Referral partner']);
  expect(labels('')).toEqual(options.map(({ label }) => label));
  expect(labels('zzz')).toEqual([]);
  expect(rankedOptions([{ value: '1', label: 'Ada', detail: 'ferr@example.com' }], 'ferr')).toHaveLength(1);
});
