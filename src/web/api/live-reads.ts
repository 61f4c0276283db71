/** Connects the live channel to the cache: a changed path repeats the reads at and beneath it. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isAffected, type LiveChange } from '../../kernel/live.ts';
import { connectivity } from './connectivity.ts';
import { firstPosition, forgetFirstReads } from './first-reads.ts';
import { browserDependencies, createLiveConnection } from './live.ts';
import { setLiveState } from './live-state.ts';
import { userQuery } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Further paths the answer depends on, for figures made of other lists. */
      follows?: readonly string[];
    };
  }
}

/** Repeats every cached read whose path changed, or which depends on a changed path. */
export function applyChange(client: QueryClient, change: LiveChange): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [path], meta }) =>
      typeof path === 'string' &&
      [path, ...(meta?.follows ?? [])].some((one) => change.paths.some((changed) => isAffected(one, changed))),
  });
}

function liveConnection(client: QueryClient) {
  return createLiveConnection(browserDependencies, {
    change: (change) => {
      // Started before the change, and not in the cache yet.
      forgetFirstReads((path) => change.paths.some((changed) => isAffected(path, changed)));
      applyChange(client, change);
    },
    opened: (askedAt) => void client.invalidateQueries({ predicate: (query) => wasReadBefore(query, askedAt) }),
    refused: () => void client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
}

function wasReadBefore({ queryKey, state }: Query, instant: number): boolean {
  return state.dataUpdatedAt > 0 && state.dataUpdatedAt < instant && queryKey[0] !== userQuery.queryKey[0];
}

/**
 * Keeps the channel open while someone is signed in. Called once. The stream begins where the page's first reads
 * began, so no change is missed; where that is unknown, earlier reads are repeated.
 */
export function startLiveReads(client: QueryClient): void {
  const live = liveConnection(client);
  let session: string | undefined;
  // The start of the page's first reads says nothing about another session's.
  let isFirst = true;
  const follow = () => {
    const user = client.getQueryData(userQuery.queryKey);
    // With another user or workspace the channel reports other changes.
    const next = user ? `${user.id}/${user.workspace.id}` : undefined;
    if (next === session) return;
    session = next;
    live.stop();
    if (next) live.start(isFirst ? firstPosition() : undefined);
    isFirst = false;
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === userQuery.queryKey[0]) follow();
  });
  live.subscribe(() => {
    setLiveState(live.state());
    if (live.state() === 'waiting') connectivity.unanswered();
  });
  connectivity.subscribe(() => {
    if (connectivity.state() === 'online') live.retryNow();
  });
  follow();
}
