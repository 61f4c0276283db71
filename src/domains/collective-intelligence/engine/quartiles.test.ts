import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_CLIENTS } from '../contract.ts';
import { type Contribution, placeOf, publish, quantile } from './quartiles.ts';

const PERCENT = { min: 0, max: 100 };
const QUIET = [0.5, 0.5, 0.5] as const;
const equal = (...values: number[]): Contribution[] => values.map((value) => ({ value, cases: 10 }));

describe('a quantile', () => {
  // The values of R's quantile(c(1, 3, 4, 10), type = 7).
  it.each([
    [0.25, 2.5],
    [0.5, 3.5],
    [0.75, 5.5],
  ])('interpolates at %s', (share, value) => {
    expect(quantile([1, 3, 4, 10], share)).toBeCloseTo(value, 12);
  });
});

describe('a published figure', () => {
  it('is withheld for fewer than five clients', () => {
    expect(publish(equal(10, 20, 30, 40), PERCENT, QUIET)).toEqual({
      clients: 4,
      figures: null,
      withheld: 'too few clients',
    });
  });
  it('is withheld when one client has more than half of the cases', () => {
    const many = equal(10, 20, 30, 40, 50);
    many[0]!.cases = 41;
    expect(publish(many, PERCENT, QUIET)).toMatchObject({ figures: null, withheld: 'one client dominates' });
    many[0]!.cases = 40;
    expect(publish(many, PERCENT, QUIET)).toMatchObject({ withheld: null });
  });
  it('is the quartiles where the noise is 0', () => {
    expect(publish(equal(10, 20, 30, 40, 50), PERCENT, QUIET).figures).toMatchObject({
      lower: 20,
      middle: 30,
      upper: 40,
    });
  });
  it('stays in order and within its bounds, whatever the noise', () => {
    const uniform = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: MIN_CLIENTS, maxLength: 60 }),
        fc.tuple(uniform, uniform, uniform),
        (values, random) => {
          const { figures } = publish(equal(...values), PERCENT, random);
          expect(figures!.lower).toBeGreaterThanOrEqual(0);
          expect(figures!.lower).toBeLessThanOrEqual(figures!.middle);
          expect(figures!.middle).toBeLessThanOrEqual(figures!.upper);
          expect(figures!.upper).toBeLessThanOrEqual(100);
          expect(figures!.noise).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
  it('moves by its stated noise at most, 19 times of 20', () => {
    let within = 0;
    const draws = 2_000;
    for (let draw = 0; draw < draws; draw++) {
      const uniform = (draw + 0.5) / draws;
      const { figures } = publish(equal(10, 20, 30, 40, 50), { min: -1e6, max: 1e6 }, [0.5, uniform, 0.5]);
      // Sorting can only move the middle towards the quartiles.
      if (Math.abs(figures!.middle - 30) <= figures!.noise) within++;
    }
    expect(within / draws).toBeGreaterThanOrEqual(0.95);
  });
});

describe('a place', () => {
  it.each([
    [10, 'high', 'behind'],
    [90, 'high', 'ahead'],
    [50, 'high', 'middle'],
    [10, 'low', 'ahead'],
    [90, 'low', 'behind'],
  ] as const)('%s with %s being better is %s', (value, better, place) => {
    expect(placeOf(value, { lower: 20, upper: 80 }, better)).toBe(place);
  });
});
