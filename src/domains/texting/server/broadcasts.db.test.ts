import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { recoverOrphans } from '../../../server/jobs/worker.ts';
import { listHandsetMessages } from '../../../server/providers/sms/embedded.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts, type NewContact } from '../../crm/contract.ts';
import { messaging } from '../../messaging/contract.ts';
import { sendMessage } from '../../messaging/index.ts';
import { texts } from '../contract.ts';
import { type Broadcast, broadcasts } from '../contract/broadcasts.ts';
import { broadcastJob, WAKE_BROADCASTS } from './broadcast-job.ts';

const PATIENCE = { timeout: 20_000 };
const TEXT = 'Hi {{first_name}}, we close early on Friday.';
const AGREED = { sms: { state: 'granted', basis: 'Asked at the counter' } } as const;
let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
const business = async (name: string) =>
  system.signedIn({ workspaceId: await system.clientWorkspace(name), workspaceRole: 'owner' });
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(async () => {
  owner = await business('Tan Dental');
  await sendAtMost(300);
});

/** No quiet hours: the tests run at any time of day. */
async function sendAtMost(minute: number): Promise<void> {
  const { inboundUrl: _url, ...settings } = await owner.call(messaging.settings);
  const quiet = { ...settings.quiet, sms: { ...settings.quiet.sms, on: false } };
  await owner.call(messaging.saveSettings, { body: { ...settings, quiet, throttle: { minute, destination: minute } } });
}

const phoneOf = (n: number) => `+1415555${String(2_000 + n)}`;
const add = (firstName: string, rest: Partial<NewContact> = {}) =>
  owner.call(contacts.create, { body: { firstName, lastName: 'King', consent: AGREED, ...rest } });
async function addPeople(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await add(`Ada${n}`, { phones: [{ value: phoneOf(n) }] });
}
const draft = { text: TEXT, purpose: 'marketing', audience: { kind: 'all' }, segmentPrice: '0.0079' } as const;
const start = (more: object = {}) => owner.call(broadcasts.start, { body: { ...draft, name: 'Friday', ...more } });
const read = (id: string) => owner.call(broadcasts.get, { params: { id } });
const figures = async (id: string) => (await read(id)).figures;
async function untilKept(id: string, kept: number): Promise<void> {
  await expect.poll(async () => (await figures(id)).kept, PATIENCE).toBe(kept);
}
async function untilDone(id: string): Promise<Broadcast> {
  await expect
    .poll(async () => {
      await runRecurring(WAKE_BROADCASTS);
      return (await read(id)).state;
    }, PATIENCE)
    .toBe('done');
  return read(id);
}
/** Texts of the broadcast as they arrived, by number. */
async function arrived(): Promise<Record<string, number>> {
  const items = await listHandsetMessages(owner.workspaceId, { limit: 100 });
  const counts: Record<string, number> = {};
  for (const { direction, recipient, text } of items)
    if (direction === 'to_handset' && text.includes('Friday')) counts[recipient] = (counts[recipient] ?? 0) + 1;
  return counts;
}
const once = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [phoneOf(n), 1]));

it('shows who gets a broadcast, why not the others, and the cost, and then does the same', async () => {
  await add('Ada', { phones: [{ value: phoneOf(0) }] });
  await add('Ben', { phones: [{ value: phoneOf(0) }] });
  await add('Cara', { phones: [{ value: phoneOf(1) }], consent: {} });
  await add('Dan', { phones: [{ value: phoneOf(2) }] });
  await add('Eve');
  await owner.call(messaging.suppress, { body: { channel: 'sms', addresses: [phoneOf(2)] } });
  const preview = await owner.call(broadcasts.preview, { body: draft });
  expect(preview).toMatchObject({ total: 4, wouldGo: 1, later: 0, segments: 1, cost: '0.0079', currency: 'USD' });
  expect(Object.fromEntries(preview.refused.map(({ reason, count }) => [reason, count]))).toEqual({
    manual: 1,
    no_address: 1,
    no_consent: 1,
  });
  const { id } = await start();
  await untilKept(id, 1);
  const done = await untilDone(id);
  expect(done).toMatchObject({ state: 'done', segmentPrice: '0.0079', author: 'Test Person' });
  expect(done.figures).toMatchObject({ total: 4, waiting: 0, later: 0, kept: 1, failed: 0, skipped: 3 });
  expect(done.figures.reasons.map(({ why }) => why).toSorted()).toEqual([
    'The address is suppressed.',
    'There is no consent.',
    'There is no phone number.',
  ]);
  expect(await arrived()).toEqual({ [phoneOf(0)]: 1 });
  const listed = await owner.call(broadcasts.list);
  expect(listed.items.map((one) => one.id)).toEqual([id]);
});

it('sends to the contacts with a tag, or to chosen ones', async () => {
  const vip = await add('Ada', { phones: [{ value: phoneOf(0) }], tags: ['VIP'] });
  const other = await add('Ben', { phones: [{ value: phoneOf(1) }] });
  const tagged = await start({ audience: { kind: 'tag', tag: 'VIP' } });
  await untilKept(tagged.id, 1);
  expect(await arrived()).toEqual({ [phoneOf(0)]: 1 });
  const chosen = await start({ audience: { kind: 'contacts', contactIds: [vip.id, other.id] } });
  await untilKept(chosen.id, 2);
  expect(await arrived()).toEqual({ [phoneOf(0)]: 2, [phoneOf(1)]: 1 });
});

it('sends nothing while paused, and the rest after it is resumed, to nobody twice', async () => {
  await addPeople(6);
  await sendAtMost(2);
  const { id } = await start();
  await expect.poll(async () => (await figures(id)).total, PATIENCE).toBe(6);
  await untilKept(id, 2);
  const paused = await owner.call(broadcasts.pause, { params: { id } });
  expect(paused).toMatchObject({ state: 'paused', figures: { kept: 2, waiting: 4 } });
  await expect(owner.call(broadcasts.pause, { params: { id } })).rejects.toThrow('"code":"conflict"');
  await sendAtMost(300);
  await runRecurring(WAKE_BROADCASTS);
  // A later text passes the held ones: the queue is worked off.
  await inWorkspace(owner.workspaceId, null, () =>
    sendMessage({
      workspaceId: owner.workspaceId,
      channel: 'sms',
      purpose: 'transactional',
      to: { address: '+14155550199' },
      text: 'Your table is ready.',
      key: 'later',
    }),
  );
  await expect
    .poll(async () => {
      const { items } = await owner.call(messaging.messages, { query: { address: '+14155550199' } });
      return items[0]?.state;
    }, PATIENCE)
    .toBe('kept');
  expect(await figures(id)).toMatchObject({ kept: 2, waiting: 4 });
  const held = await owner.call(messaging.messages, { query: { state: 'held' } });
  expect(held.items.map(({ why, dueAt }) => [why, dueAt])).toEqual(
    Array.from({ length: 4 }, () => ['The broadcast is paused.', null]),
  );
  await owner.call(broadcasts.resume, { params: { id } });
  await untilKept(id, 6);
  expect(await arrived()).toEqual(once(6));
  await untilDone(id);
  await expect(owner.call(broadcasts.resume, { params: { id } })).rejects.toThrow('"code":"conflict"');
});

it('sends nothing to a person who replies STOP in the middle', async () => {
  await addPeople(4);
  await sendAtMost(2);
  const { id } = await start();
  await untilKept(id, 2);
  const got = await arrived();
  const phone = Object.keys(once(4)).find((one) => !got[one])!;
  await owner.call(texts.answerFromHandset, { body: { phone, text: 'STOP' } });
  await expect
    .poll(async () => (await owner.call(messaging.suppressions)).items.map(({ address }) => address), PATIENCE)
    .toEqual([phone]);
  await sendAtMost(300);
  await owner.call(broadcasts.pause, { params: { id } });
  await owner.call(broadcasts.resume, { params: { id } });
  await untilKept(id, 3);
  const done = await untilDone(id);
  expect(done.figures).toMatchObject({
    kept: 3,
    skipped: 1,
    reasons: [{ kind: 'skipped', why: 'The person replied STOP.', count: 1 }],
  });
  const { [phone]: _stopped, ...others } = once(4);
  expect(await arrived()).toEqual(others);
});

it('goes on after its worker was killed, to nobody twice', async () => {
  await addPeople(25);
  await sendAtMost(1);
  const { id } = await start();
  const taken = async () => {
    const [row] = await asSystem(() =>
      query<{ count: number }>(
        'select count(*)::int as count from text_broadcast_recipients where broadcast_id = $1 and message_id is not null',
        [id],
      ),
    );
    return row!.count;
  };
  // No more than the throttle lets through soon, so that replies to people do not wait behind them.
  await expect.poll(taken, PATIENCE).toBeGreaterThanOrEqual(20);
  const jobId = await inWorkspace(owner.workspaceId, null, () =>
    enqueue(broadcastJob, { broadcastId: id }, { delaySeconds: 3_600 }),
  );
  const before = await taken();
  expect(before).toBeLessThan(25);
  await sendAtMost(6_000);
  const killed = inWorkspace(owner.workspaceId, null, () =>
    broadcastJob.handler({
      jobId,
      payload: { broadcastId: id },
      state: undefined,
      attempt: 1,
      signal: new AbortController().signal,
      progress: () => undefined,
      checkpoint: () => Promise.reject(new Error('killed')),
      turnIsOver: () => false,
    }),
  );
  // The first job goes on, too, once more may be sent: it may have done all of it before the other dies.
  const end = await killed.then(
    () => 'done',
    (error: Error) => error.message,
  );
  expect(['killed', 'done']).toContain(end);
  await asSystem(() =>
    execute(
      `update jobs set state = 'running', node = 1, attempts = attempts + 1, heartbeat_at = now() - interval '10 seconds'
        where id = $1`,
      [jobId],
    ),
  );
  await recoverOrphans();
  await expect.poll(taken, PATIENCE).toBe(25);
  await owner.call(broadcasts.pause, { params: { id } });
  await owner.call(broadcasts.resume, { params: { id } });
  await untilKept(id, 25);
  expect(await arrived()).toEqual(once(25));
});

it('never sends what had not left when it was stopped', async () => {
  await addPeople(4);
  await sendAtMost(1);
  const { id } = await start();
  await untilKept(id, 1);
  const stopped = await owner.call(broadcasts.stop, { params: { id } });
  expect(stopped).toMatchObject({
    state: 'stopped',
    figures: {
      kept: 1,
      waiting: 0,
      skipped: 3,
      reasons: [{ kind: 'skipped', why: 'The broadcast was stopped.', count: 3 }],
    },
  });
  expect(stopped.finishedAt).not.toBeNull();
  await expect(owner.call(broadcasts.resume, { params: { id } })).rejects.toThrow('"code":"conflict"');
});

it('belongs to the managers of its workspace', async () => {
  const { id } = await start();
  const member = await system.signedIn({ workspaceId: owner.workspaceId });
  await expect(member.call(broadcasts.list)).rejects.toThrow('"code":"forbidden"');
  await expect(member.call(broadcasts.start, { body: { ...draft, name: 'Mine' } })).rejects.toThrow(
    '"code":"forbidden"',
  );
  const chosen = await add('Ada', { phones: [{ value: phoneOf(0) }] });
  const stranger = await business('Hahn & Söhne');
  for (const endpoint of [broadcasts.get, broadcasts.pause, broadcasts.resume, broadcasts.stop])
    await expect(stranger.call(endpoint, { params: { id } })).rejects.toThrow('"code":"not_found"');
  expect((await stranger.call(broadcasts.list)).items).toEqual([]);
  const preview = await stranger.call(broadcasts.preview, {
    body: { ...draft, audience: { kind: 'contacts', contactIds: [chosen.id] } },
  });
  expect(preview.total).toBe(0);
});

it.each([
  [{ text: '{{company}} is closed' }, 'text'],
  [{ text: '{{name}}' }, 'text'],
  [{ text: 'x'.repeat(1_600) }, 'text'],
  [{ audience: { kind: 'tag', tag: ' ' } }, 'audience.tag'],
  [{ audience: { kind: 'contacts', contactIds: [] } }, 'audience.contactIds'],
  [{ segmentPrice: 'cheap' }, 'segmentPrice'],
  [{ name: ' ' }, 'name'],
])('refuses %o', async (change, field) => {
  await expect(start(change)).rejects.toThrow(`"field":"${field}"`);
});
