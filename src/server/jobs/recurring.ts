/**
 * Work that comes back: `defineRecurring()` says what, and when. Of all processes of an installation one runs it, never
 * two at a time. A time that passed while nothing ran is caught up on once; a run whose process went away is done
 * again.
 */
import { asSystem, execute, query, transaction } from '../db/index.ts';
import { bus, deadNodeCondition, notify } from '../events/bus.ts';
import { log, withLogFields } from '../observability/log.ts';
import { countFault, startJob } from '../observability/metrics.ts';
import { describeSchedule, nextTime, type Schedule } from './schedule.ts';

/** What a handler is given. */
export interface RecurringContext {
  /** When this run was due; later than planned after a time in which no worker ran. */
  dueAt: Date;
  /** When the last run that ended was due; undefined on the first. */
  previousDueAt: Date | undefined;
  /** Aborts when this process stops: leave off at a good place, the rest is due again at once. */
  signal: AbortSignal;
}

interface Definition {
  name: string;
  title: string;
  schedule: Schedule;
  handler: (context: RecurringContext) => Promise<unknown>;
}

export type RecurringOptions = Omit<Definition, 'schedule'> & ({ every: number } | { cron: string; zone?: string });

const definitions = new Map<string, Definition>();

/**
 * Declares recurring work. `every` counts seconds; `cron` has five parts, on the clocks of `zone` (default UTC). The
 * handler runs as system, outside of any transaction, and must bear being repeated: a run whose process was killed in
 * the middle is done again. What takes long belongs into a job that it enqueues. After a failure it is tried again in a
 * minute, then in two, four, … but never later than its schedule says.
 * @param options.name dotted and never changed: `activities.reminders`
 * @param options.title what administrators read
 */
export function defineRecurring(options: RecurringOptions): void {
  if (definitions.has(options.name)) throw new Error(`There are two recurring jobs called ${options.name}`);
  const schedule: Schedule =
    'every' in options ? { every: options.every } : { cron: options.cron, zone: options.zone ?? 'UTC' };
  nextTime(schedule, new Date());
  definitions.set(options.name, { name: options.name, title: options.title, handler: options.handler, schedule });
}

/** Forgets one in this process; its row stays. For tests. */
export function forgetRecurring(name: string): void {
  definitions.delete(name);
}

/** Runs the handler here and now, whatever the schedule says and without a word in the table. For tests of handlers. */
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
  /** What the last run died of; null when it went well. */
  lastError: string | null;
  failures: number;
  runs: number;
  /** It rests until somebody lets it go on. */
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

/** All that this version declares, by title. */
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

/** Makes one due now, also one that rests. @returns whether there is one of that name. */
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

/** Lets one rest, or go on; what is under way is done first. @returns whether there is one of that name. */
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

/** The longest time between two looks at what is due, in milliseconds. */
const LOOK_EVERY = 5_000;
const LOOK_AGAIN_AFTER = 100;
const BEAT_EVERY = 3_000;
/**
 * A process that shows no life this long is taken for gone, if its connection is gone as well or it has been silent for
 * a minute.
 */
const GRACE = '10 seconds';
const SILENT_FOR = '60 seconds';
const STOP_WITHIN = 8_000;
const FIRST_RETRY = 60;

export interface RecurringLoop {
  /** Tells what runs to end, and waits for it a little while. */
  stop(): Promise<void>;
}

/** Starts looking after recurring work in this process. The bus must be open. */
export async function startRecurring(): Promise<RecurringLoop> {
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
    for (const claim of await claimDue()) {
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
      const pause = await untilNext().catch(() => LOOK_EVERY);
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
 * What plans and what is looked at must be one clock, or a server whose own clock is wrong runs nothing for a day, or
 * all at once.
 */
async function databaseNow(): Promise<Date> {
  const [row] = await asSystem(() => query<{ now: string }>('select clock_timestamp() as now'));
  return new Date(row!.now);
}

const BRING_BACK_EVERY = 30_000;

/** After the clock was set back, what was planned by the old time would rest until that comes again. */
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

/** A row for each kind; one whose schedule is another than before is due by the new one. */
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

async function untilNext(): Promise<number> {
  const [row] = await asSystem(() =>
    query<{ wait: number | null }>(
      'select (extract(epoch from min(next_at) - now()) * 1000)::float8 as wait from recurring_jobs where name = any($1) and node is null and (not paused or run_once)',
      [[...definitions.keys()]],
      'recurring_next',
    ),
  );
  return Math.min(Math.max(row?.wait ?? LOOK_EVERY, LOOK_AGAIN_AFTER), LOOK_EVERY);
}

interface Claim {
  definition: Definition;
  /** Also the fence: whoever took the work over has another. */
  startedAt: string;
  dueAt: string;
  previousDueAt: string | null;
  failures: number;
}

/** Takes what is due and worked on by nobody who lives. */
async function claimDue(): Promise<Claim[]> {
  const gone = bus().isShared
    ? `(${deadNodeCondition('j.node')} and not (j.heartbeat_at between now() - interval '${GRACE}' and now() + interval '${GRACE}')) or not (j.heartbeat_at between now() - interval '${SILENT_FOR}' and now() + interval '${SILENT_FOR}')`
    : deadNodeCondition('j.node');
  // Columns by name: a statement that is kept fails once `*` means others, as after the next version's migration.
  const rows = await asSystem(() =>
    query<Pick<Row, 'name' | 'next_at' | 'last_due_at' | 'failures'> & { started_at: string }>(
      `update recurring_jobs j set node = $2, started_at = clock_timestamp(), heartbeat_at = clock_timestamp(),
        run_once = false
     where j.name in (
       select name from recurring_jobs j where name = any($1) and next_at <= now() and (not paused or run_once)
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
    // A stop is no failure: it is still due, and the next process does it.
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

/** Writes to the row, unless the work was taken over: then it is someone else's. */
function write({ definition, startedAt }: Claim, assignments: string, values: unknown[]): Promise<number> {
  return asSystem(() =>
    execute(`update recurring_jobs set ${assignments} where name = $1 and started_at = $2 and node is not null`, [
      definition.name,
      startedAt,
      ...values,
    ]),
  );
}
