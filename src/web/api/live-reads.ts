/** Ties the live channel to the cache: a named path makes the reads of it and beneath it again. */
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
      /** Further paths on which an answer rests, for figures that are made of other lists. */
      follows?: readonly string[];
    };
  }
}

/** Makes every cached read again whose path the change names, or which rests on such a path. */
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
      // Begun before the change, and not in the cache yet.
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
 * Keeps the channel open while someone is signed in. Called once. No change falls between a page's first reads and the
 * stream: it begins where they began, and where that is not known what was read before is read again.
 */
export function startLiveReads(client: QueryClient): void {
  const live = liveConnection(client);
  let session: string | undefined;
  // Where the page's first reads began says nothing of those of another session.
  let isFirst = true;
  const follow = () => {
    const user = client.getQueryData(userQuery.queryKey);
    // With another user or workspace the channel tells of other changes.
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
