/** The workspace that this tab shows: the session may have moved on to another one since, in another tab. */
let shown: string | undefined;
/** Whether the session is known to have moved on. */
let left = false;
const listeners = new Set<() => void>();

/** Its id; undefined while nobody is signed in. */
export function shownWorkspace(): string | undefined {
  return shown;
}

/**
 * A tab keeps what it showed first: moving to another workspace loads the page anew.
 * @returns whether that is the one given
 */
export function keepShownWorkspace(id: string): boolean {
  shown ??= id;
  tellLeft(shown !== id);
  return shown === id;
}

/** Whoever signs in, in this tab, begins afresh; who moves to another workspace in it leaves with undefined. */
export function showWorkspace(id: string | undefined): void {
  shown = id;
  tellLeft(false);
}

/** Every answer says whether the session still works where this tab does. */
export function tellLeft(next: boolean): void {
  if (left === next) return;
  left = next;
  for (const listener of listeners) listener();
}

/** Whether what the tab shows is another workspace than the one that the session works in. */
export const leftWorkspace = {
  get: () => left,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
