import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUp, lineTotals, percentOf, sumIn, totalsOf } from './amounts.ts';

const line = (quantity: string, unitPrice: string, discount = '0', tax = '0') => ({
  quantity,
  unitPrice,
  discount,
  tax,
});

describe('lines', () => {
  it('are rounded half away from zero to the smallest unit of their currency, each for itself', () => {
    expect(lineTotals(line('3', '0.335'), 'USD')).toEqual({ net: '1.01', tax: '0.00' });
    expect(lineTotals(line('1', '2.345', '0', '10'), 'USD')).toEqual({ net: '2.35', tax: '0.24' });
    expect(lineTotals(line('1', '100.5'), 'JPY').net).toBe('101');
    expect(lineTotals(line('1', '1.0005'), 'KWD').net).toBe('1.001');
    expect(totalsOf([line('1', '0.005'), line('1', '0.005')], 'USD').net).toBe('0.02');
  });

  it('take the discount off before tax', () => {
    expect(totalsOf([line('10', '99.90', '12.5', '19'), line('2.5', '80')], 'EUR')).toEqual({
      list: '1199.00',
      discount: '124.87',
      net: '1074.13',
      tax: '166.08',
      gross: '1240.21',
    });
    expect(totalsOf([line('7', '3', '100', '19')], 'EUR')).toMatchObject({ net: '0.00', tax: '0.00' });
    expect(totalsOf([], 'EUR').gross).toBe('0.00');
  });

  const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => (value / 100).toFixed(2));
  it('add up to their total whatever they are, in any order', () => {
    const lines = fc.array(
      fc.record({
        quantity: cents(1_000_000),
        unitPrice: cents(100_000_000),
        discount: cents(10_000),
        tax: cents(10_000),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, (all) => {
        const totals = totalsOf(all, 'USD');
        const each = all.map((one) => lineTotals(one, 'USD'));
        expect(Number(addUp(each.map(({ net }) => net)))).toBe(Number(totals.net));
        expect(addUp([totals.net, totals.tax])).toBe(addUp([totals.gross]));
        expect(addUp([totals.net, totals.discount])).toBe(addUp([totals.list]));
        expect(totalsOf(all.toReversed(), 'USD')).toEqual(totals);
      }),
    );
  });
});

describe('sums of several currencies', () => {
  it('are exact and name what they could not convert', () => {
    expect(
      sumIn(
        'USD',
        [
          { currency: 'USD', amount: '0.10' },
          { currency: 'USD', amount: '0.20' },
        ],
        new Map(),
      ),
    ).toEqual({ currency: 'USD', amount: '0.30', missing: [] });
    const rates = new Map([
      ['EUR', '1.0835'],
      ['JPY', '0.0064'],
    ]);
    expect(
      sumIn(
        'USD',
        [
          { currency: 'EUR', amount: '1000' },
          { currency: 'JPY', amount: '1000' },
          { currency: 'CHF', amount: '5' },
        ],
        rates,
      ),
    ).toEqual({ currency: 'USD', amount: '1089.90', missing: ['CHF'] });
    expect(sumIn('USD', [{ currency: 'CHF', amount: '0.00' }], rates).missing).toEqual([]);
  });

  it('do not lose a cent in a quintillion', () => {
    expect(addUp(['999999999999999.9999', '0.0001'])).toBe('1000000000000000');
  });
});

describe('percentOf', () => {
  it('is a whole number, and nothing of nothing', () => {
    expect(percentOf('1', '3')).toBe(33);
    expect(percentOf('5', '0')).toBeNull();
  });
});
