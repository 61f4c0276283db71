/** Teams of agents: who is in them, what they may do and spend, and what their runs did. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { AGENT_TEAMS } from './paths.ts';

export const MAX_AGENTS = 12;
export const MAX_TEAMS = 100;
/** Times that one agent may have its turn in a run; more is a loop. */
export const MAX_TURNS = 4;

/** Work without a model: the program reads or prepares, always in the same way. */
export const SOURCES = ['record', 'week', 'duplicates', 'save'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

const PURPOSES = ['draft', 'classify', 'answer', 'plan'] as const;
const AgentId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use up to 40 small letters, digits, and hyphens, a letter first.');

const Think = z.strictObject({
  kind: z.literal('think'),
  instructions: z.string().trim().min(1, 'Instructions are required.').max(6_000, 'Use at most 6,000 characters.'),
  /** Names of tools; see `tools` of the overview. Acts among them are carried out after the agent's turn. */
  tools: z.array(z.string().max(80)).max(40),
  purpose: z.enum(PURPOSES),
  budget: z.strictObject({
    tokens: z.number().int().min(500, 'Allow at least 500 tokens.').max(200_000, 'Allow at most 200,000 tokens.'),
    steps: z.number().int().min(1).max(20),
    seconds: z.number().int().min(5).max(600),
  }),
  /** Where no model is connected: pass on what the agent before it said, or stop the run. */
  withoutModel: z.enum(['skip', 'stop']),
});
const Look = z.strictObject({ kind: z.literal('look'), source: Source });

export const Agent = z.strictObject({
  id: AgentId,
  name: z.string().trim().min(1, 'Name is required.').max(60, 'Use at most 60 characters.'),
  role: z.string().trim().max(200, 'Use at most 200 characters.'),
  work: z.discriminatedUnion('kind', [Think, Look]),
  /** Whether a person approves its acts. */
  asks: z.boolean(),
  /** Agents that it may hand off to; of several, a thinking agent chooses. None: the run ends. */
  handOffs: z.array(AgentId).max(MAX_AGENTS),
  /** Of several hand-offs: whether it may also end the run. */
  mayFinish: z.boolean(),
});
export type Agent = z.infer<typeof Agent>;

export const Limits = z.strictObject({
  /** Turns and acts together. */
  steps: z.number().int().min(1, 'Allow at least 1 step.').max(200, 'Allow at most 200 steps.'),
  tokens: z.number().int().min(500, 'Allow at least 500 tokens.').max(1_000_000, 'Allow at most 1,000,000 tokens.'),
  /** Of work; time spent waiting for people does not count. */
  seconds: z.number().int().min(5, 'Allow at least 5 seconds.').max(7_200, 'Allow at most 7,200 seconds.'),
  /** Only where the installation's models are paid by credits; null: no limit of its own. */
  credits: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,4})?$/, 'Enter credits as a number, such as 25.')
    .nullable(),
});
export type Limits = z.infer<typeof Limits>;

export const Team = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  starter: z.string().nullable(),
  /** The first one begins. */
  agents: z.array(Agent),
  limits: Limits,
  updatedAt: Instant,
});
export type Team = z.infer<typeof Team>;

export const TeamFields = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(100, 'Use at most 100 characters.'),
  description: z.string().trim().max(500, 'Use at most 500 characters.'),
  agents: z.array(Agent).min(1, 'A team needs an agent.').max(MAX_AGENTS, `Use at most ${MAX_AGENTS} agents.`),
  limits: Limits,
});
export type TeamFields = z.infer<typeof TeamFields>;
export const TeamUpdate = TeamFields.extend({ version: z.number().int() });

export const Starter = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  needsModel: z.boolean(),
  /** The kind of record that a run is about; null: none. */
  subject: z.enum(['lead', 'company']).nullable(),
});
export type Starter = z.infer<typeof Starter>;

export const RunState = z.enum(['queued', 'running', 'waiting', 'paused', 'done', 'failed', 'stopped']);
export type RunState = z.infer<typeof RunState>;
const Subject = z.object({ type: z.enum(['lead', 'company', 'contact', 'opportunity']), id: Id });
export type Subject = z.infer<typeof Subject>;

export const RunRow = z.object({
  id: Id,
  teamId: Id.nullable(),
  teamName: z.string(),
  state: RunState,
  brief: z.string(),
  subject: Subject.extend({ name: z.string() }).nullable(),
  /** The agent whose turn it is. */
  agentId: z.string().nullable(),
  steps: z.number().int(),
  tokens: z.number().int(),
  /** Credits taken. */
  credits: z.string(),
  /** US dollars of calls whose model has a price. */
  cost: z.string(),
  workedMs: z.number().int(),
  error: z.string(),
  replayOf: Id.nullable(),
  /** The person's name. */
  startedBy: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type RunRow = z.infer<typeof RunRow>;

export const StepState = z.enum(['running', 'waiting', 'ready', 'done', 'rejected', 'failed', 'skipped']);
export type StepState = z.infer<typeof StepState>;

export const RunStep = z.object({
  id: Id,
  position: z.number().int(),
  agentId: z.string(),
  /** `work`: an agent's turn · `act`: something that it does to records. */
  kind: z.enum(['work', 'act']),
  title: z.string(),
  state: StepState,
  attempts: z.number().int(),
  /** Of work: what the agent said. */
  text: z.string(),
  /** Of work: the agent that is next; null where the run ends. */
  handTo: z.string().nullable(),
  /** Of an act: what it writes, in words. */
  lines: z.array(z.object({ label: z.string(), before: z.string().optional(), value: z.string() })),
  error: z.string(),
  /** The trace of the model's calls. */
  assistantRunId: Id.nullable(),
  approvalId: Id.nullable(),
  tokens: z.number().int(),
  credits: z.string(),
  cost: z.string().nullable(),
  milliseconds: z.number().int(),
  /** The record that an act created or changed. */
  record: z.object({ name: z.string(), path: z.string() }).nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type RunStep = z.infer<typeof RunStep>;

export const Run = RunRow.extend({ agents: z.array(Agent), limits: Limits, trace: z.array(RunStep) });
export type Run = z.infer<typeof Run>;

const base = { tag: 'Agent teams', access: 'admin' } as const;

export const agentTeams = {
  overview: endpoint({
    ...base,
    method: 'GET',
    path: AGENT_TEAMS.teams,
    summary: 'Agent teams of the workspace, and the starter teams',
    response: z.object({
      items: z.array(Team.extend({ lastRun: RunRow.pick({ id: true, state: true, createdAt: true }).nullable() })),
      starters: z.array(Starter),
      /** Whether a language model is connected. */
      connected: z.boolean(),
      tools: z.array(z.object({ name: z.string(), label: z.string(), effect: z.enum(['read', 'act']) })),
    }),
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: AGENT_TEAMS.teams,
    summary: 'Create an agent team, from a starter or from scratch',
    status: 201,
    body: z.union([z.strictObject({ starter: z.string().max(60) }), TeamFields]),
    response: Team,
    errors: ['validation', 'conflict', 'not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${AGENT_TEAMS.teams}/{id}`,
    summary: 'Change an agent team',
    description: 'Runs that began before keep the team as it was.',
    params: IdParams,
    body: TeamUpdate,
    response: Team,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${AGENT_TEAMS.teams}/{id}`,
    summary: 'Delete an agent team',
    description: 'Its runs stay. Refused while one is under way.',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  start: endpoint({
    ...base,
    method: 'POST',
    path: `${AGENT_TEAMS.teams}/{id}/runs`,
    summary: 'Start a run of an agent team',
    status: 201,
    params: IdParams,
    body: z.strictObject({
      brief: z.string().trim().max(4_000, 'Use at most 4,000 characters.').default(''),
      subject: Subject.nullable().default(null),
    }),
    response: RunRow,
    errors: ['validation', 'not_found', 'unavailable'],
  }),
} as const;

const onRun = { ...base, params: IdParams, response: RunRow, errors: ['not_found', 'conflict'] } as const;

export const agentRuns = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: AGENT_TEAMS.runs,
    summary: 'Runs of agent teams, newest first',
    query: z.object({
      teamId: Id.optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(RunRow),
    errors: ['bad_request'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: `${AGENT_TEAMS.runs}/{id}`,
    summary: 'A run with all its steps',
    params: IdParams,
    response: Run,
    errors: ['not_found'],
  }),
  pause: endpoint({
    ...onRun,
    method: 'POST',
    path: `${AGENT_TEAMS.runs}/{id}/pause`,
    summary: 'Pause a run',
    description: 'A call of a model that is under way is broken off; its turn begins again on resume.',
  }),
  resume: endpoint({
    ...onRun,
    method: 'POST',
    path: `${AGENT_TEAMS.runs}/{id}/resume`,
    summary: 'Resume a run that was paused or failed',
  }),
  stop: endpoint({
    ...onRun,
    method: 'POST',
    path: `${AGENT_TEAMS.runs}/{id}/stop`,
    summary: 'Stop a run for good',
    description: 'What it did stays; acts that wait for approval are withdrawn.',
  }),
  replay: endpoint({
    ...onRun,
    method: 'POST',
    path: `${AGENT_TEAMS.runs}/{id}/replay`,
    summary: 'Replay a run with the answers that were recorded',
    description: 'No model is asked and nothing is written to records.',
    status: 201,
  }),
} as const;
