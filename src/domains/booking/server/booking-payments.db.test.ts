import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities, leads } from '../../crm/contract.ts';
import { booking, type BookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { moveBooking, takeBooking } from './book.ts';
import { EXPIRE_UNPAID, REFUND_BOOKINGS } from './payments.ts';
import { bookingToken } from './visitor-booking.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let workspaceId: string;
let count = 0;
beforeAll(async () => {
  system = await startTestSystem({ TRUST_PROXY: '1' });
});
afterAll(() => system.destroy());
beforeEach(async () => {
  workspaceId = await system.clientWorkspace('Yoga Loft');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  count += 1;
});

const ALL_DAY: [string, string][] = [['00:00', '24:00']];
const WEEK = { mon: ALL_DAY, tue: ALL_DAY, wed: ALL_DAY, thu: ALL_DAY, fri: ALL_DAY, sat: ALL_DAY, sun: ALL_DAY };

async function newType(fields: object = {}): Promise<BookingType> {
  await owner.call(booking.setHours, { body: { zone: 'UTC', weekly: WEEK, overrides: {} } });
  return owner.call(booking.createType, {
    body: { ...NEW_TYPE, name: 'Class', slug: `class-${count}`, hostIds: [owner.userId], noticeMinutes: 0, ...fields },
  });
}
const visitor = (n: number) => ({ name: `Vera Guest${n}`, email: `vera${n}@guests.example`, phone: '', answers: [] });
const start = (n = 0) => Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + n * 1_800_000;
const here = <T>(work: () => Promise<T>) => inWorkspace(workspaceId, null, work);
const take = (type: BookingType, n: number, at: number) => here(() => takeBooking(type, at, 'UTC', visitor(n)));
const read = (id: string) => owner.call(booking.get, { params: { id } });
const offered = async (type: BookingType, at: number) => {
  const day = new Date(at).toISOString().slice(0, 10);
  const { offered: starts } = await owner.call(booking.slots, { params: { id: type.id }, query: { day } });
  return starts.includes(new Date(at).toISOString());
};

const headers = () => ({ 'user-agent': 'Mozilla/5.0 (Test)', 'x-forwarded-for': `203.1.${count}.7` });
const visit = async (path: string) => (await fetch(`${system.url}${path}`, { headers: headers() })).text();
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: headers(),
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
/** Books over the public page. @returns the page of the payment */
async function book(type: BookingType, at: number, n = 1): Promise<string> {
  const answer = await post(`/p/book/${type.slug}`, {
    token: formToken(`booking ${type.slug}`, Date.now() - 10_000),
    zone: 'UTC',
    at: String(at),
    name: `Vera Guest${n}`,
    email: `vera${n}@guests.example`,
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location')!;
}
const pay = (gateway: string) => post(gateway, { number: '4242 4242 4242 4242' });
const first = async () => (await owner.call(booking.bookings, { query: { tab: 'all' } })).items[0]!;
const becomes = async (id: string, expected: object) => {
  await expect.poll(() => read(id), { timeout: 20_000 }).toMatchObject(expected);
};
const mails = () =>
  asSystem(() =>
    query<{ subject: string; text: string }>(
      `select subject, text from messages where workspace_id = $1 and address like '%@guests.example' order by id`,
      [workspaceId],
    ),
  );
const timeIsUp = (id: string) =>
  asSystem(() => execute(`update bookings set pay_until = now() - interval '1 minute' where id = $1`, [id]));

it('fills ten times of three seats with thirty of 200 bookings that arrive together', async () => {
  const type = await newType({ seats: 3 });
  const results = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => take(type, n, start(n % 10))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
  const seats = await asSystem(() =>
    query<{ at: string; seats: number[] }>(
      `select start_at as at, array_agg(seat order by seat) as seats from booking_hosts where workspace_id = $1 and is_open group by 1`,
      [workspaceId],
    ),
  );
  expect(seats.map((one) => one.seats)).toEqual(Array.from({ length: 10 }, () => [1, 2, 3]));
}, 60_000);

it('refuses a seat that is taken or does not exist in the database, whatever the code does', async () => {
  const type = await newType({ seats: 3 });
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) ids.push((await take(type, n, start())).id);
  const set = (change: string) =>
    here(() =>
      execute(`update booking_hosts set ${change} where booking_id = $1 and workspace_id = $2`, [ids[1], workspaceId]),
    );
  await expect(set('seat = 1')).rejects.toThrow('booking_hosts_seat');
  await expect(set('seat = 4')).rejects.toThrow('booking_hosts_seat_exists');
  await expect(set('session = booking_id')).rejects.toThrow('booking_hosts_no_overlap');
});

it('offers a group until it is full, and nothing that overlaps it', async () => {
  const type = await newType({ seats: 2, durationMinutes: 60, stepMinutes: 30, dailyLimit: 1 });
  const other = await newType({ slug: `single-${count}` });
  const { id } = await take(type, 1, start());
  expect([await offered(type, start()), await offered(type, start(1)), await offered(other, start())]).toEqual([
    true,
    false,
    false,
  ]);
  await take(type, 2, start());
  expect(await offered(type, start())).toBe(false);
  await expect(take(type, 3, start())).rejects.toMatchObject({ code: 'conflict' });
  // A seat that is given back is offered again; one that moves takes a seat of another group.
  const { version } = await read(id);
  await owner.call(booking.setState, { params: { id }, body: { version, state: 'canceled' } });
  expect(await offered(type, start())).toBe(true);
  const again = await take(type, 3, start());
  await here(() => moveBooking(again.id, type, start(50)));
  expect([await offered(type, start()), (await read(again.id)).startAt]).toEqual([
    true,
    new Date(start(50)).toISOString(),
  ]);
});

it('holds a time while the visitor pays, and confirms it once', async () => {
  const type = await newType({ price: '35', currency: 'EUR' });
  expect(await visit(`/p/book/${type.slug}?at=${start()}&zone=UTC`)).toContain('Book and pay €35.00');
  const gateway = await book(type, start());
  expect(gateway).toMatch(/^\/p\/pay\//);
  const { id, link } = await first();
  expect(await read(id)).toMatchObject({ state: 'unpaid', leadId: null, payment: { amount: '35.00', paidAt: null } });
  // Nothing happened yet but that the time is taken.
  expect(await offered(type, start())).toBe(false);
  expect((await owner.call(leads.list)).items).toEqual([]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Pay to confirm: Class']);
  const page = new URL(link).pathname;
  const unpaid = await visit(page);
  expect(unpaid).toContain('Pay to confirm your appointment');
  expect(unpaid).toContain('No money moves.');
  expect((await post(page, { act: 'pay' })).headers.get('location')).toBe(gateway);

  await Promise.all([pay(gateway), pay(gateway)]);
  expect(await visit(page)).toContain('Your appointment is booked');
  await becomes(id, { state: 'confirmed', payment: { isTest: true, refunded: '0.00' } });
  expect((await owner.call(leads.list)).items).toHaveLength(1);
  expect((await owner.call(activities.list)).items).toHaveLength(1);
  const sent = await mails();
  expect(sent.map(({ subject }) => subject)).toEqual(['Pay to confirm: Class', 'Confirmed: Class']);
  expect(sent[1]!.text).toContain('Paid: €35.00');

  // Canceled in time, the visitor gets it back; the job pays it, once.
  expect(await visit(`${page}?act=cancel`)).toContain('Your payment of €35.00 is refunded.');
  await post(page, { act: 'cancel' });
  expect(await read(id)).toMatchObject({ state: 'canceled', payment: { refundDue: true } });
  for (let n = 0; n < 2; n++) await runRecurring(REFUND_BOOKINGS);
  expect(await read(id)).toMatchObject({ payment: { refundDue: false, refunded: '35.00' } });
  await expect(owner.call(booking.refund, { params: { id }, body: {} })).rejects.toThrow('Nothing is left to refund.');
});

it('frees a time that is not paid in time, and gives it back to a payment that comes late', async () => {
  const type = await newType({ price: '35' });
  const gateway = await book(type, start());
  const { id } = await first();
  await runRecurring(EXPIRE_UNPAID);
  expect(await read(id)).toMatchObject({ state: 'unpaid' });
  await timeIsUp(id);
  await runRecurring(EXPIRE_UNPAID);
  expect(await read(id)).toMatchObject({ state: 'expired' });
  expect(await offered(type, start())).toBe(true);
  await pay(gateway);
  await becomes(id, { state: 'confirmed', payment: { refundDue: false } });
  expect(await offered(type, start())).toBe(false);
});

it('refunds a late payment for a time that someone else has by then', async () => {
  const type = await newType({ price: '35' });
  const gateway = await book(type, start());
  const { id } = await first();
  await timeIsUp(id);
  await runRecurring(EXPIRE_UNPAID);
  await pay(await book(type, start(), 2));
  await pay(gateway);
  await becomes(id, { state: 'expired', payment: { refundDue: true } });
  await runRecurring(REFUND_BOOKINGS);
  expect(await read(id)).toMatchObject({ state: 'expired', payment: { refunded: '35.00', refundDue: false } });
  const all = (await owner.call(booking.bookings, { query: { tab: 'upcoming' } })).items;
  expect(all.map(({ email, state }) => [email, state])).toEqual([['vera2@guests.example', 'confirmed']]);
  expect((await mails()).map(({ subject }) => subject)).toContain('Your payment is refunded');
});

it('confirms what was paid without a report before its time is up', async () => {
  const type = await newType({ price: '35' });
  const gateway = await book(type, start());
  const { id } = await first();
  await asSystem(() =>
    execute(`update test_payments set state = 'paid' where token = $1`, [gateway.split('/').at(-1)]),
  );
  await timeIsUp(id);
  await runRecurring(EXPIRE_UNPAID);
  expect(await read(id)).toMatchObject({ state: 'confirmed' });
});

it('leaves the refund of a late cancellation to the team, and refunds what the team declines', async () => {
  const type = await newType({ price: '35', refundHours: 200, needsApproval: true });
  await pay(await book(type, start()));
  const one = await first();
  await becomes(one.id, { state: 'pending' });
  const page = `/p/bookings/${bookingToken(one.id)}`;
  expect(await visit(`${page}?act=cancel`)).toContain('The team decides about a refund.');
  await post(page, { act: 'cancel' });
  expect(await read(one.id)).toMatchObject({ state: 'canceled', payment: { refundDue: false, refunded: '0.00' } });
  const refund = (body: object) => owner.call(booking.refund, { params: { id: one.id }, body });
  await expect(refund({ amount: '35.01' })).rejects.toThrow('Only 35.00 USD is left to refund.');
  expect(await refund({ amount: '10' })).toMatchObject({ payment: { refunded: '10.00' } });
  expect(await refund({})).toMatchObject({ payment: { refunded: '35.00' } });

  await pay(await book(type, start(3), 2));
  await expect
    .poll(async () => (await owner.call(booking.bookings, { query: { tab: 'requests' } })).items.length, {
      timeout: 20_000,
    })
    .toBe(1);
  const [request] = (await owner.call(booking.bookings, { query: { tab: 'requests' } })).items;
  const declined = await owner.call(booking.setState, {
    params: { id: request!.id },
    body: { version: request!.version, state: 'declined' },
  });
  expect(declined).toMatchObject({ state: 'declined', payment: { refundDue: true } });
});

it.each([
  ['price', { price: '0' }, 'Enter a price above zero'],
  ['price', { price: '9.999' }, 'at most 2 decimals'],
  ['price', { price: '5.5', currency: 'JPY' }, 'at most 0 decimals'],
  ['currency', { price: '5', currency: 'XXX' }, 'Choose a currency.'],
  ['seats', { seats: 0 }, 'Enter at least 1.'],
])('refuses a type with a wrong %s', async (_field, fields, message) => {
  await expect(newType(fields)).rejects.toThrow(message);
});
