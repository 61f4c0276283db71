import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (offset: number) => relativeTime(new Date(now.getTime() + offset), now, 'en');
const minute = 60_000, hour = 60 * minute, day = 24 * hour;

describe('relativeTime', () => {
  it.each([
    [0, 'now'], [-44_000, 'now'], [-46_000, '1 minute ago'], [-3 * minute, '3 minutes ago'], [-44 * minute, '44 minutes ago'],
    [-46 * minute, '1 hour ago'], [-21 * hour, '21 hours ago'], [-23 * hour, 'yesterday'], [2 * day, 'in 2 days'],
    [-27 * day, 'last month'], [-61 * day, '2 months ago'], [-330 * day, 'last year'], [-800 * day, '2 years ago'],
  ])('says %i ms from now as "%s"', (offset, words) => {
    expect(at(offset)).toBe(words);
  });
});
