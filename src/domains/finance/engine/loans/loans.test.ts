import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, ONE, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import vectors from '../vectors/tvm-amortization-dcf.json' with { type: 'json' };
import {
  annualPercentageRate,
  comparePayoff,
  futureValue,
  interestPart,
  type Loan,
  minimumsOnly,
  payment,
  payoffPlan,
  type PayoffStrategy,
  periodRate,
  periodsNeeded,
  presentValue,
  principalPart,
  refinance,
  savingOfExtras,
  schedule,
  splitPayment,
  type When,
} from './index.ts';

const d = (value: number | string): Decimal => decimal(String(value));
const LOAN: Loan = {
  principal: d(15000),
  currency: 'USD',
  annualRatePercent: d(8),
  payments: 60,
  frequency: 'monthly',
  kind: { type: 'level' },
  day: '2026-01-31',
};

/** `"0.1/12"` or a number. */
function rateOf(text: number | string | undefined): Decimal {
  const [over, under = '1'] = String(text ?? 0).split('/');
  return d(over!).div(under);
}

describe('time value', () => {
  it.each(vectors.time_value)('$fn $rate $per $nper $pv', (one) => {
    const [rate, pv, fv, when] = [rateOf(one.rate), d(one.pv ?? 0), d(one.fv ?? 0), (one.when ?? 'end') as When];
    const results: Record<string, () => number | null> = {
      pmt: () => payment(rate, d(one.nper!), pv, fv, when).toNumber(),
      ipmt: () => interestPart(rate, BigInt(one.per!), d(one.nper!), pv, fv, when).toNumber(),
      ppmt: () => principalPart(rate, BigInt(one.per!), d(one.nper!), pv, fv, when).toNumber(),
      nper: () => periodsNeeded(rate, d(one.pmt!), pv, fv, when)!.toNumber(),
      fv: () => futureValue(rate, d(one.nper!), d(one.pmt!), pv, when).toNumber(),
      rate: () => periodRate(one.nper!, d(one.pmt!), pv, fv, when),
    };
    const result = results[one.fn]!();
    if (one.expected === null) expect(result).toBeNull();
    else expect(result).toBeCloseTo(one.expected, 6);
  });

  it('turns around', () => {
    const paid = payment(d('0.01'), d(36), d(10000));
    expect(presentValue(d('0.01'), d(36), paid).toNumber()).toBeCloseTo(10000, 20);
    expect(periodRate(36, paid, d(10000))).toBeCloseTo(0.01, 12);
    expect(periodsNeeded(d('0.01'), paid, d(10000))!.toNumber()).toBeCloseTo(36, 12);
    expect(periodsNeeded(d('0.02'), d(-100), d(10000))).toBeNull();
  });
});

describe('interest of exactly half a cent', () => {
  it('is rounded up, whatever the rate is in twelve parts', () => {
    // 1,020.00 at 8.5 % is 7.225 a month, and a twelfth of 8.5 % never ends.
    expect(splitPayment(decimal('1020'), decimal('8.64'), decimal('8.5'), 'monthly', 'USD').interest.toFixed()).toBe(
      '7.23',
    );
    const { rows, totalInterest } = schedule({
      principal: decimal('1022.73'),
      currency: 'USD',
      annualRatePercent: decimal('8.5'),
      payments: 258,
      frequency: 'monthly',
      kind: { type: 'level' },
      day: '2026-01-15',
    });
    expect([totalInterest.toFixed(), rows.at(-1)!.payment.toFixed()]).toEqual(['1208.55', '10.8']);
  });
});

describe('schedules', () => {
  it.each(vectors.payments)(
    '$principal at $annual_rate_pct %',
    ({ principal, annual_rate_pct, months, expected, expected_rounded_to_unit }) => {
      const { levelPayment } = schedule({
        ...LOAN,
        principal: d(principal),
        annualRatePercent: d(annual_rate_pct),
        payments: months,
      });
      expect(expected === undefined ? Math.round(levelPayment.toNumber()) : levelPayment.toNumber()).toBe(
        expected ?? expected_rounded_to_unit,
      );
    },
  );

  it.each(vectors.payment_split)(
    'splits $payment of $balance',
    ({ balance, annual_rate_pct, payment: paid, interest, principal, compounding }) => {
      const split = splitPayment(
        d(balance),
        d(paid ?? 0),
        d(annual_rate_pct),
        'monthly',
        'USD',
        compounding ? 'semiAnnual' : 'periodic',
      );
      expect(split.interest.toNumber()).toBe(interest);
      if (principal !== undefined) expect(split.principal.toNumber()).toBe(principal);
    },
  );

  it.each(vectors.schedules)('$principal over $months months', (one) => {
    const result = schedule({
      ...LOAN,
      principal: d(one.principal),
      annualRatePercent: d(one.annual_rate_pct),
      payments: one.months,
    });
    expect([
      result.levelPayment.toNumber(),
      result.rows.length,
      result.rows.at(-1)!.payment.toNumber(),
      result.totalInterest.toNumber(),
    ]).toEqual([one.level_payment, one.payments, one.final_payment, one.total_interest]);
    for (const [number, ...amounts] of one.rows_number_payment_principal_interest_balance) {
      const row = result.rows[number! - 1]!;
      expect([row.payment, row.principal, row.interest, row.balance].map((amount) => amount.toNumber())).toEqual(
        amounts,
      );
    }
  });

  it('dates payments, month ends included', () =>
    expect(
      schedule(LOAN)
        .rows.slice(0, 3)
        .map((row) => row.day),
    ).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']));

  it('repays in equal parts, with interest only at first, with a balloon, or at once', () => {
    const equal = schedule({ ...LOAN, kind: { type: 'equalPrincipal' } });
    expect(equal.rows.map((row) => row.principal.toNumber()).every((amount) => amount === 250)).toBe(true);
    expect(equal.rows[0]!.payment.toNumber()).toBe(350);
    const later = schedule({ ...LOAN, kind: { type: 'interestOnly', payments: 12 } });
    expect([
      later.rows[11]!.payment.toNumber(),
      later.rows[11]!.balance.toNumber(),
      later.rows[12]!.payment.toNumber(),
      later.rows.length,
    ]).toEqual([100, 15000, 366.19, 60]);
    const balloon = schedule({
      ...LOAN,
      principal: d(300000),
      payments: 84,
      kind: { type: 'balloon', amortisedOver: 360 },
    });
    expect([balloon.levelPayment.toNumber(), balloon.rows.length]).toEqual([2201.29, 84]);
    expect(balloon.rows.at(-1)!.payment.gt(270000n)).toBe(true);
    const bullet = schedule({ ...LOAN, kind: { type: 'bullet' }, payments: 3 });
    expect(bullet.rows.map((row) => row.payment.toNumber())).toEqual([100, 100, 15100]);
  });

  it('counts interest twice a year or by days', () => {
    expect(
      schedule({
        ...LOAN,
        principal: d(200000),
        annualRatePercent: d(6),
        compounding: 'semiAnnual',
        payments: 300,
      }).rows[0]!.interest.toNumber(),
    ).toBe(987.72);
    expect(schedule({ ...LOAN, compounding: 'actual365' }).rows[0]!.interest.toNumber()).toBe(92.05);
    expect(
      schedule({ ...LOAN, compounding: 'actual360' }).rows[1]!.interest.gt(
        schedule({ ...LOAN, compounding: 'actual365' }).rows[1]!.interest,
      ),
    ).toBe(true);
  });

  it('changes its rate on the way, and ends in time all the same', () => {
    const { rows } = schedule({ ...LOAN, rateChanges: [{ fromPayment: 25, annualRatePercent: d(12) }] });
    expect(rows[24]!.payment.gt(rows[23]!.payment)).toBe(true);
    expect(rows.length).toBe(60);
  });

  it('ends sooner with extra payments, or costs less each time', () => {
    const extras = [{ from: 1, to: 60, amount: d(100) }];
    const saving = savingOfExtras({ ...LOAN, extras });
    expect([saving.paymentsSaved, saving.interestSaved.gt(800n)]).toEqual([17, true]);
    const recast = schedule({ ...LOAN, extras: [{ from: 12, amount: d(5000) }], extraEffect: 'recast' });
    expect(recast.rows.length).toBe(60);
    expect(recast.rows[12]!.payment.lt(recast.rows[11]!.payment)).toBe(true);
  });

  it('refuses what never ends', () => {
    expect(() => schedule({ ...LOAN, paymentOverride: d(100) })).toThrow(/never be paid back/);
    expect(() => schedule({ ...LOAN, principal: ZERO })).toThrow(/above zero/);
    expect(() => schedule({ ...LOAN, annualRatePercent: d(-1) })).toThrow(/below zero/);
  });

  it('always ends at zero, with the repayments making up the loan', () => {
    const kind = fc.oneof(
      fc.constant({ type: 'level' as const }),
      fc.constant({ type: 'equalPrincipal' as const }),
      fc.constant({ type: 'bullet' as const }),
      fc.constant({ type: 'interestOnly' as const, payments: 3 }),
      fc.constant({ type: 'balloon' as const, amortisedOver: 400 }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 100_00, max: 1_000_000_00 }),
        fc.integer({ min: 0, max: 2999 }),
        fc.integer({ min: 4, max: 360 }),
        kind,
        fc.constantFrom('weekly' as const, 'biweekly' as const, 'monthly' as const, 'quarterly' as const),
        fc.integer({ min: 0, max: 5000 }),
        (cents, basisPoints, payments, one, frequency, extra) => {
          const loan: Loan = {
            ...LOAN,
            principal: d(cents).div(100n),
            annualRatePercent: d(basisPoints).div(100n),
            payments,
            kind: one,
            frequency,
            extras: extra > 2500 ? [{ from: 2, to: 50, every: 3, amount: d(extra).div(100n) }] : [],
          };
          const { rows, totalPaid } = schedule(loan);
          expect(rows.at(-1)!.balance.isZero()).toBe(true);
          expect(rows.length).toBeLessThanOrEqual(payments);
          expect(sumOf(rows, (row) => row.principal.plus(row.extra)).eq(loan.principal)).toBe(true);
          expect(sumOf(rows, (row) => row.payment.plus(row.extra)).eq(totalPaid)).toBe(true);
          expect(rows.every((row) => row.payment.eq(row.principal.plus(row.interest)))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('payoff plans', () => {
  const { debts: listed, extra_per_month, avalanche, snowball, no_extra_fixed_budget } = vectors.payoff_strategies;
  const debts = listed.map((debt) => ({
    id: debt.name,
    balance: d(debt.balance),
    annualRatePercent: d(debt.apr),
    minimum: d(debt.min),
  }));

  it.each([
    ['avalanche', extra_per_month, avalanche],
    ['snowball', extra_per_month, snowball],
    ['avalanche', 0, no_extra_fixed_budget],
  ] as const)('%s with %i a month more', (strategy, extra, expected) => {
    const plan = payoffPlan(debts, d(extra), strategy, 'USD');
    expect([plan.months, plan.totalInterest.toNumber(), plan.order.map(({ id, month }) => [id, month])]).toEqual([
      expected.months,
      expected.total_interest,
      expected.order,
    ]);
  });

  it('follow an order of one’s own, and pay everything exactly', () => {
    const strategy: PayoffStrategy = ['Car', 'Card B'];
    const plan = payoffPlan(debts, d(200), strategy, 'USD');
    expect(plan.order[0]!.id).toBe('Car');
    expect(plan.totalPaid.eq(sumOf(debts, (debt) => debt.balance).plus(plan.totalInterest))).toBe(true);
  });

  it('say what they save against minimums, where those end at all', () => {
    const saving = comparePayoff(debts, d(200), 'avalanche', 'USD');
    expect(saving.interestSaved!.eq(minimumsOnly(debts, 'USD').totalInterest.minus(saving.plan.totalInterest))).toBe(
      true,
    );
    const endless = [{ id: 'x', balance: d(1000), annualRatePercent: d(24), minimum: d(20) }];
    expect(comparePayoff(endless, d(50), 'avalanche', 'USD').interestSaved).toBeUndefined();
    expect(() => payoffPlan(endless, ZERO, 'avalanche', 'USD')).toThrow(/never end/);
  });

  it('never cost more with the avalanche than with another order', () => {
    const debt = fc.record({ balance: fc.integer({ min: 100, max: 20_000 }), rate: fc.integer({ min: 0, max: 30 }) });
    fc.assert(
      fc.property(fc.array(debt, { minLength: 1, maxLength: 4 }), fc.integer({ min: 50, max: 500 }), (list, extra) => {
        const made = list.map(({ balance, rate }, index) => ({
          id: String(index),
          balance: d(balance),
          annualRatePercent: d(rate),
          minimum: d(Math.ceil(balance * 0.03) + 5),
        }));
        const interest = (strategy: PayoffStrategy): Decimal =>
          payoffPlan(made, d(extra), strategy, 'USD').totalInterest;
        // Rounded cents may favour either by a few.
        expect(interest('avalanche').lte(interest('snowball').plus('1'))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('refinancing', () => {
  const current: Loan = { ...LOAN, principal: d(200000), annualRatePercent: d(7), payments: 300 };

  it('weighs the saving against the costs', () => {
    const better = refinance(current, { ...current, annualRatePercent: d(5) }, d(4000));
    expect([better.currentPayment.toNumber(), better.newPayment.toNumber(), better.paymentSaving.toNumber()]).toEqual([
      1413.56, 1169.18, 244.38,
    ]);
    expect(better.netSaving.eq(better.interestSaving.minus(4000n))).toBe(true);
    expect(better.breakEvenPayment).toBe(13);
    expect(better.savingAfter(12).lt(0n)).toBe(true);
    expect(better.savingAfter(300).eq(better.netSaving)).toBe(true);
    expect(better.aprPercent!).toBeGreaterThan(5);
  });

  it('sees that a dearer loan never pays', () => {
    expect(refinance(current, { ...current, annualRatePercent: d('7.5') }, d(1000)).breakEvenPayment).toBeUndefined();
    expect(annualPercentageRate(current, ZERO)!).toBeCloseTo(7, 3);
    expect(annualPercentageRate({ ...current, kind: { type: 'bullet' } }, ONE)).toBeNull();
  });
});
