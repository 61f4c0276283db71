import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { contactFiles, notes } from '../../contract/record.ts';
import { ifMatch } from '../if-match.ts';
import { attachFile, listFiles, removeFile, sendFile } from './files.ts';
import { createNote, listNotes, removeNote, restoreNote, updateNote } from './notes.ts';

export const recordRoutes: readonly BoundRoute[] = [
  route(notes.list, ({ params, query }) => listNotes(params.id, query)),
  route(notes.create, ({ params, body }) => createNote(params.id, body)),
  route(notes.update, ({ params, body, request }) => updateNote(params.id, params.noteId, body, ifMatch(request))),
  route(notes.remove, ({ params }) => removeNote(params.id, params.noteId)),
  route(notes.restore, ({ params }) => restoreNote(params.id, params.noteId)),
  route(contactFiles.list, async ({ params }) => ({ items: await listFiles(params.id) })),
  route(contactFiles.upload, ({ params, request }) => attachFile(params.id, request)),
  route(contactFiles.download, async ({ params, reply }) => sendFile(params.id, params.fileId, reply) as never),
  route(contactFiles.remove, ({ params }) => removeFile(params.id, params.fileId)),
];
