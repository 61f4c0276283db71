import { expect, it } from 'vitest';
import { byDay, dayHeading } from './group-by-day.ts';

const now = new Date(2026, 0, 8, 0, 5);

it.each([
  [new Date(2026, 0, 8, 0, 1), 'Today'],
  [new Date(2026, 0, 8, 0, 9), 'Today'],
  [new Date(2026, 0, 7, 23, 59), 'Yesterday'],
  [new Date(2026, 0, 6, 12), 'Tuesday'],
  [new Date(2026, 0, 2, 12), 'Friday'],
  [new Date(2026, 0, 1, 12), '1 January'],
  [new Date(2025, 11, 24, 12), '24 December 2025'],
])('calls %s %s', (instant, heading) => {
  expect(dayHeading(instant, now, 'en-GB')).toBe(heading);
});

it('groups what is sorted, newest day first', () => {
  const items = [8, 8, 7].map((day, n) => ({ n, at: new Date(2026, 0, day, 0, 2) }));
  expect(
    byDay(items, (item) => item.at, now).map(({ heading, items: group }) => [heading, group.map(({ n }) => n)]),
  ).toEqual([
    ['Today', [0, 1]],
    ['Yesterday', [2]],
  ]);
});
