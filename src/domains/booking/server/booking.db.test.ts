import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities, leads } from '../../crm/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { booking, type BookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { cancelByVisitor, moveBooking, takeBooking } from './book.ts';
import { bookingToken } from './visitor-booking.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let workspaceId: string;
let count = 0;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(async () => {
  workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
});

const ALL_DAY: [string, string][] = [['00:00', '24:00']];
const WEEK = { mon: ALL_DAY, tue: ALL_DAY, wed: ALL_DAY, thu: ALL_DAY, fri: ALL_DAY, sat: ALL_DAY, sun: ALL_DAY };
const hours = { zone: 'UTC', weekly: WEEK, overrides: {} };

async function newType(fields: object = {}): Promise<BookingType> {
  await owner.call(booking.setHours, { body: hours });
  return owner.call(booking.createType, {
    body: {
      ...NEW_TYPE,
      name: 'Checkup',
      slug: `checkup-${(count += 1)}`,
      hostIds: [owner.userId],
      noticeMinutes: 0,
      ...fields,
    },
  });
}

async function newHost() {
  const host = await system.signedIn({ workspaceId, workspaceRole: 'member' });
  await host.call(booking.setHours, { body: hours });
  return host;
}

const visitor = (n: number) => ({ name: `Vera Guest${n}`, email: `vera${n}@guests.example`, phone: '', answers: [] });
const start = (n = 0) => Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + n * 1_800_000;
const here = <T>(work: () => Promise<T>) => inWorkspace(workspaceId, null, work);
const take = (type: BookingType, n: number, at: number) =>
  here(() => takeBooking(type, at, 'Europe/Berlin', visitor(n)));
const upcoming = async (tab: 'upcoming' | 'requests' | 'past' | 'canceled' = 'upcoming') =>
  (await owner.call(booking.bookings, { query: { tab } })).items;
const read = (id: string) => owner.call(booking.get, { params: { id } });

interface Mail {
  address: string;
  subject: string;
  text: string;
  calendar: { method: string; text: string } | null;
}
const mails = () =>
  asSystem(() =>
    query<Mail>('select address, subject, text, calendar from messages where workspace_id = $1 order by id', [
      workspaceId,
    ]),
  );
const fact = (mail: Mail | undefined, name: string) =>
  new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, 'm').exec(mail?.calendar?.text.replaceAll('\r\n ', '') ?? '')?.[1]?.trim();
const ofVisitor = async () => (await mails()).filter(({ address }) => address.endsWith('@guests.example'));

const browser = { 'user-agent': 'Mozilla/5.0 (Test)' };
const visit = async (path: string) => {
  const response = await fetch(`${system.url}${path}`, { headers: browser });
  return { status: response.status, text: (await response.text()).replaceAll('&amp;', '&') };
};
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: browser,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
/** Hidden fields that a browser would send with a form. */
const hidden = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );

it('takes ten of 200 bookings that arrive together for ten times', async () => {
  const type = await newType();
  const results = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => take(type, n, start(n % 10))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
  expect(new Set((await upcoming()).map(({ startAt }) => startAt)).size).toBe(10);
}, 60_000);

it('refuses an overlap in the database, whatever the code does', async () => {
  const type = await newType();
  const first = await take(type, 1, start());
  const second = await take(type, 2, start(1));
  const overlap = here(() =>
    execute(
      `update booking_hosts set blocked_from = blocked_from - interval '1 minute' where booking_id = $1 and workspace_id = $2`,
      [second.id, workspaceId],
    ),
  );
  await expect(overlap).rejects.toThrow('booking_hosts_no_overlap');
  expect(first.id).not.toBe(second.id);
});

it('books over the page, mails invitations to visitor and host, and makes a lead and a meeting', async () => {
  const type = await newType({
    phone: 'required',
    questions: [{ label: 'Which tooth?', kind: 'choice', required: true, options: ['Left', 'Right'] }],
  });
  const path = `/p/book/${type.slug}`;
  const month = await visit(`${path}?zone=Europe/Berlin`);
  expect(month.status).toBe(200);
  const [, at] = /name="at" value="(\d+)"/.exec(month.text)!;
  const form = await visit(`${path}?zone=Europe/Berlin&at=${at}`);
  expect((await post(path, { ...hidden(form.text), name: 'Vera' })).status).toBe(422);
  const token = formToken(`booking ${type.slug}`, Date.now() - 10_000);
  const fields = { ...hidden(form.text), token, name: 'Vera Guest', email: 'vera@guests.example' };
  const wrong = await post(path, fields);
  expect(wrong.status).toBe(422);
  const said = await wrong.text();
  expect(said).toContain('Phone is required.');
  expect(said).toContain('Answer this question.');
  const done = await post(path, { ...fields, phone: '+1 555 010 0100', q0: 'Left' });
  expect(done.status).toBe(303);
  const page = await visit(done.headers.get('location')!);
  expect(page.text).toContain('Your appointment is booked');

  const [one] = await upcoming();
  expect(one).toMatchObject({ name: 'Vera Guest', zone: 'Europe/Berlin', state: 'confirmed' });
  expect(one!.answers).toEqual([{ question: 'Which tooth?', answer: 'Left' }]);
  const lead = await owner.call(leads.get, { params: { id: one!.leadId! } });
  expect(lead).toMatchObject({ firstName: 'Vera', lastName: 'Guest', source: 'Appointment', ownerId: owner.userId });
  const activity = await owner.call(activities.get, { params: { id: one!.activityId! } });
  expect(activity).toMatchObject({ type: 'meeting', dueAt: one!.startAt, durationMinutes: 30, ownerId: owner.userId });

  const sent = await mails();
  expect(sent).toHaveLength(2);
  for (const mail of sent) {
    expect(mail.calendar?.method).toBe('REQUEST');
    expect(fact(mail, 'METHOD')).toBe('REQUEST');
    expect(fact(mail, 'UID')).toBe(`booking-${one!.id}@gauntlet`);
    expect(fact(mail, 'SEQUENCE')).toBe('0');
    expect(fact(mail, 'STATUS')).toBe('CONFIRMED');
    expect(fact(mail, 'DTSTART')).toBe(one!.startAt.replace(/[-:]|\.\d+/g, ''));
  }
  expect(sent[0]!.text).toContain(bookingToken(one!.id));
  expect(sent[1]!.text).toContain('Which tooth?');
  const again = await post(path, { ...fields, phone: '+1 555 010 0100', q0: 'Left' });
  expect(again.status).toBe(409);
  expect(await again.text()).toContain('This time was just taken.');
});

it('moves and cancels by the signed link, with one UID and a rising sequence', async () => {
  const type = await newType();
  const { id } = await take(type, 1, start());
  const path = `/p/bookings/${bookingToken(id)}`;
  const times = await visit(`${path}?act=move&day=${new Date(start()).toISOString().slice(0, 10)}`);
  expect(times.text).toContain('Choose a new time');
  const to = [...times.text.matchAll(/&at=(\d+)"/g)].map(([, at]) => Number(at)).find((at) => at !== start())!;
  expect((await post(path, { act: 'move', at: String(to), reason: 'A meeting came up' })).status).toBe(303);
  expect((await post(path, { act: 'move', at: String(start(6)) })).status).toBe(303);
  expect(await read(id)).toMatchObject({ startAt: new Date(start(6)).toISOString() });
  const activity = await owner.call(activities.get, { params: { id: (await read(id)).activityId! } });
  expect(activity.dueAt).toBe(new Date(start(6)).toISOString());
  await take(type, 2, start());
  expect((await post(path, { act: 'move', at: String(start()) })).status).toBe(409);

  expect((await post(path, { act: 'cancel', reason: 'Feeling better' })).status).toBe(303);
  expect((await post(path, { act: 'cancel' })).status).toBe(409);
  expect(await upcoming('canceled')).toMatchObject([{ id, reason: 'Feeling better' }]);
  await take(type, 3, start(6));
  const own = (await ofVisitor()).filter(({ address }) => address === 'vera1@guests.example');
  expect(own.map((mail) => [fact(mail, 'METHOD'), fact(mail, 'SEQUENCE'), fact(mail, 'STATUS')])).toEqual([
    ['REQUEST', '0', 'CONFIRMED'],
    ['REQUEST', '1', 'CONFIRMED'],
    ['REQUEST', '2', 'CONFIRMED'],
    ['CANCEL', '3', 'CANCELLED'],
  ]);
  expect(new Set(own.map((mail) => fact(mail, 'UID'))).size).toBe(1);
  const news = await owner.call(notifications.list);
  expect(news.items.map(({ title }) => title)).toContain('Vera Guest1 canceled');
  const file = await fetch(`${system.url}/p/booking-calendars/${bookingToken(id)}`, { headers: browser });
  expect(await file.text()).toContain('STATUS:CANCELLED');
});

it('refuses links that were changed', async () => {
  const type = await newType();
  const { id } = await take(type, 1, start());
  const other = bookingToken('00000000-0000-4000-8000-000000000000').split('.')[1]!;
  for (const token of [`${id}.${other}`, `${id}.`, id, 'wrong.token']) {
    expect((await visit(`/p/bookings/${token}`)).status).toBe(404);
    expect((await post(`/p/bookings/${token}`, { act: 'cancel' })).status).toBe(404);
  }
  expect(await read(id)).toMatchObject({ state: 'confirmed' });
});

it('sends no invitation before a request is approved', async () => {
  const type = await newType({ needsApproval: true });
  const { id } = await take(type, 1, start());
  const [one] = await upcoming('requests');
  expect(one).toMatchObject({ id, state: 'pending' });
  expect((await mails()).map(({ calendar }) => calendar)).toEqual([null, null]);
  await expect(take(type, 2, start())).rejects.toMatchObject({ code: 'conflict' });
  const version = one!.version;
  await owner.call(booking.setState, { params: { id }, body: { version, state: 'confirmed' } });
  await expect(owner.call(booking.setState, { params: { id }, body: { version, state: 'canceled' } })).rejects.toThrow(
    'stale',
  );
  await here(() => moveBooking(id, type, start(3)));
  const moved = await read(id);
  expect(moved.state).toBe('pending');
  await owner.call(booking.setState, { params: { id }, body: { version: moved.version, state: 'confirmed' } });
  expect((await ofVisitor()).map((mail) => [mail.calendar?.method, fact(mail, 'SEQUENCE')])).toEqual([
    [undefined, undefined],
    ['REQUEST', '0'],
    ['CANCEL', '1'],
    ['REQUEST', '2'],
  ]);
});

it('marks a no-show on booking and activity, and takes it back', async () => {
  const type = await newType();
  const { id } = await take(type, 1, start());
  const { version, activityId } = await read(id);
  const mark = (state: 'no_show' | 'confirmed', from: number) =>
    owner.call(booking.setState, { params: { id }, body: { version: from, state } });
  await expect(mark('no_show', version)).rejects.toThrow('conflict');
  await here(() =>
    execute(
      `update bookings set start_at = start_at - interval '9 days', end_at = end_at - interval '9 days' where id = $1`,
      [id],
    ),
  );
  expect(await mark('no_show', version)).toMatchObject({ state: 'no_show' });
  const outcome = async () => (await owner.call(activities.get, { params: { id: activityId! } })).outcome;
  expect(await outcome()).toBe('no_show');
  expect(await upcoming('past')).toMatchObject([{ id, state: 'no_show' }]);
  expect(await mark('confirmed', version + 1)).toMatchObject({ state: 'confirmed' });
  const activity = await owner.call(activities.get, { params: { id: activityId! } });
  expect(activity.status).toBe('open');
});

it('reminds by mail and, where the visitor asked for it, by text, each once', async () => {
  const type = await newType({ reminders: [1_440, 60], textReminders: true });
  const at = start();
  const { id } = await here(() =>
    takeBooking(type, at, 'UTC', { ...visitor(1), phone: '+15550100100', wantsTexts: true }),
  );
  const due = (time: number) =>
    here(() => execute('update bookings set remind_at = $2 where id = $1', [id, new Date(time).toISOString()]));
  const before = (await mails()).length;
  await due(Date.now() - 1_000);
  await runRecurring('booking.reminders');
  await runRecurring('booking.reminders');
  const sent = (await mails()).slice(before);
  expect(sent.map(({ address }) => address).toSorted()).toEqual(['+15550100100', 'vera1@guests.example']);
  expect(sent.map(({ text }) => text).join()).toContain(bookingToken(id));
  await here(() => cancelByVisitor(id));
  const [row] = await asSystem(() =>
    query<{ at: string | null }>('select remind_at as at from bookings where id = $1', [id]),
  );
  expect(row!.at).toBeNull();
});

it('shares bookings evenly, by priority, and with all hosts together', async () => {
  const hosts = [owner, await newHost(), await newHost()];
  const hostIds = hosts.map(({ userId }) => userId);
  const even = await newType({ hostIds });
  for (let n = 0; n < 9; n += 1) await take(even, n, start(n));
  const shares = Map.groupBy(await upcoming(), ({ hosts: [host] }) => host!.id);
  expect(hostIds.map((id) => shares.get(id)?.length)).toEqual([3, 3, 3]);

  const priority = await newType({ hostIds: hostIds.toReversed(), assignment: 'priority' });
  expect((await take(priority, 20, start(20))).hostId).toBe(hostIds[2]);
  expect((await take(priority, 21, start(20))).hostId).toBe(hostIds[1]);

  const all = await newType({ hostIds, assignment: 'all' });
  await expect(take(all, 30, start(20))).rejects.toMatchObject({ code: 'conflict' });
  const { id } = await take(all, 31, start(30));
  expect((await read(id)).hosts.map((host) => host.id).toSorted()).toEqual(hostIds.toSorted());
  await expect(take(even, 32, start(30))).rejects.toMatchObject({ code: 'conflict' });
});

it('says for each time why it is not offered', async () => {
  const type = await newType({ dailyLimit: 2 });
  await take(type, 1, start());
  await owner.call(activities.create, {
    body: { type: 'call', subject: 'Supplier', dueAt: new Date(start(2)).toISOString(), durationMinutes: 30 },
  });
  const explain = async (at = start()) =>
    (
      await owner.call(booking.slots, {
        params: { id: type.id },
        query: { day: new Date(at).toISOString().slice(0, 10) },
      })
    ).hosts[0]!.starts;
  const reasons = await explain();
  expect(reasons[0]).toMatchObject({ obstacle: 'busy', busyWith: 'booking' });
  expect(reasons[1]).toMatchObject({ obstacle: null });
  expect(reasons[2]).toMatchObject({ obstacle: 'busy', busyWith: 'activity' });
  await take(type, 2, start(5));
  expect((await explain())[1]).toMatchObject({ obstacle: 'limit' });
  expect((await explain(Date.now() - 3 * 86_400_000))[0]).toMatchObject({ obstacle: 'notice' });
  expect((await explain(Date.now() + 60 * 86_400_000))[0]).toMatchObject({ obstacle: 'horizon' });
});

it('keeps a type with upcoming bookings, and its address for itself', async () => {
  const type = await newType();
  const { id } = await take(type, 1, start());
  const remove = () => owner.call(booking.removeType, { params: { id: type.id } });
  await expect(remove()).rejects.toThrow('conflict');
  const same = { ...NEW_TYPE, name: 'Other', slug: type.slug, hostIds: [owner.userId] };
  await expect(owner.call(booking.createType, { body: same })).rejects.toThrow('"field":"slug"');
  await here(() => cancelByVisitor(id));
  await remove();
  expect((await visit(`/p/book/${type.slug}`)).status).toBe(404);
  expect(await upcoming('canceled')).toMatchObject([{ id }]);
  await owner.call(booking.createType, { body: same });
});
