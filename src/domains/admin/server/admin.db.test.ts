import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { health } from '../../../server/http/health.ts';
import { noteKey } from '../../../server/secrets/key-fingerprint.ts';
import { keyName } from '../../../server/secrets/secrets.ts';
import { sendMail } from '../../../server/providers/mail/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { installation, jobs, mailOutbox, reactions, recurringJobs } from '../contract.ts';

let gate = Promise.withResolvers<void>();
const work = defineJob({
  name: 'test.admin-work',
  title: ({ label }) => `Work on ${label}`,
  payload: z.object({ label: z.string() }),
  concurrency: 4,
  async handler({ payload, signal, progress }) {
    progress(1, 2, 'half-way');
    if (payload.label === 'waits')
      await Promise.race([
        gate.promise,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      ]);
    return { label: payload.label };
  },
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
const start = (client: Client, label: string) =>
  inWorkspace(client.workspaceId, client.userId, () => enqueue(work, { label }));

async function untilState(client: Client, id: string, state: string) {
  return vi.waitFor(
    async () => {
      const job = await client.call(jobs.get, { params: { id } });
      expect(job.state).toBe(state);
      return job;
    },
    { timeout: 20_000, interval: 20 },
  );
}

describe('jobs over HTTP', () => {
  it('are seen by who started them, page by page', async () => {
    const ada = await system.signedIn();
    const ids: string[] = [];
    for (const label of ['one', 'two', 'three']) ids.push(await start(ada, label));
    for (const id of ids) await untilState(ada, id, 'succeeded');
    const first = await ada.call(jobs.list, { query: { limit: 2 } });
    expect(first.items.map((job) => job.title)).toEqual(['Work on three', 'Work on two']);
    const second = await ada.call(jobs.list, { query: { limit: 2, cursor: first.next! } });
    expect(second).toMatchObject({ items: [{ id: ids[0], result: { label: 'one' } }], next: null });
    expect((await ada.call(jobs.list, { query: { active: 'true' } })).items).toEqual([]);
  });

  it('can be canceled and started again', async () => {
    const ada = await system.signedIn();
    const id = await start(ada, 'waits');
    await untilState(ada, id, 'running');
    expect((await ada.call(jobs.list, { query: { active: 'true' } })).items).toHaveLength(1);
    await ada.call(jobs.cancel, { params: { id } });
    await untilState(ada, id, 'cancelled');
    expect((await ada.tryCall(jobs.cancel, { params: { id } })).status).toBe(409);
    gate.resolve();
    await ada.call(jobs.retry, { params: { id } });
    await untilState(ada, id, 'succeeded');
    expect((await ada.tryCall(jobs.retry, { params: { id } })).status).toBe(409);
    gate = Promise.withResolvers();
  });

  it('of others answer like those that do not exist', async () => {
    const ada = await system.signedIn();
    const colleague = await system.signedIn();
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const id = await start(ada, 'mine');
    for (const other of [colleague, stranger]) {
      for (const call of [jobs.get, jobs.cancel, jobs.retry])
        expect((await other.tryCall(call, { params: { id } })).status).toBe(404);
    }
    expect((await ada.tryCall(jobs.get, { params: { id: 'not-an-id' } })).status).toBe(404);
    expect((await system.visitor().send('GET', '/api/jobs')).status).toBe(401);
  });
});

describe('recurring work', () => {
  it('is seen and run by administrators only', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const { items } = await admin.call(recurringJobs.list);
    const forget = items.find((item) => item.name === 'platform.forget')!;
    expect(forget).toMatchObject({ schedule: 'every 3600 s', lastError: null });
    await admin.call(recurringJobs.run, { params: { name: 'platform.forget' } });
    await vi.waitFor(
      async () => {
        const after = (await admin.call(recurringJobs.list)).items.find((item) => item.name === 'platform.forget')!;
        expect(after.runs).toBeGreaterThan(forget.runs);
      },
      { timeout: 20_000, interval: 20 },
    );
    expect((await admin.tryCall(recurringJobs.run, { params: { name: 'nothing' } })).status).toBe(404);
    const user = await system.signedIn();
    expect((await user.tryCall(recurringJobs.list)).status).toBe(403);
    expect((await user.tryCall(recurringJobs.run, { params: { name: 'platform.forget' } })).status).toBe(403);
  });
});

describe('kept mails', () => {
  it('are read by administrators only, and say that they were not sent', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const sent = await sendMail({
      to: [{ address: 'ada@client.example', name: 'Ada' }],
      subject: 'Hello',
      text: 'Hello Ada',
      html: '<p>Hello Ada</p>',
    });
    expect(sent.delivered).toBe('kept');
    const { items, sent: wasSent } = await admin.call(mailOutbox.list);
    expect(wasSent).toBe(false);
    expect(items[0]).toMatchObject({
      subject: 'Hello',
      to: [{ address: 'ada@client.example', name: 'Ada' }],
      from: { name: 'Gauntlet' },
    });
    const mail = await admin.call(mailOutbox.get, { params: { id: items[0]!.id } });
    expect(mail).toMatchObject({
      sent: false,
      messageId: sent.id,
      text: 'Hello Ada',
      html: '<p>Hello Ada</p>',
      attachments: [],
    });
    const user = await system.signedIn();
    expect((await user.tryCall(mailOutbox.list)).status).toBe(403);
    expect((await user.tryCall(mailOutbox.get, { params: { id: items[0]!.id } })).status).toBe(403);
    expect((await admin.tryCall(mailOutbox.get, { params: { id: admin.userId } })).status).toBe(404);
  });
});

it('is described in the API document', async () => {
  const { body } = await system.visitor().send<{ paths: Record<string, unknown> }>('GET', '/api/openapi.json');
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/api/jobs', '/api/jobs/{id}/cancel', '/api/admin/mail-outbox', '/api/events']),
  );
});

describe('the page of administrators', () => {
  it('shows the jobs of all workspaces, and stops and restarts any of them', async () => {
    const admin = await system.signedIn({ role: 'admin', name: 'Root' });
    const grace = await system.signedIn({ workspaceId: await system.clientWorkspace('Navy'), name: 'Grace' });
    const id = await start(grace, 'waits');
    await untilState(grace, id, 'running');
    const [job] = (await admin.call(installation.jobs, { query: { state: 'running', search: 'work on waits' } })).items;
    expect(job).toMatchObject({
      id,
      title: 'Work on waits',
      state: 'running',
      workspace: { name: 'Navy' },
      creator: { name: 'Grace' },
    });
    expect(job).not.toHaveProperty('result');
    await admin.call(installation.cancelJob, { params: { id } });
    await untilState(grace, id, 'cancelled');
    expect((await admin.tryCall(installation.cancelJob, { params: { id } })).status).toBe(409);
    gate.resolve();
    await admin.call(installation.retryJob, { params: { id } });
    await untilState(grace, id, 'succeeded');
    gate = Promise.withResolvers();
    expect((await admin.tryCall(installation.retryJob, { params: { id: grace.userId } })).status).toBe(404);
    // A rejected act changed nothing.
    expect(
      await asSystem(() =>
        query(`select action, subject_id from audit_log where actor_id = $1 and action like 'job.%' order by id`, [
          admin.userId,
        ]),
      ),
    ).toEqual([
      { action: 'job.cancelled', subject_id: id },
      { action: 'job.retried', subject_id: id },
    ]);
  });

  it('lets recurring work rest, runs it once all the same, and lets it go on', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const name = 'notifications.forget';
    const read = async () => (await admin.call(recurringJobs.list)).items.find((one) => one.name === name)!;
    await admin.call(recurringJobs.pause, { params: { name }, body: { paused: true } });
    const { runs } = await read();
    await admin.call(recurringJobs.run, { params: { name } });
    await vi.waitFor(async () => expect(await read()).toMatchObject({ runs: runs + 1, running: false, paused: true }), {
      timeout: 20_000,
      interval: 50,
    });
    await admin.call(recurringJobs.pause, { params: { name }, body: { paused: false } });
    expect((await read()).paused).toBe(false);
    expect(
      (await admin.tryCall(recurringJobs.pause, { params: { name: 'nothing' }, body: { paused: true } })).status,
    ).toBe(404);
  });

  it('shows what the server could not do about something, page by page, has it tried again or leaves it out', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    await asSystem(() =>
      execute(
        `with made as (insert into events (workspace_id, type, actor_kind, data, paths) select $1, 'thing.happened',
          'system', '{}', '{}' from generate_series(1, 3) returning id)
       insert into event_failures (subscriber, event_id, error) select 'gone.subscriber', id, 'It broke' from made`,
        [admin.workspaceId],
      ),
    );
    const first = await admin.call(reactions.list, { query: { limit: 2 } });
    const second = await admin.call(reactions.list, { query: { limit: 2, cursor: first.next! } });
    const all = [...first.items, ...second.items];
    expect(all).toHaveLength(3);
    expect(all[0]).toMatchObject({
      type: 'thing.happened',
      workspace: { name: 'Operations' },
      subscriber: 'gone.subscriber',
      error: 'It broke',
      tries: 8,
      retryAt: null,
    });
    expect((await admin.call(installation.system)).reactions).toEqual({ waiting: 0, resting: 3 });
    const [one, other] = all.map(({ event, subscriber }) => ({ event, subscriber }));
    expect(await admin.call(reactions.retry, { body: { one: one! } })).toEqual({ retried: 1 });
    await admin.call(reactions.leaveOut, { body: other! });
    expect((await admin.call(installation.system)).reactions).toEqual({ waiting: 1, resting: 1 });
    expect((await admin.tryCall(reactions.leaveOut, { body: other! })).status).toBe(404);
    expect((await admin.tryCall(reactions.retry, { body: { one: other! } })).status).toBe(404);
    expect(await admin.call(reactions.retry, { body: {} })).toEqual({ retried: 2 });
    expect((await admin.tryCall(reactions.list, { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it('is told of a server that had another key within the last week', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const told = async () =>
      (await admin.call(health.systemStatus)).notices.filter((notice) => notice.includes('SECRET_KEY'));
    expect(await told()).toEqual([]);
    const seen = (at: string) =>
      asSystem(() =>
        execute(`update installation_policy set keys_seen = keys_seen || jsonb_build_object('elsewhere', ${at})`),
      );
    await seen(`now() - interval '2 days'`);
    expect(await told()).toHaveLength(1);
    await seen(`now() - interval '8 days'`);
    expect(await told()).toEqual([]);
    (await noteKey())();
    const [{ keys } = { keys: {} }] = await asSystem(() =>
      query<{ keys: object }>('select keys_seen as keys from installation_policy'),
    );
    expect(Object.keys(keys)).toEqual([keyName()]);
  });

  it('knows the installation in figures, and its accounts by name, page by page', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    for (const name of ['Zz Anna', 'Zz Bert', 'Zz Cleo']) await system.signedIn({ name });
    await system.signedIn({ name: 'Öz Dora' });
    expect(
      (await admin.call(installation.accounts, { query: { search: 'ÖZ DO' } })).items.map(({ name }) => name),
    ).toEqual(['Öz Dora']);
    const figures = await admin.call(installation.system);
    expect(figures.accounts).toBeGreaterThan(3);
    expect(figures).toMatchObject({
      engine: process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite',
      recurring: { failing: 0 },
    });
    const first = await admin.call(installation.accounts, { query: { search: 'zz', limit: 2 } });
    const second = await admin.call(installation.accounts, { query: { search: 'zz', limit: 2, cursor: first.next! } });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Zz Anna', 'Zz Bert', 'Zz Cleo']);
    expect(first.items[0]).toMatchObject({
      role: 'user',
      active: true,
      twoFactor: false,
      workspaces: [{ name: 'Operations', role: 'member' }],
    });
  });

  it('is closed to everyone else', async () => {
    const user = await system.signedIn();
    const params = { id: user.userId };
    const answers = [
      await user.tryCall(installation.system),
      await user.tryCall(installation.accounts),
      await user.tryCall(installation.jobs),
      await user.tryCall(installation.cancelJob, { params }),
      await user.tryCall(installation.retryJob, { params }),
      await user.tryCall(reactions.list),
      await user.tryCall(reactions.retry, { body: {} }),
      await user.tryCall(reactions.leaveOut, { body: { event: 1, subscriber: 'x' } }),
      await user.tryCall(recurringJobs.pause, { params: { name: 'notifications.forget' }, body: { paused: true } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });
});
