import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fillPath } from '../../../../kernel/path.ts';
import { call } from '../../../../web/api/request.ts';
import { type Note, notes, timeline } from '../../contract/record.ts';
import { usePages } from '../shared/pages.ts';
import { offerUndo } from '../undo.ts';

/** Notes of a contact and what can be done with them. */
export function useNotes(contactId: string) {
  const client = useQueryClient();
  const params = { id: contactId };
  const list = usePages(notes.list, { params, query: { limit: 30 } });
  const acts = useMemo(() => {
    const path = { id: contactId };
    const refresh = () => Promise.all([notes.list, timeline.list].map((endpoint) => client.invalidateQueries({ queryKey: [fillPath(endpoint.path, path)] })));
    return {
      create: async (text: string) => {
        await call(notes.create, { params: path, body: { text } });
        await refresh();
      },
      update: async (note: Note, change: { text?: string; pinned?: boolean }) => {
        await call(notes.update, { params: { ...path, noteId: note.id }, body: { ...change, version: note.version } });
        await refresh();
      },
      remove: async (note: Note) => {
        const which = { ...path, noteId: note.id };
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
  }, [client, contactId]);
  return { list, ...acts };
}
