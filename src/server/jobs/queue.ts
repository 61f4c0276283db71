/**
 * pg-boss, reduced to delivering "run job X now, or after a delay" to one worker at a time. Our own table holds the
 * job, its progress, and its end; an outdated delivery (`jobs.delivery_id`) is ignored.
 *
 * Its SQL runs on the ambient connection on both engines: a delivery sent inside `transaction()` exists exactly when
 * the transaction commits, and on the embedded engine, which has one connection, nothing waits for itself.
 */
import { PgBoss, type Db } from 'pg-boss';
import { newId } from '../../kernel/ids.ts';
import { afterCommit, asSystem, database, query, queryForLibrary } from '../db/index.ts';
import { bus, busIfOpen } from '../events/bus.ts';
import { log } from '../observability/log.ts';
import { jobDefinitions } from './define.ts';

/** A delivery may be held at most this long (pg-boss limits it to a day); longer jobs resume from their checkpoint. */
const HOLD_SECONDS = 23 * 3_600;
/** Finished deliveries are useless. */
const KEEP_SECONDS = 3_600;
const POLL_SECONDS = 2;
/**
 * While notifications arrive, `wakeDue` finds missed deliveries: polling in each worker would mean one question per
 * kind of job.
 */
const NOTIFY_POLL_SECONDS = 300;
/** Later deliveries are left to `wakeDue`: a few seconds do not matter then. */
const WAKE_WITHIN_SECONDS = 600;

let boss: PgBoss | undefined;
let channel: string | undefined;

const adapter: Db = {
  executeSql: (text, values) => asSystem(() => queryForLibrary(text, values)),
  async listen(name, onNotification, onReconnect) {
    channel = name;
    const quiet = bus().listen(name, onNotification);
    const quietReconnect = bus().onReconnect(onReconnect);
    return {
      async close() {
        quiet();
        quietReconnect();
      },
    };
  },
};

/**
 * Opens the queue and creates one for every declared job.
 * @param maintain whether this process also cleans up: true for workers
 */
export async function openQueue(maintain: boolean): Promise<void> {
  const opened = new PgBoss({
    db: adapter,
    backend: database().engine === 'pglite' ? 'pglite' : 'postgres',
    supervise: maintain,
    schedule: false,
    useListenNotify: true,
    // A look at the queues' sizes every few minutes is enough; the metrics come from our own table.
    monitorIntervalSeconds: 300,
    superviseIntervalSeconds: 60,
    monitorVacuum: false,
  });
  opened.on('error', (error) => log().error({ err: error }, 'job queue'));
  opened.on('warning', (warning) => log().warn({ warning: warning.message }, 'job queue'));
  await opened.start();
  boss = opened;
  const known = new Set((await opened.getQueues()).map((queue) => queue.name));
  for (const name of jobDefinitions().keys()) {
    if (!known.has(name)) {
      await opened.createQueue(name, {
        notify: true,
        retryLimit: 0,
        expireInSeconds: HOLD_SECONDS,
        deleteAfterSeconds: KEEP_SECONDS,
      });
    }
  }
}

export async function closeQueue(): Promise<void> {
  const closing = boss;
  boss = undefined;
  for (const timer of waking.values()) clearTimeout(timer);
  waking.clear();
  await closing?.stop({ graceful: false, close: false });
}

function queue(): PgBoss {
  if (!boss) throw new Error('The job queue is not open');
  return boss;
}

/**
 * Sends a delivery in the ambient transaction.
 * @param deliveryId its id; `newDeliveryId()`
 * @param delaySeconds earliest start from now
 */
export async function deliver(kind: string, jobId: string, deliveryId: string, delaySeconds = 0): Promise<void> {
  await queue().send(kind, { jobId }, { id: deliveryId, ...(delaySeconds > 0 && { startAfter: delaySeconds }) });
  if (delaySeconds > 0) afterCommit(() => wakeLater(kind, delaySeconds));
  // PostgreSQL carries the wake-up itself; the embedded engine has no other listener.
  else if (!bus().isShared) afterCommit(() => wake(kind));
}

/** Makes this process's workers look for due deliveries of a kind. */
export function wake(kind: string): void {
  if (boss && channel) busIfOpen()?.deliver(channel, kind);
}

/**
 * Wakes the workers of each kind with due deliveries, including delayed ones whose process is gone. One question for
 * all kinds, from the index that workers use.
 */
export async function wakeDue(): Promise<void> {
  const due = await asSystem(() =>
    query<{ kind: string }>(
      `select kind from unnest($1::text[]) kind
     where exists (select 1 from pgboss.job_common j where j.name = kind and j.state < 'active' and not j.blocked
        and j.start_after <= pgboss.job_now())`,
      [[...jobDefinitions().keys()]],
      'deliveries_due',
    ),
  );
  for (const { kind } of due) wake(kind);
}

/** Milliseconds behind the database's own clock, and the resolution of timers. */
const WAKE_BEHIND = 150;
const WAKE_STEP = 250;
/** Kinds and instants of scheduled wake-ups, so that a thousand deliveries of one moment cost one timer. */
const waking = new Map<string, NodeJS.Timeout>();

function wakeLater(kind: string, delaySeconds: number): void {
  if (delaySeconds > WAKE_WITHIN_SECONDS) return;
  const due = Math.ceil((Date.now() + delaySeconds * 1_000 + WAKE_BEHIND) / WAKE_STEP) * WAKE_STEP;
  const key = `${kind} ${due}`;
  if (waking.has(key)) return;
  const timer = setTimeout(() => {
    waking.delete(key);
    wake(kind);
  }, due - Date.now());
  waking.set(key, timer.unref());
}

export function newDeliveryId(): string {
  return newId();
}

export interface Delivery {
  deliveryId: string;
  jobId: string;
}

/** Handles deliveries of one kind, `concurrency` at a time in this process. */
export async function workOff(
  kind: string,
  concurrency: number,
  handle: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const options = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: NOTIFY_POLL_SECONDS };
  for (let n = 0; n < concurrency; n++) {
    let worker: string | undefined;
    worker = await queue().work<{ jobId: string }>(kind, options, async ([delivery]) => {
      if (delivery) await handle({ deliveryId: delivery.id, jobId: delivery.data.jobId });
      // After each job the worker would pause until its next poll, but where one job waited, another may.
      if (worker) boss?.notifyWorker(worker);
    });
  }
}

/** Takes no further deliveries of one kind, without waiting for running ones. */
export async function stopWorkingOff(kind: string): Promise<void> {
  await queue().offWork(kind, { wait: false });
}
