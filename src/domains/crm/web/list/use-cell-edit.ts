import { useCallback } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { type ContactFields, type ContactRow, contacts } from '../../contract/contacts.ts';
import type { CustomField } from '../../contract/views.ts';
import { offerUndo } from '../undo.ts';
import { cellChange, presentFields } from './cell-change.ts';
import { contactName } from './contact-name.ts';
import { useRowCache } from './use-contacts.ts';

/** Saves a cell: shown at once, put back with the reason when the server refuses, and undone by Ctrl/⌘ Z. */
export function useCellEdit(customFields: readonly CustomField[]) {
  const cache = useRowCache();
  return useCallback((row: ContactRow, columnId: string, text: string) => {
    const change = cellChange(row, columnId, text, customFields);
    if (!change) return;

    const save = (version: number, fields: ContactFields) => call(contacts.update, { params: { id: row.id }, body: { ...fields, version } });
    const edit = async () => {
      await cache.settle();
      cache.put(change.row);
      try {
        const saved = await save(row.version, change.fields);
        cache.put(saved);
        offerUndo({
          title: `Change of ${contactName(row)}`, quiet: true,
          undo: async () => cache.put(await save(cache.find(row.id)?.version ?? saved.version, presentFields(row, change.fields))),
        });
      } catch (error) {
        cache.put(row);
        const stale = error instanceof ApiError && error.code === 'stale';
        if (stale) void cache.refresh();
        toast({
          type: 'error', title: `${contactName(row)} was not changed`,
          description: stale ? 'Somebody else changed this contact meanwhile. The list now shows it as it is; edit it again.' : messageFor(error, 'The change could not be saved.'),
        });
      }
    };
    void edit();
  }, [cache, customFields]);
}
