import { useCallback } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { send } from '../../../../web/api/send.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { KINDS } from '../../contract/kinds.ts';
import type { CustomField } from '../../contract/views.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import type { ListKit, ListRow } from './kit.ts';
import { useRowCache } from './use-rows.ts';

/** Saves a cell: shown at once, put back with the reason when the server refuses, and undone by Ctrl/⌘ Z. */
export function useCellEdit<Row extends ListRow>({ kind, cell, nameOf }: ListKit<Row>, customFields: readonly CustomField[]) {
  const cache = useRowCache<Row>(kind);
  return useCallback((row: Row, columnId: string, text: string) => {
    const change = cell?.change(row, columnId, text, customFields);
    if (!cell || !change) return;

    const save = (version: number, fields: Record<string, unknown>) => send<Row>('PUT', `${KINDS[kind].path}/${row.id}`, { body: { ...fields, version } });
    const edit = async () => {
      await cache.settle();
      cache.put(change.row);
      try {
        const saved = await save(row.version, change.fields);
        cache.put(saved);
        offerUndo({
          title: `Change of ${nameOf(row)}`, quiet: true,
          undo: async () => cache.put(await save(cache.find(row.id)?.version ?? saved.version, cell.present(row, change.fields))),
        });
      } catch (error) {
        cache.put(row);
        const stale = error instanceof ApiError && error.code === 'stale';
        if (stale) void cache.refresh();
        toast({
          type: 'error', title: `${nameOf(row)} was not changed`,
          description: stale ? 'Somebody else changed it meanwhile. The list now shows it as it is; edit it again.' : messageFor(error, 'The change could not be saved.'),
        });
      }
    };
    void edit();
  }, [cache, cell, customFields, kind, nameOf]);
}
