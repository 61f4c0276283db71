import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance, type Entry, likeOf, type StepEvent, type StepRule } from './funnel-steps.ts';
import { matchesGoal } from './payload.ts';

const STEPS: StepRule[] = [
  { kind: 'page', matches: '/' },
  { kind: 'page', matches: '/pricing*' },
  { kind: 'event', matches: 'Signup' },
];
const HOUR = 3_600_000;
const event = (hour: number, value: string, kind: StepEvent['kind'] = 'page'): StepEvent => ({
  at: hour * HOUR,
  day: '2026-11-01',
  source: 'google',
  kind,
  value,
});
const walk = (events: StepEvent[], windowHours = 24) => {
  const reached: number[] = [];
  let entry: Entry | undefined;
  for (const one of events) {
    const next = advance(STEPS, windowHours * HOUR, entry, one);
    if (!next) continue;
    entry = next;
    reached.push(next.step);
  }
  return reached;
};

it('counts steps in their order only', () => {
  expect(walk([event(0, '/'), event(1, '/pricing/pro'), event(2, 'signup', 'event')])).toEqual([1, 2, 3]);
  expect(walk([event(0, 'Signup', 'event'), event(1, '/pricing'), event(2, '/')])).toEqual([1]);
  expect(walk([event(0, '/'), event(1, 'Signup', 'event')])).toEqual([1]);
});

it('counts a start once within the window, and again after it', () => {
  expect(walk([event(0, '/'), event(1, '/'), event(2, '/pricing')])).toEqual([1, 2]);
  expect(walk([event(0, '/'), event(24, '/pricing')])).toEqual([1, 2]);
  expect(walk([event(0, '/'), event(24.1, '/pricing')])).toEqual([1]);
  expect(walk([event(0, '/'), event(25, '/'), event(26, '/pricing')])).toEqual([1, 1, 2]);
});

it('never counts more visitors at a step than at the one before', () => {
  const values = fc.constantFrom('/', '/pricing', 'Signup', '/other');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100), values), { maxLength: 40 }), (all) => {
      const events = all
        .map(([hour, value]) => event(hour, value, value === 'Signup' ? 'event' : 'page'))
        .toSorted((one, other) => one.at - other.at);
      const reached = walk(events);
      const count = (step: number) => reached.filter((one) => one === step).length;
      return count(1) >= count(2) && count(2) >= count(3);
    }),
  );
});

it('lets the database look for at least what a step matches', () => {
  const like = (pattern: string, value: string) =>
    new RegExp(
      `^${pattern.replaceAll(/\\(.)|%|([.*+?^${'$'}{}()|[\]])/g, (all, escaped: string, special: string) => (all === '%' ? '.*' : escaped ? `\\${escaped}` : `\\${special}`))}$`,
      's',
    ).test(value);
  const text = fc.string({ unit: fc.constantFrom('a', 'B', '/', '%', '_', '.'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'B', '/', '%', '_', '*'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      pattern,
      text,
      (given, value) => !matchesGoal(given, value) || like(likeOf(given), value.toLowerCase()),
    ),
  );
});
