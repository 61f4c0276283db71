/** Pipelines: the ways in which opportunities are won, each with stages of its own. */
import * as z from 'zod';
import { endpoint, Id, IdParams } from '../../../kernel/endpoint.ts';
import { text, Version } from '../../../records/contract/field-values.ts';

export const Outcome = z.enum(['open', 'won', 'lost']);
export type Outcome = z.infer<typeof Outcome>;

export const STAGE_COLORS = [
  'slate',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'amber',
  'orange',
  'red',
  'pink',
  'purple',
  'indigo',
] as const;
export const StageColor = z.enum(STAGE_COLORS);
export type StageColor = z.infer<typeof StageColor>;

/** The forecast category of an open opportunity. */
export const ForecastCategory = z.enum(['pipeline', 'best', 'commit', 'omitted']);
export type ForecastCategory = z.infer<typeof ForecastCategory>;

/** Fields that a stage may demand before an opportunity enters it; `custom.<key>` for those of the workspace. */
export const STAGE_FIELDS = [
  'amount',
  'expectedClose',
  'ownerId',
  'contactId',
  'companyId',
  'businessLicenseId',
  'source',
  'nextStep',
  'description',
  'lines',
  'closeReasonId',
] as const;
export const RequiredField = z.union([z.enum(STAGE_FIELDS), z.string().regex(/^custom\.[a-z0-9_]{1,60}$/)]);

/** A stage as it shows on an opportunity. */
export const StageRef = z.object({
  id: Id,
  name: z.string(),
  color: StageColor,
  position: z.number().int(),
  probability: z.number().int(),
  outcome: Outcome,
});
export type StageRef = z.infer<typeof StageRef>;

export const Stage = StageRef.extend({
  forecast: ForecastCategory,
  /** Days without a move or an activity after which an opportunity counts as stuck; null: never. */
  rottingDays: z.number().int().nullable(),
  requiredFields: z.array(z.string()),
});
export type Stage = z.infer<typeof Stage>;

export const Pipeline = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  archived: z.boolean(),
  stages: z.array(Stage),
});
export type Pipeline = z.infer<typeof Pipeline>;

export const StageEntry = z.strictObject({
  /** Of a stage that is there already; absent for a new one. */
  id: Id.optional(),
  name: text(60).min(1, 'Enter a name for the stage.'),
  color: StageColor.default('blue'),
  /** Percent with which opportunities enter the stage; 100 for won, 0 for lost. */
  probability: z
    .number()
    .int('Enter a whole percentage.')
    .min(0, 'Enter 0 to 100%.')
    .max(100, 'Enter 0 to 100%.')
    .default(0),
  outcome: Outcome.default('open'),
  forecast: ForecastCategory.optional(),
  rottingDays: z
    .number()
    .int()
    .min(1, 'Enter 1 day or more.')
    .max(3650, 'Enter up to 3,650 days.')
    .nullable()
    .optional(),
  requiredFields: z.array(RequiredField).max(30).optional(),
});
export type StageEntry = z.input<typeof StageEntry>;

const PipelineName = text(60).min(1, 'Enter a name for the pipeline.');
export const MAX_STAGES = 30;
export const MAX_PIPELINES = 50;
/** In order. At least one open, one won and one lost stage: opportunities must be able to begin and to end. */
const Stages = z.array(StageEntry).max(MAX_STAGES, `Add up to ${MAX_STAGES} stages.`);

export const NewPipeline = z.strictObject({ name: PipelineName, stages: Stages.optional() });
export const PipelineUpdate = z.strictObject({
  name: PipelineName.optional(),
  /** All stages in their new order; one that is not among them is removed. */
  stages: Stages.optional(),
  /** Where the opportunities of removed stages go: id of the removed stage → id of one that stays. */
  moveTo: z.record(Id, Id).optional(),
  version: Version.optional(),
});
export type PipelineUpdate = z.infer<typeof PipelineUpdate>;

export const CloseReason = z.object({
  id: Id,
  outcome: z.enum(['won', 'lost']),
  label: z.string(),
  archived: z.boolean(),
});
export type CloseReason = z.infer<typeof CloseReason>;
export const CloseReasonEntry = z.strictObject({
  id: Id.optional(),
  outcome: z.enum(['won', 'lost']),
  label: text(100).min(1, 'Enter a name for the reason.'),
});

const tag = 'Pipelines';
const read = { tag, access: 'user', scope: 'opportunities:read' } as const;
const write = { tag, access: 'user', scope: 'opportunities:write' } as const;
const managed = 'For administrators and owners of the workspace.';

export const pipelines = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/pipelines',
    summary: 'Pipelines with their stages, in order',
    query: z.object({ archived: z.enum(['1']).optional() }),
    response: z.object({
      items: z.array(Pipeline),
      /** Whether the caller may change them. */
      editable: z.boolean(),
    }),
    tool: {
      name: 'list_pipelines',
      description: 'Sales pipelines with the ids of their stages.',
      effect: 'read',
      fields: [],
    },
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/pipelines',
    summary: 'Create a pipeline',
    description: `Without stages it gets the usual ones. ${managed}`,
    status: 201,
    body: NewPipeline,
    response: Pipeline,
    errors: ['validation', 'forbidden', 'conflict'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/pipelines/{id}',
    summary: 'Rename a pipeline, change, order, add and remove its stages',
    description: `Needs the version that was read. A removed stage with opportunities needs a place for them in \`moveTo\`: without one the answer is 409 with \`details.stages\`. ${managed}`,
    params: IdParams,
    body: PipelineUpdate,
    response: Pipeline,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  order: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/pipelines/order',
    summary: 'Reorder pipelines',
    description: managed,
    body: z.strictObject({ ids: z.array(Id).max(MAX_PIPELINES) }),
    errors: ['validation', 'forbidden'],
  }),
  archive: endpoint({
    ...write,
    method: 'POST',
    path: '/api/pipelines/{id}/archive',
    summary: 'Archive a pipeline with its opportunities',
    description: `They stay readable. ${managed}`,
    params: IdParams,
    response: Pipeline,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  unarchive: endpoint({
    ...write,
    method: 'POST',
    path: '/api/pipelines/{id}/unarchive',
    summary: 'Unarchive a pipeline',
    description: managed,
    params: IdParams,
    response: Pipeline,
    errors: ['forbidden', 'not_found'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/pipelines/{id}',
    summary: 'Delete a pipeline',
    description: `Its opportunities, those in the trash included, move to the stage \`moveTo\` of another pipeline, won and lost ones to the stages of that outcome there. With opportunities and without \`moveTo\` the answer is 409. ${managed}`,
    params: IdParams,
    query: z.object({ moveTo: Id.optional() }),
    errors: ['validation', 'forbidden', 'not_found', 'conflict'],
  }),
  counts: endpoint({
    ...read,
    method: 'GET',
    path: '/api/pipelines/{id}/counts',
    summary: 'How many opportunities lie in each stage, those in the trash included',
    params: IdParams,
    response: z.object({ stages: z.array(z.object({ id: Id, opportunities: z.number().int() })) }),
    errors: ['not_found'],
  }),
} as const;

export const closeReasons = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/close-reasons',
    summary: 'Why opportunities are won and lost',
    response: z.object({ items: z.array(CloseReason) }),
  }),
  save: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/close-reasons',
    summary: 'Update the list of close reasons',
    description: `In order. Reasons that are left out are no longer offered; opportunities keep them. ${managed}`,
    body: z.strictObject({ reasons: z.array(CloseReasonEntry).max(100) }),
    response: z.object({ items: z.array(CloseReason) }),
    errors: ['validation', 'forbidden'],
  }),
} as const;
