/** One action on many records at once: the same calls for every kind. */
import * as z from 'zod';
import { endpoint, Id, Instant } from '../../kernel/endpoint.ts';
import { Filter } from '../../kernel/filter.ts';
import { CustomValues, Ref, Tags, text } from './field-values.ts';
import { canBePrivate, KINDS, type RecordKind } from './kinds.ts';
import { ReaderEntry } from './readers.ts';

/** More records than this in one action are refused. */
export const BULK_MAX = 200_000;

/** Records picked one by one, or all that match. */
export const BulkSelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(10_000) }),
  z.strictObject({
    all: z.strictObject({ filter: Filter.optional(), search: text(200).optional(), trash: z.boolean().optional() }),
    /** Picked out again from all that match. */
    except: z.array(Id).max(10_000).optional(),
  }),
]);
export type BulkSelection = z.infer<typeof BulkSelection>;

/** Records that one download may name by their ids: more would not fit into an address. */
export const MAX_PICKED = 250;
const PickedIds = z
  .string()
  .max(MAX_PICKED * 37)
  .regex(
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:,[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})*$/i,
    'Use ids, comma-separated.',
  )
  .optional();
/** Of a download: only these of all that match, or all but these; ids, comma-separated. */
export const PICKED = { ids: PickedIds, except: PickedIds };

/** The fields that `edit` sets to one value; which there are depends on the kind. */
export type BulkSet = z.ZodType<Record<string, unknown>>;

/** Of a field of one's own that takes several choices, by its key; its other choices stay. */
const Choices = { field: z.string().max(60), choices: z.array(text(200).min(1)).min(1).max(100) };

/** Sets who can see them, as for a single record: null for everyone. */
const Share = z.strictObject({ kind: z.literal('share'), readers: ReaderEntry });

/** Bulk actions of a kind, given the fields that `edit` may set. */
export function bulkAction(kind: RecordKind, set: BulkSet) {
  return z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('edit'),
      set: set.refine(
        (fields) => Object.values(fields).some((value) => value !== undefined),
        'Choose at least one field to change.',
      ),
    }),
    z.strictObject({ kind: z.literal('assign'), ownerId: Id.nullable() }),
    z.strictObject({ kind: z.literal('addTags'), tags: Tags.min(1) }),
    z.strictObject({ kind: z.literal('removeTags'), tags: Tags.min(1) }),
    z.strictObject({ kind: z.literal('addChoices'), ...Choices }),
    z.strictObject({ kind: z.literal('removeChoices'), ...Choices }),
    z.strictObject({ kind: z.literal('delete') }),
    z.strictObject({ kind: z.literal('restore') }),
    ...(canBePrivate(kind) ? [Share] : []),
  ]);
}
export type BulkAction = z.infer<ReturnType<typeof bulkAction>>;

function bulkRequest(kind: RecordKind, set: BulkSet) {
  return z.strictObject({
    selection: BulkSelection,
    action: bulkAction(kind, set),
    /** Only say how many it would touch, and show the first ten. */
    preview: z.boolean().optional(),
  });
}
export type BulkRequest = z.infer<ReturnType<typeof bulkRequest>>;

export const BulkState = z.enum(['preview', 'running', 'done', 'failed', 'undone']);
export const BulkBatch = z.object({
  /** Null in a preview. */
  id: Id.nullable(),
  state: BulkState,
  /** How many records are selected. */
  count: z.number().int(),
  /** How many of them have been worked on. */
  processed: z.number().int(),
  /** How many were really changed: a tag that was there already changes nothing. */
  changed: z.number().int(),
  sample: z.array(Ref),
  /** Until when it can be undone; null when it cannot. */
  undoUntil: Instant.nullable(),
  error: z.string().nullable(),
  /** After an undo: records left as they are because they were changed since. */
  kept: z.number().int(),
  /**
   * Of a `share`, in a preview and when it begins: selected records of which the caller may not say who sees them. They
   * are not in `count`.
   */
  withheld: z.number().int().optional(),
});
export type BulkBatch = z.infer<typeof BulkBatch>;

const BatchParams = z.object({ batchId: Id });

/** The calls of a kind. @param set the fields that `edit` may set */
export function bulkCalls(kind: RecordKind, set: BulkSet) {
  const { path, title, many, scope } = KINDS[kind];
  const write = { tag: title, access: 'user', scope: `${scope}:write` } as const;
  return {
    run: endpoint({
      ...write,
      method: 'POST',
      path: `${path}/bulk`,
      summary: `Edit, tag, assign, ${canBePrivate(kind) ? 'share, ' : ''}delete or restore many ${many}`,
      description:
        `Up to ${BULK_MAX.toLocaleString('en')} ${many}. Small batches are done when the answer comes; big ones run on (state \`running\`).` +
        (canBePrivate(kind)
          ? ' `share` says who sees them, of those of which the caller may say so: their owner, whoever made them, and administrators who see them.'
          : ''),
      body: bulkRequest(kind, set),
      response: BulkBatch,
      errors: ['validation', 'too_large'],
    }),
    get: endpoint({
      ...write,
      method: 'GET',
      path: `${path}/bulk/{batchId}`,
      summary: 'How far a batch is',
      params: BatchParams,
      response: BulkBatch,
      errors: ['not_found'],
    }),
    undo: endpoint({
      ...write,
      method: 'POST',
      path: `${path}/bulk/{batchId}/undo`,
      summary: 'Undo a batch',
      description: `What was changed since stays as it is and is counted in \`kept\`.`,
      params: BatchParams,
      response: BulkBatch,
      errors: ['not_found', 'conflict', 'gone'],
    }),
  } as const;
}
export type BulkCalls = ReturnType<typeof bulkCalls>;

/** Fields that can be set on many contacts. */
export const ContactBulkSet = z.strictObject({
  title: text(160).optional(),
  companyId: Id.nullable().optional(),
  source: text(120).optional(),
  ownerId: Id.nullable().optional(),
  businessLicenseId: Id.nullable().optional(),
  city: text(120).optional(),
  country: text(80).optional(),
  custom: CustomValues.optional(),
});

export const bulk = bulkCalls('contact', ContactBulkSet);
