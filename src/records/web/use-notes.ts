import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fillPath } from '../../kernel/path.ts';
import type { RichText } from '../../kernel/rich-text-types.ts';
import { call } from '../../web/api/request.ts';
import { type Note, RECORD_CALLS } from '../contract/record-calls.ts';
import { offerUndo } from '../../web/shell/undo.ts';
import type { Written } from './note-editor.tsx';
import type { Readers } from './note-readers.tsx';
import type { RecordOf } from './record-ref.ts';

export interface NoteChange {
  text?: string;
  body?: RichText;
  pinned?: boolean;
  readers?: Readers;
}

/** Actions on a record's notes. Each shows in the list and in the timeline, and rejects when refused. */
export function useNoteActs({ kind, id }: RecordOf) {
  const client = useQueryClient();
  return useMemo(() => {
    const { notes, timeline } = RECORD_CALLS[kind];
    const params = { id };
    const refresh = () =>
      Promise.all(
        [notes.list, timeline.list].map((endpoint) =>
          client.invalidateQueries({ queryKey: [fillPath(endpoint.path, params)] }),
        ),
      );
    return {
      create: async (written: Written, readers: Readers) => {
        await call(notes.create, { params, body: { ...written, ...(readers && { readers: [...readers] }) } });
        await refresh();
      },
      update: async (note: Pick<Note, 'id' | 'version'>, { readers, ...change }: NoteChange) => {
        const updated = await call(notes.update, {
          params: { ...params, noteId: note.id },
          body: {
            ...change,
            ...(readers !== undefined && { readers: readers && [...readers] }),
            version: note.version,
          },
        });
        await refresh();
        return updated;
      },
      remove: async (note: Note) => {
        const which = { ...params, noteId: note.id };
        await call(notes.remove, { params: which });
        await refresh();
        offerUndo({
          title: 'Note deleted',
          undo: async () => {
            await call(notes.restore, { params: which });
            await refresh();
          },
        });
      },
    };
  }, [client, id, kind]);
}
