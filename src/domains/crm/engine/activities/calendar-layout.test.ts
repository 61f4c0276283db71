import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOfView, placeDay, snapLength, stepView, wallOn } from './calendar-layout.ts';

describe('the days of a view', () => {
  it('are whole weeks from Monday on', () => {
    expect(daysOfView('month', '2026-11-21')).toHaveLength(42);
    expect([daysOfView('month', '2026-11-21')[0], daysOfView('month', '2026-11-21').at(-1)]).toEqual([
      '2026-10-26',
      '2026-12-06',
    ]);
    expect(daysOfView('month', '2027-02-10')).toHaveLength(28);
    expect([daysOfView('week', '2026-11-22')[0], daysOfView('week', '2026-11-22').at(-1)]).toEqual([
      '2026-11-16',
      '2026-11-22',
    ]);
    expect(daysOfView('day', '2026-11-22')).toEqual(['2026-11-22']);
    expect([
      stepView('month', '2026-01-31', 1),
      stepView('month', '2026-03-31', -1),
      stepView('week', '2026-12-30', 1),
    ]).toEqual(['2026-02-01', '2026-02-01', '2027-01-06']);
  });
});

describe('what takes place at the same time', () => {
  it('stands side by side, and nothing covers anything else', () => {
    const span = fc.record({
      start: fc
        .integer({ min: 0, max: 1439 })
        .map(
          (minutes) =>
            `2026-11-21T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
        ),
      length: fc.option(fc.integer({ min: 0, max: 600 })),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 20 }), (items) => {
        const placed = placeDay(items);
        expect(placed).toHaveLength(items.length);
        for (const one of placed) {
          expect(one.column).toBeLessThan(one.columns);
          expect(one.top + one.height).toBeLessThanOrEqual(1440);
          expect(one.height).toBeGreaterThanOrEqual(30);
          for (const other of placed) {
            const apart = one.top + one.height <= other.top || other.top + other.height <= one.top;
            if (one !== other && !apart) {
              expect(one.columns).toBe(other.columns);
              expect(one.column).not.toBe(other.column);
            }
          }
        }
      }),
    );
  });
});

it('snaps to quarters of an hour, within the day', () => {
  expect([wallOn('2026-11-21', 547), wallOn('2026-11-21', -30), wallOn('2026-11-21', 2000)]).toEqual([
    '2026-11-21T09:00',
    '2026-11-21T00:00',
    '2026-11-21T23:45',
  ]);
  expect([snapLength(3), snapLength(52)]).toEqual([15, 45]);
});
