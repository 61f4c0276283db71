import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { send } from '../../web/api/send.ts';
import { useGo } from '../../web/router/link.tsx';
import type { RawSearch } from '../../web/router/page.ts';
import { useShortcuts } from '../../web/shell/shortcuts.ts';
import type { Ref } from '../contract/field-values.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { parseListSearch, selectionQuery, writeListSearch } from './list-search.ts';

/** The list that the record was opened from, as it stands in the record's own address. */
export function listSearchOf(raw: RawSearch, sorts: readonly string[]): RawSearch {
  return writeListSearch(parseListSearch(raw, sorts));
}

/** The records before and after this one in the order of the list, reached by J and K too. They are read ahead. */
export function useNeighbours(
  { kind, sorts }: { kind: RecordKind; sorts: readonly string[] },
  id: string,
  raw: RawSearch,
  enabled: boolean,
) {
  const { path, page, one, title } = KINDS[kind];
  const client = useQueryClient();
  const goNow = useRef(useGo());
  const list = useMemo(() => parseListSearch(raw, sorts), [raw, sorts]);
  const query = { ...selectionQuery(list), sort: list.sort || undefined };
  const own = `${path}/${id}/neighbours`;
  const { data } = useQuery({
    queryKey: [own, query],
    queryFn: ({ signal }) => send<{ previous: Ref | null; next: Ref | null }>('GET', own, { query, signal }),
    enabled,
  });
  useEffect(() => {
    if (list.trash) return;
    for (const neighbour of [data?.next, data?.previous]) {
      if (neighbour)
        void client.prefetchQuery({
          queryKey: [`${path}/${neighbour.id}`],
          queryFn: ({ signal }) => send('GET', `${path}/${neighbour.id}`, { signal }),
        });
    }
  }, [client, data, list.trash, path]);

  const acts = useMemo(() => {
    const open = (neighbour: { id: string } | null | undefined) => {
      if (neighbour) void goNow.current(`${page}/${neighbour.id}`, { search: raw });
    };
    return { next: () => open(data?.next), previous: () => open(data?.previous) };
  }, [data, page, raw]);
  useShortcuts(
    useMemo(
      () => [
        { keys: 'j', label: `Next ${one}`, group: title, run: acts.next },
        { keys: 'k', label: `Previous ${one}`, group: title, run: acts.previous },
      ],
      [acts, one, title],
    ),
  );
  return { previous: data?.previous ?? null, next: data?.next ?? null, goNext: acts.next, goPrevious: acts.previous };
}
