import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMinutes, instantAt, isTimeZone, wallAt } from './wall-clock.ts';

describe('instantAt', () => {
  it.each([
    ['2026-11-21T09:00', 'UTC', '2026-11-21T09:00:00.000Z'],
    ['2023-10-29T09:00', 'America/New_York', '2023-10-29T13:00:00.000Z'],
    ['2023-11-05T09:00', 'America/New_York', '2023-11-05T14:00:00.000Z'],
    ['2018-10-27T00:00', 'Australia/Eucla', '2018-10-26T15:15:00.000Z'],
    // Skipped: 02:30 does not exist and is read with the offset before the gap.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // Occurs twice: the first one.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Half an hour of daylight saving.
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    // A day that Samoa never had.
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('%s in %s', (wall, zone, instant) => expect(instantAt(wall, zone)).toBe(instant));

  it('is the way back from wallAt, for every instant that is not the second of a pair', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Africa/Casablanca',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 60 * 24 * 366 * 3 }), (zone, minutes) => {
        const wall = addMinutes('2025-01-01T00:00', minutes);
        const shown = wallAt(instantAt(wall, zone), zone);
        // A skipped time shows as a later one; all others show as themselves.
        expect(shown >= wall).toBe(true);
        expect(instantAt(shown, zone)).toBe(instantAt(wall, zone));
      }),
    );
  });
});

it('knows zones from other words', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', '', '+05:30'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
