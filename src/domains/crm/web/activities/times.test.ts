import { expect, it } from 'vitest';
import { dueText } from '../search/activities.ts';
import { daysText, dueWords, isOverdue } from './times.ts';

const numbersIn = (text: string) => text.match(/\d+/g)!.map(Number);

it('says from which day to which a calendar shows', () => {
  expect(numbersIn(daysText('2026-11-23', '2026-11-29'))).toEqual([23, 29, 2026]);
  const acrossYears = daysText('2026-12-28', '2027-01-03');
  expect(numbersIn(acrossYears)).toEqual([28, 2026, 3, 2027]);
  expect(acrossYears).toMatch(/Dec.*Jan/);
});

it('calls a whole day overdue when it is over where it was planned, as the filter of the list does', () => {
  const noon = '2026-11-24T12:00:00.000Z';
  const late = (zone: string, day: string | null = '2026-11-24') =>
    isOverdue({ status: 'open', zone, day, dueAt: '2026-11-23T10:00:00.000Z' }, new Date(noon));
  expect([late('Pacific/Kiritimati'), late('UTC'), late('America/Los_Angeles'), late('UTC', null)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it('says of what is planned for the whole of today that it is due today, and not that it is late', () => {
  const planned = {
    status: 'open' as const,
    zone: 'UTC',
    day: '2026-11-24',
    dueAt: '2026-11-24T00:00:00.000Z',
    durationMinutes: null,
  };
  expect(dueWords(planned, new Date('2026-11-24T12:00:00.000Z'))).toBe('Today');
  expect(dueWords(planned, new Date('2026-11-25T12:00:00.000Z'))).toBe('Yesterday, overdue');
});

it.each(['2026-11-23T10:00:00.000Z', '2026-11-24T12:00:00.000Z'])(
  'names a whole day in the palette, wherever it begins: %s',
  (dueAt) => {
    expect(dueText({ day: '2026-11-24', dueAt })).toBe(
      dueText({ day: '2026-11-24', dueAt: '2026-11-24T00:00:00.000Z' }),
    );
    expect(dueText({ day: '2026-11-24', dueAt })).toContain('24');
  },
);
