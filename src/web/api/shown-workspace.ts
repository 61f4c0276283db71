/** The workspace that this tab shows: the session may have moved on to another one since, in another tab. */
let shown: string | undefined;

/** Its id; undefined while nobody is signed in. */
export function shownWorkspace(): string | undefined {
  return shown;
}

/** A tab keeps what it showed first: moving to another workspace loads the page anew. */
export function keepShownWorkspace(id: string): void {
  shown ??= id;
}

/** Whoever signs in, in this tab, begins afresh. */
export function showWorkspace(id: string | undefined): void {
  shown = id;
}
