import { expect, it } from 'vitest';
import { isNarrowed, parseExpensesSearch, writeExpensesSearch } from './search.ts';

it('reads what it writes, and leaves out what does not fit', () => {
  const search = {
    ...parseExpensesSearch({}),
    q: 'taxi',
    state: 'returned',
    flagged: true,
    whose: 'all',
    from: '2026-01-01',
  } as const;
  expect(parseExpensesSearch(writeExpensesSearch(search))).toEqual(search);
  expect(parseExpensesSearch({ state: 'odd', open: '1', from: 'x', tab: '<b>', paid: 'gold', flagged: 'no' })).toEqual(
    parseExpensesSearch({}),
  );
  expect([isNarrowed(search), isNarrowed(parseExpensesSearch({ tab: 'pay', whose: 'all' }))]).toEqual([true, false]);
});
