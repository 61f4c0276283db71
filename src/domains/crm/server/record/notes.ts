/** Notes on contacts. Deleting one can be undone; changing one that somebody else changed meanwhile is refused. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { NewNote, Note, NoteUpdate } from '../../contract/record.ts';
import { requireContact } from '../contacts/service.ts';
import { FLAG, packCursor, pageFrom, unpackCursor, UUID } from '../paging.ts';
import { recordChanged } from './touch.ts';

const NOUN = 'The note';
const COLUMNS = `n.id, n.version, n.contact_id as "contactId", n.text, n.pinned,
  case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as author, n.created_at as "createdAt", n.updated_at as "updatedAt"`;
const FROM = 'from contact_notes n left join workspace_people p on p.id = n.created_by where n.workspace_id = $1 and n.contact_id = $2';

/** Pinned notes first, then the newest first. @throws AppError `not_found`, `bad_request` */
export async function listNotes(contactId: string, request: { cursor?: string | undefined; limit: number }): Promise<{ items: Note[]; next: string | null }> {
  await requireContact(contactId);
  const from = unpackCursor(request.cursor, FLAG, UUID);
  const rows = await query<Note>(
    `select ${COLUMNS} ${FROM} and n.deleted_at is null ${from ? 'and (n.pinned, n.id) < ($4::boolean, $5::uuid)' : ''} order by n.pinned desc, n.id desc limit $3`,
    [currentWorkspaceId(), contactId, request.limit + 1, ...(from ?? [])],
  );
  return pageFrom(rows, request.limit, (note) => packCursor(note.pinned, note.id));
}

async function readNote(contactId: string, id: string): Promise<Note> {
  const [note] = await query<Note>(`select ${COLUMNS} ${FROM} and n.id = $3 and n.deleted_at is null`, [currentWorkspaceId(), contactId, id]);
  if (!note) throw notFound(NOUN);
  return note;
}

/** @throws AppError `not_found` when the contact is not there. */
export function createNote(contactId: string, input: z.output<typeof NewNote>): Promise<Note> {
  return transaction(async () => {
    await requireContact(contactId);
    const id = newId();
    await query('insert into contact_notes (id, workspace_id, contact_id, text, pinned, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $6)', [
      id, currentWorkspaceId(), contactId, input.text, input.pinned ?? false, currentUserId(),
    ]);
    await emit({ type: 'contact.note_added', subject: { type: 'contact', id: contactId }, data: { noteId: id }, paths: await recordChanged(contactId) });
    return readNote(contactId, id);
  });
}

/** @throws AppError `not_found`, `stale` with the note as it is now, `validation` without a version. */
export function updateNote(contactId: string, id: string, input: z.output<typeof NoteUpdate>, ifMatch?: number): Promise<Note> {
  const version = input.version ?? ifMatch;
  if (version === undefined) throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    await requireContact(contactId);
    const [row] = await query<{ version: number }>(
      'select version from contact_notes where id = $1 and workspace_id = $2 and contact_id = $3 and deleted_at is null for update', [id, currentWorkspaceId(), contactId],
    );
    if (!row) throw notFound(NOUN);
    if (row.version !== version) {
      throw new AppError('stale', 'Someone else changed this note meanwhile. Nothing of yours was saved yet.', { details: { current: await readNote(contactId, id), changed: [] } });
    }
    await query(
      'update contact_notes set text = coalesce($3, text), pinned = coalesce($4, pinned), version = version + 1, updated_at = now(), updated_by = $5 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), input.text ?? null, input.pinned ?? null, currentUserId()],
    );
    await emit({ type: 'contact.note_changed', subject: { type: 'contact', id: contactId }, data: { noteId: id }, paths: await recordChanged(contactId) });
    return readNote(contactId, id);
  });
}

/** Moves a note out of sight, or back. @throws AppError `not_found` when it is not where it is taken from. */
async function setDeleted(contactId: string, id: string, deleted: boolean): Promise<void> {
  await transaction(async () => {
    await requireContact(contactId);
    const changed = await query(
      `update contact_notes set deleted_at = case when $4 then now() end, version = version + 1, updated_at = now(), updated_by = $5
       where id = $1 and workspace_id = $2 and contact_id = $3 and (deleted_at is null) = $4 returning 1`,
      [id, currentWorkspaceId(), contactId, deleted, currentUserId()],
    );
    if (changed.length === 0) throw notFound(NOUN);
    const type = deleted ? 'contact.note_deleted' : 'contact.note_restored';
    await emit({ type, subject: { type: 'contact', id: contactId }, data: { noteId: id }, paths: await recordChanged(contactId) });
  });
}

export const removeNote = (contactId: string, id: string) => setDeleted(contactId, id, true);

export async function restoreNote(contactId: string, id: string): Promise<Note> {
  await setDeleted(contactId, id, false);
  return readNote(contactId, id);
}
