import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts } from '../../crm/contract.ts';
import { messaging } from '../../messaging/contract.ts';
import { texts } from '../contract.ts';
import { broadcasts } from '../contract/broadcasts.ts';
import { broadcastJob, WAKE_BROADCASTS } from './broadcast-job.ts';

const PEOPLE = 10_000;
const PATIENCE = { timeout: 200_000, interval: 500 };
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

it(
  `a broadcast to ${PEOPLE} people is paused, resumed, and killed on its way; nobody gets two @long`,
  { timeout: 600_000 },
  async () => {
    const owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan'), workspaceRole: 'owner' });
    const { inboundUrl: _url, ...settings } = await owner.call(messaging.settings);
    const quiet = { ...settings.quiet, sms: { ...settings.quiet.sms, on: false } };
    const throttle = { minute: 6_000, destination: 6_000 };
    await owner.call(messaging.saveSettings, { body: { ...settings, quiet, throttle } });
    const consent = { sms: { state: 'granted', basis: 'Asked at the counter' } } as const;
    const first = await owner.call(contacts.create, {
      body: { firstName: 'Ada', phones: [{ value: '+14155000000' }], consent },
    });
    await asSystem(() =>
      execute(
        `insert into contacts select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'phones',
          jsonb_set(c.phones, '{0,value}', to_jsonb('+1415' || lpad((5000000 + n)::text, 7, '0')))))).*
        from contacts c cross join generate_series(1, $2) as n where c.id = $1`,
        [first.id, PEOPLE - 1],
      ),
    );
    await asSystem(() =>
      execute(
        `insert into contact_keys select (jsonb_populate_record(k, jsonb_build_object('contact_id', c.id,
          'key', replace(k.key, '4155000000', right(c.phones->0->>'value', 10))))).*
        from contact_keys k cross join contacts c where k.contact_id = $1 and c.workspace_id = k.workspace_id
          and c.id <> $1 and k.key like '%4155000000'`,
        [first.id],
      ),
    );
    const phase: string[] = [];
    let began = performance.now();
    const lap = (name: string) => {
      phase.push(`${name} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
      began = performance.now();
    };
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }, 50);
    const heapBefore = process.memoryUsage().heapUsed;
    const { id } = await owner.call(broadcasts.start, {
      body: {
        name: 'Friday',
        text: 'Hi {{first_name}}, we close early on Friday.',
        purpose: 'marketing',
        audience: { kind: 'all' },
        segmentPrice: null,
      },
    });
    const read = () => owner.call(broadcasts.get, { params: { id } });
    const kept = async () => {
      await runRecurring(WAKE_BROADCASTS);
      const { figures } = await read();
      expect(figures.skipped).toBeLessThanOrEqual(1);
      return figures.kept;
    };
    await expect.poll(async () => (await read()).figures.total, PATIENCE).toBe(PEOPLE);
    lap('written down');
    await expect.poll(kept, PATIENCE).toBeGreaterThan(2_000);
    lap('2,000 sent');
    const paused = await owner.call(broadcasts.pause, { params: { id } });
    const [stopper] = await asSystem(() =>
      query<{ address: string }>(
        'select address from text_broadcast_recipients where broadcast_id = $1 and message_id is null order by id desc limit 1',
        [id],
      ),
    );
    await owner.call(texts.answerFromHandset, { body: { phone: stopper!.address, text: 'STOP' } });
    await expect
      .poll(async () => (await owner.call(messaging.suppressions)).items.map(({ address }) => address), PATIENCE)
      .toEqual([stopper!.address]);
    // What was being handed over may still arrive; no more than that.
    expect((await read()).figures.kept - paused.figures.kept).toBeLessThanOrEqual(20);
    await owner.call(broadcasts.resume, { params: { id } });
    // Workers die in the middle of a batch, ten times, while another one goes on.
    let deaths = 0;
    for (let n = 0; n < 10; n += 1) {
      const dying = inWorkspace(owner.workspaceId, null, () =>
        broadcastJob.handler({
          jobId: '00000000-0000-4000-8000-000000000000',
          payload: { broadcastId: id },
          state: undefined,
          attempt: 1,
          signal: new AbortController().signal,
          progress: () => undefined,
          checkpoint: () => Promise.reject(new Error('killed')),
          turnIsOver: () => false,
        }),
      );
      await dying.catch(() => (deaths += 1));
      await expect.poll(kept, PATIENCE).toBeGreaterThan(2_500 + n * 500);
    }
    lap(`7,000 sent with ${deaths} deaths`);
    await expect
      .poll(async () => {
        await runRecurring(WAKE_BROADCASTS);
        return (await read()).state;
      }, PATIENCE)
      .toBe('done');
    lap('done');
    clearInterval(watch);
    const { figures } = await read();
    expect(figures).toMatchObject({ total: PEOPLE, kept: PEOPLE - 1, skipped: 1, waiting: 0, failed: 0 });
    const sent = await asSystem(() =>
      query<{ people: number; most: number; stopped: number }>(
        `select count(*)::int as people, max(times)::int as most, count(*) filter (where address = $2)::int as stopped
        from (select address, count(*) as times from messages where workspace_id = $1 and state = 'kept'
          and origin ->> 'type' = 'text_broadcast' group by address) as each`,
        [owner.workspaceId, stopper!.address],
      ),
    );
    expect(sent).toEqual([{ people: PEOPLE - 1, most: 1, stopped: 0 }]);
    const mb = (bytes: number) => Math.round(bytes / 1_048_576);
    process.stdout.write(`Broadcast: ${phase.join(', ')}; heap ${mb(heapBefore)} MB before, ${mb(peak)} MB at most\n`);
    expect(mb(peak - heapBefore)).toBeLessThan(250);
  },
);
