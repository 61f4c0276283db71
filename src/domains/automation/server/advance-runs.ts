/**
 * Going on with runs, step by step. What a step does inside of the database is one transaction with the note that it
 * was done, so it happens once. What it does outside is noted before and after, and carries the same key when it is
 * repeated. A run whose process is gone is taken over when its lease has ended.
 */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentWorkspaceId,
  execute,
  NOW,
  query,
  savepoint,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { type Cause, withCause } from '../../../server/events/cause.ts';
import { emit, publishPaths } from '../../../server/events/emit.ts';
import type { JobContext } from '../../../server/jobs/define.ts';
import { log } from '../../../server/observability/log.ts';
import { settledOutcome } from '../../approvals/index.ts';
import { isRecordKind, mergedInto } from '../../crm/index.ts';
import type { Step } from '../contract/definition.ts';
import type { RunState } from '../contract/workflows.ts';
import { findStep, nextStep } from '../engine/step-tree.ts';
import { AUTOMATION } from '../paths.ts';
import { definitionOf, RUNS, type RunRow } from './rows.ts';
import { dataFor, executorOf, type Outcome, type StepContext } from './steps.ts';
import { tellOwner } from './notify.ts';

/**
 * How long a run belongs to the worker that has it. A step inside of the database holds the run's row besides, and one
 * whose claim is lost touches nothing.
 */
const LEASE = '15 seconds';
/** As long as what a step does outside may take at most, with much to spare. */
const LEASE_OUTSIDE = '2 minutes';
/** The most steps that one run takes. */
const BUDGET = 200;
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE = 10;

/** Works off the runs of the present workspace that are due. @returns whether it left off because its turn was over. */
export async function advanceAll({
  signal,
  turnIsOver,
}: Pick<JobContext<unknown, unknown>, 'signal' | 'turnIsOver'>): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    if (turnIsOver()) return true;
    const claim = await claimRun();
    if (!claim) return false;
    await advance(claim, signal, turnIsOver);
  }
}

/** A run, and the claim under which it is worked on: who took it over since has another. */
interface Claim {
  runId: string;
  claim: string;
}

function claimRun(): Promise<Claim | undefined> {
  return transaction(async () => {
    const claim = newId();
    const [row] = await query<{ id: string }>(
      `update workflow_runs set state = 'running', claim = $2, wake_at = now() + interval '${LEASE}' where id = (
         select id from workflow_runs where workspace_id = $1 and state in ('queued', 'running', 'waiting')
            and wake_at <= now() order by wake_at, id limit 1 for update skip locked
       ) returning id`,
      [currentWorkspaceId(), claim],
    );
    return row && { runId: row.id, claim };
  });
}

type Progress =
  | { state: 'on' }
  | { state: 'rest' }
  | { state: 'outside'; row: RunRow; seq: number; act: (key: string, signal: AbortSignal) => Promise<unknown> };

async function advance(claim: Claim, signal: AbortSignal, turnIsOver: () => boolean): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (turnIsOver()) return giveBack(claim);
    const progress = await transaction(() => stepOnce(claim));
    if (progress.state === 'rest') return;
    if (progress.state === 'outside' && !(await actOutside(claim, progress, signal))) return;
  }
}

/** It is due at once, for whoever takes it up. */
async function giveBack({ runId, claim }: Claim): Promise<void> {
  await updateRows('workflow_runs', { wakeAt: NOW }, { id: runId, claim, state: 'running' });
}

interface StepRow {
  seq: number;
  step_id: string;
  state: string;
  attempts: number;
  input: Record<string, unknown>;
}

async function lockRun({ runId, claim }: Claim): Promise<RunRow | undefined> {
  const [row] = await query<RunRow>(
    `${RUNS} where r.id = $1 and r.workspace_id = $2 and r.state = 'running' and r.claim = $3 for update of r`,
    [runId, currentWorkspaceId(), claim],
  );
  return row;
}

const causeOf = (row: RunRow): Cause => ({
  runId: row.id,
  chain: row.chain,
  by: { kind: 'workflow', id: row.id, name: row.workflow_name },
});

/** One step of one run, in the ambient transaction. */
async function stepOnce(claim: Claim): Promise<Progress> {
  const row = await lockRun(claim);
  if (!row) return { state: 'rest' };
  await publishPaths(row.workspace_id, [AUTOMATION.runs]);
  if (row.step_id === null) return finish(row, 'succeeded');
  const definition = await definitionOf(row.workflow_id, row.number);
  const step = findStep(definition, row.step_id);
  if (!step) return finish(row, 'failed', 'The next step is not part of this version.');
  if (row.steps_done >= BUDGET) return finish(row, 'failed', `A run can have up to ${BUDGET} steps.`);
  const [begun] = await query<StepRow>(
    'select seq, step_id, state, attempts, input from workflow_steps where run_id = $1 and seq = $2',
    [row.id, row.steps_done + 1],
  );
  try {
    const outcome = await savepoint(() => withCause(causeOf(row), () => perform(row, step, begun)));
    return await note(row, step, outcome);
  } catch (error) {
    return afterFailure(row, step, error);
  }
}

/** Does what the step does inside of the database. */
async function perform(row: RunRow, step: Step, begun: StepRow | undefined): Promise<Outcome> {
  if (begun?.state === 'waiting' && step.kind === 'delay') return { done: {} };
  if (begun?.state === 'waiting' && row.approval_id) return decided(row, step);
  const { subject, outputs } = await recordsOfNow(row);
  const run = { id: row.id, workflowId: row.workflow_id, workflowName: row.workflow_name, subject };
  const { data, timeZone } = await dataFor(run, row.started_by, outputs);
  const context: StepContext = { run, data, timeZone, now: new Date() };
  const executor = executorOf(step);
  // A step that started an outside action is repeated unchanged: the same key must not mean another email because a
  // record changed.
  const isRepeated = begun !== undefined && 'policy' in begun.input && begun.input['policy'] === 'direct';
  const input = isRepeated ? begun.input : await executor.input(step, context);
  await query(
    `insert into workflow_steps (workspace_id, run_id, seq, step_id, kind, state, input, attempts)
      values ($1, $2, $3, $4, $5, 'running', $6, 1)
     on conflict (run_id, seq) do update
        set input = excluded.input, attempts = workflow_steps.attempts + 1, state = 'running', error = null`,
    [currentWorkspaceId(), row.id, row.steps_done + 1, step.id, step.kind, JSON.stringify(input)],
  );
  return executor.run(step, input, context);
}

/**
 * Current records of the run's subject and results. A record merged while the run waited is replaced by the merged one.
 */
async function recordsOfNow({
  subject_type: type,
  subject_id: id,
  outputs,
}: RunRow): Promise<{ subject: StepContext['run']['subject']; outputs: Record<string, unknown> }> {
  const made = Object.entries(outputs).flatMap(([step, output]) => (isMade(output) ? [{ step, output }] : []));
  const into = await mergedInto([
    type !== null && isRecordKind(type) ? id : null,
    ...made.map(({ output }) => output.id),
  ]);
  return {
    subject: type && id ? { type, id: into(id) } : undefined,
    outputs: {
      ...outputs,
      ...Object.fromEntries(made.map(({ step, output }) => [step, { ...output, id: into(output.id) }])),
    },
  };
}

const isMade = (output: unknown): output is { id: string; kind: string } => {
  const { id, kind } = (output ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof kind === 'string' && isRecordKind(kind);
};

/** How the approval stands that the step waited for. */
async function decided(row: RunRow, step: Step): Promise<Outcome> {
  const { state, result, reason, error } = await settledOutcome(row.approval_id!);
  const isQuestion = step.kind === 'approval';
  switch (state) {
    case 'done':
    case 'undone':
      return {
        done: { approved: true, ...(result !== null && typeof result === 'object' ? result : {}) },
        ...(isQuestion && { port: 'approved' }),
      };
    case 'rejected':
    case 'expired':
      return {
        done: {
          approved: false,
          reason: reason || (state === 'expired' ? 'The request expired before anyone decided.' : ''),
        },
        ...(isQuestion && { port: 'rejected' }),
      };
    case 'failed':
      throw new AppError('validation', `Approved, but failed: ${error ?? 'unknown'}`);
    default:
      return { awaits: row.approval_id! };
  }
}

/** Writes down what came of a step, and where the run goes on. */
async function note(row: RunRow, step: Step, outcome: Outcome): Promise<Progress> {
  if ('outside' in outcome) {
    await execute(`update workflow_runs set wake_at = now() + interval '${LEASE_OUTSIDE}' where id = $1`, [row.id]);
    return { state: 'outside', row, seq: row.steps_done + 1, act: outcome.outside };
  }
  if ('stop' in outcome) {
    await endStep(row, 'done', {}, undefined);
    return finish({ ...row, steps_done: row.steps_done + 1 }, 'succeeded');
  }
  if ('done' in outcome) {
    await done(row, step, outcome.done, outcome.port);
    return { state: 'on' };
  }
  const until = 'waitUntil' in outcome ? outcome.waitUntil.toISOString() : null;
  await updateRows('workflow_steps', { state: 'waiting' }, { runId: row.id, seq: row.steps_done + 1 });
  await updateRows(
    'workflow_runs',
    { state: 'waiting', wakeAt: until, approvalId: 'awaits' in outcome ? outcome.awaits : null },
    { id: row.id },
  );
  return { state: 'rest' };
}

async function done(row: RunRow, step: Step, output: unknown, port: string | undefined): Promise<void> {
  await endStep(row, 'done', output, port);
  const next = nextStep(await definitionOf(row.workflow_id, row.number), step.id, port);
  await execute(
    `update workflow_runs set step_id = $2, steps_done = steps_done + 1, attempt = 0, approval_id = null,
      outputs = outputs || jsonb_build_object($3::text, $4::jsonb),
       wake_at = now() + interval '${LEASE}' where id = $1`,
    [row.id, next ?? null, step.id, JSON.stringify(output ?? null)],
  );
}

async function endStep(
  row: RunRow,
  state: 'done' | 'failed',
  output: unknown,
  port: string | undefined,
  error?: string,
): Promise<void> {
  await updateRows(
    'workflow_steps',
    { state, output: output === undefined ? null : output, port: port ?? null, error: error ?? null, finishedAt: NOW },
    { runId: row.id, seq: row.steps_done + 1 },
  );
}

/** @returns whether the run goes on at once. */
async function actOutside(
  claim: Claim,
  { row, seq, act }: Extract<Progress, { state: 'outside' }>,
  signal: AbortSignal,
): Promise<boolean> {
  let output: unknown;
  let failure: unknown;
  try {
    output = await act(`${row.id}-${seq}`, signal);
  } catch (error) {
    // A stop says nothing of what the other side has done: the next process repeats it under the same key.
    if (signal.aborted) throw error;
    failure = error;
  }
  return transaction(async () => {
    const present = await lockRun(claim);
    if (present?.steps_done !== seq - 1) return false;
    const step = findStep(await definitionOf(row.workflow_id, row.number), row.step_id!)!;
    if (failure === undefined) await done(present, step, output, undefined);
    else await afterFailure(present, step, failure);
    return failure === undefined;
  });
}

async function afterFailure(row: RunRow, step: Step, error: unknown): Promise<Progress> {
  // A conflict passes, unless it is about what the step fills in: a company's name that is taken.
  const hopeless =
    error instanceof AppError &&
    error.status < 500 &&
    error.code !== 'rate_limited' &&
    (error.code !== 'conflict' || error.fields.length > 0);
  if (!(error instanceof AppError))
    log().error({ err: error, run: row.id, step: step.id }, 'a step of a workflow failed');
  const message = error instanceof AppError ? error.message : 'Something went wrong on our end.';
  await query(
    `insert into workflow_steps (workspace_id, run_id, seq, step_id, kind, state, error, attempts)
      values ($1, $2, $3, $4, $5, 'failed', $6, 1)
     on conflict (run_id, seq) do update set error = excluded.error`,
    [currentWorkspaceId(), row.id, row.steps_done + 1, step.id, step.kind, message],
  );
  if (hopeless || row.attempt + 1 >= MAX_ATTEMPTS) {
    await endStep(row, 'failed', undefined, undefined, message);
    return finish(row, 'failed', message);
  }
  await updateRows(
    'workflow_runs',
    {
      state: 'waiting',
      attempt: sql`attempt + 1`,
      wakeAt: sql`now() + make_interval(secs => ${FIRST_PAUSE * 4 ** row.attempt})`,
    },
    { id: row.id },
  );
  return { state: 'rest' };
}

async function finish(
  row: RunRow,
  state: Extract<RunState, 'succeeded' | 'failed'>,
  error?: string,
): Promise<Progress> {
  await updateRows(
    'workflow_runs',
    {
      state,
      error: error ?? null,
      finishedAt: NOW,
      wakeAt: null,
      stepId: state === 'failed' ? undefined : null,
      stepsDone: row.steps_done,
    },
    { id: row.id },
  );
  await withCause(causeOf(row), () =>
    emit({
      type: `workflow_run.${state}`,
      subject: { type: 'workflow_run', id: row.id },
      data: { workflowId: row.workflow_id, ...(error && { error }) },
      paths: [AUTOMATION.runs, AUTOMATION.workflows],
    }),
  );
  if (error)
    await tellOwner(row.workflow_id, {
      title: `The workflow “${row.workflow_name}” failed`,
      body: error,
      runId: row.id,
    });
  return { state: 'rest' };
}
