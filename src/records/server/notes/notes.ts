/** Notes on records. Deleting one can be undone; changing one that someone else changed meanwhile is refused. */
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { emit, publishPaths } from '../../../server/events/emit.ts';
import type { NewNote, Note, NoteUpdate } from '../../contract/record-calls.ts';
import { FLAG, packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { requireSubject } from '../collaboration/subjects.ts';
import { tellMentioned } from '../collaboration/notify.ts';
import type { KindBase } from '../list/list-kind.ts';
import { checkedReaders, READERS, requireAuthor, whoMayRead } from './note-readers.ts';
import { recordChanged, requireRecord } from '../require-record.ts';
import { toNoteContent } from './note-content.ts';

const NOUN = 'The note';
const COLUMNS = `n.id, n.version, n.record_id as "recordId", n.text, n.body, n.mentions, n.pinned, ${READERS} as readers,
  case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as author, n.created_at as "createdAt", n.updated_at as "updatedAt"`;
const FROM =
  'from record_notes n left join workspace_people p on p.id = n.created_by where n.workspace_id = $1 and n.record_id = $2';

/** Pinned notes first, then the newest first. @throws AppError `not_found`, `bad_request` */
export async function listNotes(
  kind: KindBase,
  recordId: string,
  request: { cursor?: string | undefined; limit: number },
): Promise<{ items: Note[]; next: string | null }> {
  await requireRecord(kind, recordId);
  const from = unpackCursor(request.cursor, FLAG, UUID);
  const rows = await query<Note>(
    `select ${COLUMNS} ${FROM}
      and n.deleted_at is null ${from ? 'and (n.pinned, n.id) < ($4::boolean, $5::uuid)' : ''}
      order by n.pinned desc, n.id desc limit $3`,
    [currentWorkspaceId(), recordId, request.limit + 1, ...(from ?? [])],
  );
  return pageFrom(rows, request.limit, (note) => packCursor(note.pinned, note.id));
}

async function readNote(recordId: string, id: string): Promise<Note> {
  const [note] = await query<Note>(`select ${COLUMNS} ${FROM} and n.id = $3 and n.deleted_at is null`, [
    currentWorkspaceId(),
    recordId,
    id,
  ]);
  if (!note) throw notFound(NOUN);
  return note;
}

/** Emits a note's event. A private note emits none, and the record's last activity does not change. */
async function noteHappened(
  kind: KindBase,
  recordId: string,
  noteId: string,
  what: string,
  readers: readonly string[] | null,
): Promise<void> {
  if (readers !== null) return publishPaths(currentWorkspaceId(), [...kind.changed]);
  await emit({
    type: `${kind.kind}.${what}`,
    subject: { type: kind.kind, id: recordId },
    data: { noteId },
    paths: await recordChanged(kind, recordId),
  });
}

/** @throws AppError `not_found` when the record is not there; `validation` for readers who are not of the workspace. */
export function createNote(kind: KindBase, recordId: string, input: z.output<typeof NewNote>): Promise<Note> {
  return transaction(async () => {
    const recordName = await requireSubject(kind.kind, recordId, true);
    const readers = await checkedReaders(input.readers ?? null);
    const written = await toNoteContent(input);
    if (!written) throw invalid('text', 'Enter some text.');
    const mentions = whoMayRead(written.mentions, readers);
    const id = newId();
    await query(
      'insert into record_notes (id, workspace_id, kind, record_id, text, mentions, pinned, readers, created_by, updated_by, search_text, body) values ($1, $2, $3, $4, $5, $6, $7, $9, $8, $8, $10, $11)',
      [
        id,
        currentWorkspaceId(),
        kind.kind,
        recordId,
        written.text,
        JSON.stringify(mentions),
        input.pinned ?? false,
        currentUserId(),
        readers,
        written.searchText,
        written.body,
      ],
    );
    await noteHappened(kind, recordId, id, 'note_added', readers);
    await tellMentioned({ kind: kind.kind, recordId, recordName, id, what: 'note', text: written.text }, mentions);
    return readNote(recordId, id);
  });
}

/**
 * @throws AppError `not_found`, `stale` with the note as it is now, `validation` without a version, `forbidden` when
 *   someone else than its author says who may read it.
 */
export function updateNote(
  kind: KindBase,
  recordId: string,
  id: string,
  input: z.output<typeof NoteUpdate>,
  ifMatch?: number,
): Promise<Note> {
  const version = input.version ?? ifMatch;
  if (version === undefined)
    throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    const recordName = await requireSubject(kind.kind, recordId);
    const [row] = await query<{
      version: number;
      mentions: Note['mentions'];
      readers: string[] | null;
      created_by: string | null;
    }>(
      'select version, mentions, readers, created_by from record_notes where id = $1 and workspace_id = $2 and record_id = $3 and deleted_at is null for update',
      [id, currentWorkspaceId(), recordId],
    );
    if (!row) throw notFound(NOUN);
    if (row.version !== version) {
      throw new AppError('stale', 'Someone else changed this note in the meantime. Your changes were not saved.', {
        details: { current: await readNote(recordId, id), changed: [] },
      });
    }
    if (input.readers !== undefined) requireAuthor(row);
    const readers = input.readers === undefined ? row.readers : await checkedReaders(input.readers);
    const written = await toNoteContent(input);
    const mentions = whoMayRead(written?.mentions ?? row.mentions, readers);
    await query(
      'update record_notes set text = coalesce($3, text), body = case when $3::text is null then body else $9::jsonb end, search_text = coalesce($8, search_text), mentions = $6, pinned = coalesce($4, pinned), readers = $7, version = version + 1, updated_at = now(), updated_by = $5 where id = $1 and workspace_id = $2',
      [
        id,
        currentWorkspaceId(),
        written?.text ?? null,
        input.pinned ?? null,
        currentUserId(),
        JSON.stringify(mentions),
        readers,
        written?.searchText ?? null,
        written?.body ?? null,
      ],
    );
    await noteHappened(kind, recordId, id, 'note_changed', readers);
    if (written)
      await tellMentioned(
        { kind: kind.kind, recordId, recordName, id, what: 'note', text: written.text },
        mentions,
        row.mentions,
      );
    return readNote(recordId, id);
  });
}

/** Moves a note out of sight, or back. @throws AppError `not_found` when it is not where it is taken from. */
async function setDeleted(kind: KindBase, recordId: string, id: string, deleted: boolean): Promise<void> {
  await transaction(async () => {
    await requireRecord(kind, recordId);
    const [changed] = await query<{ readers: string[] | null }>(
      `update record_notes set deleted_at = case when $4 then now() end, version = version + 1, updated_at = now(),
        updated_by = $5
       where id = $1 and workspace_id = $2 and record_id = $3 and (deleted_at is null) = $4 returning readers`,
      [id, currentWorkspaceId(), recordId, deleted, currentUserId()],
    );
    if (!changed) throw notFound(NOUN);
    await noteHappened(kind, recordId, id, deleted ? 'note_deleted' : 'note_restored', changed.readers);
  });
}

export const removeNote = (kind: KindBase, recordId: string, id: string) => setDeleted(kind, recordId, id, true);

export async function restoreNote(kind: KindBase, recordId: string, id: string): Promise<Note> {
  await setDeleted(kind, recordId, id, false);
  return readNote(recordId, id);
}
