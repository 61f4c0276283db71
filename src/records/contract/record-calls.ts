/** Notes, files, and the timeline of a record of any kind. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { RichTextBody } from '../../kernel/rich-text-schema.ts';
import { MentionIds, SAID_HOW, saidFields, SAYS_NOTHING, saysSomething } from './collaboration.ts';
import { Agent, FieldChange, Ref, Version } from './field-values.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from './kinds.ts';

export const Note = z.object({
  id: Id,
  version: z.number().int(),
  recordId: Id,
  text: z.string(),
  /** The text with formatting; null where it was written without any. */
  body: RichTextBody.nullable(),
  /** The people named in the text as `@Name`. */
  mentions: z.array(Ref),
  pinned: z.boolean(),
  /** Readers besides the author; null for everyone. */
  readers: z.array(Ref).nullable(),
  author: Ref.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Note = z.infer<typeof Note>;

/** Characters that a note may have. */
export const LONGEST_NOTE = 20_000;
const noteFields = saidFields(LONGEST_NOTE);
/**
 * People of the workspace who may read a note beside its author: none of them for a note to oneself, null for
 * everyone.
 */
const Readers = z.array(Id).max(50).nullable().optional();
export const NewNote = z
  .strictObject({ ...noteFields, pinned: z.boolean().optional(), mentions: MentionIds, readers: Readers })
  .refine(saysSomething, SAYS_NOTHING);
export const NoteUpdate = z.strictObject({
  ...noteFields,
  pinned: z.boolean().optional(),
  mentions: MentionIds,
  readers: Readers,
  version: Version.optional(),
});

export const RecordFile = z.object({
  id: Id,
  recordId: Id,
  name: z.string(),
  /** Media type by what the file really holds, not by its name. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  uploadedBy: Ref.nullable(),
  createdAt: Instant,
});
export type RecordFile = z.infer<typeof RecordFile>;

/** Bytes that one attached file may have. */
export const MAX_FILE_SIZE = 50 * 1024 * 1024;

/** One thing that happened; `kind` says which of the parts is filled. Newest first. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: z.enum([
    'created',
    'updated',
    'deleted',
    'restored',
    'merged',
    'moved',
    'converted',
    'completed',
    'reopened',
    'renewed',
    'shared',
    'noted',
    'imported',
    'note',
    'comment',
    'file',
    'activity',
    'opportunity',
    'email',
    'visit',
  ]),
  at: Instant,
  /** The person who did it; null for the system. */
  by: Ref.nullable(),
  /** The automation that did it. For activities and opportunities: the automation that created them. */
  through: Agent.optional(),
  /** The person who approved a web form's entry; `by` is null then. */
  letThrough: Ref.optional(),
  /** The lead that an opportunity was made of, as far as the caller sees it. */
  lead: Ref.optional(),
  changes: z.array(FieldChange).optional(),
  /** Names of the records whose ids are among the changes, as far as the caller can see them. */
  names: z.record(z.string(), z.string()).optional(),
  note: z
    .object({
      id: Id,
      text: z.string(),
      body: RichTextBody.nullable(),
      mentions: z.array(Ref),
      pinned: z.boolean(),
      readers: z.array(Ref).nullable(),
      version: z.number().int(),
    })
    .optional(),
  comment: z
    .object({ id: Id, text: z.string(), body: RichTextBody.nullable(), mentions: z.array(Ref), reply: z.boolean() })
    .optional(),
  file: z.object({ id: Id, name: z.string(), type: z.string(), size: z.number().int() }).optional(),
  activity: z
    .object({ id: Id, type: z.string(), subject: z.string(), dueAt: Instant.nullable(), doneAt: Instant.nullable() })
    .optional(),
  opportunity: z
    .object({ id: Id, name: z.string(), amount: z.string(), currency: z.string(), stage: z.string() })
    .optional(),
  /** An email that the caller may read, with the conversation it is in. */
  email: z
    .object({ id: Id, threadId: Id, subject: z.string(), from: z.string(), direction: z.enum(['in', 'out']) })
    .optional(),
  /** A visit of a tracked website. */
  visit: z
    .object({ id: Id, siteId: Id, site: z.string(), pages: z.number().int(), entry: z.string(), source: z.string() })
    .optional(),
  /** The import, bulk action, stage or merged record behind it, by name. */
  detail: z.string().optional(),
  /** Of a merge that can still be undone. */
  mergeId: Id.optional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
const NoteParams = z.object({ id: Id, noteId: Id });
const FileParams = z.object({ id: Id, fileId: Id });

/** Notes, files and timeline of a kind of record, under its own path. */
export function recordCalls(kind: RecordKind) {
  const { path, one, title, scope } = KINDS[kind];
  const read = { tag: title, access: 'user', scope: `${scope}:read` } as const;
  const write = { tag: title, access: 'user', scope: `${scope}:write` } as const;
  return {
    notes: {
      list: endpoint({
        ...read,
        method: 'GET',
        path: `${path}/{id}/notes`,
        summary: `Notes on one ${one}, pinned ones first, then newest first`,
        params: IdParams,
        query: PageQuery,
        response: pageOf(Note),
        errors: ['not_found', 'bad_request'],
      }),
      create: endpoint({
        ...write,
        method: 'POST',
        path: `${path}/{id}/notes`,
        summary: 'Create a note',
        description: `\`readers\` keeps it to its author and these people. ${SAID_HOW}`,
        status: 201,
        params: IdParams,
        body: NewNote,
        response: Note,
        errors: ['validation', 'not_found'],
      }),
      update: endpoint({
        ...write,
        method: 'PUT',
        path: `${path}/{id}/notes/{noteId}`,
        summary: 'Update a note',
        description: `Needs the version that was read. Who may read it is said by its author alone. ${SAID_HOW}`,
        params: NoteParams,
        body: NoteUpdate,
        response: Note,
        errors: ['validation', 'forbidden', 'not_found', 'stale'],
      }),
      remove: endpoint({
        ...write,
        method: 'DELETE',
        path: `${path}/{id}/notes/{noteId}`,
        summary: 'Delete a note',
        params: NoteParams,
        errors: ['not_found'],
      }),
      restore: endpoint({
        ...write,
        method: 'POST',
        path: `${path}/{id}/notes/{noteId}/restore`,
        summary: 'Undo the deletion of a note',
        params: NoteParams,
        response: Note,
        errors: ['not_found'],
      }),
    },
    files: {
      list: endpoint({
        ...read,
        method: 'GET',
        path: `${path}/{id}/files`,
        summary: `Files of one ${one}, newest first`,
        params: IdParams,
        response: z.object({ items: z.array(RecordFile) }),
        errors: ['not_found'],
      }),
      upload: endpoint({
        ...write,
        method: 'POST',
        path: `${path}/{id}/files`,
        summary: 'Attach a file',
        description: 'One file, at most 50 MB.',
        status: 201,
        params: IdParams,
        consumes: 'multipart/form-data',
        response: RecordFile,
        errors: ['validation', 'not_found', 'too_large', 'storage_full'],
      }),
      download: endpoint({
        ...read,
        method: 'GET',
        path: `${path}/{id}/files/{fileId}`,
        summary: 'Download a file',
        params: FileParams,
        produces: 'application/octet-stream',
        errors: ['not_found'],
      }),
      remove: endpoint({
        ...write,
        method: 'DELETE',
        path: `${path}/{id}/files/{fileId}`,
        summary: 'Delete a file',
        params: FileParams,
        errors: ['not_found'],
      }),
    },
    timeline: {
      list: endpoint({
        ...read,
        method: 'GET',
        path: `${path}/{id}/timeline`,
        summary: `All that happened with one ${one}, newest first`,
        params: IdParams,
        query: PageQuery,
        response: pageOf(TimelineEntry),
        errors: ['not_found', 'bad_request'],
      }),
    },
  } as const;
}
export type RecordCalls = ReturnType<typeof recordCalls>;

/** The calls of every kind, by its name. */
export const RECORD_CALLS = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, recordCalls(kind)])) as Record<
  RecordKind,
  RecordCalls
>;

export const { notes, files: contactFiles, timeline } = RECORD_CALLS.contact;
