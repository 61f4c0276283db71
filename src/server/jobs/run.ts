/** One run of one job: claims it, runs its handler, and records its end. */
import { AppError } from '../../kernel/errors.ts';
import { asSystem, execute, inWorkspace, outsideTransaction, query, transaction } from '../db/index.ts';
import { bus } from '../events/bus.ts';
import { publishPaths } from '../events/emit.ts';
import { log, withLogFields } from '../observability/log.ts';
import { countFault, startJob, type JobOutcome } from '../observability/metrics.ts';
import { NOT_ASKED_ANY_MORE, stillAsked } from './requester.ts';
import { AGAIN, pauseAfter, type JobContext, type JobDefinition } from './define.ts';
import { type Ending, STOPPED, tellEnded } from './job-outcome.ts';
import { JOBS_PATH } from './jobs.ts';
import { deliver, newDeliveryId, type Delivery } from './queue.ts';

/** Why a run was interrupted. */
export type Interruption = 'cancelled' | 'stopping' | 'lost';

export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly why: Interruption;
  /** The reason for people, where no person canceled it. */
  readonly words: string | undefined;

  constructor(why: Interruption, words?: string) {
    super(`The job was interrupted: ${why}`);
    this.why = why;
    this.words = words;
  }
}

/** How often new progress is written, in milliseconds. */
const FLUSH_EVERY = 500;
/** How often a run without progress shows that it is alive, in milliseconds. */
const BEAT_EVERY = 5_000;
/** How often a run whose turn may be over checks for waiting jobs, in milliseconds. */
const LOOK_EVERY = 1_000;
/** Whether a job of this kind from another workspace waits. One that a free worker takes at once does not count. */
const OTHERS_WAIT = `select exists (
  select 1 from jobs j join pgboss.job d on d.name = j.kind and d.id = j.delivery_id
  where j.state = 'queued' and j.id <> $1 and j.kind = $2 and j.workspace_id <> $3 and d.state::text = 'created'
    and greatest(d.start_after, d.created_on) <= now() - interval '1 second'
) as wait`;

const withdrawn = () => new InterruptedError('cancelled', NOT_ASKED_ANY_MORE);

interface Claim extends Ending {
  checkpoint: unknown;
  attempts: number;
  failures: number;
  done: number;
  total: number | null;
  message: string | null;
  is_asked: boolean;
}

/** A run under way. */
export interface Run {
  jobId: string;
  /** Interrupts it; it ends as soon as its handler notices. */
  interrupt(why: Interruption): void;
  finished: Promise<void>;
}

/**
 * Starts the job of a delivery.
 * @returns undefined when there is nothing to do: the delivery is outdated, or the job was canceled
 */
export async function startRun(definition: JobDefinition, delivery: Delivery): Promise<Run | undefined> {
  const claim = await takeClaim(definition, delivery);
  if (!claim) return undefined;
  const control = new AbortController();
  return {
    jobId: claim.id,
    interrupt: (why) => control.abort(new InterruptedError(why)),
    finished: withLogFields({ jobId: claim.id, job: definition.name }, () => perform(definition, claim, control)),
  };
}

async function takeClaim({ asker }: JobDefinition, { jobId, deliveryId }: Delivery): Promise<Claim | undefined> {
  return asSystem(() =>
    transaction(async () => {
      const [claim] = await query<Claim>(
        `update jobs set state = 'running', attempts = attempts + 1, node = $3,
          started_at = coalesce(started_at, now()), heartbeat_at = now()
       where id = $1 and delivery_id = $2 and state = 'queued'
       returning id, kind, workspace_id, created_by, payload, checkpoint, attempts, failures, done, total, message,
          ${stillAsked(asker)} as is_asked`,
        [jobId, deliveryId, bus().node],
      );
      if (claim) await publishPaths(claim.workspace_id, [JOBS_PATH]);
      return claim;
    }),
  );
}

async function perform(definition: JobDefinition, claim: Claim, control: AbortController): Promise<void> {
  const ended = startJob(definition.name);
  const journal = keepJournal(definition, claim, control);
  let outcome: JobOutcome = 'failed';
  try {
    if (!claim.is_asked) throw withdrawn();
    const context = makeContext(definition, claim, control.signal, journal);
    const result = await inWorkspace(claim.workspace_id, claim.created_by, () => definition.handler(context));
    await journal.stop();
    outcome = await (result === AGAIN ? giveWay(definition, claim) : succeed(claim, result));
  } catch (error) {
    await journal.stop();
    const reason: unknown = control.signal.aborted ? control.signal.reason : error;
    outcome = await (reason instanceof InterruptedError
      ? breakOff(definition, claim, reason)
      : fail(definition, claim, error));
  } finally {
    // If even the end could not be written, the job is taken over once its heartbeat is old enough.
    ended(outcome);
  }
}

function makeContext(
  definition: JobDefinition,
  claim: Claim,
  signal: AbortSignal,
  journal: Journal,
): JobContext<unknown, unknown> {
  return {
    jobId: claim.id,
    payload: definition.payload.parse(claim.payload),
    state: claim.checkpoint ?? undefined,
    attempt: claim.attempts,
    signal,
    progress: journal.progress,
    turnIsOver: journal.turnIsOver,
    async checkpoint(state) {
      signal.throwIfAborted();
      const written = await execute(
        `update jobs set checkpoint = $3, done = $4, total = $5, message = $6, heartbeat_at = now()
         where id = $1 and attempts = $2 and state = 'running'`,
        [claim.id, claim.attempts, JSON.stringify(state), ...journal.figures()],
      );
      if (written === 0) throw new InterruptedError('lost');
    },
  };
}

interface Journal {
  progress: JobContext<unknown, unknown>['progress'];
  figures(): [done: number, total: number | null, message: string | null];
  turnIsOver: JobContext<unknown, unknown>['turnIsOver'];
  stop(): Promise<void>;
}

/**
 * Writes progress and heartbeats from a timer, never from the handler, which may be inside a transaction that holds the
 * embedded engine's only connection.
 */
function keepJournal(definition: JobDefinition, claim: Claim, control: AbortController): Journal {
  let figures: [number, number | null, string | null] = [claim.done, claim.total, claim.message];
  let changed = false;
  let written = performance.now();
  let writing: Promise<void> = Promise.resolve();
  let busy = false;
  let turnEnds = performance.now() + definition.turn * 1_000;
  let turnIsOver = false;

  const lookForOthers = async () => {
    turnEnds = performance.now() + LOOK_EVERY;
    const [found] = await query<{ wait: boolean }>(OTHERS_WAIT, [claim.id, definition.name, claim.workspace_id]);
    turnIsOver = found!.wait;
  };
  const write = async () => {
    const moved = changed;
    changed = false;
    written = performance.now();
    const [state] = await query<{ cancel_requested: boolean; is_asked: boolean }>(
      `update jobs set done = $3, total = $4, message = $5, heartbeat_at = now()
       where id = $1 and attempts = $2 and state = 'running'
          returning cancel_requested, ${stillAsked(definition.asker)} as is_asked`,
      [claim.id, claim.attempts, ...figures],
    );
    if (!state) control.abort(new InterruptedError('lost'));
    else if (state.cancel_requested) control.abort(new InterruptedError('cancelled'));
    else if (!state.is_asked) control.abort(withdrawn());
    if (moved) await publishPaths(claim.workspace_id, [JOBS_PATH]);
  };
  const flush = (what = write) => {
    if (busy) return;
    busy = true;
    writing = asSystem(() => outsideTransaction(what))
      .catch((error: unknown) => log().warn({ err: error }, 'progress of a job could not be written'))
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(() => {
    if (changed || performance.now() - written >= BEAT_EVERY) flush();
    else if (performance.now() >= turnEnds) flush(lookForOthers);
  }, FLUSH_EVERY);
  return {
    progress(done, total, message) {
      figures = [Math.trunc(done), total === undefined ? null : Math.trunc(total), message ?? null];
      changed = true;
    },
    figures: () => figures,
    turnIsOver: () => turnIsOver,
    async stop() {
      clearInterval(timer);
      await writing;
      if (changed) {
        flush();
        await writing;
      }
    },
  };
}

/** Records the end of the run, unless another process took the job over. */
async function end(claim: Claim, assignments: string, values: unknown[], also?: () => Promise<void>): Promise<boolean> {
  return asSystem(() =>
    transaction(async () => {
      const ended = await execute(
        `update jobs set node = null, heartbeat_at = null, ${assignments}
          where id = $1 and attempts = $2 and state = 'running'`,
        [claim.id, claim.attempts, ...values],
      );
      if (ended === 0) return false;
      await also?.();
      await publishPaths(claim.workspace_id, [JOBS_PATH]);
      return true;
    }),
  );
}

async function succeed(claim: Claim, result: unknown): Promise<JobOutcome> {
  const ended = await end(claim, `state = 'succeeded', result = $3, error = null, finished_at = now()`, [
    JSON.stringify(result ?? null),
  ]);
  return ended ? 'succeeded' : 'interrupted';
}

/** Moves it to the end of the queue; it continues after waiting jobs had their turn. */
async function giveWay(definition: JobDefinition, claim: Claim): Promise<JobOutcome> {
  await requeue(definition, claim, 0, 'error = null', []);
  return 'interrupted';
}

async function breakOff(
  definition: JobDefinition,
  claim: Claim,
  { why, words }: InterruptedError,
): Promise<JobOutcome> {
  if (why === 'cancelled') {
    await end(claim, `state = 'cancelled', error = $3, finished_at = now()`, [words ?? null], () =>
      tellEnded(claim, { state: 'cancelled', error: words ?? STOPPED }),
    );
    return 'cancelled';
  }
  // Stopping is not the job's failure: it goes back into the queue for the next process.
  if (why === 'stopping') await requeue(definition, claim, 0, `error = null`, []);
  return 'interrupted';
}

async function fail(definition: JobDefinition, claim: Claim, error: unknown): Promise<JobOutcome> {
  const failures = claim.failures + 1;
  const message = messageOf(error);
  if (isHopeless(error) || failures > definition.retry.limit) {
    log().error({ err: error }, 'a job failed');
    countFault('job');
    await end(claim, `state = 'failed', failures = $3, error = $4, finished_at = now()`, [failures, message], () =>
      tellEnded(claim, { state: 'failed', error: message }),
    );
    return 'failed';
  }
  const pause = pauseAfter(failures, definition.retry);
  log().warn({ err: error, pause }, 'a job failed and is tried again');
  await requeue(definition, claim, pause, 'failures = $4, error = $5', [failures, message]);
  return 'failed';
}

async function requeue(
  definition: JobDefinition,
  claim: Claim,
  pause: number,
  assignments: string,
  values: unknown[],
): Promise<void> {
  const deliveryId = newDeliveryId();
  await end(claim, `state = 'queued', delivery_id = $3, ${assignments}`, [deliveryId, ...values], () =>
    deliver(definition.name, claim.id, deliveryId, pause),
  );
}

/** A person's mistake does not go away by retrying. */
function isHopeless(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.code !== 'rate_limited' && error.code !== 'conflict';
}

/** People see only messages written for them. */
function messageOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'Something went wrong on our end.';
}
