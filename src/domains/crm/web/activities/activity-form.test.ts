import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activities.ts';
import { ActivityForm, blankForm, changesOf, draftName, formOf, inputOf } from './activity-form.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ID = '01900000-0000-7000-8000-000000000000';
const ACTIVITY: Activity = {
  id: ID,
  version: 3,
  type: 'meeting',
  subject: 'Kick-off',
  body: 'b',
  dueAt: '2026-12-01T08:30:00.000Z',
  day: null,
  zone: 'Europe/Berlin',
  durationMinutes: 45,
  priority: 'high',
  status: 'open',
  doneAt: null,
  outcome: '',
  place: 'Room',
  link: '',
  ownerId: ID,
  contact: { id: ID, name: 'Ada' },
  company: null,
  lead: null,
  opportunity: null,
  reminders: [10],
  series: { id: ID, rule: 'FREQ=DAILY', occurs: '2026-12-01T09:30' },
  attendees: [
    {
      id: ID,
      name: 'Eve',
      email: 'eve@example.com',
      contactId: null,
      userId: ID,
      answer: 'none',
      answeredAt: null,
      invitedAt: null,
    },
    {
      id: ID,
      name: '',
      email: 'x@example.com',
      contactId: null,
      userId: null,
      answer: 'none',
      answeredAt: null,
      invitedAt: null,
    },
  ],
  invited: false,
  createdAt: '2026-11-01T08:30:00.000Z',
  updatedAt: '2026-11-01T08:30:00.000Z',
};

describe('the form of an activity', () => {
  it('shows the time in the zone that it was planned in, and saves the same instant', () => {
    const form = formOf(ACTIVITY, 'Owner');
    expect(form).toMatchObject({
      date: '2026-12-01',
      time: '09:30',
      zone: 'Europe/Berlin',
      duration: '45',
      rule: 'FREQ=DAILY',
      reminders: ['10'],
    });
    expect(inputOf(form, NOW)).toMatchObject({
      dueAt: ACTIVITY.dueAt,
      day: undefined,
      durationMinutes: 45,
      contactId: ID,
      attendees: [{ userId: ID }, { email: 'x@example.com' }],
      reminders: [10],
      doneAt: null,
    });
  });

  it('takes a day without a time as a whole day, and neither as no time', () => {
    expect(inputOf(blankForm('task', {}, { subject: 'x', date: '2026-12-01' }), NOW)).toMatchObject({
      day: '2026-12-01',
      dueAt: undefined,
    });
    const none = inputOf(blankForm('task', {}, { subject: 'x', reminders: ['10'] }), NOW);
    expect(none).toMatchObject({ dueAt: null, reminders: [] });
    expect(none.day).toBeUndefined();
  });

  it('sends what was changed alone: neither seconds that it does not show, nor when something was done, are written again', () => {
    const form = formOf(
      { ...ACTIVITY, dueAt: '2026-11-20T08:30:12.345Z', status: 'done', doneAt: '2026-11-20T09:40:00.000Z' },
      'Owner',
    );
    expect(changesOf(form, form, NOW)).toEqual({});
    expect(changesOf(form, { ...form, place: 'Hall' }, NOW)).toEqual({ place: 'Hall' });
    expect(changesOf(form, { ...form, time: '' }, NOW)).toEqual({ day: '2026-11-20' });
    expect(changesOf(form, { ...form, time: '09:45', rule: '' }, NOW)).toEqual({
      dueAt: '2026-11-20T08:45:00.000Z',
      rule: null,
    });
  });

  it('logs what was done at its time, or now', () => {
    const form = blankForm('call', {}, { subject: 'x', done: true, outcome: 'connected', zone: 'UTC' });
    expect(inputOf(form, NOW)).toMatchObject({ doneAt: NOW.toISOString(), outcome: 'connected' });
    expect(inputOf({ ...form, date: '2026-11-20', time: '10:00' }, NOW).doneAt).toBe('2026-11-20T10:00:00.000Z');
    expect(inputOf({ ...form, done: false }, NOW)).toMatchObject({ doneAt: null, outcome: '' });
  });

  it('says which field is missing', () => {
    const wrong = (more: Partial<ActivityForm>) =>
      ActivityForm.safeParse(blankForm('task', {}, { subject: 'x', ...more })).error?.issues[0]?.path.join('.');
    expect([
      wrong({ subject: ' ' }),
      wrong({ time: '10:00' }),
      wrong({ rule: 'FREQ=DAILY' }),
      wrong({ date: '2026-02-30' }),
      wrong({}),
    ]).toEqual(['subject', 'date', 'date', 'date', undefined]);
  });
});

it('goes on with what was typed for the same record or hour, and for no other', () => {
  const [ann, bob] = [{ contact: { value: 'ann', label: 'Ann' } }, { contact: { value: 'bob', label: 'Bob' } }];
  expect(draftName(ann)).toBe(draftName({ ...ann }, {}));
  const names = [
    draftName({}),
    draftName(ann),
    draftName(bob),
    draftName({ company: { value: 'ann', label: 'Ann Ltd' } }),
    draftName({}, { date: '2026-11-25' }),
    draftName({}, { date: '2026-11-25', time: '15:00' }),
  ];
  expect(new Set(names).size).toBe(names.length);
});
