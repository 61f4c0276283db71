/** Records that not everyone may see: who sees one, and who says so. */
import * as z from 'zod';
import { endpoint, Id, IdParams } from '../../kernel/endpoint.ts';
import { Ref } from './field-values.ts';
import { KINDS, type PrivateKind } from './kinds.ts';

/** Present, and true, where only some may see the record. */
export const Private = z.literal(true).optional();

/**
 * People of the workspace who may see a record beside its owner and whoever made it: none of them to keep it to these,
 * null for everyone.
 */
export const ReaderEntry = z.array(Id).max(50, 'Choose at most 50 people.').nullable();

export const RecordReaders = z.object({
  /** All who see the record, by name; null for everyone in the workspace. */
  readers: z.array(Ref).nullable(),
  /** Of these, those who always see it: the owner and whoever made it. */
  always: z.array(Id),
  /** Whether the caller may say who sees it. */
  mayChange: z.boolean(),
});
export type RecordReaders = z.infer<typeof RecordReaders>;

/** How the timeline names a change of readers. `lonely`: no active person could see the record anymore. */
export type Sharing = 'private' | 'changed' | 'everyone' | 'lonely';

function readerCalls(kind: PrivateKind) {
  const { path, one, title, scope } = KINDS[kind];
  return {
    get: endpoint({
      tag: title,
      access: 'user',
      scope: `${scope}:read`,
      method: 'GET',
      path: `${path}/{id}/readers`,
      summary: `Who may see one ${one}`,
      params: IdParams,
      response: RecordReaders,
      errors: ['not_found'],
    }),
    set: endpoint({
      tag: title,
      access: 'user',
      scope: `${scope}:write`,
      method: 'PUT',
      path: `${path}/{id}/readers`,
      summary: `Say who may see one ${one}`,
      description:
        'Null: everybody in the workspace. Else its owner, whoever made it, the caller and these people; to all others it is as if it were not there. ' +
        'May be said by its owner, by whoever made it, and by administrators who see it. The version stays.',
      params: IdParams,
      body: z.strictObject({ readers: ReaderEntry }),
      response: RecordReaders,
      errors: ['validation', 'forbidden', 'not_found'],
    }),
  } as const;
}

export const READER_CALLS = {
  lead: readerCalls('lead'),
  opportunity: readerCalls('opportunity'),
} as const satisfies Record<PrivateKind, ReturnType<typeof readerCalls>>;
