import { shownTo } from '../api/session.ts';
import { createLocalStore } from './local-store.ts';

/**
 * A page that was opened, and whose visit it was: the browser may be shared, and a person may work in several
 * workspaces.
 */
export interface Visit {
  path: string;
  title: string;
  of: string;
}

const LIMIT = 8;

/** Newest first; what a stranger wrote there is left out where it is read (`recents()` beside the palette). */
export const visits = createLocalStore<readonly Visit[]>('gauntlet.recents', (stored) =>
  Array.isArray(stored) ? stored : [],
);

/** Once nobody is signed in any more, nothing is remembered: a part of a page may come after they left. */
export function remember({ path, title }: { path: string; title: string }): void {
  const of = shownTo();
  if (of)
    visits.set(
      [{ path, title, of }, ...visits.get().filter((one) => one?.path !== path || one.of !== of)].slice(0, LIMIT),
    );
}
