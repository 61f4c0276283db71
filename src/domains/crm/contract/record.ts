/** What belongs to one contact: notes, files, and the timeline of all that happened. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { FieldChange, Ref, text, Version } from './fields.ts';

export const Note = z.object({
  id: Id,
  version: z.number().int(),
  contactId: Id,
  text: z.string(),
  pinned: z.boolean(),
  author: Ref.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Note = z.infer<typeof Note>;

const NoteText = text(20_000).min(1, 'Write something first.');
export const NewNote = z.strictObject({ text: NoteText, pinned: z.boolean().optional() });
export const NoteUpdate = z.strictObject({ text: NoteText.optional(), pinned: z.boolean().optional(), version: Version.optional() });

export const ContactFile = z.object({
  id: Id,
  contactId: Id,
  name: z.string(),
  /** Media type by what the file really holds, not by its name. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  uploadedBy: Ref.nullable(),
  createdAt: Instant,
});
export type ContactFile = z.infer<typeof ContactFile>;

/** Bytes that one attached file may have. */
export const MAX_FILE_SIZE = 50 * 1024 * 1024;

/** One thing that happened; `kind` says which of the parts is filled. Newest first. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: z.enum(['created', 'updated', 'deleted', 'restored', 'merged', 'imported', 'note', 'file', 'activity', 'opportunity']),
  at: Instant,
  /** Who did it; null for the system. */
  by: Ref.nullable(),
  changes: z.array(FieldChange).optional(),
  note: z.object({ id: Id, text: z.string(), pinned: z.boolean(), version: z.number().int() }).optional(),
  file: z.object({ id: Id, name: z.string(), type: z.string(), size: z.number().int() }).optional(),
  activity: z.object({ id: Id, type: z.string(), subject: z.string(), dueAt: Instant.nullable(), doneAt: Instant.nullable() }).optional(),
  opportunity: z.object({ id: Id, name: z.string(), amount: z.string(), currency: z.string(), stage: z.string() }).optional(),
  /** The import, bulk action or merged contact behind it, by name. */
  detail: z.string().optional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const PageQuery = z.object({ cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) });
const NoteParams = z.object({ id: Id, noteId: Id });
const FileParams = z.object({ id: Id, fileId: Id });
const read = { tag: 'Contacts', access: 'user', scope: 'contacts:read' } as const;
const write = { tag: 'Contacts', access: 'user', scope: 'contacts:write' } as const;

export const notes = {
  list: endpoint({
    ...read, method: 'GET', path: '/api/contacts/{id}/notes', summary: 'Notes on a contact, pinned ones first, then newest first',
    params: IdParams, query: PageQuery, response: pageOf(Note), errors: ['not_found', 'bad_request'],
  }),
  create: endpoint({
    ...write, method: 'POST', path: '/api/contacts/{id}/notes', summary: 'Write a note', status: 201,
    params: IdParams, body: NewNote, response: Note, errors: ['validation', 'not_found'],
  }),
  update: endpoint({
    ...write, method: 'PUT', path: '/api/contacts/{id}/notes/{noteId}', summary: 'Change a note', description: 'Needs the version that was read.',
    params: NoteParams, body: NoteUpdate, response: Note, errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write, method: 'DELETE', path: '/api/contacts/{id}/notes/{noteId}', summary: 'Delete a note', params: NoteParams, errors: ['not_found'],
  }),
  restore: endpoint({
    ...write, method: 'POST', path: '/api/contacts/{id}/notes/{noteId}/restore', summary: 'Undo the deletion of a note',
    params: NoteParams, response: Note, errors: ['not_found'],
  }),
} as const;

export const contactFiles = {
  list: endpoint({
    ...read, method: 'GET', path: '/api/contacts/{id}/files', summary: 'Files of a contact, newest first',
    params: IdParams, response: z.object({ items: z.array(ContactFile) }), errors: ['not_found'],
  }),
  upload: endpoint({
    ...write, method: 'POST', path: '/api/contacts/{id}/files', summary: 'Attach a file', description: 'One file, at most 50 MB.', status: 201,
    params: IdParams, consumes: 'multipart/form-data', response: ContactFile, errors: ['validation', 'not_found', 'too_large', 'storage_full'],
  }),
  download: endpoint({
    ...read, method: 'GET', path: '/api/contacts/{id}/files/{fileId}', summary: 'Download a file',
    params: FileParams, produces: 'application/octet-stream', errors: ['not_found'],
  }),
  remove: endpoint({
    ...write, method: 'DELETE', path: '/api/contacts/{id}/files/{fileId}', summary: 'Delete a file', params: FileParams, errors: ['not_found'],
  }),
} as const;

export const timeline = {
  list: endpoint({
    ...read, method: 'GET', path: '/api/contacts/{id}/timeline', summary: 'All that happened with a contact, newest first',
    params: IdParams, query: PageQuery, response: pageOf(TimelineEntry), errors: ['not_found', 'bad_request'],
  }),
} as const;
