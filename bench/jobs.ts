/** Jobs per second of one process, with full durability: mails, kept without a mail server. */
import { newsMail } from '../src/domains/notifications/server/mail-job.ts';
import { useDatabase } from '../src/server/db/database.ts';
import { asSystem, inWorkspace, query, transaction } from '../src/server/db/index.ts';
import { openDatabase } from '../src/server/db/open.ts';
import { closeBus, openBus } from '../src/server/events/bus.ts';
import { enqueue } from '../src/server/jobs/jobs.ts';
import { closeQueue, openQueue } from '../src/server/jobs/queue.ts';
import { cpuTime } from './measure.ts';
import type { Stage } from './compared-servers.ts';

export interface JobsMeasured {
  jobs: number;
  /** Seconds from the start of the first to the end of the last. */
  seconds: number;
  /** Milliseconds of the server's processor time per job, excluding its start. */
  cpu: number;
}

const LOOK_EVERY = 250;

/** Opens the stage's database, which no one else may have open if it is the embedded one. */
async function withDatabase<T>({ databaseUrl, dataDir }: Stage, work: () => Promise<T>): Promise<T> {
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    onError: (error) => {
      throw error;
    },
  });
  await openBus();
  await openQueue(false);
  try {
    return await work();
  } finally {
    await closeQueue();
    await closeBus();
    useDatabase(undefined);
    await database.close();
  }
}

async function waitIn(stage: Stage, jobs: number): Promise<void> {
  await withDatabase(stage, async () => {
    const [workspace] = await asSystem(() => query<{ id: string }>('select id from workspaces limit 1'));
    await inWorkspace(workspace!.id, null, () =>
      transaction(async () => {
        for (let n = 0; n < jobs; n++)
          await enqueue(newsMail, {
            name: 'Somebody',
            address: `somebody${n}@bench.example`,
            subject: `News ${n}`,
            text: 'There is news.',
          });
      }),
    );
  });
}

/** Queues `jobs` jobs, starts the product, and waits until all are done. */
export async function measureJobs(stage: Stage, jobs: number): Promise<JobsMeasured> {
  await waitIn(stage, jobs);
  const product = await stage.product();
  try {
    const before = cpuTime(product.pid);
    for (;;) {
      const { body } = await product.owner.send<{ items: unknown[] }>('GET', '/api/admin/jobs?state=queued&limit=1');
      if (body.items.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    const cpu = (cpuTime(product.pid) - before) / jobs;
    return { jobs, cpu, seconds: await lasted(stage, product.stop) };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function lasted(stage: Stage, stop: () => Promise<void>): Promise<number> {
  await stop();
  return withDatabase(stage, async () => {
    const [row] = await asSystem(() =>
      query<{ seconds: string; wrong: number }>(
        `select extract(epoch from max(finished_at) - min(started_at)) as seconds, count(*)
          filter (where state <> 'succeeded')::int as wrong from jobs where kind = $1`,
        [newsMail.name],
      ),
    );
    if (row!.wrong > 0) throw new Error(`${row!.wrong} jobs did not succeed`);
    return Number(row!.seconds);
  });
}
