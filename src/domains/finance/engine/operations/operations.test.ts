import { describe, expect, it } from 'vitest';
import { monthStart } from '../../../../kernel/days.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { findAnomalies, runwayOf, vendorFigures, windowOf } from './index.ts';

const today = '2026-11-20';
let count = 0;
const paid = (payee: string, day: string, amount: string): Transaction => ({
  id: `t${String(++count).padStart(4, '0')}`,
  accountId: 'a',
  currency: 'USD',
  payee,
  day,
  amount: decimal(amount).negated(),
});
const monthly = (payee: string, amounts: readonly string[], on = '05') =>
  amounts.map((amount, at) => paid(payee, `${monthStart(today, at - amounts.length + 1).slice(0, 8)}${on}`, amount));
const months = Array.from({ length: 12 }, (_, at) => monthStart(today, at - 12));

describe('the run-rate', () => {
  it('of a vendor is the mean of the last three whole months', () => {
    const [one] = vendorFigures(
      [
        ...monthly('Cloudbase', ['100', '100', '100', '130', '130', '160', '40']),
        { ...paid('Cloudbase', '2026-10-09', '5'), amount: decimal('5') },
      ],
      months,
      today,
    );
    expect(one).toMatchObject({ merchant: 'cloudbase', times: 7, lastDay: '2026-11-05' });
    expect([one!.runRate, one!.before, one!.present, one!.lastAmount].map((value) => value.toFixed(2))).toEqual([
      '140.00',
      '100.00',
      '40.00',
      '40.00',
    ]);
    expect(one!.months.slice(-4).map(String)).toEqual(['100', '130', '130', '160']);
  });
  it('counts what is paid once a year with a twelfth', () => {
    const [one] = vendorFigures(
      [paid('Insurer', '2025-10-01', '1200'), paid('Insurer', '2026-10-01', '1200')],
      months,
      today,
    );
    expect([one!.runRate.toFixed(), one!.recurring!.frequency, one!.recurring!.nextDay]).toEqual([
      '100',
      'annual',
      '2027-10-01',
    ]);
  });
});

describe('anomalies', () => {
  const kinds = (transactions: Transaction[]) =>
    findAnomalies(transactions, today).map((one) => [one.kind, one.reason]);
  it('are prices that rose', () => {
    expect(kinds(monthly('Lumen Video', ['12.99', '12.99', '12.99', '15.99']))).toEqual([
      ['price_rise', 'Up 23% from $12.99.'],
    ]);
    expect(kinds(monthly('Lumen Video', ['12.99', '12.99', '12.99', '12.99']))).toEqual([]);
    expect(kinds(monthly('Power', ['80', '95', '70', '99']))).toEqual([]);
  });
  it('are charges that came twice, but not of what is paid every few days', () => {
    expect(kinds([...monthly('Printworks', ['60', '75', '90']), paid('Printworks', '2026-11-06', '90')])).toEqual([
      ['double_charge', 'The same amount was charged the day before.'],
    ]);
    expect(kinds(['01', '03', '05', '07', '09', '11'].map((day) => paid('Cafe', `2026-11-${day}`, '4.50')))).toEqual(
      [],
    );
  });
  it('are amounts out of the ordinary, once it is known what is ordinary', () => {
    expect(kinds(monthly('Freight', ['40', '52', '47', '61', '44', '58', '410']))).toEqual([
      ['unusual', 'Usually about $52.00, at most $61.00 over 6 payments.'],
    ]);
    expect(kinds(monthly('Freight', ['40', '52', '410']))).toEqual([]);
    expect(
      findAnomalies(
        [
          ...monthly('Freight', ['40', '52', '47', '61', '44', '58']),
          { ...paid('Freight', '2026-11-19', '410'), pending: true },
        ],
        today,
      ),
    ).toEqual([]);
  });
});

describe('runway', () => {
  const moves = ['10', '20', '30'].map((out) => ({ in: decimal('5'), out: decimal(out) }));
  it('is cash divided by the average net burn', () => {
    const window = windowOf(moves, 6);
    expect([window.months, window.averageIn.toFixed(), window.averageOut.toFixed()]).toEqual([3, '5', '20']);
    const { netBurn, months: left, emptyOn } = runwayOf('90', window, today);
    expect([netBurn.toFixed(), left!.toFixed(), emptyOn]).toEqual(['15', '6', '2027-05-21']);
    expect(runwayOf('90', window, today, '5').months!.toFixed()).toBe('9');
  });
  it('has no end where cash does not shrink, and is nothing without cash', () => {
    expect(runwayOf('90', windowOf(moves, 1), today, '25')).toMatchObject({ months: null, emptyOn: null });
    expect(runwayOf('90', { averageIn: '5', averageOut: '5' }, today).months).toBeNull();
    expect(runwayOf('-3', windowOf(moves, 3), today).months!.isZero()).toBe(true);
    expect(windowOf([], 3).months).toBe(0);
  });
});
