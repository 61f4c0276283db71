import { shownTo } from '../api/session.ts';
import { createLocalStore } from './local-store.ts';

/**
 * An opened page and its user and workspace: the browser may be shared, and a person may work in several workspaces.
 */
export interface Visit {
  path: string;
  title: string;
  of: string;
}

const LIMIT = 8;

/** Newest first; invalid entries are dropped on reading (`recents()` beside the palette). */
export const visits = createLocalStore<readonly Visit[]>('gauntlet.recents', (stored) =>
  Array.isArray(stored) ? stored : [],
);

/** Remembers nothing once no one is signed in: a part of a page may load after they left. */
export function remember({ path, title }: { path: string; title: string }): void {
  const of = shownTo();
  if (of)
    visits.set(
      [{ path, title, of }, ...visits.get().filter((one) => one?.path !== path || one.of !== of)].slice(0, LIMIT),
    );
}
