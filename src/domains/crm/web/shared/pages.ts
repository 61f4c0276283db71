/** Reading a keyset-paged list bit by bit, as one scrolls. */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EndpointSpec } from '../../../../kernel/endpoint.ts';
import { fillPath } from '../../../../kernel/path.ts';
import { send } from '../../../../web/api/send.ts';

interface PageShape<T> {
  items: T[];
  next: string | null;
}

/**
 * All pages of a list that have been read so far.
 * @param endpoint a GET whose answer is a page: `items`, and `next` as the cursor of the following page
 */
export function usePages<T>(endpoint: EndpointSpec, args: { params?: Record<string, unknown>; query?: Record<string, unknown>; enabled?: boolean } = {}) {
  const path = fillPath(endpoint.path, args.params);
  const result = useInfiniteQuery<PageShape<T>, Error, InfiniteData<PageShape<T>, string | undefined>, readonly unknown[], string | undefined>({
    queryKey: [path, { ...args.query, all: 'pages' }],
    queryFn: ({ pageParam, signal }) => send<PageShape<T>>(endpoint.method, path, { query: { ...args.query, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: args.enabled,
  });
  const items = useMemo(() => result.data?.pages.flatMap((page) => page.items) ?? [], [result.data]);
  return {
    items,
    loading: result.isPending,
    error: result.error,
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    more: () => { if (result.hasNextPage && !result.isFetching) void result.fetchNextPage(); },
    retry: () => void result.refetch(),
  };
}
