/** Workflows, their versions and their runs. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import type { FieldKind, FilterField } from '../../../kernel/filter.ts';
import { trimmed } from '../../../kernel/text.ts';
import { AUTOMATION } from '../paths.ts';
import { Definition, Draft, RecordName } from './definition.ts';

const Person = z.object({ id: Id, name: z.string() });
const Version = z.number().int().min(1);

export const WorkflowState = z.enum(['off', 'on', 'paused']);
export type WorkflowState = z.infer<typeof WorkflowState>;

/** `blocked`: a guard refused the start. */
export const RunState = z.enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'blocked']);
export type RunState = z.infer<typeof RunState>;

export const Problem = z.object({ stepId: z.string().optional(), field: z.string(), message: z.string() });
export type Problem = z.infer<typeof Problem>;

export const WorkflowSummary = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  state: WorkflowState,
  pausedReason: z.string().nullable(),
  /** Number of the version that new runs take; null before the first. */
  published: z.number().int().nullable(),
  triggerKind: z.string().nullable(),
  nextAt: Instant.nullable(),
  /** Starts that a guard refused. */
  blocked: z.number().int(),
  /** Runs of the last seven days, by how they stand; counted up to 10,000. */
  recent: z.object({ succeeded: z.number().int(), failed: z.number().int(), active: z.number().int() }),
  lastRunAt: Instant.nullable(),
  updatedAt: Instant,
});
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

export const Workflow = WorkflowSummary.extend({
  draft: Draft,
  /** Problems to fix before it can be published. */
  problems: z.array(Problem),
  /** The draft differs from what runs. */
  changed: z.boolean(),
  runsPerMinute: z.number().int(),
  /** The next times of the draft's schedule, and the workspace's zone; null without a schedule that can be read. */
  upcoming: z.object({ timeZone: z.string(), at: z.array(Instant) }).nullable(),
  /** The secret address of an inbound webhook; null while the draft has none. */
  hookUrl: z.string().nullable(),
  /**
   * There is an address, but it was sealed under another key of the installation. It works still, until it is replaced.
   */
  hookUnreadable: z.boolean(),
  /** Fields of the last incoming calls, by path under `trigger.data`. */
  hookFields: z.array(z.object({ path: z.string(), kind: z.enum(['text', 'number', 'boolean']) })),
});
export type Workflow = z.infer<typeof Workflow>;

export const RunSummary = z.object({
  id: Id,
  workflow: z.object({ id: Id, name: z.string() }),
  number: z.number().int(),
  state: RunState,
  /** `event`, `schedule`, `hook`, `manual`, `replay`. */
  startedBy: z.object({ kind: z.string(), type: z.string().optional(), at: Instant }),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  /** Title of the subject, if known. */
  title: z.string(),
  stepId: z.string().nullable(),
  stepsDone: z.number().int(),
  wakeAt: Instant.nullable(),
  approvalId: Id.nullable(),
  error: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/**
 * A field that a step sets, or would set in a dry run. Texts are readable, with names and choices; dates, times,
 * numbers, and money follow the reader's locale. Blank if the field is cleared.
 */
const DryField = z.object({
  label: z.string(),
  value: z.string(),
  kind: z.enum(['text', 'number', 'day', 'instant', 'money']),
  currency: z.string().optional(),
});
export type DryField = z.infer<typeof DryField>;

export const RunStep = z.object({
  seq: z.number().int(),
  stepId: z.string(),
  kind: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'failed', 'skipped']),
  /** The step as a sentence with its fields; blank if it failed before that was known. */
  did: z.string(),
  fields: z.array(DryField),
  /** The result if the sentence does not show it; else blank. */
  came: z.string(),
  /** The same as data. */
  input: z.record(z.string(), z.unknown()),
  output: z.unknown(),
  port: z.string().nullable(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type RunStep = z.infer<typeof RunStep>;

export const Run = RunSummary.extend({
  /** The trigger, readable and as data. */
  started: z.array(DryField),
  trigger: z.record(z.string(), z.unknown()),
  steps: z.array(RunStep),
  /** The version that it runs. */
  definition: Definition,
  replayOf: Id.nullable(),
});
export type Run = z.infer<typeof Run>;

/** A step of a dry run: what would happen, what it would fill in or say, and what would go in as data. */
export const DryStep = z.object({
  stepId: z.string(),
  kind: z.string(),
  input: z.record(z.string(), z.unknown()),
  would: z.string(),
  fields: z.array(DryField),
  port: z.string().nullable(),
  problem: z.string().nullable(),
});
export type DryStep = z.infer<typeof DryStep>;
export const DryRun = z.object({ starts: z.boolean(), why: z.string(), steps: z.array(DryStep) });
export type DryRun = z.infer<typeof DryRun>;

const FilterFieldShape = z.custom<FilterField>(
  (value) => typeof value === 'object' && value !== null && 'field' in value,
);

const FIELD_KINDS = [
  'text',
  'number',
  'day',
  'instant',
  'boolean',
  'select',
  'tags',
  'reference',
] as const satisfies readonly FieldKind[];

/** A field that a step fills in; its value is text, in which `{{variables}}` may stand. */
const SetField = z.object({
  key: z.string(),
  label: z.string(),
  /**
   * As of fields to filter by. Several choices are separated by commas, records are named by their ids, yes is `true`.
   */
  kind: z.enum(FIELD_KINDS),
  /** Its choices, where they are fixed. */
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** Where its choices come from when they are not fixed, as of fields to filter by. */
  choices: z.string().optional(),
  /** Others than the choices may be typed. */
  free: z.boolean().optional(),
  /** It cannot be blank. */
  required: z.boolean().optional(),
  /** Lines that a text usually has. */
  rows: z.number().int().optional(),
  hint: z.string().optional(),
});
export type SetField = z.infer<typeof SetField>;

/**
 * Building blocks for workflows in this workspace. `createFields` are for new records, `changeFields` for existing
 * ones, and `changes` can trigger a workflow.
 */
export const Catalogue = z.object({
  events: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      group: z.string(),
      record: RecordName.nullable(),
      fields: z.array(z.string()),
    }),
  ),
  records: z.array(
    z.object({
      kind: RecordName,
      label: z.string(),
      creatable: z.boolean(),
      changeable: z.boolean(),
      filterFields: z.array(FilterFieldShape),
      createFields: z.array(SetField),
      changeFields: z.array(SetField),
      changes: z.array(z.object({ key: z.string(), label: z.string() })),
    }),
  ),
  /** Where a step can move an opportunity. */
  pipelines: z.array(
    z.object({
      id: Id,
      name: z.string(),
      stages: z.array(z.object({ id: Id, name: z.string(), outcome: z.enum(['open', 'won', 'lost']) })),
    }),
  ),
  /** Why opportunities are won and lost. */
  closeReasons: z.array(z.object({ outcome: z.enum(['won', 'lost']), label: z.string() })),
  templates: z.array(z.object({ id: z.string(), name: z.string(), description: z.string(), draft: Draft })),
  /** The workspace's clocks: schedules begin with them. */
  timeZone: z.string(),
});
export type Catalogue = z.infer<typeof Catalogue>;

export const PastEvent = z.object({
  id: z.number().int(),
  type: z.string(),
  at: Instant,
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  title: z.string(),
});

const tag = 'Automation';
const read = { tag, access: 'admin', scope: 'automation:read' } as const;
const write = { tag, access: 'admin', scope: 'automation:write' } as const;

export const workflows = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: AUTOMATION.workflows,
    summary: 'List workflows by name',
    query: z.object({
      search: z.string().trim().max(200).optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(WorkflowSummary),
    errors: ['validation', 'bad_request'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: AUTOMATION.workflows,
    summary: 'Create a workflow, turned off, with a draft',
    status: 201,
    body: z.strictObject({
      name: z.string().overwrite(trimmed).min(1, 'Enter a name for the workflow.').max(120),
      draft: Draft.optional(),
    }),
    response: Workflow,
    errors: ['validation'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/workflows/{id}',
    summary: 'Get a workflow with its draft',
    params: IdParams,
    response: Workflow,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/workflows/{id}',
    summary: 'Update the draft, name, or limits; the published version is unchanged',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      name: z.string().overwrite(trimmed).min(1, 'Enter a name for the workflow.').max(120).optional(),
      description: z.string().trim().max(2_000).optional(),
      draft: Draft.optional(),
      runsPerMinute: z.number().int().min(1).max(6_000).optional(),
    }),
    response: Workflow,
    errors: ['validation', 'not_found', 'stale'],
  }),
  publish: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflows/{id}/publish',
    summary: 'Publish the draft and turn the workflow on',
    description: 'An API key also needs the scopes of everything the workflow writes, such as `contacts:write`.',
    params: IdParams,
    body: z.strictObject({ version: Version, note: z.string().trim().max(500).default('') }),
    response: Workflow,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  setState: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflows/{id}/state',
    summary: 'Turn a workflow on or off; runs in progress continue',
    params: IdParams,
    body: z.strictObject({ version: Version, on: z.boolean() }),
    response: Workflow,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/workflows/{id}',
    summary: 'Delete a workflow and cancel its runs in progress',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflows/{id}/restore',
    summary: 'Restore a deleted workflow, turned off',
    params: IdParams,
    response: Workflow,
    errors: ['not_found'],
  }),
  versions: endpoint({
    ...read,
    method: 'GET',
    path: '/api/workflows/{id}/versions',
    summary: 'Published versions, newest first',
    params: IdParams,
    response: z.object({
      items: z.array(
        z.object({
          number: z.number().int(),
          note: z.string(),
          publishedAt: Instant,
          publishedBy: Person.nullable(),
          definition: Definition,
        }),
      ),
    }),
    errors: ['not_found'],
  }),
  renewHook: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflows/{id}/hook',
    summary: 'Replace the secret URL of the inbound webhook; the old one stops working',
    params: IdParams,
    response: Workflow,
    errors: ['not_found'],
  }),
  dryRun: endpoint({
    ...read,
    method: 'POST',
    path: '/api/workflows/{id}/dry-run',
    summary: 'Preview what the draft would do with a past event or a record',
    params: IdParams,
    body: z.strictObject({
      eventId: z.number().int().optional(),
      record: z.strictObject({ kind: RecordName, id: Id }).optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
    response: DryRun,
    errors: ['validation', 'not_found'],
  }),
  start: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflows/{id}/start',
    summary: 'Run a workflow manually, on a record if it needs one',
    params: IdParams,
    status: 201,
    body: z.strictObject({
      record: z.strictObject({ kind: RecordName, id: Id }).optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
    response: RunSummary,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  catalogue: endpoint({
    ...read,
    method: 'GET',
    path: '/api/workflow-catalogue',
    summary: 'Events, records, and templates for building workflows',
    response: Catalogue,
  }),
  pastEvents: endpoint({
    ...read,
    method: 'GET',
    path: '/api/workflow-catalogue/events',
    summary: 'Recent events of given types, for test runs',
    query: z.object({ types: z.string().max(2_000) }),
    response: z.object({ items: z.array(PastEvent) }),
    errors: ['validation'],
  }),
  /** The secret part of the address is the only key. */
  hook: endpoint({
    tag,
    access: 'public',
    method: 'POST',
    path: '/api/hooks/{token}',
    summary: 'Start a workflow from another system',
    description: 'The body is JSON, up to 256 kB. The same `Idempotency-Key` starts one run.',
    status: 202,
    params: z.object({ token: z.string().max(100) }),
    body: z.unknown(),
    response: z.object({ accepted: z.literal(true) }),
    errors: ['not_found', 'rate_limited', 'validation', 'conflict'],
  }),
} as const;

export const workflowRuns = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: AUTOMATION.runs,
    summary: 'List runs, newest first',
    query: z.object({
      workflowId: Id.optional(),
      state: RunState.optional(),
      cursor: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(RunSummary),
    errors: ['validation'],
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/workflow-runs/{id}',
    summary: 'Get a run with the input and output of each step',
    params: IdParams,
    response: Run,
    errors: ['not_found'],
  }),
  cancel: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflow-runs/{id}/cancel',
    summary: 'Cancel a run; completed steps are not undone',
    params: IdParams,
    response: Run,
    errors: ['not_found', 'conflict'],
  }),
  replay: endpoint({
    ...write,
    method: 'POST',
    path: '/api/workflow-runs/{id}/replay',
    summary: 'Run again from the start, with the same trigger data and the current version',
    params: IdParams,
    status: 201,
    response: RunSummary,
    errors: ['not_found', 'conflict'],
  }),
} as const;
