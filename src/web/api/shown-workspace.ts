/** The workspace of this tab: the session may have moved to another one in another tab. */
let shown: string | undefined;
/** Whether the session is known to have moved. */
let left = false;
const listeners = new Set<() => void>();

/** Its id; undefined while no one is signed in. */
export function shownWorkspace(): string | undefined {
  return shown;
}

/**
 * A tab keeps its first workspace: switching loads a new page.
 * @returns whether it is the given one
 */
export function keepShownWorkspace(id: string): boolean {
  shown ??= id;
  tellLeft(shown !== id);
  return shown === id;
}

/** Signing in in this tab starts fresh; switching workspaces leaves with undefined. */
export function showWorkspace(id: string | undefined): void {
  shown = id;
  tellLeft(false);
}

/** Every answer says whether the session still works in this tab's workspace. */
export function tellLeft(next: boolean): void {
  if (left === next) return;
  left = next;
  for (const listener of listeners) listener();
}

/** Whether the tab shows another workspace than the session's. */
export const leftWorkspace = {
  get: () => left,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
