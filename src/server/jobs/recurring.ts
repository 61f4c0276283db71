/**
 * Recurring work, declared with `defineRecurring()`. One process of an installation runs it, never two at a time. A
 * missed time is caught up once; a run whose process died is repeated.
 */
import { asSystem, execute, query, transaction } from '../db/index.ts';
import { bus, deadNodeCondition, notify } from '../events/bus.ts';
import { log, withLogFields } from '../observability/log.ts';
import { countFault, startJob } from '../observability/metrics.ts';
import { describeSchedule, nextTime, type Schedule } from './schedule.ts';

/** Input of a handler. */
export interface RecurringContext {
  /** Due time of this run; later than planned after a time without a worker. */
  dueAt: Date;
  /** Due time of the last finished run; undefined on the first. */
  previousDueAt: Date | undefined;
  /** Aborts when this process stops: stop at a good place, and the rest is due again at once. */
  signal: AbortSignal;
}

/** One kind of recurring work. */
export interface RecurringDefinition {
  name: string;
  title: string;
  schedule: Schedule;
  handler: (context: RecurringContext) => Promise<unknown>;
}

export type RecurringOptions = Omit<RecurringDefinition, 'schedule'> &
  ({ every: number } | { cron: string; zone?: string });

const definitions = new Map<string, RecurringDefinition>();

/**
 * Declares recurring work. `every` counts seconds; `cron` has five parts, in `zone` (default UTC). The handler runs as
 * system, outside any transaction, and must tolerate repetition: a run whose process was killed is repeated. Long work
 * belongs in a job that it enqueues. After a failure it is retried in a minute, then in two, four, … but never later
 * than its schedule.
 * @param options.name dotted and never changed: `activities.reminders`
 * @param options.title shown to administrators
 */
export function defineRecurring(options: RecurringOptions): RecurringDefinition {
  if (definitions.has(options.name)) throw new Error(`There are two recurring jobs called ${options.name}`);
  const schedule: Schedule =
    'every' in options ? { every: options.every } : { cron: options.cron, zone: options.zone ?? 'UTC' };
  nextTime(schedule, new Date());
  const definition = { name: options.name, title: options.title, handler: options.handler, schedule };
  definitions.set(options.name, definition);
  return definition;
}

/** Names of all recurring work of this process. */
export const recurringNames = (): string[] => [...definitions.keys()];

/** Removes one in this process; its row stays. For tests. */
export function forgetRecurring(name: string): void {
  definitions.delete(name);
}

/** Runs the handler immediately, ignoring the schedule and the table. For tests of handlers. */
export async function runRecurring(name: string, dueAt = new Date()): Promise<void> {
  const definition = definitions.get(name);
  if (!definition) throw new Error(`There is no recurring job called ${name}`);
  await asSystem(() => definition.handler({ dueAt, previousDueAt: undefined, signal: new AbortController().signal }));
}

/** One kind of recurring work, as administrators see it. */
export interface Recurring {
  name: string;
  title: string;
  /** `every 60 s` or `0 9 * * 1-5 Europe/Berlin`. */
  schedule: string;
  nextAt: string;
  running: boolean;
  lastFinishedAt: string | null;
  lastDurationMs: number | null;
  /** Error of the last run; null when it succeeded. */
  lastError: string | null;
  failures: number;
  runs: number;
  /** Paused until someone resumes it. */
  paused: boolean;
}

interface Row {
  name: string;
  schedule: string;
  next_at: string;
  node: number | null;
  last_due_at: string | null;
  last_finished_at: string | null;
  last_duration_ms: number | null;
  last_error: string | null;
  failures: number;
  runs: number;
  paused: boolean;
}

/** All declared in this version, by title. */
export async function listRecurring(): Promise<Recurring[]> {
  const rows = await asSystem(() =>
    query<Row>('select * from recurring_jobs where name = any($1)', [[...definitions.keys()]]),
  );
  return rows
    .map((row) => ({
      name: row.name,
      title: definitions.get(row.name)!.title,
      schedule: row.schedule,
      nextAt: row.next_at,
      running: row.node !== null,
      lastFinishedAt: row.last_finished_at,
      lastDurationMs: row.last_duration_ms,
      lastError: row.last_error,
      failures: row.failures,
      runs: row.runs,
      paused: row.paused,
    }))
    .sort((one, other) => one.title.localeCompare(other.title));
}

const WAKE_CHANNEL = 'gauntlet_recurring';

/** Makes one due now, even if paused. @returns whether there is one with that name */
export async function hastenRecurring(name: string): Promise<boolean> {
  if (!definitions.has(name)) return false;
  await asSystem(() =>
    transaction(async () => {
      await execute('update recurring_jobs set next_at = least(next_at, now()), run_once = true where name = $1', [
        name,
      ]);
      await notify(WAKE_CHANNEL, '');
    }),
  );
  return true;
}

/** Pauses or resumes one; a running one finishes first. @returns whether there is one with that name */
export async function pauseRecurring(name: string, paused: boolean): Promise<boolean> {
  if (!definitions.has(name)) return false;
  await asSystem(() =>
    transaction(async () => {
      await execute('update recurring_jobs set paused = $2, run_once = false where name = $1', [name, paused]);
      await notify(WAKE_CHANNEL, '');
    }),
  );
  return true;
}

/** Longest time between two checks for due work, in milliseconds. */
const LOOK_EVERY = 5_000;
const LOOK_AGAIN_AFTER = 100;
const BEAT_EVERY = 3_000;
/** A process silent for this long counts as gone if its connection is gone as well, or after a minute. */
const GRACE = '10 seconds';
const SILENT_FOR = '60 seconds';
const STOP_WITHIN = 8_000;
const FIRST_RETRY = 60;

export interface RecurringLoop {
  /** Asks running work to end and waits briefly. */
  stop(): Promise<void>;
}

export interface RecurringLoopOptions {
  /** Runs only what `hastenRecurring()` asks for, never by the schedule. For tests, whose results must not depend on the time. */
  onDemand?: boolean;
}

/** Starts recurring work in this process. The bus must be open. */
export async function startRecurring({ onDemand = false }: RecurringLoopOptions = {}): Promise<RecurringLoop> {
  const runnable = onDemand ? 'run_once' : '(not paused or run_once)';
  await ensureRows();
  const control = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let broughtBack = performance.now();
  const look = async () => {
    if (performance.now() - broughtBack > BRING_BACK_EVERY) {
      broughtBack = performance.now();
      await bringBack();
    }
    for (const claim of await claimDue(runnable)) {
      const run = perform(claim, control.signal).finally(() => {
        running.delete(run);
        wake();
      });
      running.add(run);
    }
  };
  const wake = () => {
    clearTimeout(timer);
    round = round.then(async () => {
      if (control.signal.aborted) return;
      await look().catch((error: unknown) => log().error({ err: error }, 'recurring work could not be looked after'));
      const pause = await untilNext(runnable).catch(() => LOOK_EVERY);
      clearTimeout(timer);
      timer = setTimeout(wake, pause).unref();
    });
  };
  const quiet = bus().listen(WAKE_CHANNEL, wake);
  wake();
  return {
    async stop() {
      control.abort(new Error('The server stops'));
      quiet();
      await round;
      clearTimeout(timer);
      const late = Promise.withResolvers<void>();
      const limit = setTimeout(late.resolve, STOP_WITHIN);
      await Promise.race([Promise.allSettled(running), late.promise]);
      clearTimeout(limit);
    },
  };
}

/**
 * Planning and checking must use one clock, or a server with a wrong clock runs nothing for a day, or everything at
 * once.
 */
async function databaseNow(): Promise<Date> {
  const [row] = await asSystem(() => query<{ now: string }>('select clock_timestamp() as now'));
  return new Date(row!.now);
}

const BRING_BACK_EVERY = 30_000;

/** After the clock was set back, work planned by the old time would wait until that time comes again. */
async function bringBack(): Promise<void> {
  const now = await databaseNow();
  const far = await asSystem(() =>
    query<{ name: string; next_at: string }>(
      `select name, next_at from recurring_jobs
        where name = any($1) and node is null and next_at > $2::timestamptz + interval '2 seconds'`,
      [[...definitions.keys()], now.toISOString()],
    ),
  );
  for (const { name, next_at: planned } of far) {
    const next = nextTime(definitions.get(name)!.schedule, now);
    if (Date.parse(planned) <= next.getTime() + 1_000) continue;
    await asSystem(() =>
      execute('update recurring_jobs set next_at = $3 where name = $1 and next_at = $2 and node is null', [
        name,
        planned,
        next.toISOString(),
      ]),
    );
    log().warn({ recurring: name, planned }, 'recurring work was planned by a clock that has been set back');
  }
}

/** Creates a row for each kind; a changed schedule sets a new due time. */
async function ensureRows(): Promise<void> {
  const now = await databaseNow();
  for (const { name, schedule } of definitions.values()) {
    const next = nextTime(schedule, now);
    await asSystem(() =>
      execute(
        `insert into recurring_jobs (name, schedule, next_at) values ($1, $2, $3)
       on conflict (name) do update set schedule = excluded.schedule, next_at = excluded.next_at
          where recurring_jobs.schedule <> excluded.schedule`,
        [name, describeSchedule(schedule), next.toISOString()],
      ),
    );
  }
}

async function untilNext(runnable: string): Promise<number> {
  const [row] = await asSystem(() =>
    query<{ wait: number | null }>(
      `select (extract(epoch from min(next_at) - now()) * 1000)::float8 as wait from recurring_jobs
        where name = any($1) and node is null and ${runnable}`,
      [[...definitions.keys()]],
    ),
  );
  return Math.min(Math.max(row?.wait ?? LOOK_EVERY, LOOK_AGAIN_AFTER), LOOK_EVERY);
}

interface Claim {
  definition: RecurringDefinition;
  /** Also the fence: another process that took over has a different one. */
  startedAt: string;
  dueAt: string;
  previousDueAt: string | null;
  failures: number;
}

/** Claims due work that no living process has. */
async function claimDue(runnable: string): Promise<Claim[]> {
  const gone = bus().isShared
    ? `(${deadNodeCondition('j.node')} and not (j.heartbeat_at between now() - interval '${GRACE}' and now() + interval '${GRACE}')) or not (j.heartbeat_at between now() - interval '${SILENT_FOR}' and now() + interval '${SILENT_FOR}')`
    : deadNodeCondition('j.node');
  // Columns by name: a cached statement fails once `*` changes, as after the next version's migration.
  const rows = await asSystem(() =>
    query<Pick<Row, 'name' | 'next_at' | 'last_due_at' | 'failures'> & { started_at: string }>(
      `update recurring_jobs j set node = $2, started_at = clock_timestamp(), heartbeat_at = clock_timestamp(),
        run_once = false
     where j.name in (
       select name from recurring_jobs j where name = any($1) and next_at <= now() and ${runnable}
          and (node is null or (${gone})) for update skip locked
     ) returning j.name, j.started_at, j.next_at, j.last_due_at, j.failures`,
      [[...definitions.keys()], bus().node],
      `recurring_due_${bus().node}`,
    ),
  );
  return rows.map((row) => ({
    definition: definitions.get(row.name)!,
    startedAt: row.started_at,
    dueAt: row.next_at,
    previousDueAt: row.last_due_at,
    failures: row.failures,
  }));
}

async function perform(claim: Claim, signal: AbortSignal): Promise<void> {
  const { definition, dueAt, previousDueAt } = claim;
  const ended = startJob(definition.name);
  const beat = setInterval(
    () => void write(claim, 'heartbeat_at = now()', []).catch(() => undefined),
    BEAT_EVERY,
  ).unref();
  const began = performance.now();
  let failure: unknown;
  try {
    await withLogFields({ recurring: definition.name }, () =>
      asSystem(() =>
        definition.handler({
          dueAt: new Date(dueAt),
          previousDueAt: previousDueAt === null ? undefined : new Date(previousDueAt),
          signal,
        }),
      ),
    );
  } catch (error) {
    failure = error;
  } finally {
    clearInterval(beat);
  }
  const duration = Math.round(performance.now() - began);
  try {
    // A stop is no failure: the work is still due, and the next process does it.
    if (failure !== undefined && signal.aborted) await write(claim, 'node = null', []);
    else await finish(claim, duration, failure);
  } catch (error) {
    log().error(
      { err: error, recurring: definition.name },
      'the end of recurring work could not be written; it will be done again',
    );
  }
  ended(failure === undefined ? 'succeeded' : signal.aborted ? 'interrupted' : 'failed');
}

async function finish(claim: Claim, duration: number, failure: unknown): Promise<void> {
  const { definition } = claim;
  const now = await databaseNow();
  const dueAt = new Date(claim.dueAt);
  const planned = nextTime(definition.schedule, now > dueAt ? now : dueAt, dueAt);
  if (failure === undefined) {
    await write(
      claim,
      `node = null, next_at = $3, last_due_at = $4, last_finished_at = now(),
      last_duration_ms = $5, last_error = null, failures = 0, runs = runs + 1`,
      [planned.toISOString(), claim.dueAt, duration],
    );
    return;
  }
  countFault('job');
  log().error({ err: failure, recurring: definition.name }, 'recurring work failed');
  const retry = now.getTime() + FIRST_RETRY * 1000 * 2 ** Math.min(claim.failures, 10);
  const next = new Date(Math.min(planned.getTime(), retry));
  await write(
    claim,
    `node = null, next_at = $3, last_due_at = $4, last_finished_at = now(), last_duration_ms = $5, last_error = $6, failures = failures + 1, runs = runs + 1`,
    [next.toISOString(), claim.dueAt, duration, failure instanceof Error ? failure.message.slice(0, 500) : 'Unknown'],
  );
}

/** Writes to the row, unless another process took the work over. */
function write({ definition, startedAt }: Claim, assignments: string, values: unknown[]): Promise<number> {
  return asSystem(() =>
    execute(`update recurring_jobs set ${assignments} where name = $1 and started_at = $2 and node is not null`, [
      definition.name,
      startedAt,
      ...values,
    ]),
  );
}
