import { expect, it } from 'vitest';
import { isSpike } from './spike.ts';

it.each([
  ['three times the average day', { recent: 9, before: 42, days: 14 }, true],
  ['less than three times', { recent: 8, before: 42, days: 14 }, false],
  ['fewer than five posts', { recent: 4, before: 0, days: 14 }, false],
  ['five posts after two silent weeks', { recent: 5, before: 0, days: 14 }, true],
  ['the first days of a watch', { recent: 50, before: 0, days: 2 }, false],
  ['an average over the days that it has looked', { recent: 9, before: 9, days: 3 }, true],
])('judges %s', (_what, counts, expected) => expect(isSpike(counts)).toBe(expected));
