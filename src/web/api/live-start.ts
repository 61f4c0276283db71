import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './session.ts';

/**
 * Loads the live channel's code when someone is signed in, and opens it. Visitors never need it, and the first page
 * does not wait, because the channel replays changes since the page was sent. Called once at start.
 */
export function startLive(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(() => {
    if (!client.getQueryData(userQuery.queryKey)) return;
    stop();
    void import('./live-reads.ts').then(({ startLiveReads }) => startLiveReads(client)).catch(() => undefined);
  });
}
