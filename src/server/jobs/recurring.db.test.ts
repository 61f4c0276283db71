// @smoke: also in the smoke suite of the embedded engine.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, execute, query } from '../db/index.ts';
import { bus, closeBus, openBus } from '../events/bus.ts';
import {
  defineRecurring,
  forgetRecurring,
  hastenRecurring,
  listRecurring,
  type RecurringContext,
  type RecurringLoop,
  runRecurring,
  startRecurring,
} from './recurring.ts';

const NAME = 'test.recurring';
const started = vi.fn<(context: RecurringContext) => void>();
let behave: (context: RecurringContext) => Promise<unknown> = async () => undefined;

let database: TestDatabase;
const loops: RecurringLoop[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await openBus();
});
afterAll(async () => {
  await closeBus();
  await database.destroy();
});
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop();
  forgetRecurring(NAME);
  await asSystem(() => execute('delete from recurring_jobs'));
  started.mockClear();
  behave = async () => undefined;
});

function declare(schedule: { every: number } | { cron: string; zone?: string } = { every: 3600 }): void {
  defineRecurring({
    name: NAME,
    title: 'Something for the test',
    ...schedule,
    async handler(context) {
      started(context);
      return behave(context);
    },
  });
}

async function start(): Promise<void> {
  loops.push(await startRecurring());
}

async function row() {
  const [found] = await asSystem(() =>
    query<{
      next_at: string;
      node: number | null;
      runs: number;
      failures: number;
      last_error: string | null;
      last_due_at: string | null;
    }>('select * from recurring_jobs where name = $1', [NAME]),
  );
  return found!;
}

const set = (assignments: string) =>
  asSystem(() => execute(`update recurring_jobs set ${assignments} where name = $1`, [NAME]));
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

describe('recurring work', () => {
  it('runs when due, records it, and is due again by its schedule', async () => {
    declare();
    await start();
    expect(started).not.toHaveBeenCalled();
    const before = Date.now();
    await hastenRecurring(NAME);
    await until(async () => expect((await row()).runs).toBe(1));
    expect(started).toHaveBeenCalledTimes(1);
    expect(Date.parse((await row()).next_at) - before).toBeGreaterThan(3_500_000);
    expect((await listRecurring()).find(({ name }) => name === NAME)).toMatchObject({
      title: 'Something for the test',
      schedule: 'every 3600 s',
      running: false,
      lastError: null,
      runs: 1,
    });
  });

  it('runs once across all processes, never two at a time', async () => {
    declare({ every: 1 });
    let at = 0;
    let most = 0;
    behave = async () => {
      most = Math.max(most, ++at);
      await query('select pg_sleep(0.15)');
      at--;
    };
    await start();
    await start();
    await start();
    await hastenRecurring(NAME);
    await until(() => expect(started.mock.calls.length).toBeGreaterThanOrEqual(2));
    expect(most).toBe(1);
    const dues = started.mock.calls.map(([context]) => context.dueAt.getTime());
    expect(new Set(dues).size).toBe(dues.length);
  });

  it('catches up a missed run once', async () => {
    declare({ every: 60 });
    await start();
    await loops.pop()!.stop();
    await set(`next_at = now() - interval '2 days', last_due_at = now() - interval '3 days'`);
    await start();
    await until(async () => expect((await row()).runs).toBe(1));
    expect(Date.parse((await row()).next_at)).toBeGreaterThan(Date.now());
    expect(started.mock.calls[0]![0].previousDueAt).toBeInstanceOf(Date);
  });

  it('repeats a run whose process was killed', async () => {
    declare();
    await start();
    await loops.pop()!.stop();
    await set(
      `next_at = now() - interval '1 minute', node = 1, started_at = now() - interval '1 minute', heartbeat_at = now() - interval '50 seconds'`,
    );
    await start();
    await until(async () => expect(await row()).toMatchObject({ runs: 1, node: null }));
  });

  it('leaves a run to its living process', async () => {
    declare();
    await start();
    await loops.pop()!.stop();
    await set(`next_at = now() - interval '1 minute', node = ${bus().node}, started_at = now(), heartbeat_at = now()`);
    await start();
    await hastenRecurring(NAME);
    await loops.pop()!.stop();
    expect(started).not.toHaveBeenCalled();
  });

  it('records a failure, and retries earlier than planned', async () => {
    declare();
    behave = () => Promise.reject(new Error('the moon is full'));
    await start();
    await hastenRecurring(NAME);
    await until(async () =>
      expect(await row()).toMatchObject({ failures: 1, last_error: 'the moon is full', node: null }),
    );
    expect(Date.parse((await row()).next_at) - Date.now()).toBeLessThan(61_000);
    behave = async () => undefined;
    await hastenRecurring(NAME);
    await until(async () => expect(await row()).toMatchObject({ failures: 0, last_error: null }));
  });

  it('stays due when a stop interrupts it', async () => {
    declare();
    behave = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await start();
    await hastenRecurring(NAME);
    await until(() => expect(started).toHaveBeenCalled());
    await loops.pop()!.stop();
    expect(await row()).toMatchObject({ node: null, runs: 0, failures: 0 });
    expect(Date.parse((await row()).next_at)).toBeLessThanOrEqual(Date.now());
  });

  it('follows a schedule that a new version changed', async () => {
    declare({ every: 3600 });
    await start();
    await loops.pop()!.stop();
    forgetRecurring(NAME);
    declare({ cron: '0 9 * * *', zone: 'Europe/Berlin' });
    await start();
    expect(new Date((await row()).next_at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('09:00:00');
  });

  it('can be run directly by a test', async () => {
    declare();
    await runRecurring(NAME);
    expect(started).toHaveBeenCalledTimes(1);
  });

  it('must have a valid schedule', () => {
    expect(() => declare({ cron: 'whenever' })).toThrow('cannot resolve');
  });
});
