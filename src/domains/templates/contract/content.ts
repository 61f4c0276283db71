/**
 * A workspace template as a value: what a workspace is set up with, without anything that belongs to one workspace
 * only. It travels as JSON. Three things are written so that they fit anywhere:
 * - fields of the workspace by the key that their label makes: `custom.practice_area`;
 * - stages and pipelines by their names, `@stage:Matters/Engaged` and `@pipeline:Matters`, wherever an id would stand;
 * - people by their part: `@owners` are the owners of the workspace, `@everyone` all its people.
 */
import * as z from 'zod';
import { Filter } from '../../../kernel/filter.ts';
import { Draft, RecordName } from '../../automation/contract/definition.ts';
import { PARTS, type Part as PartName } from './parts.ts';
import {
  ActivityType,
  FormField,
  Outcome,
  Priority,
  RequiredField,
  StageColor,
  ForecastCategory,
} from '../../crm/contract.ts';
import {
  CustomFieldKind,
  CustomValues,
  RECORD_KINDS,
  RollUp,
  Tags,
  text,
  ViewConfig,
} from '../../../records/contract.ts';

export type { Definition as WorkflowDefinition, Draft as WorkflowDraft } from '../../automation/contract/definition.ts';

/** Of this version of the file; a later one may hold more. */
export const TEMPLATE_FORMAT = 1;

export { PARTS } from './parts.ts';
export const Part = z.enum(PARTS);
export type Part = PartName;

const Name = (what: string, max = 80) => text(max).min(1, `Give the ${what} a name.`);
const Kind = z.enum(RECORD_KINDS);

export const TemplateField = z.strictObject({
  object: Kind,
  label: Name('field'),
  kind: CustomFieldKind,
  options: z.array(text(200).min(1)).max(200).default([]),
  formula: text(2_000).default(''),
  rollup: RollUp.optional(),
});
export type TemplateField = z.infer<typeof TemplateField>;

export const TemplateStage = z.strictObject({
  name: Name('stage', 60),
  color: StageColor.default('blue'),
  probability: z.number().int().min(0).max(100).default(0),
  outcome: Outcome.default('open'),
  forecast: ForecastCategory.optional(),
  rottingDays: z.number().int().min(1).max(3_650).nullable().default(null),
  requiredFields: z.array(RequiredField).max(30).default([]),
});
export type TemplateStage = z.infer<typeof TemplateStage>;
export const TemplatePipeline = z.strictObject({
  name: Name('pipeline', 60),
  stages: z.array(TemplateStage).min(3).max(30),
});
export type TemplatePipeline = z.infer<typeof TemplatePipeline>;

export const TemplateReason = z.strictObject({ outcome: z.enum(['won', 'lost']), label: Name('reason', 100) });
export type TemplateReason = z.infer<typeof TemplateReason>;

export const TemplateView = z.strictObject({ object: Kind, name: Name('view'), config: ViewConfig });
export type TemplateView = z.infer<typeof TemplateView>;

export const TemplateScoreRule = z.strictObject({
  label: Name('rule'),
  filter: Filter,
  points: z.number().int().min(-100).max(100),
});
export type TemplateScoreRule = z.infer<typeof TemplateScoreRule>;

export const TemplateAssignmentRule = z.strictObject({
  label: Name('rule'),
  filter: Filter,
  to: z.enum(['owners', 'everyone']),
});
export type TemplateAssignmentRule = z.infer<typeof TemplateAssignmentRule>;

export const TemplateForm = z.strictObject({
  name: Name('form'),
  fields: z.array(FormField).min(1).max(10),
  source: text(120).default(''),
  tags: Tags.default([]),
  button: text(40).min(1).default('Send'),
  thanks: text(500).min(1).default('Thank you. We will be in touch soon.'),
  consentText: text(500).default(''),
  confirmEmail: z.boolean().default(false),
});
export type TemplateForm = z.infer<typeof TemplateForm>;

/** Tasks that belong together. Stamped as a workflow that one starts on a record, or that an event starts. */
export const TemplatePlan = z.strictObject({
  name: Name('plan', 120),
  description: text(2_000).default(''),
  /** The kind of record that it is for. */
  record: RecordName,
  /** Type of the event that starts it, `opportunity.won`; absent: started by hand. */
  on: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .max(80)
    .optional(),
  tasks: z
    .array(
      z.strictObject({
        type: ActivityType.default('task'),
        subject: text(200).min(1),
        dueInDays: z.number().int().min(0).max(730),
        priority: Priority.default('normal'),
      }),
    )
    .min(1)
    .max(20),
});
export type TemplatePlan = z.infer<typeof TemplatePlan>;

/** `on`: published and switched on when it is stamped; otherwise it waits as a draft. */
export const TemplateWorkflow = z.strictObject({
  name: Name('workflow', 120),
  description: text(2_000).default(''),
  draft: Draft,
  on: z.boolean().default(true),
});
export type TemplateWorkflow = z.infer<typeof TemplateWorkflow>;

const ExampleCompany = z.strictObject({
  name: text(200).min(1),
  industry: text(120).optional(),
  website: text(500).optional(),
  city: text(120).optional(),
});
const ExamplePerson = {
  firstName: text(120),
  lastName: text(120),
  email: text(254),
  phone: text(60).optional(),
  title: text(160).optional(),
  city: text(120).optional(),
  tags: Tags.optional(),
  custom: CustomValues.optional(),
};
const ExampleContact = z.strictObject({
  ...ExamplePerson,
  company: text(200).optional(),
  about: text(2_000).optional(),
});
const ExampleLead = z.strictObject({
  ...ExamplePerson,
  company: text(200).optional(),
  source: text(120).optional(),
  status: z.enum(['new', 'working', 'qualified', 'unqualified']).optional(),
  about: text(2_000).optional(),
});
const ExampleOpportunity = z.strictObject({
  name: text(200).min(1),
  pipeline: text(60),
  stage: text(60),
  amount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/)
    .optional(),
  company: text(200).optional(),
  /** Email address of an example contact. */
  contact: text(254).optional(),
  closeInDays: z.number().int().min(-365).max(730).optional(),
  source: text(120).optional(),
  nextStep: text(200).optional(),
  description: text(2_000).optional(),
  closeReason: text(100).optional(),
  tags: Tags.optional(),
  custom: CustomValues.optional(),
});
const ExampleActivity = z.strictObject({
  type: ActivityType,
  subject: text(200).min(1),
  dueInDays: z.number().int().min(-365).max(365),
  done: z.boolean().default(false),
  priority: Priority.optional(),
  body: text(2_000).optional(),
  contact: text(254).optional(),
  opportunity: text(200).optional(),
});

/** Invented records that show what the set-up is for. Addresses end in `.example`: nothing can reach anyone. */
export const TemplateExamples = z.strictObject({
  companies: z.array(ExampleCompany).max(50).default([]),
  contacts: z.array(ExampleContact).max(50).default([]),
  leads: z.array(ExampleLead).max(50).default([]),
  opportunities: z.array(ExampleOpportunity).max(50).default([]),
  activities: z.array(ExampleActivity).max(50).default([]),
});
export type TemplateExamples = z.infer<typeof TemplateExamples>;

/** Rules that complete a step automatically. */
export const STEP_RULES = [
  'owner_joined',
  'set_up',
  'team_invited',
  'contacts_in',
  'license_added',
  'first_lead',
  'form_used',
  'first_opportunity',
  'first_won',
  'activity_done',
  'workflow_ran',
  'calendar_connected',
  'goal_set',
] as const;
export const StepRule = z.enum(STEP_RULES);
export type StepRule = z.infer<typeof StepRule>;

/** A path inside the product. */
const PagePath = z
  .string()
  .max(200)
  .regex(/^\/(?![/\\])[\w\-/?=&.,]*$/, 'Write a path of the product, such as /contacts/import.');

export const TemplateStep = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Use small letters, digits and hyphens.'),
  title: Name('step', 120),
  text: text(500).default(''),
  /** The people responsible: the client or the agency. */
  audience: z.enum(['client', 'agency']),
  link: PagePath.optional(),
  /** Ticks itself off when this has happened; absent: by hand. */
  rule: StepRule.optional(),
  /** After the start. */
  dueInDays: z.number().int().min(0).max(365),
});
export type TemplateStep = z.infer<typeof TemplateStep>;

export const INDUSTRY_MAX = 60;
const head = { name: Name('template'), summary: text(400), industry: text(INDUSTRY_MAX) };
export const TemplateHead = z.strictObject({
  ...head,
  summary: head.summary.default(''),
  industry: head.industry.default(''),
});
/** A change leaves alone what it does not name: a default would blank it. */
export const TemplateHeadChange = z.strictObject(head).partial();
export type TemplateHead = z.infer<typeof TemplateHead>;

export const TemplateContent = z.strictObject({
  fields: z.array(TemplateField).max(200).default([]),
  pipelines: z.array(TemplatePipeline).max(20).default([]),
  closeReasons: z.array(TemplateReason).max(100).default([]),
  views: z.array(TemplateView).max(100).default([]),
  scoreRules: z.array(TemplateScoreRule).max(50).default([]),
  assignmentRules: z.array(TemplateAssignmentRule).max(50).default([]),
  forms: z.array(TemplateForm).max(50).default([]),
  plans: z.array(TemplatePlan).max(50).default([]),
  workflows: z.array(TemplateWorkflow).max(50).default([]),
  steps: z
    .array(TemplateStep)
    .max(40)
    .refine((steps) => new Set(steps.map(({ key }) => key)).size === steps.length, 'Two steps have the same key.')
    .default([]),
  examples: TemplateExamples.default({ companies: [], contacts: [], leads: [], opportunities: [], activities: [] }),
});
export type TemplateContent = z.infer<typeof TemplateContent>;
export type TemplateContentIn = z.input<typeof TemplateContent>;

/** The file that templates travel in. */
export const TemplateFile = TemplateHead.extend({
  format: z.literal(TEMPLATE_FORMAT, `This is no template of format ${TEMPLATE_FORMAT}.`),
  content: TemplateContent,
});
export type TemplateFile = z.infer<typeof TemplateFile>;
export type TemplateFileIn = z.input<typeof TemplateFile>;
