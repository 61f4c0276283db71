import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (offset: number) => relativeTime(new Date(now.getTime() + offset), now, 'en');
const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour;

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [-44_000, 'now'],
    [-46_000, '1 minute ago'],
    [-3 * minute, '3 minutes ago'],
    [-44 * minute, '44 minutes ago'],
    [-46 * minute, '1 hour ago'],
    [-21 * hour, '21 hours ago'],
    [-23 * hour, 'yesterday'],
    [2 * day, 'in 2 days'],
    [-27 * day, 'last month'],
    [-61 * day, '2 months ago'],
    [-330 * day, 'last year'],
    [-800 * day, '2 years ago'],
  ])('says %i ms from now as "%s"', (offset, words) => {
    expect(at(offset)).toBe(words);
  });

  it("matches the browser's English wording, near and far, before and after", () => {
    for (const locale of ['en', 'en-GB', 'en-US', 'en-AU']) {
      const intl = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      const steps = [
        ['minute', 60_000, 44],
        ['hour', hour, 21],
        ['day', day, 25],
        ['month', 30.44 * day, 10],
        ['year', 365.25 * day, 1_200],
      ] as const;
      for (const [unit, size, most] of steps) {
        for (let amount = -most; amount <= most; amount += 1) {
          if (amount !== 0)
            expect(relativeTime(new Date(now.getTime() + amount * size), now, locale)).toBe(intl.format(amount, unit));
        }
      }
    }
    expect(relativeTime(new Date(now.getTime() - 2 * day), now, 'de')).toBe('vorgestern');
  });
});
