/** The kept reads of this browser, and what else it forgets of somebody who is signed in no more. */
import { API } from '../api/paths.ts';
import { hasLeftOnPurpose } from '../api/session.ts';
import { dropDrafts } from '../form/draft.ts';
import { createKeptReads, type KeptReads } from './kept-reads.ts';
import { createReadStore } from './read-store.ts';

/** Where the browser knows no idle time, this many milliseconds are taken for it. */
const IDLE_AFTER = 500;

let opened: KeptReads | undefined;

export function openKeptReads(paths: readonly string[], ownerOf: (path: string) => string | undefined): KeptReads {
  const reads = createKeptReads({
    store: createReadStore(),
    paths,
    ownerOf,
    now: () => Date.now(),
    whenIdle: (run) =>
      void ('requestIdleCallback' in globalThis
        ? requestIdleCallback(run, { timeout: 2_000 })
        : setTimeout(run, IDLE_AFTER)),
  });
  opened = {
    ...reads,
    keep(path, search, text) {
      if (path === API.user) forgetOthers(ownerOf(path));
      reads.keep(path, search, text);
    },
    async forgetAll() {
      forgetOthers(undefined);
      // Whose session was lost comes back to what they typed.
      if (hasLeftOnPurpose()) dropDrafts();
      await reads.forgetAll();
    },
  };
  return opened;
}

/** Where `recents.ts` keeps the pages opened last, with the names of records, and whose they are: `user/workspace`. */
const RECENTS = 'gauntlet.recents';

/** Somebody is signed in, or nobody any more: what another opened last is none of their business, and does not stay. */
function forgetOthers(user: string | undefined): void {
  try {
    const visits = JSON.parse(localStorage.getItem(RECENTS) ?? '[]') as { of?: string }[];
    if (user !== undefined && visits.every(({ of }) => of?.startsWith(`${user}/`))) return;
    localStorage.removeItem(RECENTS);
    // Storage tells other pages only.
    dispatchEvent(new StorageEvent('storage', { key: RECENTS }));
  } catch {
    // Storage is closed: nothing outlives the page.
  }
}

/** Undefined until they were opened. */
export function openedReads(): KeptReads | undefined {
  return opened;
}
