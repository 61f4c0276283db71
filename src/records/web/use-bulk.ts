import { useCallback, useRef, useState } from 'react';
import { isNetworkError, messageFor } from '../../web/api/error.ts';
import { call, request } from '../../web/api/request.ts';
import { toast } from '../../web/shell/toast.ts';
import type { Selection } from '../../web/table/selection.ts';
import type { BulkAction, BulkBatch, BulkSelection } from '../contract/bulk.ts';
import { countOf } from '../contract/kinds.ts';
import { offerUndo } from '../../web/shell/undo.ts';
import type { ListKit, ListRow } from './list-kit.ts';
import type { ListSearch } from './list-search.ts';
import { useRowCache } from './use-rows.ts';

/** Between two questions how far a big batch is, in milliseconds. */
const PROGRESS_PAUSE = 700;
/** Before it is asked again when no answer came, in milliseconds. */
const RETRY_PAUSE = 3_000;

/** The selection of the list in the words of the contract. */
export function bulkSelection(
  selection: Selection,
  { search, filter, trash }: Pick<ListSearch, 'search' | 'filter' | 'trash'>,
): BulkSelection {
  if (selection.kind === 'some') return { ids: [...selection.ids] };
  return {
    all: {
      search: search.trim() || undefined,
      filter: filter.conditions.length > 0 ? filter : undefined,
      trash: trash || undefined,
    },
    except: selection.except.size > 0 ? [...selection.except] : undefined,
  };
}

const DONE: Record<Exclude<BulkAction['kind'], 'share'>, string> = {
  edit: 'changed',
  assign: 'assigned',
  addTags: 'tagged',
  removeTags: 'untagged',
  addChoices: 'changed',
  removeChoices: 'changed',
  delete: 'moved to the trash',
  restore: 'restored',
};

function doneWords(action: BulkAction, count: number): string {
  if (action.kind !== 'share') return DONE[action.kind];
  return action.readers === null ? 'shared with everyone' : count === 1 ? 'made private' : 'made private';
}

/** Reads how far a batch is; a lost connection is waited out, for the batch goes on without it. */
async function askAgain<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));
    }
  }
}

/** Runs an action on many records, follows it to its end and offers to undo it. */
export function useBulk<Row extends ListRow>({ kind, bulk }: Pick<ListKit<Row>, 'kind' | 'bulk'>) {
  const cache = useRowCache<Row>(kind);
  const [running, setRunning] = useState<BulkBatch | null>(null);

  const follow = useCallback(
    async (first: BulkBatch): Promise<BulkBatch> => {
      let batch = first;
      while (batch.state === 'running' && batch.id) {
        setRunning(batch);
        await new Promise((resolve) => setTimeout(resolve, PROGRESS_PAUSE));
        batch = await askAgain(() => request(bulk.get, { params: { batchId: batch.id! } }));
      }
      setRunning(null);
      return batch;
    },
    [bulk],
  );

  const underway = useRef(new Set<string>());
  const run = useCallback(
    async (selection: BulkSelection, action: BulkAction): Promise<boolean> => {
      // A second press would find nothing to do, and say so over the way back of the first.
      const same = JSON.stringify([selection, action]);
      if (underway.current.has(same)) return false;
      underway.current.add(same);
      try {
        const takesAway = action.kind === 'delete' || action.kind === 'restore';
        if (takesAway && 'ids' in selection) {
          await cache.settle();
          cache.remove(new Set(selection.ids));
        }
        const batch = await follow(await call(bulk.run, { body: { selection, action } }));
        const brokeOff =
          batch.state === 'failed' ? (batch.error ?? 'The action stopped before it finished.') : undefined;
        if (brokeOff && batch.changed === 0) throw new Error(brokeOff);
        const title =
          batch.changed === 0
            ? 'No changes needed'
            : `${countOf(kind, batch.changed)} ${doneWords(action, batch.changed)}`;
        const { id } = batch;
        if (id && batch.changed > 0 && batch.undoUntil) {
          offerUndo({
            title,
            ...(brokeOff && { description: brokeOff }),
            undo: async () => {
              const undone = await call(bulk.undo, { params: { batchId: id } });
              await cache.refresh();
              return undone.kept > 0
                ? `${countOf(kind, undone.kept)} ${undone.kept === 1 ? 'changed since and was left unchanged' : 'changed since and were left unchanged'}.`
                : undefined;
            },
          });
        } else toast({ type: brokeOff ? 'warning' : 'success', title, ...(brokeOff && { description: brokeOff }) });
        return true;
      } catch (error) {
        setRunning(null);
        toast({
          type: 'error',
          title: 'No changes were saved',
          description:
            error instanceof Error && error.name === 'Error'
              ? error.message
              : messageFor(error, 'The action could not be completed.'),
        });
        return false;
      } finally {
        underway.current.delete(same);
        void cache.refresh();
      }
    },
    [bulk, cache, follow, kind],
  );

  return { run, running };
}
