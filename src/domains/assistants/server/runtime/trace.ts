/** The trace of a run: every step is written as it happens, so that it is there when the run is not. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { forgetRows } from '../../../../server/db/delete-in-batches.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  execute,
  insertRow,
  selectRow,
  selectRows,
  updateRows,
} from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import type { AssistantRun, AssistantStep, Purpose, RunState } from '../../contract.ts';

export type StoredBudget = AssistantRun['budget'];

/** Days that traces and calls of models are kept. */
const KEPT_DAYS = 90;
/** Longest part of a step, in characters of JSON. */
const MAX_PART = 40_000;
/** Minutes after which a run without an end was cut off by a stop of the server. */
const LOST_AFTER = 30;

export async function beginRun(purpose: Purpose, instructions: string, budget: StoredBudget): Promise<string> {
  const id = newId();
  await insertRow('assistant_runs', {
    id,
    workspaceId: currentWorkspaceId(),
    userId: currentUserId(),
    purpose,
    state: 'running',
    instructions,
    budget,
  });
  return id;
}

type NewStep = Pick<AssistantStep, 'kind' | 'name' | 'input'> &
  Partial<Pick<AssistantStep, 'output' | 'error' | 'tokens' | 'milliseconds'>>;

export async function addStep(runId: string, position: number, step: NewStep): Promise<void> {
  await insertRow('assistant_steps', {
    runId,
    position,
    workspaceId: currentWorkspaceId(),
    kind: step.kind,
    name: step.name,
    input: shortened(step.input ?? null),
    output: step.output === undefined ? null : shortened(step.output),
    error: step.error ?? '',
    tokens: step.tokens ?? 0,
    ms: Math.round(step.milliseconds ?? 0),
  });
}

/** JSON that the database can hold: no null characters, and not without end. */
function shortened(value: unknown): object | string {
  const text = (JSON.stringify(value) ?? 'null').replaceAll('\\u0000', '');
  return text.length <= MAX_PART ? (JSON.parse(text) as object) : `${text.slice(0, MAX_PART)} … (shortened)`;
}

export async function endRun(
  id: string,
  end: { state: Exclude<RunState, 'running'>; tokens: number; credits: string | null; error: string },
): Promise<void> {
  await updateRows('assistant_runs', { ...end, endedAt: new Date().toISOString() }, { id });
}

/** @throws AppError `not_found` for another person's run, unless an administrator asks */
export async function readRun(id: string, caller: Caller): Promise<AssistantRun> {
  const run = await selectRow(
    'assistant_runs',
    [
      'id',
      'userId',
      'purpose',
      'state',
      'instructions',
      'budget',
      'tokens',
      'credits',
      'error',
      'createdAt',
      'endedAt',
    ],
    { id },
  );
  if (!run || (run.userId !== caller.userId && caller.role !== 'admin')) throw notFound('The run');
  const steps = await selectRows(
    'assistant_steps',
    ['position', 'kind', 'name', 'input', 'output', 'error', 'tokens', 'ms'],
    { runId: id },
    { orderBy: ['position'], limit: 500 },
  );
  const { userId: _, ...rest } = run;
  return {
    ...(rest as Omit<AssistantRun, 'steps'>),
    steps: steps.map(({ ms, ...step }) => ({ ...(step as Omit<AssistantStep, 'milliseconds'>), milliseconds: ms })),
  };
}

/** @throws AppError `unavailable` inside a transaction, which would stay open for minutes */
export function refuseTransaction(open: unknown): void {
  if (open) throw new AppError('unavailable', 'An assistant cannot run inside a transaction.');
}

export const forgetTraces = defineRecurring({
  name: 'assistants.forget',
  title: 'Forget old traces of assistants',
  every: 3_600,
  async handler() {
    await forgetRows('assistant_runs', `created_at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
    await forgetRows('model_calls', `created_at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
    await closeLost();
  },
});

/** Runs and calls that were under way when the server stopped. */
async function closeLost(): Promise<void> {
  const lost = `state = 'running' and created_at < now() - make_interval(mins => ${LOST_AFTER})`;
  await asSystem(async () => {
    await execute(
      `update assistant_runs set state = 'failed', error = 'The server stopped during this run.', ended_at = now() where ${lost}`,
    );
    await execute(
      `update model_calls set state = 'failed', error = 'The server stopped during this call.' where ${lost}`,
    );
  });
}
