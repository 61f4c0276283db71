/** Connects connection, cache, and stored reads: seen pages stay readable without a server. */
import { useSyncExternalStore } from 'react';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { connectivity } from '../api/connectivity.ts';
import { isNetworkError } from '../api/error.ts';
import { API } from '../api/paths.ts';
import { lastUser } from '../api/renewal.ts';
import { keepAnswersIn } from '../api/send.ts';
import { userQuery } from '../api/session.ts';
import { settled } from '../ui/page-settled.ts';
import type { KeptReads } from './kept-reads.ts';

/**
 * Called once at start. The store opens after the first page has settled, because it is needed earlier only without a
 * server.
 * @param paths API paths whose answers, and those beneath them, may be stored for a day. Never name one that
 * holds a secret.
 */
export function startOffline(client: QueryClient, paths: readonly string[]): void {
  let opened: Promise<KeptReads> | undefined;
  // Offline its code may be missing, so it is requested again.
  const open = () =>
    (opened ??= import('./browser-reads.ts')
      .then(({ openKeptReads }) => openKeptReads([API.user, API.appearance, ...paths], (path) => ownerOf(client, path)))
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      }));
  // If the part cannot be loaded, nothing is stored; everything else works.
  const withReads = (act: (store: KeptReads) => unknown) =>
    void settled
      .then(open)
      .then(act)
      .catch(() => undefined);
  keepAnswersIn({
    keep: (path, search, text) => withReads((store) => store.keep(path, search, text)),
    recall: (path, search) =>
      open().then(
        (store) => store.recall(path, search),
        () => undefined,
      ),
  });
  client.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryKey[0] !== userQuery.queryKey[0] || type !== 'updated') return;
    const user = client.getQueryData(userQuery.queryKey);
    if (user === null) withReads((store) => store.forgetAll());
    // The owner was unknown during the read; after a sign-in it was not read at all.
    else if (user && connectivity.state() === 'online')
      withReads((store) => store.keep(API.user, '', JSON.stringify(user)));
  });
  window.addEventListener('offline', () => connectivity.unanswered());
  window.addEventListener('online', () => void connectivity.check());
  connectivity.subscribe(() => {
    const online = connectivity.state() === 'online';
    onlineManager.setOnline(online);
    if (online) void readAgain(client, opened);
  });
}

/** Owner of a path's reads: the browser's hint names the user before the server does. */
function ownerOf(client: QueryClient, path: string): string | undefined {
  if (path === API.user) return lastUser.get() ?? undefined;
  const user = client.getQueryData(userQuery.queryKey);
  return user ? `${user.id}/${user.workspace.id}` : undefined;
}

/** The connection is back: failed and stored answers are read again. The live channel reports the rest. */
async function readAgain(client: QueryClient, opened: Promise<KeptReads> | undefined): Promise<void> {
  const recalled = (await opened?.catch(() => undefined))?.recalled() ?? new Set();
  await client.invalidateQueries({
    predicate: ({ queryKey: [path], state }) =>
      isNetworkError(state.error) || (typeof path === 'string' && recalled.has(path)),
  });
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.state) === 'offline';
}
