import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, minorUnits, sum } from '../../../kernel/money/index.ts';
import { commissionChanges, earnedOf, type Split } from './commissions.ts';
import { installmentAmounts, planProblem } from './plan.ts';
import { lineNet, proposalTotals, type PricedLine } from './totals.ts';

const currency = fc.constantFrom('USD', 'JPY', 'BHD', 'EUR');
const digits = (max: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`);
const percent = digits(99, 2);
const line = fc.record({
  id: fc.uuid(),
  quantity: digits(1_000, 2),
  unitPrice: digits(1_000_000, 4),
  discount: percent,
  tax: percent,
  optional: fc.boolean(),
});
const total = (code: string, units: number) =>
  decimal(BigInt(units))
    .div(decimal(10n).pow(BigInt(minorUnits(code))))
    .toFixed(minorUnits(code));

describe('a proposal’s totals', () => {
  const base: PricedLine = {
    id: 'a',
    quantity: '3',
    unitPrice: '19.99',
    discount: '10',
    tax: '8.875',
    optional: false,
  };

  it('rounds each line once', () => {
    expect(lineNet(base, 'USD')).toBe('53.97');
    expect(proposalTotals([base], new Set(), 'USD')).toEqual({ net: '53.97', tax: '4.79', total: '58.76' });
  });

  it('counts an optional item only when it is chosen', () => {
    const lines = [base, { ...base, id: 'b', optional: true }];
    expect(proposalTotals(lines, new Set(), 'USD').net).toBe('53.97');
    expect(proposalTotals(lines, new Set(['b']), 'USD').net).toBe('107.94');
    expect(proposalTotals(lines, new Set(['unknown']), 'USD').net).toBe('53.97');
  });

  it('is net and tax exactly, and the sum of its lines, whatever is chosen', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), currency, (lines, code) => {
        const chosen = new Set(lines.filter((_, n) => n % 2 === 0).map(({ id }) => id));
        const totals = proposalTotals(lines, chosen, code);
        const counted = lines.filter(({ id, optional }) => !optional || chosen.has(id));
        expect(decimal(totals.net).eq(sum(counted.map((one) => decimal(lineNet(one, code)))))).toBe(true);
        expect(decimal(totals.net).plus(totals.tax).eq(totals.total)).toBe(true);
        expect(decimal(totals.total).decimalPlaces()).toBeLessThanOrEqual(minorUnits(code));
      }),
    );
  });
});

describe('a payment plan', () => {
  it('takes a fixed deposit and shares of the rest', () => {
    const plan = [{ amount: '1000.00' }, { percent: '33.33' }, { percent: '66.67' }];
    expect(installmentAmounts(plan, '10000.01', 'USD')).toEqual({ amounts: ['1000.00', '2999.70', '6000.31'] });
  });

  it.each([
    [[], 'Add an installment.'],
    [[{ percent: '50' }, { percent: '49.9' }], '99.9%'],
    [[{ amount: '10', percent: '100' }], 'either an amount or a percentage'],
    [[{ amount: '0' }], 'above zero'],
    [[{ amount: '1.005' }], 'at most 2 decimals'],
  ])('refuses %j', (plan, message) => {
    expect(planProblem(plan, 'USD')?.message).toContain(message);
  });

  it.each([
    [[{ amount: '90' }], 'Match the total'],
    [[{ amount: '110' }, { percent: '100' }], 'more than the total'],
    [[{ amount: '100' }, { percent: '100' }], 'Nothing is left'],
  ])('refuses %j for a total of 100', (plan, message) => {
    const made = installmentAmounts(plan, '100', 'USD');
    expect('problem' in made && made.problem.message).toContain(message);
  });

  it('sums to the total exactly', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 1_000, max: 2_000_000_000 }),
        fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 }),
        (code, units, weights) => {
          const whole = total(code, units);
          const all = weights.reduce((a, b) => a + b);
          // Shares with four decimals; the last one takes what is missing to 100.
          const shares = weights.map((weight) => Math.floor((weight * 1_000_000) / all));
          shares[shares.length - 1]! += 1_000_000 - shares.reduce((a, b) => a + b);
          const plan = shares.map((share) => ({ percent: decimal(BigInt(share)).div(10_000n).toFixed() }));
          const made = installmentAmounts(plan, whole, code);
          if ('problem' in made) return;
          expect(sum(made.amounts.map(decimal)).eq(whole)).toBe(true);
        },
      ),
    );
  });
});

describe('commissions', () => {
  const splits: Split[] = [
    { role: 'setter', userId: 'a', percent: '3.5' },
    { role: 'closer', userId: 'b', percent: '7.25' },
  ];

  it('shares cash, and gives the last cent to the split that lost most', () => {
    expect(earnedOf('999.99', splits, 'USD')).toEqual(['35.00', '72.50']);
    expect(earnedOf('0.33', [splits[0]!, { ...splits[1]!, percent: '3.5' }], 'USD')).toEqual(['0.01', '0.01']);
    expect(earnedOf('100', [], 'USD')).toEqual([]);
  });

  it('comes to the rounded share of the cash, and to zero after a full refund', () => {
    fc.assert(
      fc.property(
        currency,
        fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 1, maxLength: 6 }),
        digits(40, 4),
        digits(40, 4),
        (code, steps, first, second) => {
          const shares: Split[] = [
            { role: 'setter', userId: 'a', percent: first },
            { role: 'closer', userId: 'b', percent: second },
          ];
          let booked = ['0', '0'];
          for (const units of [...steps, 0]) {
            const changes = commissionChanges(total(code, units), shares, booked, code);
            booked = booked.map((amount, n) => decimal(amount).plus(changes[n]!).toFixed());
            const pool = sum(earnedOf(total(code, units), shares, code).map(decimal));
            expect(sum(booked.map(decimal)).eq(pool)).toBe(true);
          }
          expect(booked.map((amount) => decimal(amount).isZero())).toEqual([true, true]);
        },
      ),
    );
  });
});
