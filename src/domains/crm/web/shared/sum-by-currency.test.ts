import { expect, it } from 'vitest';
import { sumByCurrency } from './sum-by-currency.ts';

it('sums each currency exactly, and never across currencies', () => {
  expect(
    sumByCurrency([
      { amount: '0.10', currency: 'USD' },
      { amount: '12', currency: 'EUR' },
      { amount: '0.20', currency: 'USD' },
      { amount: null, currency: 'USD' },
    ]),
  ).toEqual([
    { currency: 'USD', amount: '0.3000' },
    { currency: 'EUR', amount: '12.0000' },
  ]);
  expect(sumByCurrency([{ amount: '-0.5', currency: 'USD' }])).toEqual([{ currency: 'USD', amount: '-0.5000' }]);
  expect(sumByCurrency([])).toEqual([]);
});
