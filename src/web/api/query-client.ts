import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { send } from './send.ts';

const MINUTE = 60_000;

/** A read without its own function GETs the first element of its key; the second, if any, is the query. */
export function defaultRead({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> {
  const [path, query] = queryKey as readonly [string, Record<string, unknown> | undefined];
  return send('GET', path, { query, signal });
}

/**
 * The cache of all reads. Nothing goes stale by time, and nothing is retried, polled, or refetched on focus: the live
 * channel reports changed answers.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: defaultRead,
        staleTime: Infinity,
        gcTime: 5 * MINUTE,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        // Being offline is an answer, too: it shows at once instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
