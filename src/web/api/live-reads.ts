/** Ties the live channel to the cache: a named path makes the reads of it and beneath it again. */
import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { isAffected, type LiveChange } from '../../kernel/live.ts';
import { browserDependencies, createLiveConnection, type LiveConnection, type LiveState } from './live.ts';
import { userQuery } from './session.ts';

/** Makes every cached read again whose path the change names. */
export function applyChange(client: QueryClient, change: LiveChange): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && change.paths.some((changed) => isAffected(path, changed)),
  });
}

function hasData(query: Query): boolean {
  return query.state.dataUpdatedAt > 0 && query.queryKey[0] !== userQuery.queryKey[0];
}

let connection: LiveConnection | undefined;

function liveConnection(client: QueryClient): LiveConnection {
  connection ??= createLiveConnection(browserDependencies, {
    change: (change) => applyChange(client, change),
    opened: () => void client.invalidateQueries({ predicate: hasData }),
    refused: () => void client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
  return connection;
}

/**
 * Keeps the channel open while `session` names someone (user and workspace: with either, the channel changes), and
 * closes it when they leave.
 */
export function useLiveReads(session: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (session === null) return undefined;
    const live = liveConnection(client);
    live.start();
    const retry = () => live.retryNow();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      live.stop();
    };
  }, [client, session]);
}

/** State of the channel, for a screen that wants to say how fresh it is. */
export function useLiveState(): LiveState {
  const live = liveConnection(useQueryClient());
  return useSyncExternalStore(live.subscribe, live.state);
}
