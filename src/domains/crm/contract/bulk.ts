/** One action on many contacts at once. */
import * as z from 'zod';
import { endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { Filter } from '../../../kernel/filter.ts';
import { CustomValues, Ref, Tags, text } from './fields.ts';

/** More contacts than this in one action are refused. */
export const BULK_MAX = 200_000;

/** Contacts picked one by one, or all that match. */
export const BulkSelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(10_000) }),
  z.strictObject({
    all: z.strictObject({ filter: Filter.optional(), search: text(200).optional(), trash: z.boolean().optional() }),
    /** Picked out again from all that match. */
    except: z.array(Id).max(10_000).optional(),
  }),
]);
export type BulkSelection = z.infer<typeof BulkSelection>;

export const BulkAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('edit'),
    set: z.strictObject({
      title: text(160).optional(),
      companyId: Id.nullable().optional(),
      source: text(120).optional(),
      ownerId: Id.nullable().optional(),
      businessLicenseId: Id.nullable().optional(),
      city: text(120).optional(),
      country: text(80).optional(),
      custom: CustomValues.optional(),
    }).refine((set) => Object.values(set).some((value) => value !== undefined), 'Choose at least one field to change.'),
  }),
  z.strictObject({ kind: z.literal('assign'), ownerId: Id.nullable() }),
  z.strictObject({ kind: z.literal('addTags'), tags: Tags.min(1) }),
  z.strictObject({ kind: z.literal('removeTags'), tags: Tags.min(1) }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('restore') }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

export const BulkRequest = z.strictObject({
  selection: BulkSelection,
  action: BulkAction,
  /** Only say how many it would touch, and show the first ten. */
  preview: z.boolean().optional(),
});

export const BulkState = z.enum(['preview', 'running', 'done', 'failed', 'undone']);
export const BulkBatch = z.object({
  /** Null in a preview. */
  id: Id.nullable(),
  state: BulkState,
  /** How many contacts are selected. */
  count: z.number().int(),
  /** How many of them have been worked on. */
  processed: z.number().int(),
  /** How many were really changed: a tag that was there already changes nothing. */
  changed: z.number().int(),
  sample: z.array(Ref),
  /** Until when it can be undone; null when it cannot. */
  undoUntil: Instant.nullable(),
  error: z.string().nullable(),
  /** After an undo: contacts left as they are because they were changed since. */
  kept: z.number().int(),
});
export type BulkBatch = z.infer<typeof BulkBatch>;

const BatchParams = z.object({ batchId: Id });
const write = { tag: 'Contacts', access: 'user', scope: 'contacts:write' } as const;

export const bulk = {
  run: endpoint({
    ...write, method: 'POST', path: '/api/contacts/bulk', summary: 'Edit, tag, assign, delete or restore many contacts',
    description: `Up to ${BULK_MAX.toLocaleString('en')} contacts. Small batches are done when the answer comes; big ones run on (state \`running\`).`,
    body: BulkRequest, response: BulkBatch, errors: ['validation', 'too_large'],
  }),
  get: endpoint({
    ...write, method: 'GET', path: '/api/contacts/bulk/{batchId}', summary: 'How far a batch is', params: BatchParams, response: BulkBatch, errors: ['not_found'],
  }),
  undo: endpoint({
    ...write, method: 'POST', path: '/api/contacts/bulk/{batchId}/undo', summary: 'Undo a batch',
    description: 'Contacts that were changed since stay as they are and are counted in `kept`.',
    params: BatchParams, response: BulkBatch, errors: ['not_found', 'conflict', 'gone'],
  }),
} as const;
