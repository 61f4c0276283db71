import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inWorkspace } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { booking, type BookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { cancelByVisitor, moveBooking, takeBooking } from './book.ts';

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

async function newType(fields: object = {}): Promise<BookingType> {
  const { people } = await owner.call(booking.types);
  const day = [['00:00', '24:00']];
  const weekly = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };
  await owner.call(booking.setHours, { body: { zone: 'UTC', weekly, overrides: {} } as never });
  const host = people.find(({ id }) => id === owner.userId)!;
  return owner.call(booking.createType, {
    body: {
      ...NEW_TYPE,
      name: 'Checkup',
      slug: `checkup-${(count += 1)}`,
      hostIds: [host.id],
      noticeMinutes: 0,
      ...fields,
    },
  });
}

const visitor = (n: number) => ({ name: `Visitor ${n}`, email: `visitor${n}@guests.example`, phone: '', answers: [] });
const start = (n = 0) => Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + n * 1_800_000;
const take = (type: BookingType, n: number, at: number) =>
  inWorkspace(workspaceId, null, () => takeBooking(type, at, 'Europe/Berlin', visitor(n)));
const upcoming = async () => (await owner.call(booking.bookings)).items;

it('takes ten of 200 bookings that arrive together for ten times', async () => {
  const type = await newType();
  const results = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => take(type, n, start(n % 10))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
  expect(new Set((await upcoming()).map(({ startAt }) => startAt)).size).toBe(10);
}, 60_000);

it('frees the time of a canceled booking, and moves a booking with the same link', async () => {
  const type = await newType();
  const { id } = await take(type, 1, start());
  await expect(take(type, 2, start())).rejects.toMatchObject({ code: 'conflict' });
  await inWorkspace(workspaceId, null, () => moveBooking(id, type, start(4)));
  expect(await upcoming()).toMatchObject([{ id, startAt: new Date(start(4)).toISOString() }]);
  await take(type, 2, start());
  await inWorkspace(workspaceId, null, () => cancelByVisitor(id));
  expect((await upcoming()).map(({ name }) => name)).toEqual(['Visitor 2']);
  expect((await owner.call(booking.bookings, { query: { tab: 'canceled' } })).items).toMatchObject([{ id }]);
  const day = new Date(start()).toISOString().slice(0, 10);
  const { hosts } = await owner.call(booking.slots, { params: { id: type.id }, query: { day } });
  expect(hosts[0]!.starts[0]).toMatchObject({ obstacle: 'busy' });
});

it('keeps a booking waiting for approval until a person decides', async () => {
  const type = await newType({ needsApproval: true });
  const { id } = await take(type, 1, start());
  const [one] = await upcoming();
  expect(one).toMatchObject({ state: 'pending' });
  await owner.call(booking.setState, { params: { id }, body: { version: one!.version, state: 'confirmed' } });
  expect(await upcoming()).toMatchObject([{ state: 'confirmed' }]);
  await expect(
    owner.call(booking.setState, { params: { id }, body: { version: one!.version, state: 'canceled' } }),
  ).rejects.toThrow('stale');
});

it('shows the public page without a script, and no page for an unknown address', async () => {
  const type = await newType();
  const page = await system.app.inject({ url: `/p/book/${type.slug}` });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Checkup');
  expect(page.body).toContain(`?at=`);
  expect((await system.app.inject({ url: '/p/book/not-there' })).statusCode).toBe(404);
  expect((await system.app.inject({ url: '/p/bookings/wrong.token' })).statusCode).toBe(404);
});
