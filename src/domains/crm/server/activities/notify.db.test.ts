import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query } from '../../../../server/db/index.ts';
import { jobDefinitions } from '../../../../server/jobs/define.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { activities, type NewActivity } from '../../contract/activities.ts';
import { calendarFeeds } from '../../contract/calendar-feeds.ts';
import { contacts } from '../../contract/contacts.ts';
import { activityBulkCalls } from '../../contract.ts';
import { MERGE_CALLS } from '../../contract.ts';
import { invitations } from '../../contract/invitations.ts';
import { answerToken } from './invitations.ts';
import { extendAllSeries, tellReminders } from './notify.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
const person = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });
const make = (user: Person, more: Partial<NewActivity> = {}) =>
  user.call(activities.create, { body: { type: 'meeting', subject: 'Kick-off', ...more } });
const day = (offset: number) => addDays(new Date().toISOString().slice(0, 10), offset);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const news = (userId: string) =>
  asSystem(() =>
    query<{ title: string; body: string; href: string }>(
      'select title, body, href from notifications where user_id = $1 order by id',
      [userId],
    ),
  );
/** As if the clock had gone on: what was to come lies in the past. */
const letPass = (activityId: string, span: string) =>
  asSystem(() =>
    execute(`update activity_reminders set fire_at = fire_at - $2::interval where activity_id = $1`, [
      activityId,
      span,
    ]),
  );

describe('reminders', () => {
  it('tell the owner and who attends, each once, when their time has come', async () => {
    const user = await person();
    const colleague = await system.signedIn({ workspaceId: user.workspaceId });
    const made = await make(user, {
      dueAt: inMinutes(60),
      zone: 'Europe/Berlin',
      reminders: [30],
      attendees: [{ userId: colleague.userId }],
    });
    expect(await tellReminders()).toBe(0);
    await letPass(made.id, '31 minutes');
    const [one, other] = await Promise.all([tellReminders(), tellReminders()]);
    expect(one + other).toBe(2);
    await runRecurring('crm.reminders');
    expect(await news(user.userId)).toMatchObject([
      { title: 'Kick-off', body: expect.stringContaining('(Europe/Berlin)'), href: `/activities/${made.id}` },
    ]);
    expect((await news(colleague.userId)).map((one) => one.title)).toEqual(['You were added to: Kick-off', 'Kick-off']);
  });

  it('that were missed while nothing ran come once, and not for what is done', async () => {
    const user = await person();
    const missed = await make(user, { dueAt: inMinutes(120), reminders: [10, 30, 60] });
    const done = await make(user, { subject: 'Done', dueAt: inMinutes(120), reminders: [10] });
    await letPass(missed.id, '1 day');
    await letPass(done.id, '1 day');
    await asSystem(() => execute('update activities set done_at = now() where id = $1', [done.id]));
    await tellReminders();
    expect((await news(user.userId)).map((one) => one.title)).toEqual(['Kick-off']);
  });

  it('follow when the time moves, and are not told again for a time that was told', async () => {
    const user = await person();
    const made = await make(user, { dueAt: inMinutes(60), reminders: [10] });
    await user.call(activities.update, { params: { id: made.id }, body: { version: 1, dueAt: inMinutes(200) } });
    const at = await asSystem(() =>
      query<{ fire_at: string }>('select fire_at from activity_reminders where activity_id = $1', [made.id]),
    );
    expect(at).toHaveLength(1);
    expect(Math.round((Date.parse(at[0]!.fire_at) - Date.now()) / 60_000)).toBe(190);
    await user.call(activities.complete, { params: { id: made.id }, body: {} });
    expect(await asSystem(() => query('select 1 from activity_reminders where activity_id = $1', [made.id]))).toEqual(
      [],
    );
  });
});

it('series get their next rows in time, and after a long pause only the last that was missed', async () => {
  const user = await person();
  const made = await make(user, { day: day(0), rule: 'FREQ=DAILY' });
  const days = async () =>
    (await user.call(activities.list, { query: {} })).items.map((item) => item.day ?? '').toSorted();
  expect(await days()).toEqual([day(0), day(1), day(2)]);
  await asSystem(() =>
    execute(`update activity_series set starts = $2, through = $3 where id = $1`, [
      made.series!.id,
      day(-40),
      day(-30),
    ]),
  );
  await asSystem(() => execute('delete from activities where series_id = $1', [made.series!.id]));
  await extendAllSeries();
  expect(await days()).toEqual([day(-1), day(0), day(1), day(2)]);
  expect(await extendAllSeries()).toBe(0);
});

it('series go on with whoever is here: what was handed over stays so, and what was merged is what it became', async () => {
  const user = await person();
  const gone = await system.signedIn({ workspaceId: user.workspaceId });
  const [keep, merge] = [
    await user.call(contacts.create, { body: { firstName: 'Ada' } }),
    await user.call(contacts.create, { body: { firstName: 'Adda' } }),
  ];
  const made = await make(user, {
    day: day(0),
    rule: 'FREQ=WEEKLY',
    ownerId: gone.userId,
    contactId: merge.id,
    attendees: [{ contactId: merge.id }, { userId: gone.userId }],
  });
  const { mergeId } = await user.call(MERGE_CALLS.contact.merge, {
    body: { keepId: keep.id, mergeId: merge.id, keepVersion: keep.version, mergeVersion: merge.version },
  });
  await asSystem(() => execute('delete from memberships where user_id = $1', [gone.userId]));
  const handed = await user.call(activities.get, { params: { id: made.id } });
  await user.call(activities.update, {
    params: { id: made.id },
    body: { version: handed.version, ownerId: user.userId },
  });
  await user.call(activities.complete, { params: { id: made.id }, body: {} });
  const next = async () => (await user.call(activities.list, { query: { status: 'open' } })).items[0]!;
  expect(await next()).toMatchObject({
    day: day(7),
    ownerId: user.userId,
    contact: { id: keep.id },
    attendees: [{ contactId: keep.id }],
  });
  await user.call(MERGE_CALLS.contact.undo, { params: { mergeId } });
  await user.call(activities.complete, { params: { id: (await next()).id }, body: {} });
  expect(await next()).toMatchObject({ day: day(14), contact: { id: merge.id }, attendees: [{ contactId: merge.id }] });
});

describe('invitations', () => {
  const mails = async (subject: string) =>
    asSystem(() =>
      query<{
        recipients: { to: { address: string }[] };
        text: string;
        attachments: { contentType: string; content: string }[];
        reply_to: { address: string };
      }>('select recipients, text, attachments, reply_to from mail_outbox where subject = $1 order by id', [subject]),
    );
  /** Waits until the job has sent that many. */
  const sent = async (subject: string, count: number) => {
    await expect.poll(async () => (await mails(subject)).length, { timeout: 20_000, interval: 50 }).toBe(count);
    return mails(subject);
  };
  const ics = (mail: Awaited<ReturnType<typeof mails>>[number]) =>
    Buffer.from(mail.attachments[0]!.content, 'base64').toString().replaceAll('\r\n ', '');

  it('go to those with an address, are answered by the link, and taken back', async () => {
    const user = await person();
    const contact = await user.call(contacts.create, {
      body: { firstName: 'Ada', emails: [{ value: 'ada@example.com' }] },
    });
    const silent = await user.call(contacts.create, { body: { firstName: 'No address' } });
    const made = await make(user, {
      subject: 'Kick-off one',
      dueAt: `${day(5)}T09:00:00.000Z`,
      zone: 'Europe/Berlin',
      durationMinutes: 60,
      place: 'Room 1',
      attendees: [{ contactId: contact.id }, { contactId: silent.id }],
    });
    expect(
      (
        await user.tryCall(invitations.answer, {
          body: { token: answerToken(made.attendees[0]!.id), answer: 'accepted' },
        })
      ).status,
    ).toBe(404);
    const invited = await user.call(invitations.send, { params: { id: made.id }, body: {} });
    expect(invited).toMatchObject({
      invited: true,
      attendees: [{ invitedAt: expect.any(String) }, { invitedAt: null }],
    });
    const [mail] = await sent('Invitation: Kick-off one', 1);
    expect(mail!.recipients.to).toMatchObject([{ address: 'ada@example.com' }]);
    expect(mail!.attachments[0]!.contentType).toBe('text/calendar; charset=utf-8; method=REQUEST');
    expect(ics(mail!)).toMatch(
      /METHOD:REQUEST\r\n[^]*UID:[\w-]+@gauntlet\r\n[^]*SEQUENCE:0\r\n[^]*ORGANIZER;CN="Test Person":mailto:no-reply@gauntlet\.example[^]*ATTENDEE;CN="Ada"[^]*mailto:ada@example\.com/,
    );
    const token = new URL(/https?:\/\/\S+/.exec(mail!.text)![0]).searchParams.get('token')!;
    const guest = system.visitor();
    expect(await guest.call(invitations.get, { query: { token } })).toMatchObject({
      subject: 'Kick-off one',
      organizer: 'Test Person',
      name: 'Ada',
      answer: 'none',
      state: 'open',
      place: 'Room 1',
    });
    expect(await guest.call(invitations.answer, { body: { token, answer: 'accepted' } })).toMatchObject({
      answer: 'accepted',
    });
    expect((await user.call(activities.get, { params: { id: made.id } })).attendees[0]).toMatchObject({
      answer: 'accepted',
      answeredAt: expect.any(String),
    });
    expect((await news(user.userId)).map((one) => one.title)).toEqual(['Ada comes: Kick-off one']);
    expect((await guest.tryCall(invitations.get, { query: { token: `${token.slice(0, -2)}xx` } })).status).toBe(404);

    await user.call(invitations.send, { params: { id: made.id }, body: {} });
    expect(ics((await sent('Updated: Kick-off one', 1))[0]!)).toContain('SEQUENCE:1');
    await user.call(activities.cancel, { params: { id: made.id } });
    const [off] = await sent('Canceled: Kick-off one', 1);
    expect(ics(off!)).toMatch(/METHOD:CANCEL[^]*SEQUENCE:2[^]*STATUS:CANCELLED/);
    expect(await guest.call(invitations.get, { query: { token } })).toMatchObject({ state: 'off' });
    expect((await guest.tryCall(invitations.answer, { body: { token, answer: 'declined' } })).status).toBe(409);
  });

  it('that no mail server took are told of to whoever sent them, unless a later one has gone out', async () => {
    const user = await person();
    const made = await make(user, {
      subject: 'Unheard',
      dueAt: `${day(5)}T09:00:00.000Z`,
      attendees: [{ name: 'Eve', email: 'eve@nowhere.example' }],
    });
    for (let round = 0; round < 2; round++) await user.call(invitations.send, { params: { id: made.id }, body: {} });
    const giveUp = (sequence: number, state: 'failed' | 'cancelled' = 'failed') =>
      inWorkspace(user.workspaceId, user.userId, () =>
        jobDefinitions().get('crm.invitation')!.ended!(
          { activityId: made.id, attendeeId: made.attendees[0]!.id, method: 'REQUEST', sequence },
          { jobId: newId(), state, error: 'no room' },
        ),
      );
    await giveUp(0);
    await giveUp(1, 'cancelled');
    expect(await news(user.userId)).toEqual([]);
    await giveUp(1);
    expect(await news(user.userId)).toMatchObject([
      { title: 'Couldn’t email eve@nowhere.example: Updated: Unheard', href: `/activities/${made.id}` },
    ]);
  });

  it("stay one entry of the guests' calendars when the series goes on as another one, and are taken back from whoever is taken off", async () => {
    const user = await person();
    const [eve, max] = [
      { name: 'Eve', email: 'eve@example.com' },
      { name: 'Max', email: 'max@example.com' },
    ];
    const made = await make(user, { subject: 'Jour fixe', dueAt: `${day(5)}T09:00:00.000Z`, attendees: [eve, max] });
    const uidOf = (mail: Awaited<ReturnType<typeof mails>>[number]) => /UID:(\S+)/.exec(ics(mail))![1];
    await user.call(invitations.send, { params: { id: made.id }, body: {} });
    const [first] = await sent('Invitation: Jour fixe', 2);
    const change = async (body: object) => {
      const { version } = await user.call(activities.get, { params: { id: made.id } });
      return user.call(activities.update, { params: { id: made.id }, body: { version, ...body } });
    };
    await change({ rule: 'FREQ=WEEKLY' });
    await change({ dueAt: `${day(5)}T10:00:00.000Z`, apply: 'all' });
    await user.call(invitations.send, { params: { id: made.id }, body: {} });
    expect((await sent('Updated: Jour fixe', 2)).map(uidOf)).toEqual([uidOf(first!), uidOf(first!)]);
    await change({ attendees: [eve], apply: 'all' });
    const [off] = await sent('Canceled: Jour fixe', 1);
    expect([off!.recipients.to, uidOf(off!)]).toEqual([
      [expect.objectContaining({ address: 'max@example.com' })],
      uidOf(first!),
    ]);
    expect(off!.text).toContain('takes place without you');
    expect(ics(off!)).not.toContain('eve@example.com');
  });

  it('are taken back for what is deleted among many as for what is deleted alone, and a series goes on', async () => {
    const user = await person();
    const made = await make(user, {
      subject: 'Round table',
      dueAt: `${day(5)}T09:00:00.000Z`,
      rule: 'FREQ=WEEKLY',
      attendees: [{ name: 'Eve', email: 'eve@example.com' }],
    });
    await user.call(invitations.send, { params: { id: made.id }, body: {} });
    await sent('Invitation: Round table', 1);
    await user.call(activityBulkCalls.run, { body: { selection: { ids: [made.id] }, action: { kind: 'delete' } } });
    await sent('Canceled: Round table', 1);
    expect((await user.call(activities.list, { query: {} })).items).toMatchObject([
      { subject: 'Round table', dueAt: `${day(12)}T09:00:00.000Z` },
    ]);
  });

  it('are refused without a time or an address, and by strangers', async () => {
    const user = await person();
    const made = await make(user, { attendees: [{ email: 'bob@example.com' }] });
    expect((await user.tryCall(invitations.send, { params: { id: made.id }, body: {} })).status).toBe(409);
    const alone = await make(user, { day: day(2) });
    expect((await user.tryCall(invitations.send, { params: { id: alone.id }, body: {} })).status).toBe(400);
    expect((await (await person()).tryCall(invitations.send, { params: { id: made.id }, body: {} })).status).toBe(404);
  });
});

describe('calendar feeds', () => {
  it('hold what is mine under a secret address that can be closed, and answer 304 where nothing changed', async () => {
    const user = await person();
    const colleague = await system.signedIn({ workspaceId: user.workspaceId });
    await make(user, { subject: 'Mine', dueAt: `${day(3)}T09:00:00.000Z` });
    await make(user, { subject: 'Weekly', day: day(1), rule: 'FREQ=WEEKLY;COUNT=3' });
    await make(colleague, { subject: 'Theirs', day: day(1) });
    const { path } = await user.call(calendarFeeds.create, { body: { kind: 'activities' } });
    const first = await fetch(system.url + path);
    const text = await first.text();
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text.match(/^SUMMARY:.*/gm)!.toSorted()).toEqual(
      ['SUMMARY:Mine', 'SUMMARY:Weekly', 'SUMMARY:Weekly', 'SUMMARY:Weekly']
        .map((line) => `${line}\r`)
        .map((line) => line.trimEnd()),
    );
    expect(new Set(text.match(/^UID:.*/gm)).size).toBe(4);
    expect((await fetch(system.url + path, { headers: { 'if-none-match': first.headers.get('etag')! } })).status).toBe(
      304,
    );
    await make(user, { subject: 'New', day: day(2) });
    expect((await fetch(system.url + path, { headers: { 'if-none-match': first.headers.get('etag')! } })).status).toBe(
      200,
    );
    expect((await user.call(calendarFeeds.list)).items).toMatchObject([
      { kind: 'activities', readAt: expect.any(String) },
    ]);
    expect((await colleague.call(calendarFeeds.list)).items).toEqual([]);

    const again = await user.call(calendarFeeds.create, { body: { kind: 'activities' } });
    expect((await fetch(system.url + path)).status).toBe(404);
    expect((await fetch(system.url + again.path.replace('activities.ics', 'licenses.ics'))).status).toBe(404);
    expect((await fetch(system.url + again.path)).status).toBe(200);
    await user.call(calendarFeeds.revoke, { params: { kind: 'activities' } });
    expect((await fetch(system.url + again.path)).status).toBe(404);
    expect((await user.tryCall(calendarFeeds.revoke, { params: { kind: 'activities' } })).status).toBe(404);
  });

  it('end with the membership, and are not read without bounds', async () => {
    const user = await person();
    const { path } = await user.call(calendarFeeds.create, { body: { kind: 'activities' } });
    await asSystem(() => execute('update throttles set count = 60 where key like $1', ['feed:%']));
    expect((await fetch(system.url + path)).status).toBe(200);
    await asSystem(() => execute('update throttles set count = 60 where key like $1', ['feed:%']));
    const many = await fetch(system.url + path);
    expect([many.status, Number(many.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await asSystem(() => execute('delete from throttles where key like $1', ['feed:%']));
    await asSystem(() => execute('delete from memberships where user_id = $1', [user.userId]));
    expect((await fetch(system.url + path)).status).toBe(404);
  });

  it('one activity can be taken along as a file', async () => {
    const user = await person();
    const made = await make(user, {
      subject: 'Weekly, with rule',
      dueAt: `${day(3)}T09:00:00.000Z`,
      zone: 'Europe/Berlin',
      rule: 'FREQ=WEEKLY',
    });
    const { body } = await user.send<string>('GET', `/api/activities/${made.id}/event.ics`);
    expect(body).toMatch(/BEGIN:VTIMEZONE\r\nTZID:Europe\/Berlin[^]*RRULE:FREQ=WEEKLY\r\nSUMMARY:Weekly\\, with rule/);
    expect((await user.tryCall(activities.event, { params: { id: (await make(user)).id } })).status).toBe(409);
    // A file is called after its activity, and ends in no half of a sign.
    const long = await user.open(
      'GET',
      `/api/activities/${(await make(user, { subject: `${'a'.repeat(79)}😀`, dueAt: `${day(3)}T09:00:00.000Z` })).id}/event.ics`,
    );
    expect([long.status, long.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${'a'.repeat(79)}.ics"`,
    ]);
    // The series from there on: as many times as are left, without what was deleted, with what was moved alone.
    const six = await make(user, {
      subject: 'Six',
      dueAt: '2038-03-08T08:00:00.000Z',
      zone: 'Europe/Berlin',
      rule: 'FREQ=WEEKLY;COUNT=6',
    });
    const [second, third, fourth] = await Promise.all(
      ['15', '22', '29'].map((on) =>
        user.call(activities.occurrence, { params: { id: six.series!.id }, body: { occurs: `2038-03-${on}T09:00` } }),
      ),
    );
    await user.call(activities.remove, { params: { id: third!.id } });
    await user.call(activities.update, {
      params: { id: fourth!.id },
      body: { version: 1, dueAt: '2038-03-30T10:00:00.000Z' },
    });
    const file = (await user.send<string>('GET', `/api/activities/${second!.id}/event.ics`)).body;
    const [, whole, moved, ...more] = file.split('BEGIN:VEVENT');
    expect(more).toEqual([]);
    expect(whole).toMatch(
      /DTSTART;TZID=Europe\/Berlin:20380315T090000\r\n[^]*RRULE:FREQ=WEEKLY;COUNT=5\r\nEXDATE;TZID=Europe\/Berlin:20380322T090000\r\n/,
    );
    expect(moved).toMatch(/DTSTART:20380330T100000Z\r\n[^]*RECURRENCE-ID;TZID=Europe\/Berlin:20380329T090000\r\n/);
    expect(moved!.match(/UID:.*/)![0]).toBe(whole!.match(/UID:.*/)![0]);
  });
});
