/** Merging two records of a kind into one. */
import * as z from 'zod';
import { endpoint, Id } from '../../kernel/endpoint.ts';
import { Version } from './field-values.ts';
import { KINDS, type MergedKind } from './kinds.ts';

/** Which record's value to take, by field; the kept one's by default. Custom fields are named `custom.<key>`. */
const Choice = z.record(z.string().max(80), z.enum(['keep', 'merge']));

export const MergeRequest = z.strictObject({
  /** The record that stays. */
  keepId: Id,
  keepVersion: Version,
  /** The record whose data and everything that hangs on it move over; it goes to the trash. */
  mergeId: Id,
  mergeVersion: Version,
  choose: Choice.optional(),
});
export type MergeRequest = z.infer<typeof MergeRequest>;

/** Data that can move to the merged record. */
export const MERGE_MOVES = [
  'notes',
  'files',
  'contacts',
  'opportunities',
  'activities',
  'leads',
  'roles',
  'attendances',
  'entries',
  'submissions',
  'orders',
] as const;
export type MergeMove = (typeof MERGE_MOVES)[number];

const FieldText = z.object({ field: z.string(), value: z.string() });

export const MergePreview = z.object({
  /** The merged record, field by field, as text. */
  result: z.array(FieldText),
  /** Fields where both have a value and not the same. */
  conflicts: z.array(z.object({ field: z.string(), keep: z.string(), merge: z.string() })),
  moves: z.partialRecord(z.enum(MERGE_MOVES), z.number().int()),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const MergeUndone = z.object({
  /** Descriptions of items that stay because someone has changed or used them since. */
  kept: z.array(z.string()),
});
export type MergeUndone = z.infer<typeof MergeUndone>;

/** The calls of a kind. @param record the whole record as it is answered */
export function mergeCalls<Rec extends z.ZodType>(kind: MergedKind, record: Rec) {
  const { path, title, many, scope } = KINDS[kind];
  const write = { tag: title, access: 'user', scope: `${scope}:write` } as const;
  return {
    preview: endpoint({
      tag: title,
      access: 'user',
      scope: `${scope}:read`,
      method: 'POST',
      path: `${path}/merge/preview`,
      summary: 'What a merge would give',
      body: MergeRequest,
      response: MergePreview,
      errors: ['validation', 'not_found', 'stale', 'conflict'],
    }),
    merge: endpoint({
      ...write,
      method: 'POST',
      path: `${path}/merge`,
      summary: `Merge two ${many}`,
      body: MergeRequest,
      response: z.object({ mergeId: Id, record }),
      errors: ['validation', 'not_found', 'stale', 'conflict'],
    }),
    undo: endpoint({
      ...write,
      method: 'POST',
      path: `${path}/merges/{mergeId}/undo`,
      summary: 'Undo a merge',
      description:
        'The other record comes back out of the trash with everything that was its own. Fields that were changed since stay as they are and are named in `kept`.',
      params: z.object({ mergeId: Id }),
      response: MergeUndone,
      errors: ['not_found', 'conflict', 'gone'],
    }),
  } as const;
}
export type MergeCalls = ReturnType<typeof mergeCalls>;
