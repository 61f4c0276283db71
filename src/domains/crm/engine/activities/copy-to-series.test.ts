import { describe, expect, it } from 'vitest';
import { applyActivity, blankActivity } from './activity-data.ts';
import { movedName, saysClock, saysWhen, takeOver, takeOverList } from './copy-to-series.ts';

const BLANK = { ...blankActivity('UTC', null), dueAt: '2027-03-09T10:00:00.000Z' };
const change = (input: Parameters<typeof applyActivity>[1], was = BLANK) => ({
  was,
  is: applyActivity(was, input, '2026-11-21T10:00:00.000Z').data,
});

describe('what another occurrence takes over', () => {
  it('is what was changed, and nothing of when it is or what came of it', () => {
    const other = {
      ...BLANK,
      subject: 'Own',
      place: 'Hall 2',
      dueAt: '2027-04-01T08:00:00.000Z',
      tags: ['mine', 'old'],
      custom: { hall: '2', gone: 'x' },
    };
    const was = { ...BLANK, tags: ['old', 'here'], custom: { hall: '1', gone: 'x', same: 's' } };
    const is = {
      ...was,
      body: 'New',
      dueAt: null,
      doneAt: '2026-11-01T00:00:00.000Z',
      outcome: 'held',
      tags: ['here', 'New', 'mine'],
      custom: { hall: '1', same: 's', fresh: 'f' },
    };
    expect(takeOver(other, { was, is })).toEqual({
      ...other,
      body: 'New',
      tags: ['mine', 'New'],
      custom: { hall: '2', fresh: 'f' },
    });
  });

  it('fits where it goes: a whole day lasts whole days', () => {
    expect(takeOver({ ...BLANK, day: '2027-04-01' }, change({ durationMinutes: 30 })).durationMinutes).toBe(1440);
  });

  it('are additions to a list, and what was taken out of it', () => {
    expect(takeOverList(['A', 'b'], ['a', 'c'], ['c', 'd', 'B'], (one) => one.toLowerCase())).toEqual(['b', 'd']);
  });
});

describe('when the others are', () => {
  const moved = (input: Parameters<typeof applyActivity>[1], was = BLANK) =>
    movedName('2027-03-15T09:00', '2027-03-08T09:00', change(input, was));

  it.each([
    ['stays with a change of something else', { subject: 'x' }, '2027-03-15T09:00'],
    ['is the time that was chosen, on their own days', { dueAt: '2027-03-09T11:30:00.000Z' }, '2027-03-15T11:30'],
    ['is the day that was chosen, at their own time', { dueAt: '2027-03-10T10:00:00.000Z' }, '2027-03-17T09:00'],
    ['is both', { dueAt: '2027-03-10T11:30:00.000Z' }, '2027-03-17T11:30'],
    ['is the whole day', { day: '2027-03-09' }, '2027-03-15'],
  ])('%s', (_, input, expected) => expect(moved(input)).toBe(expected));

  it('is what was chosen where this one had no time at all', () => {
    expect(moved({ dueAt: '2027-03-10T11:30:00.000Z' }, { ...BLANK, dueAt: null as never })).toBe('2027-03-17T11:30');
  });

  it('is told by a day, by a time, and by the clocks of another zone', () => {
    const says = (input: Parameters<typeof applyActivity>[1]) => [saysWhen(change(input)), saysClock(change(input))];
    expect([
      says({ place: 'x' }),
      says({ dueAt: '2027-03-10T10:00:00.000Z' }),
      says({ dueAt: '2027-03-09T11:00:00.000Z' }),
      says({ zone: 'Europe/Berlin', dueAt: '2027-03-09T09:00:00.000Z' }),
    ]).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [true, true],
    ]);
  });
});
