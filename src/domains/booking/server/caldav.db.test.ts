import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { useDns } from '../../../server/dns/resolver.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestCaldav, type TestCaldav } from '../../../testing/caldav-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { booking, type BookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { moveBooking, takeBooking } from './book.ts';
import { READ_CALENDARS } from './calendars.ts';

let system: TestSystem;
let caldav: TestCaldav;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let workspaceId: string;
let type: BookingType;
let count = 0;

beforeAll(async () => {
  caldav = await startTestCaldav();
  system = await startTestSystem();
  allowPrivateHosts([caldav.host]);
});
afterAll(async () => {
  allowPrivateHosts([]);
  await system.destroy();
  await caldav.close();
});

const ALL_DAY: [string, string][] = [['00:00', '24:00']];
const WEEK = { mon: ALL_DAY, tue: ALL_DAY, wed: ALL_DAY, thu: ALL_DAY, fri: ALL_DAY, sat: ALL_DAY, sun: ALL_DAY };
beforeEach(async () => {
  Object.assign(caldav, { fail: 0, events: caldav.events });
  caldav.events.clear();
  caldav.asked.length = 0;
  workspaceId = await system.clientWorkspace('Tara Law');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  await owner.call(booking.setHours, { body: { zone: 'UTC', weekly: WEEK, overrides: {} } });
  type = await owner.call(booking.createType, {
    body: {
      ...NEW_TYPE,
      name: 'Consultation',
      slug: `consultation-${(count += 1)}`,
      hostIds: [owner.userId],
      noticeMinutes: 0,
    },
  });
});

const account = () => ({ username: caldav.username, password: caldav.password });
const find = (url: string, changes = {}) =>
  owner.call(booking.findCalendars, { body: { url, ...account(), ...changes } });
const workUrl = () => `${caldav.url}/dav/home/office/`;
const connect = (writeTo: string | null = null) =>
  owner.call(booking.addCaldav, { body: { ...account(), calendars: [{ name: 'Work', url: workUrl() }], writeTo } });

const start = (n = 0) => Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + n * 1_800_000;
const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
const put = (uid: string, at: number, more = '') =>
  caldav.events.set(
    `/dav/home/office/${uid}.ics`,
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${utc(at)}\r\nDURATION:PT30M\r\nSUMMARY:a < b & c\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`,
  );
const reason = async (at: number) => {
  const query = { day: new Date(at).toISOString().slice(0, 10) };
  const { hosts } = await owner.call(booking.slots, { params: { id: type.id }, query });
  return hosts[0]!.starts.find((one) => Date.parse(one.at) === at)?.busyWith ?? null;
};
const here = <T>(work: () => Promise<T>) => inWorkspace(workspaceId, null, work);
const take = (at: number) =>
  here(() =>
    takeBooking(type, at, 'UTC', { name: 'Vera Guest', email: 'vera@guests.example', phone: '', answers: [] }),
  );
const inCalendar = async (expected: (string | undefined)[]) => {
  await expect
    .poll(() => [...caldav.events.values()].map((text) => /^DTSTART[^:]*:(\w+)/m.exec(text)?.[1]), { timeout: 20_000 })
    .toEqual(expected);
};

it('finds the calendars of an account from the server, and says what is wrong with it', async () => {
  const { items } = await find(caldav.url);
  expect(items).toEqual([
    { name: 'Work & more', url: workUrl(), writable: true },
    { name: 'Holidays', url: `${caldav.url}/dav/home/holidays/`, writable: false },
  ]);
  expect((await find(`${caldav.url}/dav/`)).items).toHaveLength(2);
  expect((await find(`${caldav.url}/dav/home/`)).items).toHaveLength(2);
  caldav.asked.length = 0;
  await expect(find(caldav.url, { password: 'wrong' })).rejects.toThrow('refused the username and password');
  // A wrong password is tried as seldom as possible: servers lock accounts.
  expect(caldav.asked.length).toBeLessThanOrEqual(2);
  await expect(find('http://127.0.0.1:1/')).rejects.toThrow('unavailable');
  await expect(find('http://169.254.169.254/')).rejects.toThrow('unavailable');
});

it('finds the server of an email address by the DNS', async () => {
  const asked: string[] = [];
  const none = async () => [];
  useDns({
    txt: async (name) => (asked.push(name), ['path=/dav/']),
    cname: none,
    addresses: none,
    mx: none,
    srv: async (name) => (asked.push(name), [{ name: 'calendars.invalid', port: 443, priority: 0, weight: 0 }]),
  });
  try {
    await expect(find('tara@law.invalid')).rejects.toThrow('unavailable');
    expect(asked).toEqual(['_caldavs._tcp.law.invalid', '_caldavs._tcp.law.invalid']);
  } finally {
    useDns(undefined);
  }
});

it('takes busy times with their series, keeps them while it cannot read, and shows no secret', async () => {
  put('one', start(2));
  put('daily', start(5), 'RRULE:FREQ=DAILY;COUNT=3\r\n');
  put('free', start(7), 'TRANSP:TRANSPARENT\r\n');
  const { items } = await connect();
  expect(items).toMatchObject([{ name: 'Work', kind: 'caldav', events: 3, problem: '', writes: false }]);
  expect(JSON.stringify(items)).not.toContain('/dav/');
  const [row] = await asSystem(() =>
    query<{ text: string }>(`select c::text as text from booking_calendars c where workspace_id = $1`, [workspaceId]),
  );
  expect(row!.text).not.toContain(caldav.password);
  const DAY = 48;
  const found = [];
  for (const n of [2, 3, 5, 5 + DAY, 5 + 2 * DAY, 5 + 3 * DAY, 7]) found.push(await reason(start(n)));
  expect(found).toEqual(['calendar', null, 'calendar', 'calendar', 'calendar', null, null]);
  await expect(take(start(2))).rejects.toMatchObject({ code: 'conflict' });

  // Nothing changed: the events are not read again.
  const read = async () => {
    await here(() => execute('update booking_calendars set next_at = now() where workspace_id = $1', [workspaceId]));
    await runRecurring(READ_CALENDARS);
  };
  caldav.asked.length = 0;
  await read();
  expect(caldav.asked).toEqual(['PROPFIND /dav/home/office/']);
  caldav.fail = 503;
  await read();
  const [failed] = (await owner.call(booking.calendars)).items;
  expect([failed!.problem, await reason(start(2))]).toEqual([expect.stringContaining('503'), 'calendar']);
});

it('writes bookings into the calendar, moves and deletes them there, and is not kept busy by them', async () => {
  const early = await take(start(1));
  await connect(workUrl());
  await inCalendar([utc(start(1))]);
  const { id } = await take(start(3));
  await inCalendar([utc(start(1)), utc(start(3))]);
  const text = caldav.events.get(`/dav/home/office/booking-${id}.ics`)!;
  expect(text).toContain('SUMMARY:Consultation: Vera Guest');
  expect(text).toContain(`UID:booking-${id}@gauntlet`);

  await here(() => moveBooking(id, type, start(9)));
  await inCalendar([utc(start(1)), utc(start(9))]);
  // Read back, the calendar holds the booking, but the booking does not block its own time.
  const { items } = await owner.call(booking.calendars);
  expect(await owner.call(booking.checkCalendar, { params: { id: items[0]!.id } })).toMatchObject({ events: 0 });
  const cancel = async (booked: string) => {
    const { version } = await owner.call(booking.get, { params: { id: booked } });
    await owner.call(booking.setState, { params: { id: booked }, body: { version, state: 'canceled' } });
  };
  await cancel(id);
  await inCalendar([utc(start(1))]);
  // One that somebody deleted by themselves is no problem.
  caldav.events.clear();
  await cancel(early.id);
  await expect.poll(() => caldav.asked.filter((one) => one.startsWith('DELETE')).length, { timeout: 20_000 }).toBe(2);
});

it('refuses a calendar to write into that is not among those chosen, and more than the limit', async () => {
  await expect(connect(`${caldav.url}/dav/home/other/`)).rejects.toThrow('"field":"writeTo"');
  const calendars = Array.from({ length: 5 }, (_, n) => ({ name: `Work ${n}`, url: workUrl() }));
  await owner.call(booking.addCaldav, { body: { ...account(), calendars, writeTo: null } });
  await expect(connect()).rejects.toThrow('You can connect up to 5 calendars.');
});
