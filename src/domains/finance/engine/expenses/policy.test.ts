import { describe, expect, it } from 'vitest';
import { matchTransactions } from './matching.ts';
import { mileageAmount, mileageRateOn } from './mileage.ts';
import { DEFAULT_POLICY, judge, needsSecond, type Policy } from './policy.ts';

const policy: Policy = {
  categories: [
    { name: 'Meals', perExpense: '100', perDay: '120', forbidden: false },
    { name: 'Gifts', perExpense: null, perDay: null, forbidden: true },
  ],
  receiptOver: '75',
  secondApproverOver: '500',
  maxAgeDays: 60,
};
const around = { today: '2026-11-20', currency: 'USD', otherOfDay: '0', duplicates: [] };
const meal = { kind: 'purchase', category: 'Meals', day: '2026-11-10', baseAmount: '80', hasReceipt: true } as const;
const kinds = (expense: Parameters<typeof judge>[0], more = {}) =>
  judge(expense, policy, { ...around, ...more }).map((one) => one.kind);

describe('a policy', () => {
  it('has nothing against what keeps to it, to the cent', () => {
    expect(kinds(meal)).toEqual([]);
    expect(kinds({ ...meal, baseAmount: '75', hasReceipt: false })).toEqual([]);
    expect(kinds({ ...meal, baseAmount: '100' })).toEqual([]);
  });
  it('names what exceeds a limit, lacks a receipt, or is late', () => {
    expect(kinds({ ...meal, baseAmount: '75.01', hasReceipt: false })).toEqual(['no_receipt']);
    expect(kinds({ ...meal, baseAmount: '100.01' })).toEqual(['per_expense']);
    expect(kinds(meal, { otherOfDay: '40.01' })).toEqual(['per_day']);
    expect(kinds({ ...meal, day: '2026-09-20' })).toEqual(['too_old']);
    expect(kinds(meal, { duplicates: [{ day: '2026-11-10', merchant: 'Noodle Yard' }] })).toEqual(['duplicate']);
  });
  it('holds back what it forbids, cannot count, or has not happened, first of all', () => {
    const all = judge({ ...meal, category: 'Gifts', baseAmount: '90', hasReceipt: false }, policy, around);
    expect(all.map((one) => [one.kind, one.blocks])).toEqual([
      ['forbidden', true],
      ['no_receipt', false],
    ]);
    expect(kinds({ ...meal, baseAmount: null })).toEqual(['no_rate']);
    expect(kinds({ ...meal, day: '2026-11-21' })).toEqual(['future']);
    expect(kinds({ ...meal, category: 'Elephants' })).toEqual(['no_category']);
  });
  it('wants no receipt of a mile, and two people above its amount', () => {
    expect(
      judge(
        { ...meal, kind: 'mileage', category: 'Mileage', baseAmount: '90', hasReceipt: false },
        DEFAULT_POLICY,
        around,
      ),
    ).toEqual([]);
    expect([
      needsSecond('500', policy),
      needsSecond('500.01', policy),
      needsSecond('9999', { secondApproverOver: null }),
    ]).toEqual([false, true, false]);
  });
});

describe('mileage', () => {
  it('is paid by the table of its day', () => {
    expect(mileageRateOn('2024-12-31', [])).toMatchObject({ rate: '0.67', source: 'IRS Notice 2024-08' });
    expect(mileageRateOn('2025-01-01', [])).toMatchObject({ rate: '0.70' });
    expect(mileageRateOn('2026-07-01', [])).toMatchObject({ rate: '0.725', source: 'IRS Notice 2026-10' });
    expect(mileageRateOn('2023-06-01', [])).toBeUndefined();
    expect(mileageAmount('123.5', mileageRateOn('2025-03-01', [])!).toFixed(2)).toBe('86.45');
  });
  it('is paid by the workspace’s own rate before any table, the latest first', () => {
    const own = [
      { from: '2025-01-01', rate: '0.40', unit: 'km', currency: 'EUR', source: 'Own' },
      { from: '2025-07-01', rate: '0.45', unit: 'km', currency: 'EUR', source: 'Own' },
    ] as const;
    expect(mileageRateOn('2025-06-30', own)?.rate).toBe('0.40');
    expect(mileageRateOn('2026-02-01', own)?.rate).toBe('0.45');
  });
});

describe('a transaction', () => {
  const wanted = { amount: '34.08', currency: 'USD', day: '2026-11-14', merchant: 'Harbor Hardware' };
  const line = (id: string, more: object) => ({
    id,
    day: '2026-11-15',
    amount: '-34.08',
    currency: 'USD',
    payee: 'POS HARBOR HARDWARE 0231',
    ...more,
  });
  it('matches by amount, day and name, with its reasons, the surest first', () => {
    const found = matchTransactions(wanted, [
      line('b', { payee: 'SOMEONE ELSE', day: '2026-11-14' }),
      line('a', {}),
      line('c', { day: '2026-11-23' }),
      line('d', { amount: '34.08' }),
      line('e', { currency: 'EUR' }),
    ]);
    expect(found.map((one) => one.transaction.id)).toEqual(['a', 'b']);
    expect(found[0]).toMatchObject({ reasons: ['same amount', '1 day later', 'same merchant'] });
  });
  it('may be more by a tip, where the name fits', () => {
    expect(
      matchTransactions(wanted, [
        line('a', { amount: '-40.00' }),
        line('b', { amount: '-40.00', payee: 'X' }),
        line('c', { amount: '-60.00' }),
      ]).map((one) => one.transaction.id),
    ).toEqual(['a']);
  });
});
