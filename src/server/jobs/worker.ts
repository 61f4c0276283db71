/** The worker of this process: takes deliveries, and takes over jobs of dead processes. */
import { asSystem, execute, query, transaction } from '../db/index.ts';
import { bus, deadNodeCondition } from '../events/bus.ts';
import { publishPaths } from '../events/emit.ts';
import { log } from '../observability/log.ts';
import { jobDefinitions } from './define.ts';
import { type Ending, tellEnded } from './job-outcome.ts';
import { CANCEL_CHANNEL, JOBS_PATH } from './jobs.ts';
import { deliver, newDeliveryId, stopWorkingOff, wakeDue, workOff } from './queue.ts';
import { startRun, type Run } from './run.ts';

export interface Worker {
  /**
   * Interrupts running work, so that the next process resumes from the last checkpoint, and waits until everything is
   * written.
   */
  stop(): Promise<void>;
}

/** How often to look for jobs of dead processes, in milliseconds. */
const RECOVER_EVERY = 2_000;
/** How often to look for due deliveries without a notification, in milliseconds. */
const LOOK_EVERY = 5_000;
/** A silent process whose connection still stands counts as dead: a dead or hung machine. */
const SILENT_FOR = '60 seconds';
/** Time for a process to replace a lost connection. */
const GRACE = '3 seconds';
/** A job that crashes its process again and again is stopped, or it would crash every process. */
const MAX_INTERRUPTIONS = 20;
const ENDED_US = 'The server stopped again and again while it worked on this.';
/** Time for handlers to notice that the process stops, in milliseconds. */
const STOP_WITHIN = 8_000;

/** Starts working in this process. Queue and bus must be open. */
export async function startWorker(): Promise<Worker> {
  const runs = new Map<string, Run>();
  let stopping = false;
  const quiet = bus().listen(CANCEL_CHANNEL, (jobId) => runs.get(jobId)?.interrupt('cancelled'));
  await recoverOrphans();
  for (const definition of jobDefinitions().values()) {
    await workOff(definition.name, definition.concurrency, async (delivery) => {
      // The job stays queued, and the next search for orphans delivers it again.
      if (stopping) return;
      const run = await startRun(definition, delivery);
      if (!run) return;
      runs.set(run.jobId, run);
      if (stopping) run.interrupt('stopping');
      await run.finished.finally(() => runs.delete(run.jobId));
    });
  }
  let recovering: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    recovering = recoverOrphans().catch((error: unknown) =>
      log().error({ err: error }, 'jobs of dead processes could not be reclaimed'),
    );
  }, RECOVER_EVERY).unref();
  let looking: Promise<unknown> = Promise.resolve();
  const looks = setInterval(() => {
    looking = wakeDue().catch((error: unknown) =>
      log().error({ err: error }, 'deliveries that are due could not be looked for'),
    );
  }, LOOK_EVERY).unref();
  return {
    async stop() {
      stopping = true;
      quiet();
      clearInterval(timer);
      clearInterval(looks);
      for (const name of jobDefinitions().keys()) await stopWorkingOff(name);
      for (const run of runs.values()) run.interrupt('stopping');
      await within(
        STOP_WITHIN,
        Promise.allSettled([recovering, looking, ...[...runs.values()].map((run) => run.finished)]),
      );
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log().warn('some jobs did not stop in time; they will be reclaimed');
      resolve();
    }, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

interface Orphan extends Ending {
  state: 'queued' | 'running';
  interruptions: number;
}

/**
 * Requeues jobs of dead processes: running ones, and those whose delivery was taken but not started.
 * @returns how many
 */
export async function recoverOrphans(): Promise<number> {
  const kinds = [...jobDefinitions().keys()];
  const gone = `${deadNodeCondition('j.node')}${bus().isShared ? ` and not (j.heartbeat_at between now() - interval '${GRACE}' and now() + interval '${GRACE}')` : ''}`;
  return asSystem(() =>
    transaction(async () => {
      const orphans = await query<Orphan>(
        `select j.id, j.kind, j.workspace_id, j.created_by, j.payload, j.state, j.interruptions from jobs j
       left join pgboss.job d on d.name = j.kind and d.id = j.delivery_id
       where j.kind = any($1) and (
         (j.state = 'running' and
            ((${gone}) or not (j.heartbeat_at between now() - interval '${SILENT_FOR}'
            and now() + interval '${SILENT_FOR}')))
         or (j.state = 'queued' and
            (d.id is null or (d.state::text not in ('created', 'retry')
            and not (d.started_on between now() - interval '${GRACE}' and now() + interval '${GRACE}'))))
       ) for update of j skip locked`,
        [kinds],
        `jobs_of_the_gone_${bus().node}`,
      );
      for (const orphan of orphans) await takeOver(orphan);
      return orphans.length;
    }),
  );
}

async function takeOver(orphan: Orphan): Promise<void> {
  if (orphan.interruptions >= MAX_INTERRUPTIONS) {
    await execute(`update jobs set state = 'failed', node = null, error = $2, finished_at = now() where id = $1`, [
      orphan.id,
      ENDED_US,
    ]);
    await tellEnded(orphan, { state: 'failed', error: ENDED_US });
  } else {
    const deliveryId = newDeliveryId();
    await execute(
      `update jobs set state = 'queued', node = null, delivery_id = $2, interruptions = interruptions + $3
        where id = $1`,
      [orphan.id, deliveryId, orphan.state === 'running' ? 1 : 0],
    );
    await deliver(orphan.kind, orphan.id, deliveryId);
    log().info({ jobId: orphan.id, job: orphan.kind }, 'took over a job of a process that is gone');
  }
  await publishPaths(orphan.workspace_id, [JOBS_PATH]);
}
