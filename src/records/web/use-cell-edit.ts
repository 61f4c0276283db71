import { useCallback, useRef } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { send } from '../../web/api/send.ts';
import { underWay } from '../../web/api/pending-changes.ts';
import { toast } from '../../web/shell/toast.ts';
import { KINDS } from '../contract/kinds.ts';
import type { CustomField } from '../contract/views.ts';
import { offerUndo, onlyIfUnchanged } from '../../web/shell/undo.ts';
import { fieldsWritten, isDisputed, staleDetails } from './changes.ts';
import type { ListKit, ListRow } from './list-kit.ts';
import { useRowCache } from './use-rows.ts';

/** Saves that lose a race this often in a row are left to the person. */
const MAX_RACES = 3;

/** Saves a cell: shown at once, put back with the reason when the server refuses, and undone by Ctrl/⌘ Z. */
export function useCellEdit<Row extends ListRow>(
  { kind, cell, nameOf }: ListKit<Row>,
  customFields: readonly CustomField[],
) {
  const cache = useRowCache<Row>(kind);
  /** Versions of each record that only our own saves lie between. */
  const ours = useRef(new Map<string, Map<number, number>>());
  /** One save after the other: whoever goes on with Tab is quicker than the answers. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  /**
   * Writes fields of a row as it was seen. What others changed elsewhere in the record stays; the same field is not
   * written over.
   */
  const save = useCallback(
    async (row: Row, fields: Record<string, unknown>, seen: number): Promise<Row> => {
      const own = ours.current.get(row.id) ?? new Map<number, number>();
      ours.current.set(row.id, own);
      let version = seen;
      for (let next = own.get(version); next !== undefined; next = own.get(version)) version = next;
      for (let race = 0; ; race += 1) {
        try {
          const saved = await send<Row>('PUT', `${KINDS[kind].path}/${row.id}`, { body: { ...fields, version } });
          if (saved.version === version + 1) own.set(version, saved.version);
          return saved;
        } catch (error) {
          const stale = staleDetails<Row>(error);
          if (!stale || race >= MAX_RACES || isDisputed(fieldsWritten(fields), stale.changed)) throw error;
          ({ version } = stale.current);
        }
      }
    },
    [kind],
  );

  return useCallback(
    (row: Row, columnId: string, text: string) => {
      const change = cell?.change(row, columnId, text, customFields);
      if (!cell || !change) return;
      const undo = (saved: Row) => async () => {
        const now = cache.find(row.id) ?? saved;
        onlyIfUnchanged(cell.present(saved, change.fields), cell.present(now, change.fields));
        cache.put(await save(row, cell.present(row, change.fields), now.version));
      };
      const edit = async () => {
        await cache.settle();
        cache.put(change.row);
        try {
          const saved = (await underWay(
            (queue.current = queue.current.catch(() => undefined).then(() => save(row, change.fields, row.version))),
          )) as Row;
          cache.put(saved);
          offerUndo({ title: `Change of ${nameOf(row)}`, quiet: true, undo: undo(saved) });
        } catch (error) {
          const stale = staleDetails<Row>(error);
          cache.put(stale?.current ?? row);
          if (stale) void cache.refresh();
          toast({
            type: 'error',
            title: `Couldn’t update ${nameOf(row)}`,
            description: stale
              ? `Someone else changed this field in the meantime. The list shows the current value. You entered “${text}”.`
              : messageFor(error, 'The change could not be saved.'),
          });
        }
      };
      void edit();
    },
    [cache, cell, customFields, nameOf, save],
  );
}
