import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDay } from '../../../../kernel/days.ts';
import { WALL_TIME } from '../../../../kernel/wall-clock.ts';
import { type QuickAdd, readQuickAdd } from './quick-add.ts';
import { parseRule } from './recurrence.ts';

/** A Saturday. */
const NOW = '2026-11-21T09:30';
const read = (line: string, dayFirst = true) => readQuickAdd(line, { now: NOW, dayFirst });

describe('a line of words', () => {
  it.each<[string, Partial<QuickAdd>]>([
    [
      'call Ann tomorrow 3pm #priority',
      { type: 'call', subject: 'Call Ann', day: '2026-11-22', time: '15:00', priority: 'high', who: 'Ann' },
    ],
    [
      'Send the offer',
      { type: 'task', subject: 'Send the offer', day: null, time: null, priority: 'normal', rule: null },
    ],
    [
      'meeting with Ada King on Monday 10-11:30am',
      {
        type: 'meeting',
        subject: 'Meeting with Ada King',
        day: '2026-11-23',
        time: '10:00',
        durationMinutes: 90,
        who: 'Ada King',
      },
    ],
    [
      'mail Bob about the contract next friday',
      { type: 'mail', subject: 'Mail Bob about the contract', day: '2026-11-27', who: 'Bob' },
    ],
    [
      'Review numbers every monday at 9',
      { subject: 'Review numbers', rule: 'FREQ=WEEKLY;BYDAY=MO', day: '2026-11-23', time: '09:00' },
    ],
    [
      'stand-up every weekday 9:15 for 15 min',
      {
        subject: 'Stand-up',
        rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
        day: '2026-11-23',
        time: '09:15',
        durationMinutes: 15,
      },
    ],
    [
      'water the plants every 3 days',
      { subject: 'Water the plants', rule: 'FREQ=DAILY;INTERVAL=3', day: '2026-11-21' },
    ],
    [
      'sync every other tuesday and thursday 16:00',
      { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', day: '2026-11-24', time: '16:00' },
    ],
    ['pay rent monthly on 1 December', { subject: 'Pay rent', rule: 'FREQ=MONTHLY', day: '2026-12-01' }],
    ['tax return by end of month', { subject: 'Tax return', day: '2026-11-30' }],
    ['ring back in 2 hours', { type: 'call', subject: 'Ring back', day: '2026-11-21', time: '11:30' }],
    ['prepare deck in three weeks', { subject: 'Prepare deck', day: '2026-12-12' }],
    ['review 5 Dec 2027 14:00', { subject: 'Review', day: '2027-12-05', time: '14:00' }],
    ['review Dec 5th', { day: '2026-12-05', time: null }],
    ['party march 1', { day: '2027-03-01' }],
    ['report 21 Nov', { day: '2026-11-21' }],
    ['report 20 Nov', { day: '2027-11-20' }],
    ['board 2026-12-24 noon', { day: '2026-12-24', time: '12:00' }],
    ['dinner with Eve tonight', { type: 'meeting', day: '2026-11-21', time: '19:00', who: 'Eve' }],
    ['call the bank at 8', { day: '2026-11-22', time: '08:00' }],
    ['call the bank at 5pm', { day: '2026-11-21', time: '17:00' }],
    ['lunch 11-1pm', { time: '11:00', durationMinutes: 120 }],
    [
      'workshop tomorrow 9:00 for 1.5 hours !',
      { time: '09:00', durationMinutes: 90, priority: 'high', subject: 'Workshop' },
    ],
    ['workshop for 2h 30m', { durationMinutes: 150, subject: 'Workshop' }],
    ['note: she prefers mail', { type: 'note', subject: 'She prefers mail' }],
    ['someday read the report #low', { priority: 'low', subject: 'Someday read the report' }],
    // Words that only look like times.
    ['order 12 chairs', { subject: 'Order 12 chairs', day: null, time: null }],
    ['read chapter 3 about may', { day: null, subject: 'Read chapter 3 about may' }],
    ['buy sun cream', { subject: 'Buy sun cream', day: null }],
    ['tell Fridaline', { subject: 'Tell Fridaline', day: null }],
    ['meet at 25:00', { time: null }],
    ['30 February lunch', { day: null }],
    ['tomorrow', { subject: 'Tomorrow', day: '2026-11-22' }],
  ])('%s', (line, expected) => expect(read(line)).toMatchObject(expected));

  it('reads slashes as the reader writes them', () => {
    expect(read('x 5/12').day).toBe('2026-12-05');
    expect(read('x 5/12', false).day).toBe('2027-05-12');
  });

  it('always answers something that can be saved', () => {
    const words = fc.constantFrom(
      'call',
      'Ann',
      'tomorrow',
      '3pm',
      'every',
      'monday',
      'in',
      '2',
      'weeks',
      'at',
      '#high',
      'for',
      '30',
      'min',
      '5',
      'dec',
      '-',
      '25:99',
      '31.2.',
      'next',
      'month',
      'ü',
      '!',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(words, { minLength: 1, maxLength: 12 }).map((list) => list.join(' ')),
          fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        ),
        (line) => {
          const { subject, day, time, durationMinutes, rule } = read(line);
          expect(subject.trim()).not.toBe('');
          if (day !== null) expect(isDay(day)).toBe(true);
          if (time !== null) expect(`${day}T${time}`).toMatch(WALL_TIME);
          expect(durationMinutes ?? 1).toBeGreaterThanOrEqual(0);
          if (rule !== null) expect(() => parseRule(rule)).not.toThrow();
        },
      ),
    );
  });
});
