// @smoke: also in the smoke suite of the embedded engine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../db/index.ts';
import { closeBus, openBus } from '../events/bus.ts';
import { AGAIN, defineJob, pauseAfter, type JobContext } from './define.ts';
import { cancelJob, enqueue, enqueueUnlessQueued, getJob, listJobs, retryAnyJob, retryJob, type Job } from './jobs.ts';
import { closeQueue, openQueue } from './queue.ts';
import { recoverOrphans, startWorker, type Worker } from './worker.ts';

type Context = JobContext<{ n: number }, { upTo: number }>;
type Behaviour = (context: Context) => Promise<unknown>;

let behave: Behaviour = async () => undefined;
const started = vi.fn<(context: Context) => void>();
const told: unknown[] = [];
let refusal: AppError | undefined;

const work = defineJob({
  name: 'test.work',
  title: ({ n }) => `Work ${n}`,
  payload: z.object({ n: z.number() }),
  retry: { limit: 2, backoff: 0 },
  concurrency: 2,
  handler: async (context: Context) => {
    started(context);
    return behave(context);
  },
  ended: async ({ n }, { state, error }) => {
    const [row] = await query<{ workspace: string }>(`select current_setting('app.workspace_id') as workspace`);
    told.push([n, state, error, row!.workspace === WORKSPACE]);
    if (n === 13) await query('select 1 / 0');
  },
  revived: async ({ n }) => {
    if (refusal) throw refusal;
    told.push([n, 'again']);
  },
});

const askedWork = defineJob({
  name: 'test.asked-work',
  title: 'Asked work',
  payload: z.object({ n: z.number() }),
  asker: 'member',
  handler: work.handler,
  ended: work.ended,
});

const turns: string[] = [];
let isLast = true;
const longWork = defineJob({
  name: 'test.long-work',
  title: 'Long work',
  payload: z.object({ n: z.string() }),
  turn: 0.1,
  handler: async ({ payload: { n }, state, checkpoint, turnIsOver }: JobContext<{ n: string }, number>) => {
    turns.push(n);
    if (n !== 'long') return n;
    await vi.waitUntil(() => turnIsOver() || isLast, { timeout: 10_000, interval: 20 });
    if (isLast) return `after ${state ?? 0} turns`;
    await checkpoint((state ?? 0) + 1);
    return AGAIN;
  },
});

const WORKSPACE = newId();
const USER = newId();
const asUser = <T>(fn: () => T) => inWorkspace(WORKSPACE, USER, fn);

let database: TestDatabase;
let worker: Worker | undefined;

async function open(): Promise<void> {
  await openBus();
  await openQueue(true);
}

async function close(): Promise<void> {
  await worker?.stop();
  worker = undefined;
  await closeQueue();
  await closeBus();
}

beforeAll(async () => {
  database = await openTestDatabase();
  await open();
});
afterAll(async () => {
  await close();
  await database.destroy();
});
beforeEach(async () => {
  started.mockClear();
  told.length = 0;
  behave = async () => undefined;
  worker ??= await startWorker();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await asSystem(() => execute('delete from jobs'));
});

function job(id: string): Promise<Job> {
  return asUser(() => getJob(id));
}

async function untilState(id: string, state: Job['state']): Promise<Job> {
  return vi.waitFor(
    async () => {
      const present = await job(id);
      expect(present.state).toBe(state);
      return present;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** A handler that runs until it is told to end. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    open: resolve,
    wait: (signal: AbortSignal) =>
      Promise.race([
        promise,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      ]),
  };
}

describe('a job', () => {
  it('runs in its workspace, in the name of its asker, and keeps its result', async () => {
    behave = async ({ payload }) => {
      const [row] = await query<{ workspace: string; user: string }>(
        `select current_setting('app.workspace_id') as workspace, current_setting('app.user_id') as user`,
      );
      return { twice: payload.n * 2, ...row };
    };
    const id = await asUser(() => enqueue(work, { n: 21 }));
    const done = await untilState(id, 'succeeded');
    expect(done).toMatchObject({
      kind: 'test.work',
      title: 'Work 21',
      result: { twice: 42, workspace: WORKSPACE, user: USER },
      error: null,
    });
    expect(Date.parse(done.finishedAt!)).toBeGreaterThanOrEqual(Date.parse(done.createdAt));
  });

  it('that waits with the same payload is not queued again', async () => {
    await worker?.stop();
    worker = undefined;
    for (const n of [1, 1, 2]) await asUser(() => enqueueUnlessQueued(work, { n }));
    const all = await asSystem(() => query<{ n: number }>(`select (payload ->> 'n')::int as n from jobs order by id`));
    expect(all.map(({ n }) => n)).toEqual([1, 2]);
  });

  // The embedded engine runs one transaction at a time.
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'that waits starts after the transaction that counts on it',
    async () => {
      await worker?.stop();
      worker = undefined;
      const id = await asUser(() => enqueue(work, { n: 1 }));
      let isCommitted = false;
      behave = async () => isCommitted;
      const counted = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const ambient = asUser(() =>
        transaction(async () => {
          await enqueueUnlessQueued(work, { n: 1 });
          counted.resolve();
          await commit.promise;
          isCommitted = true;
        }),
      );
      await counted.promise;
      worker = await startWorker();
      await expect
        .poll(() =>
          asSystem(() =>
            query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query like 'update jobs set state = ''running''%'`),
          ),
        )
        .toHaveLength(1);
      expect(started).not.toHaveBeenCalled();
      commit.resolve();
      await ambient;
      expect((await untilState(id, 'succeeded')).result).toBe(true);
    },
  );

  it('starts soon after it was queued', async () => {
    const times: number[] = [];
    for (let n = 0; n < 5; n++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      behave = async () => resolve();
      const before = performance.now();
      await asUser(() => enqueue(work, { n }));
      await promise;
      times.push(performance.now() - before);
    }
    // The quickest of five: a busy machine slows some of them. Polling alone would take seconds.
    expect(Math.min(...times)).toBeLessThan(500);
  });

  it('is followed at once by the next one', async () => {
    await worker!.stop();
    worker = undefined;
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push(await asUser(() => enqueue(work, { n })));
    const before = performance.now();
    worker = await startWorker();
    for (const id of ids) await untilState(id, 'succeeded');
    // Two at a time: with a pause between polls this would take 12 seconds.
    expect(performance.now() - before).toBeLessThan(8_000);
  });

  it('lets other workspaces have their turn, and resumes from its checkpoint', async () => {
    isLast = false;
    const long = await asUser(() => enqueue(longWork, { n: 'long' }));
    await untilState(long, 'running');
    // A job of its own workspace does not end its turn, but runs before it then.
    await asUser(() => enqueue(longWork, { n: 'own' }));
    await inWorkspace(newId(), USER, () => enqueue(longWork, { n: 'other' }));
    await vi.waitFor(() => expect(turns).toContain('other'), { timeout: 20_000, interval: 20 });
    isLast = true;
    expect(await untilState(long, 'succeeded')).toMatchObject({ result: 'after 1 turns', error: null });
    expect(turns).toEqual(['long', 'own', 'other', 'long']);
  });

  it('does not exist after a rollback, nor before the commit', async () => {
    await expect(
      asUser(() =>
        transaction(async () => {
          await enqueue(work, { n: 1 });
          throw new Error('changed my mind');
        }),
      ),
    ).rejects.toThrow('changed my mind');
    const id = await asUser(() =>
      transaction(async () => {
        const inside = await enqueue(work, { n: 2 });
        expect(started).not.toHaveBeenCalled();
        return inside;
      }),
    );
    await untilState(id, 'succeeded');
    expect(started).toHaveBeenCalledTimes(1);
    expect((await asUser(() => listJobs({ limit: 10 }))).map((entry) => entry.id)).toEqual([id]);
  });

  it('is refused with an invalid payload', async () => {
    await expect(asUser(() => enqueue(work, { n: 'one' } as never))).rejects.toThrow('number');
  });

  it('shows its progress while it runs', async () => {
    const { open: finish, wait } = gate();
    behave = async ({ progress, signal }) => {
      for (let i = 0; i <= 50; i++) progress(i, 100, `row ${i}`);
      await wait(signal);
      progress(100, 100, 'all rows');
    };
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await vi.waitFor(
      async () => expect((await job(id)).progress).toEqual({ done: 50, total: 100, message: 'row 50' }),
      { timeout: 20_000 },
    );
    finish();
    expect((await untilState(id, 'succeeded')).progress).toEqual({ done: 100, total: 100, message: 'all rows' });
  });

  it('reports progress inside a transaction without deadlock', async () => {
    behave = ({ progress, checkpoint }) =>
      transaction(async () => {
        progress(1, 2);
        await checkpoint({ upTo: 1 });
        await query('select pg_sleep(0.7)');
        progress(2, 2);
      });
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await untilState(id, 'succeeded');
  });
});

describe('an unfinished job that ends', () => {
  it('tells its domain in the same transaction, and again when it is restarted', async () => {
    const waiting = await asUser(() => enqueue(work, { n: 1 }, { delaySeconds: 3_600 }));
    await asUser(() => cancelJob(waiting));
    const { open: finish, wait } = gate();
    behave = ({ signal }) => wait(signal);
    const running = await asUser(() => enqueue(work, { n: 2 }));
    await untilState(running, 'running');
    await asUser(() => cancelJob(running));
    await untilState(running, 'cancelled');
    behave = async () => {
      throw new AppError('validation', 'Not like this.');
    };
    await untilState(await asUser(() => enqueue(work, { n: 3 })), 'failed');
    expect(told).toEqual([
      [1, 'cancelled', 'It was stopped.', true],
      [2, 'cancelled', 'It was stopped.', true],
      [3, 'failed', 'Not like this.', true],
    ]);
    refusal = new AppError('conflict', 'Somebody else is at it.');
    await expect(asUser(() => retryJob(running))).rejects.toThrow('Somebody else is at it.');
    expect((await job(running)).state).toBe('cancelled');
    refusal = undefined;
    finish();
    behave = async () => 'done';
    await asUser(() => retryJob(running));
    await untilState(running, 'succeeded');
    expect(told.at(-1)).toEqual([2, 'again']);
  });

  it('ends even if its domain fails', async () => {
    const id = await asUser(() => enqueue(work, { n: 13 }, { delaySeconds: 3_600 }));
    expect((await asUser(() => cancelJob(id))).state).toBe('cancelled');
    expect((await job(id)).state).toBe('cancelled');
  });
});

describe('a job that fails', () => {
  it('is retried from its checkpoint, and then given up with its message for people', async () => {
    behave = async ({ attempt, checkpoint }) => {
      await checkpoint({ upTo: attempt });
      throw new AppError('unavailable', `The mail server is away (${attempt}).`);
    };
    const id = await asUser(() => enqueue(work, { n: 1 }));
    const failed = await untilState(id, 'failed');
    expect(failed.error).toBe('The mail server is away (3).');
    expect(started.mock.calls.map(([context]) => context.state)).toEqual([undefined, { upTo: 1 }, { upTo: 2 }]);
  });

  it('shows only errors written for people', async () => {
    behave = async () => {
      throw new Error('password of the database is 12345');
    };
    const failed = await untilState(await asUser(() => enqueue(work, { n: 1 })), 'failed');
    expect(failed.error).toBe('Something went wrong on our end.');
  });

  it('is not retried when that cannot help, and can be restarted by hand', async () => {
    behave = async () => {
      throw new AppError('validation', 'The file has no header line.');
    };
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await untilState(id, 'failed');
    expect(started).toHaveBeenCalledTimes(1);
    behave = async () => 'fine';
    await asUser(() => retryJob(id));
    expect(await untilState(id, 'succeeded')).toMatchObject({ error: null, result: 'fine' });
    await expect(asUser(() => retryJob(id))).rejects.toThrow('cannot be started again: it is succeeded');
  });

  it('waits longer before each retry, an hour at most', () => {
    expect([1, 2, 3, 4, 20].map((failures) => pauseAfter(failures, { limit: 20, backoff: 5 }))).toEqual([
      5, 10, 20, 40, 3_600,
    ]);
  });
});

describe('cancelling', () => {
  it('ends a running job at once, and finished work stays', async () => {
    behave = async ({ checkpoint, signal }) => {
      await checkpoint({ upTo: 7 });
      await gate().wait(signal);
    };
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), { timeout: 20_000 });
    expect(await asUser(() => cancelJob(id))).toMatchObject({ cancelling: true });
    await untilState(id, 'cancelled');
    const [row] = await asSystem(() =>
      query<{ checkpoint: unknown }>('select checkpoint from jobs where id = $1', [id]),
    );
    expect(row!.checkpoint).toEqual({ upTo: 7 });
    await expect(asUser(() => cancelJob(id))).rejects.toThrow('cannot be cancelled: it is cancelled');
  });

  it('keeps a waiting job from starting', async () => {
    await worker!.stop();
    worker = undefined;
    const id = await asUser(() => enqueue(work, { n: 1 }));
    expect((await asUser(() => cancelJob(id))).state).toBe('cancelled');
    worker = await startWorker();
    const next = await asUser(() => enqueue(work, { n: 2 }));
    await untilState(next, 'succeeded');
    expect(started.mock.calls.map(([context]) => context.payload.n)).toEqual([2]);
  });

  it('is impossible for others: other people and workspaces find no such job', async () => {
    const id = await asUser(() => enqueue(work, { n: 1 }));
    for (const [workspace, user] of [
      [WORKSPACE, newId()],
      [newId(), USER],
    ] as const) {
      await expect(inWorkspace(workspace, user, () => getJob(id))).rejects.toThrow('was not found');
      await expect(inWorkspace(workspace, user, () => cancelJob(id))).rejects.toThrow('was not found');
      expect(await inWorkspace(workspace, user, () => listJobs({ limit: 10 }))).toEqual([]);
    }
  });
});

describe('a stop', () => {
  it('passes a running job to the next process, without counting as a failure', async () => {
    behave = async ({ checkpoint, signal }) => {
      await checkpoint({ upTo: 3 });
      await gate().wait(signal);
    };
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), { timeout: 20_000 });
    await close();
    behave = async ({ state }) => state;
    await open();
    worker = await startWorker();
    expect(await untilState(id, 'succeeded')).toMatchObject({ result: { upTo: 3 } });
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('loses no delivered job that has not started', async () => {
    const { open: finish, wait } = gate();
    behave = ({ signal }) => wait(signal);
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => asUser(() => enqueue(work, { n }))));
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2), { timeout: 20_000 });
    await worker!.stop();
    finish();
    worker = await startWorker();
    for (const id of ids) await untilState(id, 'succeeded');
  });
});

describe('a personal job', () => {
  const person = async () => {
    const id = newId();
    await asSystem(() =>
      execute(
        `insert into users (id, name, username, email, email_key, role, password_hash, password_changed_at,
          created_at) values ($1, 'Rick', $2, $2, $2, 'admin', '', now(), now())`,
        [id, id],
      ),
    );
    return id;
  };
  const changed = (id: string, what: string) => asSystem(() => execute(`update users set ${what} where id = $1`, [id]));
  const until = (id: string, who: string, state: Job['state']) =>
    vi.waitFor(
      async () => {
        const present = await inWorkspace(WORKSPACE, who, () => getJob(id));
        expect(present.state).toBe(state);
        return present;
      },
      { timeout: 20_000, interval: 20 },
    );

  it('stops when its asker leaves or loses the role, running or waiting, and continues in the name of whoever restarts it', async () => {
    const [rick, ann] = [await person(), await person()];
    const { open: finish, wait } = gate();
    behave = async ({ signal, progress }) => {
      progress(1, 2);
      await wait(signal);
      const [row] = await query<{ user: string }>(`select current_setting('app.user_id') as user`);
      return row!.user;
    };
    const running = await inWorkspace(WORKSPACE, rick, () => enqueue(askedWork, { n: 1 }));
    await until(running, rick, 'running');
    await changed(rick, 'active = false');
    const words = { error: expect.stringContaining('has left') as string };
    expect(await until(running, rick, 'cancelled')).toMatchObject(words);
    expect(told).toEqual([[1, 'cancelled', words.error, true]]);
    // Work that its asker may no longer do does not start; work without an asker does.
    started.mockClear();
    await changed(ann, `role = 'user'`);
    const waiting = await inWorkspace(WORKSPACE, ann, () => enqueue(askedWork, { n: 2 }));
    expect(await until(waiting, ann, 'cancelled')).toMatchObject(words);
    expect(started).not.toHaveBeenCalled();
    finish();
    const other = await inWorkspace(WORKSPACE, ann, () => enqueue(work, { n: 3 }));
    expect(await until(other, ann, 'succeeded')).toMatchObject({ result: ann });
    await changed(ann, `role = 'admin'`);
    await retryAnyJob(running, ann);
    expect(await until(running, ann, 'succeeded')).toMatchObject({ result: ann, createdBy: ann });
  });
});

describe('a job of a dead process', () => {
  async function abandon(id: string): Promise<void> {
    await asSystem(() =>
      execute(
        `update jobs set state = 'running', node = 1, attempts = attempts + 1,
          heartbeat_at = now() - interval '10 seconds', checkpoint = '{"upTo": 5}' where id = $1`,
        [id],
      ),
    );
  }

  it('is taken over from its checkpoint', async () => {
    await worker!.stop();
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await abandon(id);
    behave = async ({ state }) => state;
    worker = await startWorker();
    expect(await untilState(id, 'succeeded')).toMatchObject({ result: { upTo: 5 } });
    expect(started).toHaveBeenCalledTimes(1);
  });

  it('is not taken over while its process lives', async () => {
    const { open: finish, wait } = gate();
    behave = ({ signal }) => wait(signal);
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await untilState(id, 'running');
    await asSystem(() => execute(`update jobs set heartbeat_at = now() - interval '30 seconds' where id = $1`, [id]));
    expect(await recoverOrphans()).toBe(0);
    finish();
    await untilState(id, 'succeeded');
  });

  it('is given up when it crashes its process again and again', async () => {
    await worker!.stop();
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await abandon(id);
    await asSystem(() => execute('update jobs set interruptions = 20 where id = $1', [id]));
    worker = await startWorker();
    expect((await untilState(id, 'failed')).error).toContain('again and again');
    expect(started).not.toHaveBeenCalled();
  });

  it('cannot write after it was taken over', async () => {
    const { open: finish, wait } = gate();
    let checkpoint: Context['checkpoint'] | undefined;
    behave = async (context) => {
      checkpoint ??= context.checkpoint;
      await wait(context.signal);
      return 'mine';
    };
    const id = await asUser(() => enqueue(work, { n: 1 }));
    await untilState(id, 'running');
    await asSystem(() => execute('update jobs set attempts = attempts + 1 where id = $1', [id]));
    await expect(asUser(() => checkpoint!({ upTo: 99 }))).rejects.toThrow('interrupted: lost');
    finish();
    await vi.waitFor(
      async () => {
        const [row] = await asSystem(() =>
          query<{ state: string; result: unknown }>('select state, result from jobs where id = $1', [id]),
        );
        expect(row).toEqual({ state: 'running', result: null });
      },
      { timeout: 20_000 },
    );
  });

  it.runIf(process.env.TEST_ENGINE === 'postgres')('is taken over within seconds of a kill -9', async () => {
    await worker!.stop();
    worker = undefined;
    const id = await asUser(() => enqueue(work, { n: 1 }));
    const other = spawn(
      process.execPath,
      [new URL('./killed-worker.fixture.ts', import.meta.url).pathname, database.url!],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(other.stdout, 'data');
    expect((await job(id)).state).toBe('running');
    behave = async ({ state }) => state;
    worker = await startWorker();
    expect(started).not.toHaveBeenCalled();
    const killed = performance.now();
    other.kill('SIGKILL');
    expect(await untilState(id, 'succeeded')).toMatchObject({ result: { upTo: 42 } });
    expect(performance.now() - killed).toBeLessThan(10_000);
  });
});
