/** Reads a keyset-paged list page by page while scrolling. */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EndpointSpec, ResponseOf } from '../../kernel/endpoint.ts';
import { fillPath } from '../../kernel/path.ts';
import { send } from './send.ts';

interface PageShape<T> {
  items: T[];
  next: string | null;
  total?: { count: number; capped: boolean } | undefined;
}

/** Item type of a paged list. */
type ItemOf<E extends EndpointSpec> = ResponseOf<E> extends { items: (infer T)[] } ? T : never;

/**
 * All loaded pages of a list.
 * @param endpoint a GET whose answer is a page: `items`, and `next` as the cursor of the following page
 */
export function usePages<E extends EndpointSpec>(
  endpoint: E,
  args: { params?: Record<string, unknown>; query?: Record<string, unknown>; enabled?: boolean } = {},
) {
  const path = fillPath(endpoint.path, args.params);
  const result = useInfiniteQuery<
    PageShape<ItemOf<E>>,
    Error,
    InfiniteData<PageShape<ItemOf<E>>, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [path, { ...args.query, all: 'pages' }],
    queryFn: ({ pageParam, signal }) =>
      send<PageShape<ItemOf<E>>>(endpoint.method, path, { query: { ...args.query, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: args.enabled,
  });
  const items = useMemo(() => result.data?.pages.flatMap((page) => page.items) ?? [], [result.data]);
  return {
    items,
    /** Total number of matches, where the list reports it. */
    total: result.data?.pages[0]?.total,
    loading: result.isPending,
    error: result.error,
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    more: () => {
      if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
    },
    retry: () => void result.refetch(),
  };
}
