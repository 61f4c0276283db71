/**
 * Approvals: what someone, or something, wants to do and a person has to let through. One queue for leads that come in
 * and for acts that go out.
 */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { Filter, type FilterField } from '../../kernel/filter.ts';
import { APPROVALS } from './paths.ts';

/** `incoming` brings something into the workspace, `outgoing` does something with it or to the outside world. */
export const ApprovalTab = z.enum(['incoming', 'outgoing']);
export type ApprovalTab = z.infer<typeof ApprovalTab>;

/**
 * - `pending` waits for a decision, now or after its snooze · `approved` is let through and about to run · `running`
 * - `done` has run · `failed` has not, and can be tried again · `uncertain` was broken off in the middle: it may have
 * run
 * - `rejected` · `expired` no one decided in time · `undone` has run and was taken back
 */
export const ApprovalState = z.enum([
  'pending',
  'approved',
  'running',
  'done',
  'failed',
  'uncertain',
  'rejected',
  'expired',
  'undone',
]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** How a part of the content is shown and edited; `fixed` is shown only. */
export const ContentInput = z.enum(['line', 'text', 'email', 'emails', 'url', 'number', 'tags', 'json', 'fixed']);
export type ContentInput = z.infer<typeof ContentInput>;

export const ContentField = z.object({ key: z.string(), label: z.string(), input: ContentInput });
export type ContentField = z.infer<typeof ContentField>;

/** Rejected for this reason, what came in is spam. */
export const SPAM = 'Spam';

/** `mail`: to, subject, text · `call`: method, url, headers, body · `lead`: a person with score and duplicates. */
export const ContentShape = z.enum(['mail', 'call', 'lead']);
export type ContentShape = z.infer<typeof ContentShape>;

const FilterFieldShape = z.custom<FilterField>(
  (value) => typeof value === 'object' && value !== null && 'field' in value,
);

/** A kind of act that can wait for approval. */
export const ApprovalKind = z.object({
  name: z.string(),
  tab: ApprovalTab,
  label: z.string(),
  fields: z.array(ContentField),
  /** How the content is laid out; absent: field by field. */
  shape: ContentShape.optional(),
  /** Reasons for which it is usually rejected. */
  reasons: z.array(z.string()),
  /** Content fields that rules can filter by. */
  filterFields: z.array(FilterFieldShape),
  canUndo: z.boolean(),
  /** Seconds between the decision and the act, in which the decision can be taken back. */
  hold: z.number().int(),
});
export type ApprovalKind = z.infer<typeof ApprovalKind>;

/** Where a request came from: a workflow's run, a form, a person. */
export const ApprovalOrigin = z.object({
  type: z.string().max(60),
  id: z.string().max(200).optional(),
  label: z.string().max(200),
});
export type ApprovalOrigin = z.infer<typeof ApprovalOrigin>;

const Content = z.record(z.string(), z.unknown());
const Person = z.object({ id: Id, name: z.string() });

export const Approval = z.object({
  id: Id,
  version: z.number().int(),
  kind: z.string(),
  tab: ApprovalTab,
  title: z.string(),
  /** Why it is wanted, in the words of who wants it. */
  why: z.string(),
  /** Exactly what will be done. */
  content: Content,
  edited: z.boolean(),
  state: ApprovalState,
  origin: ApprovalOrigin.nullable(),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  requestedAt: Instant,
  requestedBy: Person.nullable(),
  expiresAt: Instant.nullable(),
  snoozedUntil: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: Person.nullable(),
  /** The rule that decided, where no person did. */
  rule: z.object({ id: Id, name: z.string() }).nullable(),
  reason: z.string(),
  /** Why it failed. */
  error: z.string().nullable(),
  result: z.unknown(),
  /** Whether the decision, or the act itself, can be taken back right now. */
  undoable: z.boolean(),
  undoUntil: Instant.nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** One thing that happened to an approval. */
export const ApprovalHistory = z.object({
  items: z.array(
    z.object({ type: z.string(), at: Instant, by: Person.nullable(), data: z.record(z.string(), z.unknown()) }),
  ),
});

export const ApprovalView = z.enum(['waiting', 'snoozed', 'decided']);
export type ApprovalView = z.infer<typeof ApprovalView>;

export const ApprovalCount = z.object({
  incoming: z.number().int(),
  outgoing: z.number().int(),
  total: z.number().int(),
  snoozed: z.number().int(),
  failed: z.number().int(),
});
export type ApprovalCount = z.infer<typeof ApprovalCount>;

const Version = z.number().int().min(1);
const Reason = z.string().trim().max(1_000, 'Use at most 1,000 characters.');

export const BULK_MAX = 500;
export const BulkDecision = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('approve'), ids: z.array(Id).min(1).max(BULK_MAX) }),
  z.strictObject({ act: z.literal('reject'), ids: z.array(Id).min(1).max(BULK_MAX), reason: Reason.default('') }),
  z.strictObject({ act: z.literal('snooze'), ids: z.array(Id).min(1).max(BULK_MAX), until: Instant }),
  z.strictObject({ act: z.literal('undo'), ids: z.array(Id).min(1).max(BULK_MAX) }),
]);
export type BulkDecision = z.infer<typeof BulkDecision>;

/** A rule lets requests through that no one has to look at. */
export const NewRule = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name for the rule.').max(120),
  kind: z.string().max(60),
  filter: Filter,
  /** At most so many a day (of the workspace's zone); more wait for a person. Null: no limit. */
  dailyLimit: z.number().int().min(1).max(100_000).nullable().default(null),
  active: z.boolean().default(true),
});
export type NewRule = z.infer<typeof NewRule>;
export const ApprovalRule = NewRule.extend({
  id: Id,
  version: z.number().int(),
  dailyLimit: z.number().int().nullable(),
  active: z.boolean(),
  createdBy: Person.nullable(),
  updatedAt: Instant,
  /** How many requests it has let through. */
  approved: z.number().int(),
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** Past requests that a rule would have decided. */
export const RulePreview = z.object({
  days: z.number().int(),
  /** Requests of the kind that were looked at, at most 1,000. */
  seen: z.number().int(),
  matched: z.number().int(),
  /** How people decided on those that match. */
  approved: z.number().int(),
  edited: z.number().int(),
  rejected: z.number().int(),
  expired: z.number().int(),
  waiting: z.number().int(),
  /** The most telling of them: those that people rejected or changed come first. */
  sample: z.array(
    z.object({ id: Id, title: z.string(), state: ApprovalState, edited: z.boolean(), requestedAt: Instant }),
  ),
});
export type RulePreview = z.infer<typeof RulePreview>;

const tag = 'Approvals';
const read = { tag, access: 'user', scope: 'approvals:read' } as const;
const write = { tag, access: 'user', scope: 'approvals:write' } as const;
const decided = {
  params: IdParams,
  response: Approval,
  errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
} as const;

export const approvals = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: APPROVALS.list,
    summary: 'Requests that are waiting for approval or were decided',
    description: '`waiting` and `snoozed` are sorted by arrival, `decided` by latest decision first.',
    query: z.object({
      tab: ApprovalTab.optional(),
      view: ApprovalView.default('waiting'),
      kind: z.string().max(60).optional(),
      search: z.string().trim().max(200).optional(),
      state: ApprovalState.optional(),
      cursor: z.string().max(400).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: pageOf(Approval),
    errors: ['validation', 'bad_request'],
  }),
  count: endpoint({
    ...read,
    method: 'GET',
    path: APPROVALS.count,
    summary: 'Number of waiting requests, counted up to 10,000',
    response: ApprovalCount,
  }),
  kinds: endpoint({
    ...read,
    method: 'GET',
    path: '/api/approvals/kinds',
    summary: 'Types of actions that can require approval',
    response: z.object({ items: z.array(ApprovalKind) }),
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/approvals/{id}',
    summary: 'One request',
    params: IdParams,
    response: Approval,
    errors: ['not_found'],
  }),
  history: endpoint({
    ...read,
    method: 'GET',
    path: '/api/approvals/{id}/history',
    summary: 'History of a request',
    params: IdParams,
    response: ApprovalHistory,
    errors: ['not_found'],
  }),
  edit: endpoint({
    ...write,
    ...decided,
    method: 'PUT',
    path: '/api/approvals/{id}',
    summary: 'Edit the action',
    body: z.strictObject({ version: Version, content: Content }),
  }),
  approve: endpoint({
    ...write,
    ...decided,
    method: 'POST',
    path: '/api/approvals/{id}/approve',
    summary: 'Approve a request',
    description:
      'The action runs exactly once, after a short delay if its type allows undo. With `content`, it is edited first.',
    body: z.strictObject({ version: Version, content: Content.optional() }),
  }),
  reject: endpoint({
    ...write,
    ...decided,
    method: 'POST',
    path: '/api/approvals/{id}/reject',
    summary: 'Reject a request with a reason',
    body: z.strictObject({ version: Version, reason: Reason.default('') }),
  }),
  snooze: endpoint({
    ...write,
    ...decided,
    method: 'POST',
    path: '/api/approvals/{id}/snooze',
    summary: 'Snooze a request until a time; null wakes it now',
    body: z.strictObject({ version: Version, until: Instant.nullable() }),
  }),
  undo: endpoint({
    ...write,
    ...decided,
    method: 'POST',
    path: '/api/approvals/{id}/undo',
    summary: 'Undo the decision, or the action itself if its type allows that',
    errors: ['forbidden', 'not_found', 'conflict', 'gone'],
  }),
  retry: endpoint({
    ...write,
    ...decided,
    method: 'POST',
    path: '/api/approvals/{id}/retry',
    summary: 'Retry a failed action, or settle an interrupted one',
    description: '`ran: true` states that an `uncertain` action did run. It is marked as done and not repeated.',
    body: z.strictObject({ ran: z.boolean().default(false) }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  bulk: endpoint({
    ...write,
    method: 'POST',
    path: '/api/approvals/bulk',
    summary: 'Decide many requests at once',
    description: `Up to ${BULK_MAX}. Each request is decided on its own. Requests that someone else decided in the meantime are skipped and reported.`,
    body: BulkDecision,
    response: z.object({ done: z.array(Id), skipped: z.array(z.object({ id: Id, why: z.string() })) }),
    errors: ['validation'],
  }),
} as const;

export const approvalRules = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: APPROVALS.rules,
    summary: 'Auto-approve rules',
    response: z.object({ items: z.array(ApprovalRule) }),
  }),
  create: endpoint({
    ...write,
    access: 'admin',
    method: 'POST',
    path: APPROVALS.rules,
    summary: 'Add a rule',
    status: 201,
    body: NewRule,
    response: ApprovalRule,
    errors: ['validation'],
  }),
  update: endpoint({
    ...write,
    access: 'admin',
    method: 'PUT',
    path: '/api/approvals/rules/{id}',
    summary: 'Update a rule',
    params: IdParams,
    body: NewRule.extend({ version: Version }),
    response: ApprovalRule,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write,
    access: 'admin',
    method: 'DELETE',
    path: '/api/approvals/rules/{id}',
    summary: 'Delete a rule',
    params: IdParams,
    errors: ['not_found'],
  }),
  preview: endpoint({
    ...read,
    method: 'POST',
    path: '/api/approvals/rules/preview',
    summary: 'Preview what a rule would have done with past requests',
    body: z.strictObject({
      kind: z.string().max(60),
      filter: Filter,
      days: z.number().int().min(1).max(365).default(30),
    }),
    response: RulePreview,
    errors: ['validation'],
  }),
} as const;
