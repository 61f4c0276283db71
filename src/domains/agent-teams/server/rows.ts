/** Rows of runs and steps, and what people see of them. */
import { notFound } from '../../../kernel/errors.ts';
import { query } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import type { Agent, Limits, Run, RunRow, RunState, RunStep, StepState, Subject } from '../contract.ts';
import { AGENT_TEAMS } from '../paths.ts';
import type { StoredCall } from './acts.ts';

export interface StoredRun {
  id: string;
  team_id: string | null;
  team_name: string;
  agents: Agent[];
  limits: Limits;
  brief: string;
  record_type: Subject['type'] | null;
  record_id: string | null;
  record_name: string;
  state: RunState;
  agent_id: string | null;
  steps: number;
  tokens: number;
  credits: string;
  cost: string;
  worked_ms: number;
  error: string;
  replay_of: string | null;
  job_id: string | null;
  started_by: string | null;
  started_name: string;
  created_at: string;
  ended_at: string | null;
}

/** A step's input, stored before it acts. */
export interface StepInput {
  /** Of work: what the agent reads. */
  text?: string;
  /** Of an act. */
  call?: StoredCall;
  lines?: RunStep['lines'];
}

export interface StoredStep {
  id: string;
  position: number;
  agent_id: string;
  kind: RunStep['kind'];
  title: string;
  state: StepState;
  attempts: number;
  input: StepInput;
  output: { text?: string; handTo?: string | null; path?: string } | null;
  error: string;
  assistant_run_id: string | null;
  approval_id: string | null;
  tokens: number;
  credits: string;
  cost: string | null;
  ms: number;
  record_name: string;
  created_at: string;
  ended_at: string | null;
}

const RUNS = `select r.id, r.team_id, r.team_name, r.agents, r.limits, r.brief, r.record_type, r.record_id, r.record_name,
    r.state, r.agent_id, r.steps, r.tokens, trim_scale(r.credits)::text as credits, trim_scale(r.cost)::text as cost,
    r.worked_ms::int as worked_ms, r.error, r.replay_of, r.job_id, r.started_by,
    r.started_name, r.created_at, r.ended_at
  from agent_runs r`;
const STEPS = `select id, position, agent_id, kind, title, state, attempts, input, output, error, assistant_run_id,
    approval_id, tokens, trim_scale(credits)::text as credits, trim_scale(cost)::text as cost, ms, record_name,
    created_at, ended_at
  from agent_steps where run_id = $1 order by position`;

/** @throws AppError `not_found` */
export async function readStoredRun(id: string, lock: '' | 'for update of r' = ''): Promise<StoredRun> {
  const [row] = await query<StoredRun>(`${RUNS} where r.id = $1 ${lock}`, [id]);
  if (!row) throw notFound('The run');
  return row;
}

/** Runs of the workspace, newest first, before the one with the id. */
export function readStoredRuns(teamId: string | null, before: string | null, limit: number): Promise<StoredRun[]> {
  return query<StoredRun>(
    `${RUNS} where r.workspace_id = $1 and ($2::uuid is null or r.team_id = $2) and ($3::uuid is null or r.id < $3)
      order by r.id desc limit $4`,
    [currentWorkspaceId(), teamId, before, limit],
  );
}

export const readStoredSteps = (runId: string): Promise<StoredStep[]> => query<StoredStep>(STEPS, [runId]);

export const subjectOf = ({ record_type: type, record_id: id }: StoredRun): Subject | null =>
  type && id ? { type, id } : null;

export function toRunRow(row: StoredRun): RunRow {
  const subject = subjectOf(row);
  return {
    id: row.id,
    teamId: row.team_id,
    teamName: row.team_name,
    state: row.state,
    brief: row.brief,
    subject: subject && { ...subject, name: row.record_name },
    agentId: row.agent_id,
    steps: row.steps,
    tokens: row.tokens,
    credits: row.credits,
    cost: row.cost,
    workedMs: row.worked_ms,
    error: row.error,
    replayOf: row.replay_of,
    startedBy: row.started_name,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

const toStep = (row: StoredStep): RunStep => ({
  id: row.id,
  position: row.position,
  agentId: row.agent_id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  attempts: row.attempts,
  text: row.output?.text ?? '',
  handTo: row.output?.handTo ?? null,
  lines: row.input.lines ?? [],
  error: row.error,
  assistantRunId: row.assistant_run_id,
  approvalId: row.approval_id,
  tokens: row.tokens,
  credits: row.credits,
  cost: row.cost,
  milliseconds: row.ms,
  record: row.output?.path ? { name: row.record_name, path: row.output.path } : null,
  createdAt: row.created_at,
  endedAt: row.ended_at,
});

/** @throws AppError `not_found` */
export async function readRun(id: string): Promise<Run> {
  const row = await readStoredRun(id);
  return { ...toRunRow(row), agents: row.agents, limits: row.limits, trace: (await readStoredSteps(id)).map(toStep) };
}

/** Refreshes open pages when a run progresses. */
export const publishRuns = (): Promise<void> =>
  publishPaths(currentWorkspaceId(), [AGENT_TEAMS.runs, AGENT_TEAMS.teams]);
