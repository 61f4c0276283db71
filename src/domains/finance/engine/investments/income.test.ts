import { describe, expect, it } from 'vitest';
import { decimal, type Decimal } from '../../../../kernel/money/index.ts';
import { type Activity, forwardIncome } from './index.ts';

const X = { securityId: 'X', currency: 'USD' };
const d = (value: string): Decimal => decimal(value);
const traded = (kind: 'buy' | 'sell', day: string, quantity: string): Activity => ({
  ...X,
  kind,
  id: day,
  day,
  quantity: d(quantity),
  price: d('1'),
});
const paid = (day: string, amount: string): Activity => ({
  ...X,
  kind: 'income',
  incomeType: 'dividend',
  id: day,
  day,
  amount: d(amount),
});
const expected = (activities: Activity[], quantity: string, day = '2026-11-21') =>
  forwardIncome(activities, d(quantity), day).map(({ month, amount }) => `${month} ${amount.toFixed()}`);

describe('income that is expected', () => {
  it('is what a unit paid in the last twelve months, a year on, for the units held now', () => {
    const activities = [
      traded('buy', '2024-01-02', '10'),
      paid('2025-11-21', '99'),
      paid('2025-11-22', '5'),
      paid('2026-05-10', '20'),
      paid('2026-11-21', '10'),
      paid('2026-11-22', '99'),
    ];
    expect(expected(activities, '20')).toEqual(['2026-11 10', '2027-05 40', '2027-11 20']);
  });

  it('adds up payments of one month, in the order of months', () => {
    expect(
      expected(
        [traded('buy', '2024-01-02', '4'), paid('2026-06-30', '4'), paid('2026-03-01', '1'), paid('2026-06-01', '4')],
        '2',
      ),
    ).toEqual(['2027-03 0.5', '2027-06 4']);
  });

  it('counts splits since a payment in, and what was sold or moved before it', () => {
    const split: Activity = { ...X, kind: 'split', id: 's', day: '2026-06-01', newUnits: d('2'), oldUnits: d('1') };
    expect(expected([traded('buy', '2024-01-02', '10'), paid('2026-05-01', '10'), split], '20')).toEqual([
      '2027-05 10',
    ]);
    // Entered in two accounts it is one all the same.
    expect(
      expected([traded('buy', '2024-01-02', '10'), paid('2026-05-01', '10'), split, { ...split, id: 't' }], '20'),
    ).toEqual(['2027-05 10']);
    expect(
      expected([traded('buy', '2024-01-02', '10'), traded('sell', '2026-04-01', '5'), paid('2026-05-01', '10')], '5'),
    ).toEqual(['2027-05 10']);
    const moved: Activity[] = [
      { ...X, kind: 'transferIn', id: 'in', day: '2024-01-02', quantity: d('10'), cost: d('1') },
      { ...X, kind: 'transferOut', id: 'out', day: '2026-04-01', quantity: d('8') },
      paid('2026-05-01', '1'),
    ];
    expect(expected(moved, '2')).toEqual(['2027-05 1']);
  });

  it('is nothing of what was paid on nothing', () => expect(expected([paid('2026-05-01', '10')], '5')).toEqual([]));
});
