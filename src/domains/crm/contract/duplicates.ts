/** Finding double entries over the whole base, and going through them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';

/** Two contacts, two companies, two leads, or a lead that is a contact already. */
export const DUPLICATE_KINDS = ['contact', 'company', 'lead', 'lead_contact'] as const;
export const DuplicateKind = z.enum(DUPLICATE_KINDS);
export type DuplicateKind = z.infer<typeof DuplicateKind>;

/** A field's evidence about a pair: positive points for a duplicate, negative against it. */
export const DuplicateReason = z.object({
  field: z.enum(['name', 'email', 'phone', 'company', 'city', 'title', 'website', 'country', 'address']),
  kind: z.enum([
    'same',
    'form',
    'close',
    'initial',
    'swapped',
    'part',
    'same_local',
    'domain',
    'different',
    'different_first',
    'different_last',
  ]),
  points: z.number().int(),
});
export type DuplicateReason = z.infer<typeof DuplicateReason>;

/** One of the two: enough to tell them apart at a glance. */
export const DuplicateSide = z.object({
  kind: z.enum(['contact', 'company', 'lead']),
  id: Id,
  version: z.number().int(),
  name: z.string(),
  /** Texts by field, blank ones left out, in the order in which they are read. */
  values: z.array(z.object({ field: z.string(), value: z.string() })),
  createdAt: Instant,
});
export type DuplicateSide = z.infer<typeof DuplicateSide>;

export const DuplicatePair = z.object({
  id: Id,
  kind: DuplicateKind,
  /** 0 to 100. */
  score: z.number().int(),
  /** The parts of the score, largest first. */
  reasons: z.array(DuplicateReason),
  state: z.enum(['open', 'dismissed']),
  /** The one that would stay: the fuller entry, else the older. */
  keep: DuplicateSide,
  other: DuplicateSide,
});
export type DuplicatePair = z.infer<typeof DuplicatePair>;

export const DuplicateStatus = z.object({
  state: z.enum(['never', 'running', 'done', 'failed']),
  /** Of a run: 0 to 100. */
  progress: z.number().int(),
  finishedAt: Instant.nullable(),
  /** Records that the last run went through, and the milliseconds that it took. */
  records: z.number().int(),
  tookMs: z.number().int(),
  /** Open pairs by kind. */
  counts: z.record(DuplicateKind, z.number().int()),
  dismissed: z.number().int(),
  /** Open pairs that can be merged without looking at each. */
  certain: z.number().int(),
});
export type DuplicateStatus = z.infer<typeof DuplicateStatus>;

export const DuplicateQueueQuery = z.object({
  kind: DuplicateKind.optional(),
  min: z.coerce.number().int().min(0).max(100).optional(),
  state: z.enum(['open', 'dismissed']).default('open'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

/** Most pairs that one call merges. */
export const MAX_CERTAIN = 200;

const tag = 'Duplicates';
const read = { tag, access: 'user', scope: 'contacts:read' } as const;
const write = { tag, access: 'user', scope: 'contacts:write' } as const;

export const duplicatePairs = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/duplicates',
    summary: 'List possible duplicates, most certain first',
    query: DuplicateQueueQuery,
    response: pageOf(DuplicatePair),
    errors: ['validation', 'bad_request'],
  }),
  status: endpoint({
    ...read,
    method: 'GET',
    path: '/api/duplicates/status',
    summary: 'Status of the last search and number of open pairs',
    response: DuplicateStatus,
  }),
  run: endpoint({
    ...write,
    method: 'POST',
    path: '/api/duplicates/run',
    summary: 'Search all records for duplicates',
    description:
      'Runs in the background. Single changes are looked at as they happen; an import starts a run by itself.',
    response: DuplicateStatus,
    errors: ['conflict'],
  }),
  dismiss: endpoint({
    ...write,
    method: 'POST',
    path: '/api/duplicates/{id}/dismiss',
    summary: 'Mark a pair as not the same',
    description: 'It is not suggested again.',
    params: IdParams,
    response: DuplicatePair,
    errors: ['not_found'],
  }),
  reopen: endpoint({
    ...write,
    method: 'POST',
    path: '/api/duplicates/{id}/reopen',
    summary: 'Return a pair to the queue',
    params: IdParams,
    response: DuplicatePair,
    errors: ['not_found'],
  }),
  mergeCertain: endpoint({
    ...write,
    method: 'POST',
    path: '/api/duplicates/merge-certain',
    summary: 'Merge all certain pairs',
    description: `At most ${MAX_CERTAIN} in one call, the surest first; of each the fuller entry stays. Leads that are contacts already are left to people.`,
    body: z.strictObject({ kind: z.enum(['contact', 'company', 'lead']).optional(), preview: z.boolean().optional() }),
    response: z.object({
      pairs: z.array(DuplicatePair),
      merges: z.array(z.object({ kind: z.enum(['contact', 'company', 'lead']), mergeId: Id })),
      left: z.number().int(),
    }),
    errors: ['validation'],
  }),
} as const;
