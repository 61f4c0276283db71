/**
 * Rules that categorise transactions when they come in, or afterwards once someone has looked at what would change.
 */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Amount, text, Version } from './shared.ts';

const Text = text(200).min(1);
const DayPart = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'A day, a month or a year, such as 2026-11.');
const Comparison = ['gt', 'gte', 'lt', 'lte'] as const;

export const RecurrenceShape = z.strictObject({
  start: Day,
  frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']),
  interval: z.number().int().min(1).max(100).optional(),
  daysOfMonth: z.array(z.number().int().min(1).max(31)).max(31).optional(),
  until: Day.optional(),
  weekend: z.enum(['keep', 'before', 'after']).optional(),
});

export const RuleCondition = z.union([
  z.strictObject({
    field: z.enum(['payee', 'notes']),
    op: z.enum(['is', 'isNot', 'contains', 'doesNotContain', 'startsWith', 'matches']),
    value: Text,
  }),
  z.strictObject({
    field: z.enum(['payee', 'notes', 'accountId', 'categoryId', 'currency']),
    op: z.enum(['oneOf', 'notOneOf']),
    value: z.array(Text).min(1).max(100),
  }),
  z.strictObject({ field: z.enum(['accountId', 'categoryId', 'currency']), op: z.enum(['is', 'isNot']), value: Text }),
  z.strictObject({ field: z.literal('amount'), op: z.enum(['is', 'isApprox', ...Comparison]), value: Amount }),
  z.strictObject({ field: z.literal('amount'), op: z.literal('isBetween'), value: z.tuple([Amount, Amount]) }),
  z.strictObject({ field: z.literal('direction'), op: z.literal('is'), value: z.enum(['in', 'out']) }),
  z.strictObject({ field: z.literal('day'), op: z.enum(['is', 'isApprox', ...Comparison]), value: DayPart }),
  z.strictObject({ field: z.literal('day'), op: z.enum(['is', 'isApprox']), value: RecurrenceShape }),
]);

export const RuleAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('setCategory'), categoryId: Id }),
  z.strictObject({ kind: z.literal('setPayee'), payee: Text }),
  z.strictObject({ kind: z.literal('setNotes'), notes: text(2000) }),
  z.strictObject({ kind: z.literal('appendNotes'), text: Text }),
  z.strictObject({ kind: z.literal('addTag'), tag: text(60).min(1) }),
]);

const Definition = {
  name: text(120).min(1, 'Enter a name.'),
  enabled: z.boolean(),
  combine: z.enum(['all', 'any']),
  conditions: z.array(RuleCondition).min(1, 'Add a condition.').max(20),
  actions: z.array(RuleAction).min(1, 'Say what the rule does.').max(10),
  stop: z.boolean(),
};

export const Rule = z.object({
  id: Id,
  version: z.number().int(),
  ledgerId: Id,
  position: z.number().int(),
  ...Definition,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Rule = z.infer<typeof Rule>;
export const NewRule = z.strictObject({
  ledgerId: Id,
  ...Definition,
  enabled: Definition.enabled.default(true),
  stop: Definition.stop.default(false),
});
export type NewRule = z.infer<typeof NewRule>;
export const RuleUpdate = z.strictObject({ version: Version, ...Definition });
export type RuleUpdate = z.infer<typeof RuleUpdate>;

/** Preview of a rule's changes. */
export const RulePreview = z.object({
  /** Transactions looked at: the latest of the ledger. */
  looked: z.number().int(),
  matches: z.array(z.object({ id: Id, day: Day, payee: z.string(), amount: Amount, changes: z.array(z.string()) })),
});

const base = { tag: 'Finance', access: 'user' } as const;

export const rules = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/rules',
    summary: 'List the rules of a ledger in their order',
    query: z.object({ ledgerId: Id }),
    response: z.object({ items: z.array(Rule) }),
    errors: ['validation', 'not_found'],
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/rules',
    summary: 'Create a rule',
    status: 201,
    body: NewRule,
    response: Rule,
    errors: ['validation', 'forbidden', 'not_found'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/finance/rules/{id}',
    summary: 'Change a rule',
    params: IdParams,
    body: RuleUpdate,
    response: Rule,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/finance/rules/{id}',
    summary: 'Delete a rule',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
  preview: endpoint({
    ...base,
    method: 'GET',
    path: '/api/finance/rules/{id}/preview',
    summary: 'What a rule would change now',
    params: IdParams,
    response: RulePreview,
    errors: ['not_found'],
  }),
  apply: endpoint({
    ...base,
    method: 'POST',
    path: '/api/finance/rules/{id}/apply',
    summary: 'Carry a rule out on what the preview showed',
    params: IdParams,
    response: z.object({ changed: z.number().int() }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
} as const;
