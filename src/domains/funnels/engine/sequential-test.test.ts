import { expect, it } from 'vitest';
import { createRandom } from '../../../demo/generate/random.ts';
import { sequentialTest } from './sequential-test.ts';

const half = (visitors: number, conversions: number) => ({ visitors, conversions });

/** Conversions of both halves, one visitor after the other. */
function* visits(random: () => number, share: number, rates: readonly [number, number], count: number) {
  let [a, b] = [0, 0];
  for (let n = 0; n < count; n++) {
    const isB = random() < share;
    if (random() >= rates[isB ? 1 : 0]) continue;
    if (isB) b += 1;
    else a += 1;
    yield [a, b] as const;
  }
}

it('says nothing before there is something to say', () => {
  expect(sequentialTest(half(0, 0), half(0, 0), 0.5)).toEqual({ p: 1, winner: null, lift: { low: -1, high: null } });
  expect(sequentialTest(half(40, 4), half(40, 4), 0.5)).toMatchObject({ p: 1, winner: null });
});

it('agrees with the evidence worked out by numeric integration', () => {
  const density = (x: number) => x ** 49 * (1 - x) ** 49;
  let [weighed, all] = [0, 0];
  for (let n = 0; n < 100_000; n++) {
    const x = (n + 0.5) / 100_000;
    all += density(x);
    weighed += density(x) * (x / 0.5) ** 80 * ((1 - x) / 0.5) ** 40;
  }
  expect(sequentialTest(half(1_000, 40), half(1_000, 80), 0.5).p).toBeCloseTo(all / weighed, 8);
});

it('gives the same answer whichever half is called B', () => {
  const one = sequentialTest(half(900, 80), half(300, 80), 0.25);
  const other = sequentialTest(half(300, 80), half(900, 80), 0.75);
  expect(one.p).toBeCloseTo(other.p, 12);
  expect([one.winner, other.winner]).toEqual(['b', 'a']);
  expect(1 + one.lift.low).toBeCloseTo(1 / (1 + other.lift.high!), 9);
});

it.each([
  [0.5, 0.03],
  [0.5, 0.5],
  [0.2, 0.1],
])(
  'names a winner without a difference in at most 5% of tests that are looked at after each visitor (%f, %f)',
  (share, rate) => {
    const random = createRandom(`peek ${share} ${rate}`).next;
    let wrong = 0;
    let covered = 0;
    const TESTS = 400;
    for (let n = 0; n < TESTS; n++) {
      let isWrong = false;
      let isCovered = true;
      for (const [a, b] of visits(random, share, [rate, rate], 100 / rate)) {
        const { winner, lift } = sequentialTest(half(0, a), half(0, b), share);
        isWrong ||= winner !== null;
        isCovered &&= lift.low <= 0 && (lift.high === null || lift.high >= 0);
      }
      wrong += Number(isWrong);
      covered += Number(isCovered);
    }
    // 5% and three standard errors of 400 tests.
    expect(wrong / TESTS).toBeLessThan(0.083);
    expect(covered).toBe(TESTS - wrong);
  },
);

it('finds a difference of half within a few hundred conversions', () => {
  const random = createRandom('power').next;
  let found = 0;
  for (let n = 0; n < 100; n++)
    for (const [a, b] of visits(random, 0.5, [0.1, 0.15], 5_000))
      if (sequentialTest(half(0, a), half(0, b), 0.5).winner === 'b') {
        found += 1;
        break;
      }
  expect(found).toBeGreaterThan(85);
});
