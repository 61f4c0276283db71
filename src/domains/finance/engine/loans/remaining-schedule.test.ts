import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import {
  cardMinimum,
  type Loan,
  monthlyPayment,
  nextDayOfMonth,
  paymentsMade,
  rateAfter,
  remainingLoan,
  schedule,
} from './index.ts';

const d = (value: number | string): Decimal => decimal(String(value));
const LOAN: Loan = {
  principal: d(15000),
  currency: 'USD',
  annualRatePercent: d(8),
  payments: 60,
  frequency: 'monthly',
  kind: { type: 'level' },
  day: '2025-01-31',
};

describe('what is left of a loan', () => {
  it('goes on exactly as its schedule says, when what is owed is what it says', () => {
    const kind = fc.constantFrom<Loan['kind']>(
      { type: 'level' },
      { type: 'interestOnly', payments: 12 },
      { type: 'balloon', amortisedOver: 120 },
      { type: 'bullet' },
    );
    fc.assert(
      fc.property(kind, fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 40 }), (one, made, from) => {
        const loan: Loan = {
          ...LOAN,
          kind: one,
          extras: from > 20 ? [{ from, to: 60, every: 3, amount: d(50) }] : [],
          rateChanges: from < 20 && from % 2 ? [{ fromPayment: 30, annualRatePercent: d(9) }] : [],
        };
        const plan = schedule(loan);
        const done = Math.min(made, plan.rows.length - 1);
        const left = remainingLoan(loan, plan, done, done === 0 ? loan.principal : plan.rows[done - 1]!.balance)!;
        const rest = schedule(left).rows;
        const expected = plan.rows.slice(done);
        expect(rest.map((row) => row.day)).toEqual(expected.map((row) => row.day));
        // A level payment that is worked out again for a rounded balance may differ by a cent each time.
        expect(
          sumOf(rest, (row) => row.interest)
            .minus(sumOf(expected, (row) => row.interest))
            .abs()
            .lte('2'),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('knows what is made, what rate applies, and when nothing is left', () => {
    const plan = schedule(LOAN);
    expect([
      paymentsMade(plan, '2025-02-28'),
      paymentsMade(plan, '2025-03-01'),
      paymentsMade(plan, '2040-01-01'),
    ]).toEqual([0, 1, 60]);
    const changing = { ...LOAN, rateChanges: [{ fromPayment: 13, annualRatePercent: d(9) }] };
    expect([rateAfter(changing, 11).toFixed(), rateAfter(changing, 12).toFixed()]).toEqual(['8', '9']);
    expect(remainingLoan(LOAN, plan, 60, d(5))).toBeUndefined();
    expect(remainingLoan(LOAN, plan, 3, ZERO)).toBeUndefined();
  });
});

it('makes a month of any payment, and a card’s minimum of its terms', () => {
  expect(monthlyPayment(d(100), 'biweekly').toFixed(2)).toBe('216.67');
  expect(cardMinimum(d(2000), d(2), d(25)).toFixed()).toBe('40');
  expect(cardMinimum(d(500), d(2), d(25)).toFixed()).toBe('25');
  expect(cardMinimum(d(10), d(2), d(25)).toFixed()).toBe('10');
  expect([nextDayOfMonth(31, '2026-02-10'), nextDayOfMonth(5, '2026-01-31'), nextDayOfMonth(10, '2026-02-10')]).toEqual(
    ['2026-02-28', '2026-02-05', '2026-02-10'],
  );
});
