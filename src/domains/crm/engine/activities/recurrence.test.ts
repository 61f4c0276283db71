import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { instantAt } from '../../../../kernel/wall-clock.ts';
import {
  continueFrom,
  daysOf,
  endBefore,
  formatRule,
  FREQUENCIES,
  occurrences,
  parseRule,
  type Rule,
  WEEKDAYS,
} from './recurrence.ts';
import { ruleInWords } from './rule-text.ts';

const first = (text: string, start: string, most: number) => occurrences(parseRule(text), start, { most });

describe('occurrences across daylight saving', () => {
  it.each([
    [
      'FREQ=WEEKLY;COUNT=3',
      '2023-10-29T09:00',
      'America/New_York',
      ['2023-10-29T13:00', '2023-11-05T14:00', '2023-11-12T14:00'],
    ],
    // The start is a Sunday, which the rule does not name.
    [
      'FREQ=WEEKLY;BYDAY=MO,WE,TH;COUNT=3',
      '2022-09-25T01:00',
      'America/Denver',
      ['2022-09-26T07:00', '2022-09-28T07:00', '2022-09-29T07:00'],
    ],
    ['FREQ=DAILY;COUNT=2', '2018-10-27T00:00', 'Australia/Eucla', ['2018-10-26T15:15', '2018-10-27T15:15']],
    [
      'FREQ=DAILY;COUNT=3',
      '2026-03-28T09:00',
      'Europe/Berlin',
      ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'],
    ],
  ])('%s from %s in %s', (rule, start, zone, utc) => {
    expect(occurrences(parseRule(rule), start).map((wall) => instantAt(wall, zone).slice(0, 16))).toEqual(utc);
  });
});

describe('rules of RFC 5545, 3.8.5.3', () => {
  it.each([
    ['FREQ=DAILY;UNTIL=19970905', '1997-09-02', ['1997-09-02', '1997-09-03', '1997-09-04', '1997-09-05']],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      '1997-08-05',
      ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '1997-08-05',
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '1997-09-05', ['1997-09-05', '1997-10-03', '1997-11-07']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22', ['1997-09-22', '1997-10-20', '1997-11-17']],
    ['FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3', '1997-09-28', ['1997-09-28', '1997-10-29', '1997-11-28']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3', '1997-09-02', ['1998-02-13', '1998-03-13', '1998-11-13']],
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']],
    ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=3', '1997-09-04', ['1997-09-04', '1997-10-07', '1997-11-06']],
    ['FREQ=YEARLY;BYDAY=20MO;COUNT=2', '1997-05-19', ['1997-05-19', '1998-05-18']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=3', '1997-03-13', ['1997-03-13', '1997-03-20', '1997-03-27']],
    ['FREQ=YEARLY;COUNT=2', '2024-02-29', ['2024-02-29', '2028-02-29']],
  ])('%s from %s', (rule, start, days) => expect(first(rule, start, 10)).toEqual(days));

  it('ends where no day can ever fit', () =>
    expect(first('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01', 3)).toEqual([]));

  it.each([
    '',
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=DAILY;COUNT=2;UNTIL=20260101',
    'FREQ=DAILY;UNTIL=20260231',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'nonsense',
  ])('refuses %j with a sentence', (text) => expect(() => parseRule(text)).toThrow(/\w+ .*\./));
});

/**
 * Rules whose start fits them, so that no reading of RFC 5545 is open; without those that the other implementation gets
 * wrong (ical.js 2.2: several months come unordered, days of the month in a daily rule never end, and a yearly rule of
 * a day counted from the month's end skips the year that it starts in).
 */
const rules = fc
  .record({
    freq: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 12 }),
    days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { maxLength: 3 }),
    monthDays: fc.uniqueArray(fc.constantFrom(1, 15, 28, -1, -5), { maxLength: 2 }),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 1 }),
    weekStart: fc.constantFrom('MO' as const, 'SU' as const),
  })
  .map(({ freq, interval, count, days, monthDays, months, weekStart }): Rule => ({
    freq,
    interval,
    count,
    weekStart,
    bySetPos: [],
    byDay: days.map((day) => ({ day })),
    byMonth: freq === 'YEARLY' ? months : [],
    byMonthDay:
      days.length === 0 && (freq === 'MONTHLY' || (freq === 'YEARLY' && months.length > 0))
        ? monthDays.filter((day) => freq === 'MONTHLY' || day > 0)
        : [],
  }));

describe('any rule', () => {
  it('has the days that another implementation finds', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 3000 }), (rule, offset) => {
        const [start] = daysOf(rule, addDays('2020-01-01', offset));
        fc.pre(start !== undefined && start < '2035');
        const iterator = ICAL.Recur.fromString(formatRule(rule)).iterator(ICAL.Time.fromDateString(start));
        const expected: string[] = [];
        for (let next = iterator.next(); next && expected.length < 12; next = iterator.next())
          expected.push(next.toString());
        expect(occurrences(rule, start, { most: 12 })).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('reads as it was written, is in order, and splits without loss', () => {
    fc.assert(
      fc.property(rules, fc.nat({ max: 11 }), (rule, at) => {
        expect(parseRule(formatRule(rule))).toEqual(rule);
        const all = occurrences(rule, '2026-01-07T09:00');
        expect(all).toEqual(all.toSorted());
        const split = all[at];
        if (split === undefined) return;
        const before = occurrences(endBefore(rule, split), '2026-01-07T09:00');
        const after = occurrences(continueFrom(rule, '2026-01-07T09:00', split), split);
        expect(before).toEqual(all.slice(0, at));
        // Every second week counts from the new start; without an interval nothing moves.
        if (rule.interval === 1) expect(after).toEqual(all.slice(at));
        else expect(after).toHaveLength(all.length - at);
      }),
    );
  });
});

it('says rules in words', () => {
  const words = (text: string) => ruleInWords(parseRule(text));
  expect(words('FREQ=DAILY')).toBe('Every day');
  expect(words('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('Every weekday');
  expect(words('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10')).toBe('Every 2 weeks on Monday and Wednesday, 10 times');
  expect(words('FREQ=MONTHLY;BYDAY=-1FR')).toBe('Every month on the last Friday');
  expect(words('FREQ=MONTHLY;BYMONTHDAY=-1')).toBe('Every month on the last day');
  expect(words('FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=30;UNTIL=20301231')).toBe(
    'Every year on the 30. in June, until 31 Dec 2030',
  );
});
