/**
 * Goes on with a run, step by step. A step is written down before it acts. What an act writes to records is one
 * transaction with the note that it was done, so it happens once; a turn of a model only prepares acts, so it may begin
 * again after the server died. Every transaction carries the job's checkpoint: a worker that lost the run writes nothing.
 */
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentWorkspaceId,
  execute,
  insertRow,
  inWorkspace,
  NOW,
  query,
  selectRow,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { hasModel, usageOfRun } from '../../assistants/index.ts';
import type { Agent } from '../contract.ts';
import { loopProblem, nextAgent } from '../engine/graph.ts';
import { goOnWithActs, queueActs } from './act-steps.ts';
import type { Act } from './acts.ts';
import { currentAdministrator } from './caller.ts';
import { lookups } from './lookups.ts';
import { copyRecordedActs, recordedAnswer } from './replay.ts';
import { publishRuns, readStoredRun, readStoredSteps, type StoredRun, type StoredStep, subjectOf } from './rows.ts';
import { type Left, think, type ThinkingAgent } from './model-turn.ts';

type Job = JobContext<{ runId: string }, { position: number }>;

export const runJob = defineJob<{ runId: string }, { position: number }>({
  name: 'agent-teams.run',
  title: 'Run of an agent team',
  payload: z.object({ runId: z.uuid() }),
  concurrency: 2,
  retry: { limit: 2, backoff: 2 },
  handler: work,
  async ended({ runId }, { jobId, error, state }) {
    await updateRows(
      'agent_runs',
      { state: state === 'cancelled' ? 'stopped' : 'failed', error, endedAt: NOW },
      // One that was resumed meanwhile has another job.
      { id: runId, jobId, state: ['queued', 'running'] },
    );
    await publishRuns();
  },
});

/** Queues the run, in the ambient transaction. */
export async function wake(runId: string): Promise<void> {
  const jobId = await enqueue(runJob, { runId });
  await updateRows('agent_runs', { state: 'queued', jobId, error: '', endedAt: null }, { id: runId });
  await publishRuns();
}

/** An act was decided: the run that waited for it goes on, in the name of who started it. */
export const decisionsSubscriber = subscribe(
  'approval.closed',
  'agent-teams.decisions',
  async ({ subject, workspaceId }) => {
    const runs = await query<{ id: string; started_by: string | null }>(
      `select r.id, r.started_by from agent_runs r join agent_steps s on s.run_id = r.id
        where s.approval_id = $1 and r.state = 'waiting' for update of r`,
      [subject!.id],
    );
    for (const { id, started_by: userId } of runs) await inWorkspace(workspaceId, userId, () => wake(id));
  },
  { seesPrivate: true },
);

type Next = 'end' | 'again' | Turn;
interface Turn {
  step: StoredStep;
  run: StoredRun;
  agent: Agent;
}

async function work(job: Job): Promise<void> {
  for (;;) {
    job.signal.throwIfAborted();
    const next = await transaction(() => begin(job));
    if (next === 'end') return;
    if (next === 'again') continue;
    const began = performance.now();
    try {
      const done = await takeTurn(next.run, next.agent, next.step, job.signal);
      await transaction(() => finishTurn(job, next, done, performance.now() - began));
    } catch (error) {
      await countTokens(next.step.id);
      if (job.signal.aborted || !(error instanceof AppError)) throw error;
      await transaction(() => failTurn(job, next, error.message));
    }
  }
}

/** Locks the run for this worker. @returns undefined when it is someone else's turn, or no one's */
async function lockRun(job: Job): Promise<StoredRun | undefined> {
  const run = await readStoredRun(job.payload.runId, 'for update of r');
  await job.checkpoint({ position: run.steps });
  const isOurs = run.job_id === job.jobId && (run.state === 'queued' || run.state === 'running');
  return isOurs ? run : undefined;
}

/** Finishes acts, then writes down the next turn. */
async function begin(job: Job): Promise<Next> {
  const run = await lockRun(job);
  if (!run) return 'end';
  const steps = await readStoredSteps(run.id);
  const acts = await goOnWithActs(steps);
  if (acts === 'waiting') return rest(run, 'waiting');
  if (acts === 'made') {
    await updateRows('agent_runs', { state: 'running' }, { id: run.id });
    await publishRuns();
    return 'again';
  }
  if (run.agent_id === null) return rest(run, 'done');
  const agent = run.agents.find(({ id }) => id === run.agent_id);
  if (!agent) return rest(run, 'failed', 'The agent whose turn it is is not in the team.');
  const open = steps.find(({ kind, state }) => kind === 'work' && (state === 'running' || state === 'failed'));
  const problem = capProblem(run, open !== undefined) ?? (open ? undefined : loopOf(run, steps, agent));
  if (problem) return rest(run, 'failed', problem);
  await updateRows('agent_runs', { state: 'running', ...(!open && { steps: sql`steps + 1` }) }, { id: run.id });
  const step = open ? await again(open) : await insertTurn(run, steps, agent);
  await publishRuns();
  return { run, agent, step };
}

async function rest(run: StoredRun, state: 'waiting' | 'done' | 'failed', error = ''): Promise<Next> {
  await updateRows('agent_runs', { state, error, ...(state !== 'waiting' && { endedAt: NOW }) }, { id: run.id });
  await publishRuns();
  return 'end';
}

/** Which cap of the run is reached. */
function capProblem({ limits, steps, tokens, credits, worked_ms: ms }: StoredRun, isOpen: boolean): string | undefined {
  if (!isOpen && steps >= limits.steps) return `Stopped at the limit of ${limits.steps} steps.`;
  if (tokens >= limits.tokens) return `Stopped at the limit of ${limits.tokens.toLocaleString('en')} tokens.`;
  if (ms >= limits.seconds * 1_000) return `Stopped at the limit of ${limits.seconds} seconds of work.`;
  if (limits.credits !== null && Number(credits) >= Number(limits.credits))
    return `Stopped at the limit of ${limits.credits} credits.`;
  return undefined;
}

const nameIn = (run: StoredRun) => (id: string) => run.agents.find((agent) => agent.id === id)?.name ?? id;

function loopOf(run: StoredRun, steps: readonly StoredStep[], agent: Agent): string | undefined {
  const turns = steps
    .filter(({ kind }) => kind === 'work')
    .map(({ agent_id: agentId, input }) => ({ agentId, input: input.text ?? '' }));
  return loopProblem(turns, { agentId: agent.id, input: inputOf(run, steps) }, nameIn(run));
}

/** The next agent's input: the instructions, the run's subject, and the answers of earlier agents. */
function inputOf(run: StoredRun, steps: readonly StoredStep[]): string {
  const said = new Map<string, string>();
  for (const { kind, agent_id: agentId, output } of steps) {
    if (kind !== 'work' || !output?.text) continue;
    said.delete(agentId);
    said.set(agentId, output.text);
  }
  return [
    ...(run.brief ? [`Brief: ${run.brief}`] : []),
    ...(run.record_name ? [`About the ${run.record_type} ${run.record_name} (id ${run.record_id}).`] : []),
    ...[...said].map(([id, text]) => `${nameIn(run)(id)} says:\n${text}`),
  ].join('\n\n');
}

async function insertTurn(run: StoredRun, steps: readonly StoredStep[], agent: Agent): Promise<StoredStep> {
  const id = newId();
  await insertRow('agent_steps', {
    id,
    workspaceId: currentWorkspaceId(),
    runId: run.id,
    position: (steps.at(-1)?.position ?? 0) + 1,
    agentId: agent.id,
    kind: 'work',
    title: agent.role || agent.name,
    state: 'running',
    input: { text: inputOf(run, steps) },
  });
  return (await readStoredSteps(run.id)).find((step) => step.id === id)!;
}

async function again(step: StoredStep): Promise<StoredStep> {
  // The tokens of an attempt that the server's death cut off count.
  await countTokens(step.id);
  await updateRows(
    'agent_steps',
    { state: 'running', attempts: sql`attempts + 1`, error: '', endedAt: null },
    { id: step.id },
  );
  return step;
}

interface Done {
  text: string;
  handTo: string | null;
  acts: Act[];
  isSkipped?: boolean;
  problem?: string;
  tokens?: number;
  credits?: string | null;
  assistantRunId?: string;
}

async function takeTurn(run: StoredRun, agent: Agent, step: StoredStep, signal: AbortSignal): Promise<Done> {
  if (run.replay_of) return recordedAnswer(run.replay_of, step.position, agent.id);
  const caller = await currentAdministrator();
  const subject = subjectOf(run);
  const { work: own } = agent;
  const said = saidLast(step.input.text ?? '', await readStoredSteps(run.id));
  if (own.kind === 'look') {
    const found = await lookups[own.source]({ caller, subject, said, teamName: run.team_name });
    return { ...found, handTo: nextAgent(agent, null) };
  }
  if (own.withoutModel === 'skip' && !(await hasModel(caller.workspaceId)))
    return { text: said, handTo: nextAgent(agent, null), acts: [], isSkipped: true };
  const thought = await think({
    agent: { ...agent, work: own } satisfies ThinkingAgent,
    teammates: run.agents,
    teamName: run.team_name,
    input: step.input.text || 'Begin.',
    subject,
    caller,
    left: leftOf(run),
    signal,
    async onBegin(assistantRunId) {
      await updateRows('agent_steps', { assistantRunId, isCounted: false }, { id: step.id });
    },
  });
  signal.throwIfAborted();
  return {
    ...thought,
    handTo: nextAgent(agent, thought.handTo),
    ...(thought.isCutOff && { problem: `${agent.name} reached its budget, or the model declined, before the end.` }),
  };
}

function saidLast(fallback: string, steps: readonly StoredStep[]): string {
  return steps.findLast(({ kind, output }) => kind === 'work' && output?.text)?.output?.text ?? fallback;
}

const leftOf = ({ limits, tokens, credits, worked_ms: ms }: StoredRun): Left => ({
  tokens: limits.tokens - tokens,
  seconds: Math.max(1, Math.ceil(limits.seconds - ms / 1_000)),
  credits: limits.credits === null ? null : Number(limits.credits) - Number(credits),
});

async function finishTurn(job: Job, next: Turn, done: Done, ms: number): Promise<void> {
  const run = await lockRun(job);
  const { step, agent } = next;
  const cost = done.assistantRunId ? (await usageOfRun(done.assistantRunId)).cost : null;
  const figures = { tokens: done.tokens ?? 0, credits: done.credits ?? '0', ms: Math.round(ms) };
  await execute(
    `update agent_runs set tokens = tokens + $2, credits = credits + $3, cost = cost + coalesce($4, 0),
      worked_ms = worked_ms + $5 where id = $1`,
    [next.run.id, figures.tokens, figures.credits, cost, figures.ms],
  );
  // It was paused or stopped meanwhile.
  if (!run) return;
  await updateRows(
    'agent_steps',
    {
      tokens: sql`tokens + ${figures.tokens}`,
      credits: figures.credits,
      ms: figures.ms,
      isCounted: true,
      cost,
      state: done.problem ? 'failed' : done.isSkipped ? 'skipped' : 'done',
      output: { text: done.text, handTo: done.handTo },
      error: done.problem ?? '',
      endedAt: NOW,
    },
    { id: step.id },
  );
  if (done.problem) {
    await rest(run, 'failed', done.problem);
    return;
  }
  await updateRows('agent_runs', { agentId: done.handTo }, { id: run.id });
  if (run.replay_of) await copyRecordedActs(run.id, run.replay_of, step.position);
  const problem = await queueActs(run, agent, done.acts);
  if (problem) await rest(run, 'failed', problem);
  await publishRuns();
}

async function failTurn(job: Job, { step, run }: Turn, message: string): Promise<void> {
  if (!(await lockRun(job))) return;
  await updateRows('agent_steps', { state: 'failed', error: message, endedAt: NOW }, { id: step.id });
  await rest(run, 'failed', message);
}

/** Counts, once, the tokens of a turn that did not come to its end. */
async function countTokens(stepId: string): Promise<void> {
  await transaction(async () => {
    const step = await selectRow(
      'agent_steps',
      ['runId', 'assistantRunId'],
      { id: stepId, isCounted: false },
      { lock: 'update' },
    );
    if (!step?.assistantRunId) return;
    const { tokens, cost } = await usageOfRun(step.assistantRunId);
    await updateRows('agent_steps', { tokens: sql`tokens + ${tokens}`, isCounted: true }, { id: stepId });
    await execute(`update agent_runs set tokens = tokens + $2, cost = cost + coalesce($3, 0) where id = $1`, [
      step.runId,
      tokens,
      cost,
    ]);
  });
}
