import { type BoundRoute, route } from '../../server/http/route.ts';
import type { RecordCalls } from '../contract/record-calls.ts';
import { ifMatch } from './if-match.ts';
import { attachFile, listFiles, removeFile, sendFile } from './files.ts';
import type { KindBase } from './list/list-kind.ts';
import { createNote, listNotes, removeNote, restoreNote, updateNote } from './notes/notes.ts';
import { recordTimeline } from './timeline/timeline.ts';

/** Binds notes, files and timeline of a kind. */
export function recordRoutes({ notes, files, timeline }: RecordCalls, kind: KindBase): BoundRoute[] {
  return [
    route(notes.list, ({ params, query }) => listNotes(kind, params.id, query)),
    route(notes.create, ({ params, body }) => createNote(kind, params.id, body)),
    route(notes.update, ({ params, body, request }) =>
      updateNote(kind, params.id, params.noteId, body, ifMatch(request)),
    ),
    route(notes.remove, ({ params }) => removeNote(kind, params.id, params.noteId)),
    route(notes.restore, ({ params }) => restoreNote(kind, params.id, params.noteId)),
    route(files.list, async ({ params }) => ({ items: await listFiles(kind, params.id) })),
    route(files.upload, ({ params, request }) => attachFile(kind, params.id, request)),
    route(files.download, async ({ params, reply }) => sendFile(kind, params.id, params.fileId, reply)),
    route(files.remove, ({ params }) => removeFile(kind, params.id, params.fileId)),
    route(timeline.list, ({ params, query }) => recordTimeline(kind, params.id, query)),
  ];
}
