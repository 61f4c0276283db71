/** Saving fields of a record: shown at once, taken back when refused, and never over someone else's change. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { send as sendCall } from '../../web/api/send.ts';
import { underWay } from '../../web/api/pending-changes.ts';
import { toast } from '../../web/shell/toast.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { offerUndo } from '../../web/shell/undo.ts';
import { askAboutConflict } from './conflict-question.ts';
import { type ChangeKit, isDisputed, type StaleDetails, staleDetails } from './changes.ts';
import type { ListRow } from './list-kit.ts';
import { useRowCache } from './use-rows.ts';

/** Saves that lose a race this often in a row are left to the person. */
const MAX_RACES = 3;

/** Names people who changed other fields in the meantime. */
function tellOthersChange({ changed }: StaleDetails<unknown>, labelOf: (field: string) => string): void {
  const who = [...new Set(changed.map(({ by }) => by?.name ?? 'someone'))].join(', ');
  toast({
    title: 'Saved along with another change',
    description: `In the meantime, ${who} changed ${[...new Set(changed.map(({ field }) => labelOf(field)))].join(', ')}.`,
  });
}

export interface SaveOptions<Rec, Change> {
  kind: RecordKind;
  id: string;
  /** The name of a field for people. */
  labelOf: (field: string) => string;
  nameOf: (record: Rec) => string;
  changes: ChangeKit<Rec, Change>;
}

/**
 * @returns `save(change, base)`: `base` is the record as it was when editing began. Rejects with the server's error
 *   when it refuses; a record that changed meanwhile is asked about, and nothing is written over without consent.
 */
export function useSaveRecord<Rec extends ListRow, Change>({
  kind,
  id,
  labelOf,
  nameOf,
  changes,
}: SaveOptions<Rec, Change>) {
  const client = useQueryClient();
  const rows = useRowCache<Rec>(kind);
  const path = `${KINDS[kind].path}/${id}`;
  /** Versions that only our own saves lie between: from the one that a save was based on to the one it made. */
  const ours = useRef(new Map<number, number>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const show = useCallback(
    (record: Rec) => {
      client.setQueryData<Rec>([path], record);
      rows.put(record);
    },
    [client, path, rows],
  );

  const send = useCallback(
    async (wanted: Change, base: Rec): Promise<Rec | undefined> => {
      let change = wanted;
      let { version } = base;
      for (let next = ours.current.get(version); next !== undefined; next = ours.current.get(version)) version = next;
      for (let race = 0; ; race += 1) {
        try {
          const saved = await sendCall<Rec>('PUT', path, { body: { ...changes.body(change), version } });
          if (saved.version === version + 1) ours.current.set(version, saved.version);
          show(saved);
          return saved;
        } catch (error) {
          const stale = staleDetails<Rec>(error);
          if (!stale || race >= MAX_RACES) throw error;
          version = stale.current.version;
          const touched = changes.fieldsOf(change);
          if (!isDisputed(touched, stale.changed)) {
            tellOthersChange(stale, labelOf);
            continue;
          }
          show(stale.current);
          const look = changes.shownWith(stale.current, change);
          const theirs = await askAboutConflict({
            stale,
            mine: touched,
            valueOf: (field) => changes.valueOf(look, field),
          });
          if (!theirs) throw error;
          change = changes.without(change, theirs);
          if (changes.fieldsOf(change).length === 0) return undefined;
          show(changes.shownWith(stale.current, change));
        }
      }
    },
    [changes, labelOf, path, show],
  );

  return useCallback(
    async (change: Change, base: Rec): Promise<void> => {
      const key = [path];
      await client.cancelQueries({ queryKey: key, exact: true });
      await rows.settle();
      const before = client.getQueryData<Rec>(key);
      if (before) show(changes.shownWith(before, change));
      const turn = underWay(queue.current.then(() => send(change, base)));
      // The next save waits for this one, however it ends.
      queue.current = turn.catch(() => undefined);
      try {
        const saved = await turn;
        if (saved && before) {
          const back = changes.inverse(before, change);
          offerUndo({
            title: `Change of ${nameOf(saved)}`,
            quiet: true,
            undo: async () => {
              const now = client.getQueryData<Rec>(key) ?? saved;
              const valuesOf = (record: Rec) =>
                JSON.stringify(changes.fieldsOf(change).map((field) => changes.valueOf(record, field) ?? null));
              // Where it is not what this change made of it any more, the save is based on that change, and the other's
              // work is asked about.
              await send(back, valuesOf(now) === valuesOf(saved) ? now : saved);
            },
          });
        }
      } catch (error) {
        const now = client.getQueryData<Rec>(key);
        if (now && before) show(changes.shownWithout(now, before, change));
        throw error;
      }
    },
    [changes, client, nameOf, path, rows, send, show],
  );
}
