/** The rows of the list: keyset pages of 100 in the cache, bounded, with changes shown at once. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { send } from '../../web/api/send.ts';
import type { Total } from '../../web/table/selection.ts';
import { KINDS, LIST_PAGE, type RecordKind } from '../contract/kinds.ts';
import type { ListRow } from './list-kit.ts';
import { isNarrowed, type ListSearch, selectionQuery } from './list-search.ts';

/** Pages kept: 1,000 rows. Scrolling back reads earlier ones again by their cursor. */
const MAX_PAGES = 10;

/** Where a page begins: its cursor, and how many rows stand before it. */
interface PagePlace {
  cursor: string | null;
  start: number;
}

interface Page<Row> {
  items: Row[];
  next: string | null;
  prev: string | null;
  fuzzy?: boolean;
  total?: Total;
}

type Pages<Row> = InfiniteData<Page<Row>, PagePlace>;

/** The part of the address that decides rows and order. */
type ListQuery = ReturnType<typeof selectionQuery> & { sort: string | undefined };

function listQuery(search: ListSearch): ListQuery {
  return { ...selectionQuery(search), sort: search.sort || undefined };
}

/** How the pages are read. `rows` in the key tells them apart from a single page of the same query. */
function pagesOf<Row>(kind: RecordKind, search: ListSearch) {
  const query = listQuery(search);
  const { path } = KINDS[kind];
  return infiniteQueryOptions<
    Page<Row>,
    Error,
    Pages<Row>,
    readonly [string, ListQuery & { rows: 'pages' }],
    PagePlace
  >({
    queryKey: [path, { ...query, rows: 'pages' }],
    queryFn: ({ pageParam, signal }) =>
      send<Page<Row>>('GET', path, {
        query: { ...query, limit: LIST_PAGE, cursor: pageParam.cursor ?? undefined },
        signal,
      }),
    initialPageParam: { cursor: null, start: 0 },
    getNextPageParam: (last, _all, place) =>
      last.next === null ? undefined : { cursor: last.next, start: place.start + last.items.length },
    getPreviousPageParam: (first, _all, place) =>
      first.prev === null || place.start === 0
        ? undefined
        : { cursor: first.prev, start: Math.max(0, place.start - LIST_PAGE) },
    maxPages: MAX_PAGES,
  });
}

/** Begins to read the first rows of a list before it is drawn. */
export function readRowsAhead(client: QueryClient, kind: RecordKind, search: ListSearch): void {
  void client.prefetchInfiniteQuery(pagesOf(kind, search));
}

/** The records that the address names. @param enabled false while another way of showing them is on */
export function useRows<Row extends ListRow>(kind: RecordKind, search: ListSearch, enabled = true) {
  const client = useQueryClient();
  const options = useMemo(() => pagesOf<Row>(kind, search), [kind, search]);
  const { path } = KINDS[kind];
  // While one types, the last answer stays until the next is there.
  const pages = useInfiniteQuery({ ...options, enabled, placeholderData: (previous) => previous });
  // Counted apart from the rows, so that the list is painted without waiting for the count.
  const countQuery = { ...selectionQuery(search), limit: 1, total: '1' };
  const counting = useQuery({
    queryKey: [path, countQuery],
    queryFn: ({ signal }) => send<Page<Row>>('GET', path, { query: countQuery, signal }),
  });

  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const { fetchNextPage, fetchPreviousPage, isFetching, hasNextPage, hasPreviousPage } = pages;
  const keyText = JSON.stringify(options.queryKey);

  return {
    rows,
    firstIndex: pages.data?.pageParams[0]?.start ?? 0,
    total: counting.data?.total,
    /** Nothing was found to the letter; the rows are the nearest. */
    fuzzy: pages.data?.pages[0]?.fuzzy === true,
    loading: pages.isPending,
    /** The rows are those of the last address while the new ones are on their way. */
    outdated: pages.isPlaceholderData,
    error: pages.error,
    hasMore: hasNextPage,
    /** There is no record at all, not merely none that matches. */
    firstUse: !isNarrowed(search) && !search.trash && pages.isSuccess && rows.length === 0,
    listKey: keyText,
    more: useCallback(() => {
      if (!isFetching && hasNextPage) void fetchNextPage();
    }, [isFetching, hasNextPage, fetchNextPage]),
    earlier: useCallback(
      (far: boolean) => {
        if (isFetching) return;
        if (far || !hasPreviousPage)
          void client.resetQueries({ queryKey: JSON.parse(keyText) as unknown[], exact: true });
        else void fetchPreviousPage();
      },
      [client, keyText, isFetching, hasPreviousPage, fetchPreviousPage],
    ),
    retry: () => void pages.refetch(),
  };
}

/** Writes to every cached list: for a change that should be seen before the server has answered. */
export function useRowCache<Row extends ListRow>(kind: RecordKind) {
  const client = useQueryClient();
  const { path } = KINDS[kind];
  return useMemo(() => {
    const lists = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
        queryKey[0] === path && (queryKey[1] as { rows?: string } | undefined)?.rows === 'pages',
    };
    const mapRows = (change: (row: Row) => Row | null) =>
      client.setQueriesData<Pages<Row>>(
        lists,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((row) => change(row) ?? []) })),
          },
      );
    return {
      /** Replaces a row where it is shown. */
      put: (row: Row) => mapRows((old) => (old.id === row.id ? { ...old, ...row } : old)),
      /** Takes rows out. */
      remove: (ids: ReadonlySet<string>) => mapRows((row) => (ids.has(row.id) ? null : row)),
      /** Reads the lists again. */
      refresh: () => client.invalidateQueries({ queryKey: [path] }),
      /** Stops reads under way, so that an older answer does not undo what is shown already. */
      settle: () => client.cancelQueries(lists),
      find: (id: string): Row | undefined =>
        client
          .getQueriesData<Pages<Row>>(lists)
          .flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? [])
          .find((row) => row.id === id),
    };
  }, [client, path]);
}
