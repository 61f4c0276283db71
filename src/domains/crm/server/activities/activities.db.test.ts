import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, query } from '../../../../server/db/index.ts';
import { heardOfChange } from '../../../../server/events/figure-cache.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { companies, contacts, opportunities } from '../../contract.ts';
import { RECORD_CALLS } from '../../../../records/contract.ts';
import { activities, activityBulkCalls, type NewActivity } from '../../contract/activities.ts';
import { customFields } from '../../../../records/contract/views.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
const person = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });
const make = (user: Person, more: Partial<NewActivity> = {}) =>
  user.call(activities.create, { body: { type: 'task', subject: 'Ring back', ...more } });
const ABSENT = '01900000-0000-7000-8000-000000000000';
const day = (offset: number) => addDays(new Date().toISOString().slice(0, 10), offset);
/** A time of that day in Berlin, which is never in the same hour as UTC. */
const at = (offset: number, hour: string) => `${day(offset)}T${hour}:00.000Z`;

describe('an activity', () => {
  it('is planned with everything that belongs to it, and read back alike [S7.27]', async () => {
    const user = await person();
    const contact = await user.call(contacts.create, {
      body: { firstName: 'Ada', emails: [{ value: 'ada@example.com' }], companyName: 'Engines' },
    });
    const made = await make(user, {
      type: 'meeting',
      subject: '  Kick-off ',
      body: 'Agenda',
      dueAt: at(3, '09:30'),
      zone: 'Europe/Berlin',
      durationMinutes: 45,
      priority: 'high',
      place: 'Room 2',
      link: 'meet.example.com/x',
      contactId: contact.id,
      companyId: contact.company!.id,
      attendees: [{ contactId: contact.id }, { userId: user.userId }, { email: 'Bob@Example.com', name: 'Bob' }],
      reminders: [60, 10, 10],
    });
    expect(made).toMatchObject({
      version: 1,
      type: 'meeting',
      subject: 'Kick-off',
      zone: 'Europe/Berlin',
      durationMinutes: 45,
      priority: 'high',
      status: 'open',
      link: 'https://meet.example.com/x',
      day: null,
      ownerId: user.userId,
      contact: { name: 'Ada' },
      company: { name: 'Engines' },
      reminders: [10, 60],
      series: null,
      invited: false,
      createdBy: user.userId,
      updatedBy: user.userId,
    });
    expect(made.attendees.map(({ name, email, answer }) => [name, email, answer])).toEqual([
      ['Ada', 'ada@example.com', 'none'],
      ['Test Person', expect.stringContaining('@'), 'none'],
      ['Bob', 'Bob@example.com', 'none'],
    ]);
    expect(await user.call(activities.get, { params: { id: made.id } })).toEqual(made);
    const fired = await asSystem(() =>
      query('select fire_at from activity_reminders where activity_id = $1', [made.id]),
    );
    expect(fired).toHaveLength(2);
    // Its timeline names what it was about by name, and no one else's.
    await user.call(activities.update, {
      params: { id: made.id },
      body: { version: 1, contactId: null, priority: 'low' },
    });
    const {
      items: [told],
    } = await user.call(RECORD_CALLS.activity.timeline.list, { params: { id: made.id } });
    expect(told).toMatchObject({
      kind: 'updated',
      changes: [
        { field: 'priority', from: 'high', to: 'low' },
        { field: 'contactId', from: contact.id, to: null },
      ],
      names: { [contact.id]: 'Ada' },
    });
  });

  it('of a whole day begins with the day of its zone', async () => {
    const user = await person();
    const made = await make(user, { day: '2026-07-01', zone: 'America/New_York', durationMinutes: 100 });
    expect(made).toMatchObject({ day: '2026-07-01', dueAt: '2026-07-01T04:00:00.000Z', durationMinutes: 1440 });
    const moved = await user.call(activities.update, {
      params: { id: made.id },
      body: { version: 1, dueAt: '2026-07-01T15:00:00.000Z', durationMinutes: 30 },
    });
    expect(moved).toMatchObject({ day: null, dueAt: '2026-07-01T15:00:00.000Z', durationMinutes: 30 });
    expect(
      await user.call(activities.update, { params: { id: made.id }, body: { version: 2, dueAt: null } }),
    ).toMatchObject({ day: null, dueAt: null });
  });

  it.each([
    [{ subject: ' ' }, 'subject'],
    [{ dueAt: at(1, '09:00'), day: day(1) }, 'day'],
    [{ zone: 'Mars/Base' }, 'zone'],
    [{ contactId: ABSENT }, 'contactId'],
    [{ companyId: ABSENT }, 'companyId'],
    [{ leadId: ABSENT }, 'leadId'],
    [{ opportunityId: ABSENT }, 'opportunityId'],
    [{ ownerId: ABSENT }, 'ownerId'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ outcome: 'held' }, 'outcome'],
    [{ attendees: [{ email: 'no address' }] }, 'attendees.0'],
    [{ attendees: [{ userId: ABSENT }] }, 'attendees.0'],
    [{ attendees: [{}] }, 'attendees.0'],
    [{ doneAt: at(3, '09:00') }, 'doneAt'],
    [{ rule: 'FREQ=DAILY' }, 'rule'],
    [{ rule: 'FREQ=SECONDLY', day: day(1) }, 'rule'],
    [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', day: day(1) }, 'rule'],
    [{ reminders: [-1] }, 'reminders.0'],
  ] as [Partial<NewActivity>, string][])('is refused with %j, and names the field', async (more, field) => {
    const user = await system.signedIn();
    const { status, body } = await user.tryCall(activities.create, { body: { type: 'task', subject: 'x', ...more } });
    expect([status, (body as { fields: { field: string }[] }).fields[0]!.field]).toEqual([400, field]);
  });

  it('that is done tells when, is the last activity of its contact, and can be opened again', async () => {
    const user = await person();
    const contact = await user.call(contacts.create, { body: { firstName: 'Ada' } });
    const call = await make(user, { type: 'call', contactId: contact.id, dueAt: at(-1, '09:00') });
    const done = await user.call(activities.complete, {
      params: { id: call.id },
      body: { outcome: 'no_answer', body: 'Rang out' },
    });
    expect(done).toMatchObject({ status: 'done', outcome: 'no_answer', body: 'Rang out', version: 2 });
    expect(
      (await user.call(activities.complete, { params: { id: call.id }, body: { outcome: 'connected' } })).outcome,
    ).toBe('no_answer');
    expect((await user.call(contacts.get, { params: { id: contact.id } })).lastActivityAt).toBe(done.doneAt);
    await make(user, { type: 'call', contactId: contact.id, doneAt: at(-30, '09:00') });
    expect((await user.call(contacts.get, { params: { id: contact.id } })).lastActivityAt).toBe(done.doneAt);
    expect(await user.call(activities.reopen, { params: { id: call.id } })).toMatchObject({
      status: 'open',
      doneAt: null,
      outcome: '',
    });
    expect(await user.call(activities.cancel, { params: { id: call.id } })).toMatchObject({ status: 'cancelled' });
    expect((await user.tryCall(activities.snooze, { params: { id: call.id }, body: { day: day(1) } })).status).toBe(
      409,
    );
    expect(await user.call(activities.reopen, { params: { id: call.id } })).toMatchObject({ status: 'open' });
    expect(await user.call(activities.snooze, { params: { id: call.id }, body: { day: day(2) } })).toMatchObject({
      day: day(2),
      status: 'open',
    });
  });

  it('is deleted and restored, and a write based on an old version is refused [S7.27]', async () => {
    const user = await person();
    const { id } = await make(user, { dueAt: at(2, '10:00'), reminders: [5] });
    await user.call(activities.update, { params: { id }, body: { subject: 'New', version: 1 } });
    const { status, body } = await user.tryCall(activities.update, {
      params: { id },
      body: { subject: 'Mine', version: 1 },
    });
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'stale',
        details: { current: { subject: 'New' }, changed: [{ field: 'subject', to: 'New', by: { id: user.userId } }] },
      },
    ]);
    expect((await user.tryCall(activities.update, { params: { id }, body: { subject: 'x' } })).status).toBe(400);
    await user.call(activities.remove, { params: { id } });
    expect((await user.tryCall(activities.get, { params: { id } })).status).toBe(404);
    expect(await asSystem(() => query('select 1 from activity_reminders where activity_id = $1', [id]))).toEqual([]);
    await user.call(activities.restore, { params: { id } });
    expect(await asSystem(() => query('select 1 from activity_reminders where activity_id = $1', [id]))).toHaveLength(
      1,
    );
  });

  it('of another workspace answers as an absent one, by every call', async () => {
    const [one, other] = [await person(), await person()];
    const { id, series } = await make(one, { day: day(1), rule: 'FREQ=DAILY' });
    for (const call of [
      activities.get,
      activities.remove,
      activities.restore,
      activities.reopen,
      activities.cancel,
    ] as const)
      expect((await other.tryCall(call, { params: { id } })).status).toBe(404);
    expect((await other.tryCall(activities.update, { params: { id }, body: { version: 1 } })).status).toBe(404);
    expect((await other.tryCall(activities.complete, { params: { id }, body: {} })).status).toBe(404);
    expect((await other.tryCall(activities.snooze, { params: { id }, body: { day: day(1) } })).status).toBe(404);
    expect(
      (await other.tryCall(activities.occurrence, { params: { id: series!.id }, body: { occurs: day(2) } })).status,
    ).toBe(404);
    expect((await other.call(activities.list)).items).toEqual([]);
    expect(
      (await other.call(activities.calendar, { query: { from: at(0, '00:00'), until: at(9, '00:00') } })).items,
    ).toEqual([]);
    expect(
      (
        await other.tryCall(activities.create, {
          body: { type: 'task', subject: 'x', attendees: [{ userId: one.userId }] },
        })
      ).status,
    ).toBe(400);
  });
});

describe('a series', () => {
  const calendar = async (user: Person, days = 20) =>
    (await user.call(activities.calendar, { query: { from: at(0, '00:00'), until: at(days, '00:00') } })).items;

  it("stays at nine o'clock when the clocks change, and its occurrences show in the calendar", async () => {
    const user = await person();
    await make(user, { dueAt: '2038-03-26T08:00:00.000Z', zone: 'Europe/Berlin', rule: 'FREQ=DAILY;COUNT=5' });
    const { items } = await user.call(activities.calendar, {
      query: { from: '2038-03-20T00:00:00.000Z', until: '2038-04-20T00:00:00.000Z' },
    });
    expect(items.map((item) => item.dueAt.slice(5, 16))).toEqual([
      '03-26T08:00',
      '03-27T08:00',
      '03-28T07:00',
      '03-29T07:00',
      '03-30T07:00',
    ]);
    expect(items.map((item) => item.id === null)).toEqual([false, true, true, true, true]);
  });

  it('shows the first entries of each day, where days begin for whoever looks, and says how many more there are', async () => {
    const user = await person();
    for (const hour of ['20', '21', '22', '23'])
      await make(user, { subject: `At ${hour}`, dueAt: `2038-05-03T${hour}:10:00.000Z`, durationMinutes: 300 });
    await make(user, { subject: 'A fair', dueAt: '2038-05-03T23:50:00.000Z', durationMinutes: 4_000 });
    await make(user, { subject: 'Each day', dueAt: '2038-05-03T23:30:00.000Z', rule: 'FREQ=DAILY;COUNT=2' });
    const look = async (query: object) => {
      const { items, more } = await user.call(activities.calendar, {
        query: { from: '2038-05-03T00:00:00.000Z', until: '2038-05-06T00:00:00.000Z', ...query },
      });
      return [items.map(({ subject }) => subject), more];
    };
    expect(await look({ perDay: 2 })).toEqual([['At 20', 'At 21', 'A fair', 'Each day'], { '2038-05-03': 3 }]);
    // In Berlin the third of May ends at ten in the evening: three stand on the fourth, with one of the series.
    expect(await look({ from: '2038-05-02T22:00:00.000Z', perDay: 2, zone: 'Europe/Berlin' })).toEqual([
      ['At 20', 'At 21', 'At 22', 'At 23', 'A fair', 'Each day'],
      { '2038-05-04': 1 },
    ]);
    // Activities that started the day before are included.
    expect(await look({ from: '2038-05-04T00:00:00.000Z', perDay: 9 })).toEqual([
      ['At 20', 'At 21', 'At 22', 'At 23', 'A fair', 'Each day'],
      {},
    ]);
  });

  it('shows whole days by their names, in whatever zone they were planned and are looked at', async () => {
    const user = await person();
    const planned = { day: '2038-05-03', zone: 'Europe/Berlin' };
    await make(user, { subject: 'Fair', ...planned });
    await make(user, { subject: 'Trip', ...planned, day: '2038-05-01', durationMinutes: 3 * 1440 });
    await make(user, { subject: 'Rent', ...planned, rule: 'FREQ=DAILY;COUNT=3' });
    await make(user, { subject: 'Atoll', day: '2038-05-03', zone: 'Pacific/Kiritimati' });
    for (const [zone, from, until] of [
      ['America/New_York', '2038-05-03T04:00:00.000Z', '2038-05-04T04:00:00.000Z'],
      ['Europe/Berlin', '2038-05-02T22:00:00.000Z', '2038-05-03T22:00:00.000Z'],
      ['Pacific/Pago_Pago', '2038-05-03T11:00:00.000Z', '2038-05-04T11:00:00.000Z'],
      ['Pacific/Kiritimati', '2038-05-02T10:00:00.000Z', '2038-05-03T10:00:00.000Z'],
    ] as const) {
      const look = async (query: object) =>
        (await user.call(activities.calendar, { query: { from, until, zone, ...query } })).items
          .map(({ subject }) => subject)
          .sort();
      expect([zone, await look({})]).toEqual([zone, ['Atoll', 'Fair', 'Rent', 'Trip']]);
      expect([zone, await look({ perDay: 9 })]).toEqual([zone, ['Atoll', 'Fair', 'Rent', 'Trip']]);
      expect((await user.call(activities.calendar, { query: { from, until, zone, perDay: 2 } })).more).toEqual({
        '2038-05-03': 1,
      });
    }
  });

  it('gives the next occurrence when one is done, and ends after its last', async () => {
    const user = await person();
    const first = await make(user, { day: day(10), rule: 'FREQ=WEEKLY;COUNT=2' });
    await user.call(activities.complete, { params: { id: first.id }, body: {} });
    const open = await user.call(activities.list, { query: { status: 'open' } });
    expect(open.items).toMatchObject([{ day: day(17), series: { id: first.series!.id, occurs: day(17) } }]);
    await user.call(activities.complete, { params: { id: open.items[0]!.id }, body: {} });
    expect((await user.call(activities.list, { query: { status: 'open' } })).items).toEqual([]);
  });

  it('lets one occurrence be moved, skipped and brought back without touching the others', async () => {
    const user = await person();
    const first = await make(user, { day: day(1), rule: 'FREQ=DAILY;COUNT=6' });
    const seriesId = first.series!.id;
    const far = await user.call(activities.occurrence, { params: { id: seriesId }, body: { occurs: day(5) } });
    expect((await user.call(activities.occurrence, { params: { id: seriesId }, body: { occurs: day(5) } })).id).toBe(
      far.id,
    );
    await user.call(activities.update, {
      params: { id: far.id },
      body: { version: far.version, day: day(15), subject: 'Moved' },
    });
    const skipped = await user.call(activities.occurrence, { params: { id: seriesId }, body: { occurs: day(4) } });
    await user.call(activities.remove, { params: { id: skipped.id } });
    expect((await calendar(user)).map((item) => [item.day, item.subject])).toEqual([
      [day(1), 'Ring back'],
      [day(2), 'Ring back'],
      [day(3), 'Ring back'],
      [day(6), 'Ring back'],
      [day(15), 'Moved'],
    ]);
    await user.call(activities.restore, { params: { id: skipped.id } });
    expect((await calendar(user)).map((item) => item.day)).toContain(day(4));
    expect(
      (await user.tryCall(activities.occurrence, { params: { id: seriesId }, body: { occurs: day(7) } })).status,
    ).toBe(400);
  });

  it('changes from one occurrence on, and leaves those before alone', async () => {
    const user = await person();
    const first = await make(user, { dueAt: at(3, '09:00'), rule: 'FREQ=DAILY;COUNT=6' });
    const third = await user.call(activities.occurrence, {
      params: { id: first.series!.id },
      body: { occurs: `${day(5)}T09:00` },
    });
    const changed = await user.call(activities.update, {
      params: { id: third.id },
      body: { version: third.version, dueAt: at(5, '11:00'), subject: 'Later', apply: 'following' },
    });
    expect(changed.series!.id).not.toBe(first.series!.id);
    expect((await calendar(user)).map((item) => [item.dueAt.slice(0, 13), item.subject])).toEqual([
      [`${day(3)}T09`, 'Ring back'],
      [`${day(4)}T09`, 'Ring back'],
      [`${day(5)}T11`, 'Later'],
      [`${day(6)}T11`, 'Later'],
      [`${day(7)}T11`, 'Later'],
      [`${day(8)}T11`, 'Later'],
    ]);
  });

  it('changes as a whole: day, time and text of all that is open', async () => {
    const user = await person();
    const first = await make(user, { dueAt: at(2, '09:00'), rule: 'FREQ=WEEKLY;COUNT=3' });
    const second = await user.call(activities.occurrence, {
      params: { id: first.series!.id },
      body: { occurs: `${day(9)}T09:00` },
    });
    await user.call(activities.update, {
      params: { id: second.id },
      body: { version: 1, dueAt: at(10, '10:00'), subject: 'All', apply: 'all' },
    });
    expect((await calendar(user, 30)).map((item) => [item.dueAt.slice(0, 13), item.subject])).toEqual([
      [`${day(3)}T10`, 'All'],
      [`${day(10)}T10`, 'All'],
      [`${day(17)}T10`, 'All'],
    ]);
  });

  it('keeps what is special of single occurrences when all are changed: deleted, canceled, done, moved alone, with their notes', async () => {
    const user = await person();
    // Over the day on which the clocks of Berlin change.
    const first = await make(user, {
      dueAt: '2038-03-08T08:00:00.000Z',
      zone: 'Europe/Berlin',
      rule: 'FREQ=WEEKLY;COUNT=6',
    });
    const one = (occurs: string) =>
      user.call(activities.occurrence, { params: { id: first.series!.id }, body: { occurs } });
    const [cancelled, deleted, moved, done] = [
      await one('2038-03-15T09:00'),
      await one('2038-03-22T09:00'),
      await one('2038-03-29T09:00'),
      await one('2038-04-05T09:00'),
    ];
    await user.call(activities.cancel, { params: { id: cancelled.id } });
    await user.call(activities.remove, { params: { id: deleted.id } });
    await user.call(activities.update, {
      params: { id: moved.id },
      body: { version: moved.version, dueAt: '2038-03-30T10:00:00.000Z', place: 'Hall 2' },
    });
    await user.call(RECORD_CALLS.activity.notes.create, { params: { id: moved.id }, body: { text: 'Bring the key' } });
    for (const label of ['Hall', 'Budget'])
      await user.call(customFields.create, { body: { object: 'activity', label, kind: 'text' } });
    await user.call(activities.update, {
      params: { id: moved.id },
      body: { version: moved.version + 1, custom: { hall: '2', budget: '90' } },
    });
    await user.call(activities.complete, { params: { id: done.id }, body: {} });
    const shown = async () =>
      (
        await user.call(activities.calendar, {
          query: { from: '2038-03-01T00:00:00.000Z', until: '2038-05-01T00:00:00.000Z' },
        })
      ).items.map(({ dueAt, subject, status }) => [dueAt.slice(5, 13), subject, status]);
    const renamed = await user.call(activities.update, {
      params: { id: first.id },
      body: { version: 1, subject: 'Jour fixe', custom: { budget: '100' }, apply: 'all' },
    });
    expect(await shown()).toEqual([
      ['03-08T08', 'Jour fixe', 'open'],
      ['03-15T08', 'Ring back', 'cancelled'],
      ['03-30T10', 'Jour fixe', 'open'],
      ['04-05T07', 'Ring back', 'done'],
      ['04-12T07', 'Jour fixe', 'open'],
    ]);
    expect(await user.call(activities.get, { params: { id: moved.id } })).toMatchObject({
      place: 'Hall 2',
      custom: { hall: '2', budget: '100' },
      series: { id: renamed.series!.id, occurs: '2038-03-29T09:00' },
    });
    expect((await user.call(RECORD_CALLS.activity.notes.list, { params: { id: moved.id } })).items).toMatchObject([
      { text: 'Bring the key' },
    ]);
    // A change that is made on the one that was moved says nothing of when the others are.
    const { version } = await user.call(activities.get, { params: { id: moved.id } });
    await user.call(activities.update, { params: { id: moved.id }, body: { version, priority: 'high', apply: 'all' } });
    expect((await shown()).map(([at]) => at)).toEqual(['03-08T08', '03-15T08', '03-30T10', '04-05T07', '04-12T07']);
    // One that says when places them all again, and brings back nothing that was deleted.
    const { version: latest } = await user.call(activities.get, { params: { id: first.id } });
    await user.call(activities.update, {
      params: { id: first.id },
      body: { version: latest, dueAt: '2038-03-09T10:00:00.000Z', apply: 'all' },
    });
    expect(await shown()).toEqual([
      ['03-09T10', 'Jour fixe', 'open'],
      ['03-15T08', 'Ring back', 'cancelled'],
      ['03-30T09', 'Jour fixe', 'open'],
      ['04-05T07', 'Ring back', 'done'],
      ['04-13T09', 'Jour fixe', 'open'],
    ]);
    await user.call(activities.restore, { params: { id: deleted.id } });
    expect((await shown()).map(([at]) => at)).toContain('03-22T08');
  });

  it('takes over what was changed on one occurrence, and nothing else that this one has of its own', async () => {
    const user = await person();
    const colleague = await system.signedIn({ workspaceId: user.workspaceId });
    await user.call(customFields.create, { body: { object: 'activity', label: 'Hall', kind: 'text' } });
    const first = await make(user, {
      dueAt: '2038-03-01T09:00:00.000Z',
      zone: 'UTC',
      rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5',
      body: 'Agenda',
      tags: ['weekly'],
      attendees: [{ email: 'ann@example.com' }],
    });
    const second = await user.call(activities.occurrence, {
      params: { id: first.series!.id },
      body: { occurs: '2038-03-08T09:00' },
    });
    const own = {
      subject: 'Summing up',
      body: 'Bring numbers',
      dueAt: '2038-03-09T10:00:00.000Z',
      place: 'Hall 2',
      priority: 'high' as const,
      custom: { hall: '2' },
      tags: ['weekly', 'numbers'],
      attendees: [{ email: 'ann@example.com' }, { email: 'guest@example.com' }],
    };
    let mine = await user.call(activities.update, { params: { id: second.id }, body: { version: 1, ...own } });
    const change = async (body: object) => {
      mine = await user.call(activities.update, {
        params: { id: second.id },
        body: { version: mine.version, ...body },
      });
      expect(mine.id).toBe(second.id);
    };
    const looks = async (occurs: string) => {
      const { subject, body, place, priority, custom, tags, attendees, dueAt, ownerId } = await user.call(
        activities.occurrence,
        { params: { id: mine.series!.id }, body: { occurs } },
      );
      return {
        subject,
        body,
        place,
        priority,
        custom,
        tags,
        attendees: attendees.map(({ email }) => email),
        dueAt,
        ownerId,
      };
    };
    // A link for all, an owner, another guest and another tag: the third occurrence has these, and not the first's
    // place or name.
    const { attendees, ...kept } = own;
    await change({
      ownerId: colleague.userId,
      tags: ['weekly', 'numbers', 'public'],
      attendees: [{ email: 'bob@example.com' }, ...attendees],
      apply: 'all',
    });
    const plain = {
      subject: 'Ring back',
      body: 'Agenda',
      place: '',
      priority: 'normal',
      custom: {},
      tags: ['weekly', 'public'],
      ownerId: colleague.userId,
      attendees: ['ann@example.com', 'bob@example.com'],
    };
    expect(mine).toMatchObject({
      ...kept,
      tags: ['weekly', 'numbers', 'public'],
      attendees: [{ email: 'bob@example.com' }, { email: 'ann@example.com' }, { email: 'guest@example.com' }],
    });
    expect(await looks('2038-03-01T09:00')).toEqual({ ...plain, dueAt: '2038-03-01T09:00:00.000Z' });
    expect(await looks('2038-03-15T09:00')).toEqual({ ...plain, dueAt: '2038-03-15T09:00:00.000Z' });
    const heard = await asSystem(() =>
      query<{ title: string }>('select title from notifications where user_id = $1', [colleague.userId]),
    );
    expect(heard).toEqual([{ title: 'Assigned to you: Summing up' }]);
    // Another time of day for all: the others stay on their Mondays, and this one on the Tuesday it was moved to.
    await change({ dueAt: '2038-03-09T11:30:00.000Z', apply: 'all' });
    expect(mine).toMatchObject({
      dueAt: '2038-03-09T11:30:00.000Z',
      series: { rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5', occurs: '2038-03-08T11:30' },
    });
    expect(await looks('2038-03-22T11:30')).toEqual({ ...plain, dueAt: '2038-03-22T11:30:00.000Z' });
    // Another day from here on is that day for all that follow; it was already done on the first.
    await change({ dueAt: '2038-03-10T11:30:00.000Z', doneAt: '2026-11-01T00:00:00.000Z', apply: 'following' });
    expect(mine).toMatchObject({
      dueAt: '2038-03-10T11:30:00.000Z',
      status: 'done',
      series: { occurs: '2038-03-10T11:30' },
    });
    expect(await looks('2038-03-17T11:30')).toEqual({ ...plain, dueAt: '2038-03-17T11:30:00.000Z' });
    expect((await user.call(activities.get, { params: { id: first.id } })).dueAt).toBe('2038-03-01T11:30:00.000Z');
    // Nothing was changed: no series ends for that.
    const { series } = mine;
    await change({ place: 'Hall 2', apply: 'all' });
    expect(mine.series).toEqual(series);
  });

  it('gets another rule, stops repeating, and ends from one occurrence on', async () => {
    const user = await person();
    const first = await make(user, { day: day(3), rule: 'FREQ=DAILY' });
    const weekly = await user.call(activities.update, {
      params: { id: first.id },
      body: { version: 1, rule: 'FREQ=WEEKLY', apply: 'all' },
    });
    expect((await calendar(user)).map((item) => item.day)).toEqual([day(3), day(10), day(17)]);
    const second = await user.call(activities.occurrence, {
      params: { id: weekly.series!.id },
      body: { occurs: day(10) },
    });
    await user.call(activities.remove, { params: { id: second.id }, query: { apply: 'following' } });
    expect((await calendar(user)).map((item) => item.day)).toEqual([day(3)]);
    const alone = await make(user, { day: day(5), rule: 'FREQ=DAILY' });
    expect(
      (await user.call(activities.update, { params: { id: alone.id }, body: { version: 1, rule: null } })).series,
    ).toBeNull();
    expect((await calendar(user)).map((item) => item.day)).toEqual([day(3), day(5)]);
    const single = await make(user, { day: day(6) });
    expect(
      (
        await user.call(activities.update, {
          params: { id: single.id },
          body: { version: 1, rule: 'FREQ=DAILY;COUNT=2' },
        })
      ).series,
    ).toMatchObject({ rule: 'FREQ=DAILY;COUNT=2' });
    await user.call(activities.remove, { params: { id: single.id }, query: { apply: 'all' } });
    expect((await calendar(user)).map((item) => item.day)).toEqual([day(3), day(5)]);
  });
});

describe('my day', () => {
  it('sorts what waits for me by the days of my zone', async () => {
    const user = await person();
    const colleague = await system.signedIn({ workspaceId: user.workspaceId });
    const noon = `${day(0)}T12:00:00.000Z`;
    const rows = { late: at(-2, '09:00'), next: at(3, '12:00') };
    for (const [subject, dueAt] of Object.entries(rows)) await make(user, { subject, dueAt });
    await make(user, { subject: 'whole', day: day(0) });
    await make(user, { subject: 'some time' });
    await make(colleague, { subject: 'theirs', dueAt: rows.late });
    const invited = await make(colleague, {
      subject: 'with me',
      type: 'meeting',
      day: day(0),
      attendees: [{ userId: user.userId }],
    });
    const mine = await user.call(activities.myDay, { query: { zone: 'UTC' } });
    expect(noon.startsWith(mine.today)).toBe(true);
    expect(
      [mine.overdue, mine.todays, mine.next, mine.undated].map((part) => part.map((one) => one.subject).toSorted()),
    ).toEqual([['late'], ['whole', 'with me'], ['next'], ['some time']]);
    expect(mine.capped).toEqual([]);
    const write = async (text: string, values: unknown[]) => {
      await asSystem(() => execute(text, values));
      heardOfChange(user.workspaceId, [activities.list.path]);
    };
    await write(`update activity_attendees set answer = 'declined' where activity_id = $1`, [invited.id]);
    expect((await user.call(activities.myDay, { query: { zone: 'UTC' } })).todays).toHaveLength(1);
    await user.call(activities.complete, {
      params: { id: mine.todays.find((one) => one.subject === 'whole')!.id },
      body: {},
    });
    expect((await user.call(activities.myDay, { query: { zone: 'UTC' } })).doneToday).toBe(1);
    await write(
      `insert into activities (id, workspace_id, owner_id, type, subject, due_at) select gen_random_uuid(), $1, $2,
        'task', 'Long due ' || n, now() - n * interval '1 day' from generate_series(3, 60) n`,
      [user.workspaceId, user.userId],
    );
    const busy = await user.call(activities.myDay, { query: { zone: 'UTC' } });
    expect([busy.overdue.length, busy.overdue[0]!.subject, busy.capped]).toEqual([50, 'Long due 60', ['overdue']]);
    expect((await user.tryCall(activities.myDay, { query: { zone: 'nowhere' } })).status).toBe(400);
  });
});

it('a list is of one record, with what a contact attends and what belongs to people and opportunities of a company', async () => {
  const user = await person();
  const contact = await user.call(contacts.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
  const other = await user.call(contacts.create, { body: { firstName: 'Bob' } });
  const [lead, mine] = [newId(), await make(user, { contactId: contact.id })];
  await asSystem(() =>
    execute('insert into leads (id, workspace_id, name) values ($1, $2, $3)', [lead, user.workspaceId, 'Lead']),
  );
  const attended = await make(user, {
    type: 'meeting',
    contactId: other.id,
    attendees: [{ contactId: contact.id }],
    leadId: lead,
  });
  const of = async (query: object) => (await user.call(activities.list, { query })).items.map((item) => item.id);
  expect(await of({ contactId: contact.id })).toEqual([attended.id, mine.id]);
  const deal = await user.call(opportunities.create, { body: { name: 'Renewal', companyId: contact.company!.id } });
  const ofDeal = await make(user, { opportunityId: deal.id });
  // As many as its page counts.
  expect(await of({ companyId: contact.company!.id })).toEqual([ofDeal.id, mine.id]);
  expect(await user.call(companies.summary, { params: { id: contact.company!.id } })).toMatchObject({ planned: 2 });
  expect(await of({ leadId: lead })).toEqual([attended.id]);
  expect(await of({ type: 'meeting' })).toEqual([attended.id]);
});

describe('the list', () => {
  it('is filtered, searched and sorted, and leaves as CSV', async () => {
    const user = await person();
    const late = await make(user, {
      subject: 'Late call',
      type: 'call',
      dueAt: at(-2, '09:00'),
      priority: 'high',
      tags: ['vip'],
    });
    const soon = await make(user, { subject: 'Büro räumen', day: day(2), body: 'with boxes' });
    const done = await make(user, { subject: 'Was done', doneAt: at(-3, '09:00'), dueAt: at(-3, '09:00') });
    await make(user, { subject: 'Daily', day: day(1), rule: 'FREQ=DAILY;COUNT=1' });
    const of = async (conditions: object[], query: object = {}) =>
      (
        await user.call(activities.list, { query: { filter: JSON.stringify({ match: 'all', conditions }), ...query } })
      ).items.map((item) => item.subject);
    expect(await of([{ field: 'overdue', op: 'true' }])).toEqual(['Late call']);
    expect(await of([{ field: 'status', op: 'any_of', value: ['done'] }])).toEqual(['Was done']);
    expect(await of([{ field: 'repeats', op: 'true' }])).toEqual(['Daily']);
    expect(
      await of([
        { field: 'tags', op: 'any_of', value: ['vip'] },
        { field: 'owner', op: 'any_of', value: ['me'] },
      ]),
    ).toEqual(['Late call']);
    expect(
      await of([{ field: 'dueAt', op: 'within', value: { range: 'next_days', days: 4 } }], { sort: 'dueAt' }),
    ).toEqual(['Daily', 'Büro räumen']);
    expect(await of([], { sort: '-priority,subject' })).toEqual(['Late call', 'Büro räumen', 'Daily', 'Was done']);
    // A whole day is the day that the list shows, in whatever zone it was planned; the workspace counts its days in
    // UTC.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { id } = await make(user, { subject: zone, day: '2038-05-03', zone });
      const due = (op: string, value: unknown) =>
        of([
          { field: 'dueAt', op, value },
          { field: 'subject', op: 'is', value: zone },
        ]);
      expect([
        await due('on', '2038-05-03'),
        await due('before', '2038-05-04'),
        await due('after', '2038-05-02'),
        await due('between', ['2038-05-03', '2038-05-03']),
      ]).toEqual(Array.from({ length: 4 }, () => [zone]));
      expect([
        await due('on', '2038-05-02'),
        await due('on', '2038-05-04'),
        await due('before', '2038-05-03'),
        await due('after', '2038-05-03'),
      ]).toEqual([[], [], [], []]);
      await user.call(activities.remove, { params: { id }, query: {} });
    }
    for (const search of ['buro', 'boxes', 'vip'])
      expect((await user.call(activities.list, { query: { search } })).items).toHaveLength(1);
    const total = await user.call(activities.list, { query: { total: '1', limit: 2, sort: 'subject' } });
    expect([total.total, total.items.length]).toEqual([{ count: 4, capped: false }, 2]);
    expect(
      await user.call(activities.neighbours, { params: { id: total.items[0]!.id }, query: { sort: 'subject' } }),
    ).toMatchObject({ previous: null, next: { id: total.items[1]!.id } });
    expect((await user.call(activities.facets)).tags).toEqual([{ value: 'vip', count: 1 }]);
    const csv = await user.send<string>('GET', '/api/activities/export?columns=subject,status,dueAt&sort=subject');
    expect(csv.body.split('\r\n')[1]).toBe(`${soon.subject},open,${day(2)}`);
    expect([late, done].every((one) => csv.body.includes(one.subject))).toBe(true);
  });

  it('is changed in bulk, with one undo for all', async () => {
    const user = await person();
    const colleague = await system.signedIn({ workspaceId: user.workspaceId });
    const ids = [
      (await make(user, { dueAt: at(3, '09:00'), reminders: [10] })).id,
      (await make(user, { day: day(1), rule: 'FREQ=WEEKLY;COUNT=2' })).id,
    ];
    await user.call(activityBulkCalls.run, {
      body: { selection: { ids }, action: { kind: 'assign', ownerId: colleague.userId } },
    });
    expect(
      await asSystem(() => query('select user_id from activity_reminders where activity_id = $1', [ids[0]])),
    ).toEqual([{ user_id: colleague.userId }]);
    await user.call(activityBulkCalls.run, { body: { selection: { ids }, action: { kind: 'addTags', tags: ['q4'] } } });
    const done = await user.call(activityBulkCalls.run, {
      body: { selection: { all: {} }, action: { kind: 'edit', set: { status: 'done', priority: 'low' } } },
    });
    expect(done).toMatchObject({ state: 'done', changed: 2 });
    const after = (await user.call(activities.list, { query: { status: 'done' } })).items;
    expect(after.map((item) => [item.priority, item.tags])).toEqual([
      ['low', ['q4']],
      ['low', ['q4']],
    ]);
    expect((await user.call(activities.list, { query: { status: 'open' } })).items).toMatchObject([{ day: day(8) }]);
    await user.call(activityBulkCalls.undo, { params: { batchId: done.id! } });
    expect(await user.call(activities.get, { params: { id: ids[0]! } })).toMatchObject({
      status: 'open',
      priority: 'normal',
      ownerId: colleague.userId,
    });
    await user.call(activityBulkCalls.run, { body: { selection: { ids }, action: { kind: 'delete' } } });
    expect(
      (await user.call(activities.get, { params: { id: ids[0]! }, query: { trash: '1' } })).deletedAt,
    ).not.toBeNull();
  });

  it("knows fields of one's own", async () => {
    const user = await person();
    const field = await user.call(customFields.create, {
      body: { object: 'activity', label: 'Room size', kind: 'number' },
    });
    const made = await make(user, { custom: { [field.key]: 12 } });
    expect(made.custom).toEqual({ [field.key]: 12 });
    expect(
      (await user.tryCall(activities.create, { body: { type: 'task', subject: 'x', custom: { [field.key]: 'big' } } }))
        .status,
    ).toBe(400);
    const filter = JSON.stringify({
      match: 'all',
      conditions: [{ field: `custom.${field.key}`, op: 'gt', value: 10 }],
    });
    expect((await user.call(activities.list, { query: { filter } })).items.map((item) => item.id)).toEqual([made.id]);
  });
});
