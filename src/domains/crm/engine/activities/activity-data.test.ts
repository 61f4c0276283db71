import { describe, expect, it } from 'vitest';
import {
  activityChanges,
  applyActivity,
  blankActivity,
  onOccurrence,
  reminderTimes,
  searchText,
  shiftRule,
  startName,
} from './activity-data.ts';
import { formatRule, parseRule } from './recurrence.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const BLANK = blankActivity('Europe/Berlin', 'me');
const apply = (input: Parameters<typeof applyActivity>[1], current = BLANK) => applyActivity(current, input, NOW);

describe('when an activity is', () => {
  it('is an instant, or a day that begins in its zone', () => {
    expect(apply({ dueAt: '2026-11-22T08:00:00.000Z' }).data).toMatchObject({
      dueAt: '2026-11-22T08:00:00.000Z',
      day: null,
    });
    expect(apply({ day: '2026-11-22' }).data).toMatchObject({ dueAt: '2026-11-21T23:00:00.000Z', day: '2026-11-22' });
    expect(apply({ day: '2026-11-22', zone: 'America/New_York' }).data).toMatchObject({
      dueAt: '2026-11-22T05:00:00.000Z',
    });
    expect(apply({ dueAt: NOW, day: '2026-11-22' }).errors.map(({ field }) => field)).toEqual(['day']);
  });

  it('is changed and taken away; a day follows its zone', () => {
    const day = apply({ day: '2026-11-22', reminders: [10] }).data;
    expect(apply({ zone: 'UTC' }, day).data.dueAt).toBe('2026-11-22T00:00:00.000Z');
    expect(apply({ dueAt: NOW }, day).data).toMatchObject({ dueAt: NOW, day: null, reminders: [10] });
    expect(apply({ day: null }, day).data).toMatchObject({ dueAt: null, day: null, reminders: [] });
    expect(apply({ dueAt: null }, day).data).toMatchObject({ dueAt: null, day: null, reminders: [] });
    expect(apply({ subject: 'x' }, day).data).toMatchObject({ day: '2026-11-22', subject: 'x' });
  });

  it('lasts whole days where it is one', () => {
    expect(
      [30, 1440, 1441].map((durationMinutes) => apply({ day: '2026-11-22', durationMinutes }).data.durationMinutes),
    ).toEqual([1440, 1440, 2880]);
    expect(apply({ dueAt: NOW, durationMinutes: 30 }).data.durationMinutes).toBe(30);
  });

  it('names the occurrence of a series, which is open and nothing has come of it', () => {
    expect([
      startName({ day: '2026-11-22', dueAt: NOW, zone: 'UTC' }),
      startName({ day: null, dueAt: NOW, zone: 'Europe/Berlin' }),
      startName({ day: null, dueAt: null, zone: 'UTC' }),
    ]).toEqual(['2026-11-22', '2026-11-21T11:00', null]);
    const template = { ...BLANK, doneAt: NOW, outcome: 'reached', subject: 'Call' };
    expect(onOccurrence(template, '2026-12-01T11:00')).toMatchObject({
      subject: 'Call',
      doneAt: null,
      outcome: '',
      day: null,
      dueAt: '2026-12-01T10:00:00.000Z',
    });
    expect(onOccurrence(template, '2026-12-01')).toMatchObject({
      day: '2026-12-01',
      dueAt: '2026-11-30T23:00:00.000Z',
    });
  });

  it('reminds from its instant, or from nine in the morning of its day', () => {
    expect(reminderTimes({ dueAt: NOW, day: null, zone: 'UTC', reminders: [0, 90] })).toEqual([
      NOW,
      '2026-11-21T08:30:00.000Z',
    ]);
    expect(
      reminderTimes({ dueAt: '2026-11-21T23:00:00.000Z', day: '2026-11-22', zone: 'Europe/Berlin', reminders: [60] }),
    ).toEqual(['2026-11-22T07:00:00.000Z']);
    expect(reminderTimes({ dueAt: null, day: null, zone: 'UTC', reminders: [5] })).toEqual([]);
    expect(apply({ dueAt: NOW, reminders: [60, 5, 60] }).data.reminders).toEqual([5, 60]);
  });
});

describe('what an activity says', () => {
  it('is checked: links, outcomes of its type, and what cannot be done yet', () => {
    expect(apply({ link: 'meet.example.com/a' }).data.link).toBe('https://meet.example.com/a');
    expect(apply({ link: 'none at all' })).toMatchObject({ data: { link: '' }, errors: [{ field: 'link' }] });
    expect(apply({ link: '' }, { ...BLANK, link: 'https://a.example/' }).data.link).toBe('');
    expect(apply({ doneAt: '2026-11-22T09:59:00.000Z' }).errors).toEqual([]);
    expect(apply({ doneAt: '2026-11-22T10:01:00.000Z' }).errors.map(({ field }) => field)).toEqual(['doneAt']);
    expect(apply({ type: 'call', outcome: 'nonsense' })).toMatchObject({
      data: { outcome: '' },
      errors: [{ field: 'outcome' }],
    });
  });

  it('loses an outcome that its new type does not have, without a word', () => {
    const call = apply({ type: 'call', outcome: 'no_answer' });
    expect(call.data.outcome).toBe(call.errors.length === 0 ? 'no_answer' : '');
    expect(apply({ type: 'note' }, { ...BLANK, type: 'call', outcome: 'no_answer' })).toMatchObject({
      data: { type: 'note', outcome: '' },
      errors: [],
    });
  });

  it('is found by all of its words', () => {
    expect(
      searchText({
        ...BLANK,
        subject: 'Café',
        place: 'Oslo',
        tags: ['VIP'],
        body: 'x'.repeat(3_000),
        outcome: 'done',
        custom: { a: 'Own' },
      }),
    ).toBe(` cafe oslo vip ${'x'.repeat(2_000)} done own`);
  });

  it('differs field by field', () => {
    expect(activityChanges(BLANK, { ...BLANK, subject: 'x', tags: ['a'], custom: { hall: '2' } })).toEqual([
      { field: 'subject', from: '', to: 'x' },
      { field: 'tags', from: [], to: ['a'] },
      { field: 'custom.hall', from: null, to: '2' },
    ]);
  });
});

describe('the rule of a series whose first day moved', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO', '2026-11-23', '2026-11-24', 'FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', '2026-11-23', '2026-11-24', 'FREQ=WEEKLY;BYDAY=MO,WE'],
    ['FREQ=WEEKLY;BYDAY=WE', '2026-11-23', '2026-11-24', 'FREQ=WEEKLY;BYDAY=WE'],
    ['FREQ=MONTHLY;BYDAY=2MO', '2026-11-09', '2026-11-10', 'FREQ=MONTHLY;BYDAY=2TU'],
    ['FREQ=MONTHLY;BYMONTHDAY=9', '2026-11-09', '2026-11-12', 'FREQ=MONTHLY;BYMONTHDAY=12'],
    ['FREQ=MONTHLY;BYMONTHDAY=9,20', '2026-11-09', '2026-11-12', 'FREQ=MONTHLY;BYMONTHDAY=9,20'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', '2026-11-29', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['FREQ=DAILY', '2026-11-09', '2026-11-12', 'FREQ=DAILY'],
  ])('%s from %s to %s: %s', (rule, from, to, expected) =>
    expect(formatRule(shiftRule(parseRule(rule), from, to))).toBe(expected),
  );
});
