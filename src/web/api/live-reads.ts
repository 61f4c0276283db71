/** Ties the live channel to the cache: a named path makes the reads of it and beneath it again. */
import { useSyncExternalStore } from 'react';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { isAffected, type LiveChange } from '../../kernel/live.ts';
import { connectivity } from './connectivity.ts';
import { browserDependencies, createLiveConnection, type LiveConnection, type LiveState } from './live.ts';
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
    predicate: ({ queryKey: [path], meta }) => typeof path === 'string'
      && [path, ...(meta?.follows ?? [])].some((one) => change.paths.some((changed) => isAffected(one, changed))),
  });
}

let connection: LiveConnection | undefined;

function liveConnection(client: QueryClient): LiveConnection {
  connection ??= createLiveConnection(browserDependencies, {
    change: (change) => applyChange(client, change),
    opened: (askedAt) => void client.invalidateQueries({ predicate: (query) => wasReadBefore(query, askedAt) }),
    refused: () => void client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
  return connection;
}

function wasReadBefore({ queryKey, state }: Query, instant: number): boolean {
  return state.dataUpdatedAt > 0 && state.dataUpdatedAt < instant && queryKey[0] !== userQuery.queryKey[0];
}

/**
 * Keeps the channel open while someone is signed in. Called once at start. It follows the cache rather than a component,
 * so that the stream is asked for before the first page asks for its data: no change can fall between the two.
 */
export function startLiveReads(client: QueryClient): void {
  const live = liveConnection(client);
  let session: string | undefined;
  const follow = () => {
    const user = client.getQueryData(userQuery.queryKey);
    // With another user or workspace the channel tells of other changes.
    const next = user ? `${user.id}/${user.workspace.id}` : undefined;
    if (next === session) return;
    session = next;
    live.stop();
    if (next) live.start();
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === userQuery.queryKey[0]) follow();
  });
  live.subscribe(() => {
    if (live.state() === 'waiting') connectivity.unanswered();
  });
  connectivity.subscribe(() => {
    if (connectivity.state() === 'online') live.retryNow();
  });
  follow();
}

/** State of the channel, for a screen that wants to say how fresh it is. */
export function useLiveState(): LiveState {
  const live = liveConnection(useQueryClient());
  return useSyncExternalStore(live.subscribe, live.state);
}
