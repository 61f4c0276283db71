/** Rules of leads: what makes a score, and who gets which lead. */
import * as z from 'zod';
import { endpoint, Id, IdParams } from '../../../kernel/endpoint.ts';
import { Filter } from '../../../kernel/filter.ts';
import { text, Version } from '../../../records/contract/field-values.ts';

/** Rules of each sort in one workspace. */
export const MAX_LEAD_RULES = 50;

const Label = text(80).min(1, 'Enter a name for the rule.');
const Points = z
  .number()
  .int('Enter a whole number of points.')
  .min(-100, 'Enter -100 to 100 points.')
  .max(100, 'Enter -100 to 100 points.');

export const ScoreRule = z.object({
  id: Id,
  version: z.number().int(),
  label: z.string(),
  filter: Filter,
  points: z.number().int(),
  enabled: z.boolean(),
});
export type ScoreRule = z.infer<typeof ScoreRule>;
export const NewScoreRule = z.strictObject({
  label: Label,
  filter: Filter.refine((filter) => filter.conditions.length > 0, 'Add at least one condition.'),
  points: Points,
  enabled: z.boolean().optional(),
});
export const ScoreRuleUpdate = NewScoreRule.partial().extend({ version: Version });

export const AssignmentRule = z.object({
  id: Id,
  version: z.number().int(),
  label: z.string(),
  /** Which leads; without conditions all. The first rule that fits decides. */
  filter: Filter,
  /** They take turns. */
  ownerIds: z.array(Id),
  enabled: z.boolean(),
});
export type AssignmentRule = z.infer<typeof AssignmentRule>;
export const NewAssignmentRule = z.strictObject({
  label: Label,
  filter: Filter,
  ownerIds: z.array(Id).min(1, 'Choose at least one person.').max(100),
  enabled: z.boolean().optional(),
});
export const AssignmentRuleUpdate = NewAssignmentRule.partial().extend({ version: Version });

const read = { tag: 'Lead rules', access: 'user', scope: 'leads:read' } as const;
const write = { tag: 'Lead rules', access: 'admin', scope: 'leads:write' } as const;
const Order = z.strictObject({ ids: z.array(Id).max(MAX_LEAD_RULES) });

export const scoreRules = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads/score-rules',
    summary: 'List score rules',
    response: z.object({ items: z.array(ScoreRule) }),
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/score-rules',
    summary: 'Create a score rule',
    description: 'All leads are rescored in the background.',
    status: 201,
    body: NewScoreRule,
    response: ScoreRule,
    errors: ['validation', 'conflict'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/leads/score-rules/{id}',
    summary: 'Update a score rule',
    params: IdParams,
    body: ScoreRuleUpdate,
    response: ScoreRule,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/leads/score-rules/{id}',
    summary: 'Delete a score rule',
    params: IdParams,
    errors: ['not_found'],
  }),
  preview: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/score-rules/preview',
    summary: 'Count leads that match a condition',
    body: z.strictObject({ filter: Filter }),
    response: z.object({ count: z.number().int(), capped: z.boolean() }),
    errors: ['validation'],
  }),
} as const;

export const assignmentRules = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/leads/assignment-rules',
    summary: 'List assignment rules in order',
    response: z.object({ items: z.array(AssignmentRule) }),
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/assignment-rules',
    summary: 'Create an assignment rule',
    status: 201,
    body: NewAssignmentRule,
    response: AssignmentRule,
    errors: ['validation', 'conflict'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/leads/assignment-rules/{id}',
    summary: 'Update an assignment rule',
    params: IdParams,
    body: AssignmentRuleUpdate,
    response: AssignmentRule,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/leads/assignment-rules/{id}',
    summary: 'Delete an assignment rule',
    params: IdParams,
    errors: ['not_found'],
  }),
  order: endpoint({
    ...write,
    method: 'POST',
    path: '/api/leads/assignment-rules/order',
    summary: 'Reorder assignment rules',
    body: Order,
    errors: ['validation'],
  }),
} as const;
