/**
 * A workflow: a trigger and a tree of steps. Each step runs after the previous one. Branches contain their own steps,
 * and the workflow continues below the branch, so it always ends.
 */
import * as z from 'zod';
import { Id } from '../../../kernel/endpoint.ts';
import { Filter } from '../../../kernel/filter.ts';
import { Purpose } from '../../messaging/contract.ts';
import { RECORD_KINDS } from '../../../records/contract/kinds.ts';

export const MAX_STEPS = 60;
const MAX_DEPTH = 5;

export const RecordName = z.enum(RECORD_KINDS);
export type RecordName = z.infer<typeof RecordName>;

/** Text that may hold `{{variables}}`. */
const template = (max: number) => z.string().max(max, `Use at most ${max.toLocaleString('en')} characters.`);
const line = (what: string, max = 500) => template(max).trim().min(1, what);

export const Trigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('event'),
    types: z
      .array(
        z
          .string()
          .regex(/^[a-z_]+\.[a-z_]+$/, 'This event type does not exist.')
          .max(80),
      )
      .min(1, 'Choose a trigger.')
      .max(20),
    /** Only when one of these fields changed. */
    changed: z.array(z.string().max(100)).max(20).default([]),
    /** Only when the record matches. */
    filter: Filter.optional(),
  }),
  z.strictObject({ kind: z.literal('schedule'), cron: z.string().trim().max(100), zone: z.string().max(60) }),
  z.strictObject({ kind: z.literal('hook') }),
  z.strictObject({ kind: z.literal('manual'), record: RecordName.nullable() }),
]);
export type Trigger = z.infer<typeof Trigger>;

/** Conditions on the record, on the run's data (`trigger.data.amount`, `steps.s1.status`), or on both. */
export const When = z.strictObject({ record: Filter.optional(), data: Filter.optional() });
export type When = z.infer<typeof When>;

/** Which record a step works on: the one that the run is about, or one that an earlier step created. */
const Target = z.string().regex(/^(trigger|[a-z0-9]{1,20})$/);

export const DelayUnit = z.enum(['minutes', 'hours', 'days']);
export const Wait = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('for'),
    amount: z.number().int().min(1, 'Enter 1 or more.').max(1_000),
    unit: DelayUnit,
  }),
  /**
   * The next moment at which it is this time in the workspace's zone, on one of these weekdays (1 Monday to 7 Sunday).
   */
  z.strictObject({
    kind: z.literal('until'),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.'),
    days: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  }),
  /** A moment that a variable holds. */
  z.strictObject({ kind: z.literal('moment'), at: line('Choose a time.') }),
]);
export type Wait = z.infer<typeof Wait>;

/** `approval`: a person lets it through first. `direct`: it happens at once. */
export const Policy = z.enum(['approval', 'direct']);
export type Policy = z.infer<typeof Policy>;

const base = { id: z.string().regex(/^[a-z0-9]{1,20}$/), name: z.string().trim().max(120).default('') };
const Fields = z.record(z.string().max(100), template(5_000));
const Header = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,75}$/, 'This is not a valid header name.'),
  value: template(1_000),
});

const Action = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...base, kind: z.literal('delay'), wait: Wait }),
    z.strictObject({ ...base, kind: z.literal('create'), record: RecordName, fields: Fields }),
    z.strictObject({ ...base, kind: z.literal('update'), target: Target.default('trigger'), fields: Fields }),
    z.strictObject({
      ...base,
      kind: z.literal('assign'),
      target: Target.default('trigger'),
      owners: z.array(Id).min(1, 'Choose a recipient.').max(50),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('tag'),
      target: Target.default('trigger'),
      add: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
      remove: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
    }),
    /** Moves an opportunity, and so wins it or loses it; the reason by its name, of those for the stage's outcome. */
    z.strictObject({
      ...base,
      kind: z.literal('stage'),
      target: Target.default('trigger'),
      stageId: z.uuid('Choose a stage.'),
      reason: z.string().trim().max(100).default(''),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('notify'),
      to: z.union([z.enum(['owner', 'admins']), z.array(Id).min(1).max(50)]),
      title: line('Enter a subject.', 200),
      body: template(2_000).default(''),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('mail'),
      to: line('Enter a recipient.'),
      subject: line('Enter a subject.'),
      text: line('Enter a message.', 20_000),
      /** Decides whose consent it needs. */
      purpose: Purpose.default('service'),
      policy: Policy.default('approval'),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('webhook'),
      url: line('Enter a URL.', 2_000),
      method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']).default('POST'),
      headers: z.array(Header).max(20).default([]),
      body: template(20_000).default(''),
      policy: Policy.default('approval'),
    }),
    z.strictObject({ ...base, kind: z.literal('stop') }),
  ])
  .meta({ id: 'WorkflowAction' });

export type ActionStep = z.infer<typeof Action>;
export interface BranchPath {
  id: string;
  name: string;
  when: When;
  steps: Step[];
}
export interface BranchStep {
  id: string;
  name: string;
  kind: 'branch';
  paths: BranchPath[];
  otherwise: Step[];
}
export interface ApprovalStep {
  id: string;
  name: string;
  kind: 'approval';
  title: string;
  why: string;
  expiresAfterHours: number | null;
  approved: Step[];
  rejected: Step[];
}
export type Step = ActionStep | BranchStep | ApprovalStep;
export type StepKind = Step['kind'];

/**
 * Each depth has a name, by which the API's description refers to it: written out, each would hold the one below four
 * times.
 */
function steps(depth: number): z.ZodType<Step[]> {
  const named = (schema: z.ZodType) => schema.meta({ id: `WorkflowSteps${depth}` }) as z.ZodType<Step[]>;
  if (depth === 0) return named(z.array(Action).max(MAX_STEPS));
  const inner = steps(depth - 1);
  const Branch = z.strictObject({
    ...base,
    kind: z.literal('branch'),
    otherwise: inner,
    paths: z
      .array(z.strictObject({ id: base.id, name: base.name, when: When, steps: inner }))
      .min(1, 'A branch needs at least one path.')
      .max(8),
  });
  const Approval = z.strictObject({
    ...base,
    kind: z.literal('approval'),
    title: line('Enter a question.', 300),
    why: template(2_000).default(''),
    expiresAfterHours: z.number().int().min(1).max(8_760).nullable().default(72),
    approved: inner,
    rejected: inner,
  });
  return named(z.array(z.union([Action, Branch, Approval])).max(MAX_STEPS));
}

/** A whole workflow. What the schema cannot say is told by `problemsOf` (engine/check.ts). */
export const Definition = z.strictObject({ trigger: Trigger, steps: steps(MAX_DEPTH) });
export type Definition = z.infer<typeof Definition>;

/** As people draft it: it may still be incomplete, but it has this shape. */
export const Draft = z.looseObject({
  trigger: z.looseObject({ kind: z.string() }).nullable(),
  steps: z.array(z.looseObject({ id: z.string(), kind: z.string() })).max(MAX_STEPS),
});
export type Draft = z.infer<typeof Draft>;
