/** Stored reads of this browser, and the cleanup after a user signs out. */
import { API } from '../api/paths.ts';
import { hasLeftOnPurpose } from '../api/session.ts';
import { dropDrafts } from '../form/draft.ts';
import { createKeptReads, type KeptReads } from './kept-reads.ts';
import { createReadStore } from './read-store.ts';

/** Milliseconds to wait where the browser has no idle callback. */
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
      // A person whose session was lost finds their typed text again.
      if (hasLeftOnPurpose()) dropDrafts();
      await reads.forgetAll();
    },
  };
  return opened;
}

/** Key of `recents.ts` for the last opened pages, with names of records and their owner: `user/workspace`. */
const RECENTS = 'gauntlet.recents';

/** When someone signs in or out, another person's recent pages are deleted. */
function forgetOthers(user: string | undefined): void {
  try {
    const visits = JSON.parse(localStorage.getItem(RECENTS) ?? '[]') as { of?: string }[];
    if (user !== undefined && visits.every(({ of }) => of?.startsWith(`${user}/`))) return;
    localStorage.removeItem(RECENTS);
    // Storage events reach only other pages.
    dispatchEvent(new StorageEvent('storage', { key: RECENTS }));
  } catch {
    // Storage is blocked: nothing outlives the page.
  }
}

/** Undefined until opened. */
export function openedReads(): KeptReads | undefined {
  return opened;
}
