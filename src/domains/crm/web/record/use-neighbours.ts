import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { read } from '../../../../web/api/request.ts';
import { useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { contacts } from '../../contract/contacts.ts';
import { parseContactsSearch, selectionQuery, writeContactsSearch } from '../list/search.ts';

/** The list that the record was opened from, as it stands in the record's own address. */
export function listSearchOf(raw: RawSearch): RawSearch {
  return writeContactsSearch(parseContactsSearch(raw));
}

/** The contacts before and after this one in the order of the list, reached by J and K too. They are read ahead. */
export function useNeighbours(id: string, raw: RawSearch, enabled: boolean) {
  const client = useQueryClient();
  const goNow = useRef(useGo());
  const list = useMemo(() => parseContactsSearch(raw), [raw]);
  const { data } = useQuery({ ...read(contacts.neighbours, { params: { id }, query: { ...selectionQuery(list), sort: list.sort || undefined } }), enabled });
  useEffect(() => {
    if (list.trash) return;
    for (const neighbour of [data?.next, data?.previous]) {
      if (neighbour) void client.prefetchQuery(read(contacts.get, { params: { id: neighbour.id } }));
    }
  }, [client, data, list.trash]);

  const acts = useMemo(() => {
    const open = (neighbour: { id: string } | null | undefined) => { if (neighbour) void goNow.current(`/contacts/${neighbour.id}`, { search: raw }); };
    return { next: () => open(data?.next), previous: () => open(data?.previous) };
  }, [data, raw]);
  useShortcuts(useMemo(() => [
    { keys: 'j', label: 'Next contact', group: 'Contact', run: acts.next },
    { keys: 'k', label: 'Previous contact', group: 'Contact', run: acts.previous },
  ], [acts]));
  return { previous: data?.previous ?? null, next: data?.next ?? null, goNext: acts.next, goPrevious: acts.previous };
}
