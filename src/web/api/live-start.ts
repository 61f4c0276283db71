import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './session.ts';

/**
 * Fetches the live channel's code as soon as somebody is signed in, and opens it: visitors never need it, and the first
 * page does not wait for it, because the channel tells what happened since the page came. Called once at start.
 */
export function startLive(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(() => {
    if (!client.getQueryData(userQuery.queryKey)) return;
    stop();
    void import('./live-reads.ts').then(({ startLiveReads }) => startLiveReads(client)).catch(() => undefined);
  });
}
