import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities } from '../../crm/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { booking, type BookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { cancelByVisitor, takeBooking } from './book.ts';
import { READ_CALENDARS } from './calendars.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let workspaceId: string;
let count = 0;
let calendars: Server;
let calendarText = '';
let calendarStatus = 200;
let calendarUrl = '';

beforeAll(async () => {
  system = await startTestSystem();
  calendars = createServer((request, response) => {
    if (request.url === '/moved.ics') return response.writeHead(302, { location: '/busy.ics' }).end();
    const etag = `"${createHash('sha256').update(calendarText).digest('hex')}"`;
    if (calendarStatus === 200 && request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(calendarStatus, { 'content-type': 'text/calendar', etag }).end(calendarText);
  });
  await new Promise<void>((resolve) => calendars.listen(0, '127.0.0.1', resolve));
  const { port } = calendars.address() as AddressInfo;
  allowPrivateHosts([`127.0.0.1:${port}`]);
  calendarUrl = `http://127.0.0.1:${port}/busy.ics`;
});
afterAll(async () => {
  allowPrivateHosts([]);
  calendars.close();
  await system.destroy();
});
beforeEach(async () => {
  calendarStatus = 200;
  workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
});

const ALL_DAY: [string, string][] = [['00:00', '24:00']];
const WEEK = { mon: ALL_DAY, tue: ALL_DAY, wed: ALL_DAY, thu: ALL_DAY, fri: ALL_DAY, sat: ALL_DAY, sun: ALL_DAY };

async function newHost() {
  const host = await system.signedIn({ workspaceId, workspaceRole: 'member' });
  await host.call(booking.setHours, { body: { zone: 'UTC', weekly: WEEK, overrides: {} } });
  return host;
}

async function newType(fields: object = {}): Promise<BookingType> {
  await owner.call(booking.setHours, { body: { zone: 'UTC', weekly: WEEK, overrides: {} } });
  count += 1;
  return owner.call(booking.createType, {
    body: {
      ...NEW_TYPE,
      name: 'Cleaning',
      slug: `cleaning-${count}`,
      hostIds: [owner.userId],
      noticeMinutes: 0,
      ...fields,
    },
  });
}

const visitor = (n: number) => ({ name: `Vera Guest${n}`, email: `vera${n}@guests.example`, phone: '', answers: [] });
const start = (n = 0) => Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + n * 1_800_000;
const instant = (at: number) => new Date(at).toISOString();
const here = <T>(work: () => Promise<T>) => inWorkspace(workspaceId, null, work);
const take = (type: BookingType, n: number, at: number) => here(() => takeBooking(type, at, 'UTC', visitor(n)));
const read = (id: string) => owner.call(booking.get, { params: { id } });
const mails = () =>
  asSystem(() =>
    query<{ address: string; subject: string; text: string; calendar: { method: string } | null }>(
      'select address, subject, text, calendar from messages where workspace_id = $1 order by id',
      [workspaceId],
    ),
  );
const browser = { 'user-agent': 'Mozilla/5.0 (Test)' };
const visit = async (path: string) =>
  (await (await fetch(`${system.url}${path}`, { headers: browser })).text()).replaceAll('&amp;', '&');
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: browser,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const tokenOf = ({ slug }: BookingType) => formToken(`booking ${slug}`, Date.now() - 10_000);
const reasons = async (type: BookingType, at: number) =>
  (
    await owner.call(booking.slots, { params: { id: type.id }, query: { day: instant(at).slice(0, 10) } })
  ).hosts[0]!.starts.find((one) => one.at === instant(at))!;
const inTime = { timeout: 15_000, interval: 100 };

it('holds a time for the visitor who chose it, and books it for them', async () => {
  const type = await newType();
  const path = `/p/book/${type.slug}`;
  const fields = { zone: 'UTC', at: String(start()), name: 'Vera' };
  const held = (await post(path, { ...fields, act: 'hold' })).headers.get('location')!;
  const page = await visit(held);
  expect(page).toContain('Held for you until');
  expect(page).toContain('value="Vera"');
  expect(await reasons(type, start())).toMatchObject({ obstacle: 'busy', busyWith: 'hold' });
  expect((await post(path, { ...fields, act: 'hold' })).status).toBe(409);
  await expect(take(type, 2, start())).rejects.toMatchObject({ code: 'conflict' });
  const hold = new URL(held, system.url).searchParams.get('hold')!;
  const entry = { ...fields, token: tokenOf(type), email: 'vera@guests.example' };
  expect((await post(path, entry)).status).toBe(409);
  expect((await post(path, { ...entry, hold })).status).toBe(303);
  expect(await reasons(type, start())).toMatchObject({ busyWith: 'booking' });

  const other = (await post(path, { ...fields, act: 'hold', at: String(start(2)) })).headers.get('location')!;
  const before = new URL(other, system.url).searchParams.get('hold')!;
  await post(path, { ...fields, act: 'hold', at: String(start(4)), hold: before });
  expect(await reasons(type, start(2))).toMatchObject({ obstacle: null });
  await here(() =>
    execute(`update booking_holds set expires_at = now() - interval '1 second' where workspace_id = $1`, [workspaceId]),
  );
  expect(await reasons(type, start(4))).toMatchObject({ obstacle: null });
});

it('tells the waiting list of a time that becomes free, until the visitor books or leaves', async () => {
  const type = await newType();
  const path = `/p/book/${type.slug}`;
  const join = (name: string, email: string) =>
    post(path, { act: 'wait', zone: 'UTC', name, email, token: tokenOf(type) });
  expect((await join('', 'no address')).status).toBe(422);
  for (const name of ['Una', 'Vito'])
    expect((await join(name, `${name.toLowerCase()}@guests.example`)).status).toBe(303);
  expect((await join('Una', 'UNA@guests.example')).status).toBe(303);
  const { items } = await owner.call(booking.waits, { params: { id: type.id } });
  expect(items.map(({ name }) => name)).toEqual(['Una', 'Vito']);
  const leave = /\/p\/booking-waits\/[\w.-]+/.exec(
    (await mails()).find(({ address }) => address.startsWith('vito'))!.text,
  )![0];
  expect((await visit(leave)).includes('Leave waiting list')).toBe(true);
  expect(await (await post(leave, {})).text()).toContain('You left the waiting list');

  const { id } = await take(type, 1, start());
  await here(() => cancelByVisitor(id));
  const told = (await mails()).filter(({ subject }) => subject.startsWith('A time is free'));
  expect(told.map(({ address }) => address)).toEqual(['una@guests.example']);
  expect(told[0]!.text).toContain(`at=${start()}`);
  await here(() => takeBooking(type, start(), 'UTC', { ...visitor(2), email: 'una@guests.example' }));
  expect((await owner.call(booking.types)).items[0]!.waiting).toBe(0);
});

it('gives a booking to another host, and tells everyone', async () => {
  const other = await newHost();
  const type = await newType();
  const theirs = await newType({ hostIds: [other.userId] });
  const { id } = await take(type, 1, start());
  await take(theirs, 2, start(4));
  const reassign = (bookingId: string, version: number, hostId: string) =>
    owner.call(booking.reassign, { params: { id: bookingId }, body: { version, hostId } });
  const { version, activityId } = await read(id);
  await expect(reassign(id, version, type.id)).rejects.toThrow('"field":"hostId"');
  const given = await reassign(id, version, other.userId);
  expect(given.hosts.map((host) => host.id)).toEqual([other.userId]);
  const activity = await owner.call(activities.get, { params: { id: activityId! } });
  expect(activity.ownerId).toBe(other.userId);
  const sent = (await mails()).slice(4);
  expect(sent.map(({ subject, calendar }) => `${subject.split(':')[0]} ${calendar?.method}`).toSorted()).toEqual([
    'New host REQUEST',
    'New host REQUEST',
    'No longer yours CANCEL',
  ]);
  const busy = await take(type, 3, start(4));
  const { version: now } = await read(busy.id);
  await expect(reassign(busy.id, now, other.userId)).rejects.toThrow('conflict');
  await expect(reassign(busy.id, now + 1, other.userId)).rejects.toThrow('stale');
});

it('follows its activity to another owner, another time, and off', async () => {
  const other = await newHost();
  const type = await newType();
  const { id } = await take(type, 1, start());
  const { activityId } = await read(id);
  const change = async (fields: object) => {
    const { version } = await owner.call(activities.get, { params: { id: activityId! } });
    await owner.call(activities.update, { params: { id: activityId! }, body: { version, ...fields } });
  };
  await change({ ownerId: other.userId });
  await vi.waitFor(async () => expect((await read(id)).hosts.map((host) => host.id)).toEqual([other.userId]), inTime);
  await change({ dueAt: instant(start(6)) });
  await vi.waitFor(async () => expect((await read(id)).startAt).toBe(instant(start(6))), inTime);

  await take(await newType({ hostIds: [other.userId] }), 2, start(10));
  await change({ dueAt: instant(start(10)) });
  await vi.waitFor(async () => {
    const { items } = await other.call(notifications.list);
    expect(items.map(({ title }) => title)).toContain('The booking of Vera Guest1 was not changed with its activity');
  }, inTime);
  expect((await read(id)).startAt).toBe(instant(start(6)));
  await owner.call(activities.cancel, { params: { id: activityId! } });
  await vi.waitFor(async () => expect((await read(id)).state).toBe('canceled'), inTime);
});

it('takes busy times from a calendar elsewhere, and keeps them while it cannot be read', async () => {
  const type = await newType();
  const utc = (at: number) => instant(at).replace(/[-:]|\.\d+/g, '');
  const event = (at: number) => `BEGIN:VEVENT\r\nUID:e${at}\r\nDTSTART:${utc(at)}\r\nDURATION:PT30M\r\nEND:VEVENT\r\n`;
  const text = (...starts: number[]) =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${starts.map(event).join('')}END:VCALENDAR\r\n`;
  const add = (url: string) => owner.call(booking.addCalendar, { body: { name: 'Private', url } });
  calendarText = 'Sign in first';
  await expect(add(calendarUrl)).rejects.toThrow('"field":"url"');
  await expect(add('http://127.0.0.1:1/secret.ics')).rejects.toThrow('"field":"url"');
  calendarText = text(start(2));
  const added = await add(calendarUrl.replace('busy', 'moved'));
  expect(added).toMatchObject({ name: 'Private', events: 1, unread: 0, problem: '' });
  expect(JSON.stringify(added)).not.toContain('.ics');
  expect(await reasons(type, start(2))).toMatchObject({ obstacle: 'busy', busyWith: 'calendar' });
  await expect(take(type, 1, start(2))).rejects.toMatchObject({ code: 'conflict' });

  calendarText = text(start(8));
  const due = () =>
    here(() =>
      execute('update booking_calendars set next_at = now() - make_interval(secs => 1) where workspace_id = $1', [
        workspaceId,
      ]),
    );
  // The server reads calendars by itself, too, so one run may find nothing to do.
  const read = async () => {
    await due();
    await runRecurring(READ_CALENDARS);
  };
  await expect
    .poll(
      async () => {
        await read();
        return (await reasons(type, start(2))).obstacle;
      },
      { timeout: 20_000 },
    )
    .toBeNull();
  expect(await reasons(type, start(8))).toMatchObject({ busyWith: 'calendar' });
  calendarStatus = 503;
  const news = async () =>
    (await owner.call(notifications.list)).items.filter(({ title }) => title.includes('cannot be read'));
  await expect
    .poll(
      async () => {
        await read();
        return (await news()).length;
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  expect(await reasons(type, start(8))).toMatchObject({ busyWith: 'calendar' });
  const { items } = await owner.call(booking.calendars);
  expect(items[0]!.problem).toContain('503');

  const other = await newHost();
  expect((await other.call(booking.calendars)).items).toEqual([]);
  await expect(other.call(booking.removeCalendar, { params: { id: added.id } })).rejects.toThrow('not_found');
  await owner.call(booking.removeCalendar, { params: { id: added.id } });
  expect(await reasons(type, start(8))).toMatchObject({ obstacle: null });
});

it('leads visitors to the right calendar by their answers, and keeps those with the booking', async () => {
  const large = await newType();
  const small = await newType();
  const body = {
    title: 'Talk to us',
    slug: `talk-${large.slug}`,
    description: '',
    questions: [{ label: 'How large is your team?', options: ['Small', 'Large', 'None yet'] }],
    rules: [
      { answers: ['Large'], target: { typeId: large.id } },
      { answers: ['None yet'], target: { message: 'Come back later.' } },
    ],
    fallback: { typeId: small.id },
    isActive: true,
  };
  const wrong = { ...body, rules: [{ answers: ['Huge'], target: { typeId: large.id } }] };
  await expect(owner.call(booking.createRoute, { body: wrong })).rejects.toThrow('"field":"rules"');
  const made = await owner.call(booking.createRoute, { body });
  await expect(owner.call(booking.createRoute, { body })).rejects.toThrow('"field":"slug"');
  const path = new URL(made.link).pathname;
  expect(await visit(path)).toContain('How large is your team?');
  expect((await post(path, { r0: '' })).status).toBe(422);
  expect(await (await post(path, { r0: 'None yet' })).text()).toContain('Come back later.');
  const to = async (answer: string) => (await post(path, { r0: answer })).headers.get('location')!;
  expect(await to('Small')).toContain(`/p/book/${small.slug}?`);
  const target = await to('Large');
  expect(target).toContain(`/p/book/${large.slug}?`);
  const form = await visit(`${target}&zone=UTC&at=${start()}`);
  expect(form).toContain('name="r0" value="Large"');
  const given = { route: made.id, r0: 'Large', zone: 'UTC', at: String(start()), token: tokenOf(large) };
  await post(`/p/book/${large.slug}`, { ...given, name: 'Vera', email: 'vera@guests.example' });
  const { items } = await owner.call(booking.bookings);
  expect(items[0]!.answers).toEqual([{ question: 'How large is your team?', answer: 'Large' }]);
  await owner.call(booking.removeRoute, { params: { id: made.id } });
  expect((await fetch(`${system.url}${path}`, { headers: browser })).status).toBe(404);
});
