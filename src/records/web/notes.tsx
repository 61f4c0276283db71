import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import StickyNote from 'lucide-react/icons/sticky-note';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { RichText } from '../../kernel/rich-text-types.ts';
import { messageFor } from '../../web/api/error.ts';
import { useSessionUser } from '../../web/api/session.ts';
import { dropDraft } from '../../web/form/draft.ts';
import { toast } from '../../web/shell/toast.ts';
import { Badge } from '../../web/ui/badge.tsx';
import { IconButton } from '../../web/ui/icon-button.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import { EmptyState } from '../../web/ui/states.tsx';
import { RelativeTime } from '../../web/ui/time.tsx';
import { KINDS } from '../contract/kinds.ts';
import { type Note, RECORD_CALLS } from '../contract/record-calls.ts';
import { Failure } from '../../web/ui/failure.tsx';
import { LoadMore } from '../../web/ui/load-more.tsx';
import { usePages } from '../../web/api/pages.ts';
import { NoteText } from './collaboration/note-text.tsx';
import { staleDetails } from './changes.ts';
import { asDrafted, TheirsBanner } from './note-draft.tsx';
import { NoteEditor, type Written } from './note-editor.tsx';
import type { RecordOf } from './record-ref.ts';
import { type Readers, ReadersBadge } from './note-readers.tsx';
import { type NoteChange, useNoteActs } from './use-notes.ts';

/** Notes on a record: written, pinned, changed and deleted. */
export function Notes({ of }: { of: RecordOf }) {
  const { create, update, remove } = useNoteActs(of);
  const list = usePages(RECORD_CALLS[of.kind].notes.list, { params: { id: of.id }, query: { limit: 30 } });
  return (
    <section aria-label="Notes" className="grid gap-4">
      <NoteEditor
        label="Write a note"
        hint="Use @ to mention a teammate"
        draftName={`note:${of.id}`}
        action="Save note"
        readers={null}
        onSave={create}
      />
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Notes" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<StickyNote />} title="No notes yet">
          Record what you learn about this {KINDS[of.kind].one}where teammates can find it.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {list.items.map((note) => (
          <NoteCard key={note.id} note={note} onUpdate={update} onRemove={remove} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}

interface NoteCardProps {
  note: Note;
  onUpdate: (note: Pick<Note, 'id' | 'version'>, change: NoteChange) => Promise<Note>;
  onRemove: (note: Note) => Promise<unknown>;
}

function NoteCard({ note, onUpdate, onRemove }: NoteCardProps) {
  /** The note as it was when editing began: what the save is based on. */
  const [editing, setEditing] = useState<Note | null>(null);
  const [theirs, setTheirs] = useState<Note | null>(null);
  const draftName = `note-edit:${note.id}`;
  const edit = () => setEditing(asDrafted(note, draftName));
  const takeTheirs = () => {
    dropDraft(draftName);
    setEditing(null);
    setTheirs(null);
  };
  const mine = useSessionUser()?.id === note.author?.id;
  const sayFailed = (error: unknown, title: string) =>
    toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
  const attempt = (act: Promise<unknown>, failure: string) => act.catch((error: unknown) => sayFailed(error, failure));
  const saveChecklist = async (body: RichText, version: number) => {
    try {
      return await onUpdate({ id: note.id, version }, { body });
    } catch (error) {
      sayFailed(error, 'Couldn’t save the checklist');
      throw error;
    }
  };
  const save = async (base: Note, written: Written, readers: Readers) => {
    try {
      await onUpdate(base, { ...written, ...(mine && { readers }) });
      setTheirs(null);
    } catch (error) {
      const stale = staleDetails<Note>(error);
      if (stale) setTheirs(stale.current);
      throw error;
    }
  };
  return (
    <li className="rounded-lg border border-line bg-raised p-3 text-sm">
      <div className="mb-1 flex min-h-control-sm items-center gap-2">
        <p className="min-w-0 flex-1 text-xs text-muted">
          <span className="font-medium text-ink">{note.author?.name ?? 'Former member'}</span>{' '}
          <RelativeTime value={note.createdAt} />
          {note.updatedAt !== note.createdAt && ', edited'} {note.pinned && <Badge tone="accent">Pinned</Badge>}{' '}
          <ReadersBadge readers={note.readers} author={note.author?.id} />
        </p>
        {!editing && (
          <span className="flex" data-noprint>
            <IconButton
              size="sm"
              label={note.pinned ? 'Unpin note' : 'Pin note'}
              icon={<Pin />}
              pressed={note.pinned}
              onClick={() => void attempt(onUpdate(note, { pinned: !note.pinned }), 'Couldn’t pin the note')}
            />
            <IconButton size="sm" label="Edit note" icon={<Pencil />} onClick={edit} />
            <IconButton
              size="sm"
              label="Delete note"
              icon={<Trash2 />}
              onClick={() => void attempt(onRemove(note), 'Couldn’t delete the note')}
            />
          </span>
        )}
      </div>
      {editing && theirs && (
        <TheirsBanner title="Someone changed this note in the meantime." said={theirs} onTake={takeTheirs} />
      )}
      {editing ? (
        <NoteEditor
          label="Note"
          draftName={draftName}
          version={editing.version}
          initial={editing}
          action="Save"
          autoFocus
          {...(mine && { readers: note.readers?.map(({ id }) => id) ?? null })}
          onSave={(written, readers) => save(theirs ?? editing, written, readers)}
          onCancel={() => {
            setEditing(null);
            setTheirs(null);
          }}
        />
      ) : (
        <NoteText said={note} onChange={saveChecklist} />
      )}
    </li>
  );
}
