/** Age of a screen's data while offline. */
import { useMemo, useSyncExternalStore } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { connectivity } from '../api/connectivity.ts';
import { openedReads } from './browser-reads.ts';

export interface Offline {
  /** Time of the oldest read on the screen, in milliseconds. */
  readAt: number;
}

/** Null while connected. */
export function useOffline(): Offline | null {
  const client = useQueryClient();
  const since = useSyncExternalStore(connectivity.subscribe, connectivity.offlineSince);
  const recalled = useSyncExternalStore(subscribeToRecalls, () => oldestShown(client));
  return useMemo(() => (since === undefined ? null : { readAt: Math.min(since, recalled) }), [since, recalled]);
}

const subscribeToRecalls = (listener: () => void) => openedReads()?.subscribe(listener) ?? (() => undefined);

/** Time of the oldest stored answer on the screen; Infinity when there is none. */
function oldestShown(client: QueryClient): number {
  const recalled = openedReads()?.recalled() ?? new Map<string, number>();
  if (recalled.size === 0) return Infinity;
  return Math.min(
    ...client
      .getQueryCache()
      .findAll({ type: 'active' })
      .map(({ queryKey: [path] }) => recalled.get(path as string) ?? Infinity),
  );
}
