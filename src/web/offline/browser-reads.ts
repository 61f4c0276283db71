/** The kept reads of this browser. */
import { createKeptReads, type KeptReads } from './kept-reads.ts';
import { createReadStore } from './read-store.ts';

/** Where the browser knows no idle time, this many milliseconds are taken for it. */
const IDLE_AFTER = 500;

let opened: KeptReads | undefined;

export function openKeptReads(paths: readonly string[], ownerOf: (path: string) => string | undefined): KeptReads {
  opened = createKeptReads({
    store: createReadStore(),
    paths,
    ownerOf,
    now: () => Date.now(),
    whenIdle: (run) => void ('requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 2_000 }) : setTimeout(run, IDLE_AFTER)),
  });
  return opened;
}

/** Undefined until they were opened. */
export function openedReads(): KeptReads | undefined {
  return opened;
}
