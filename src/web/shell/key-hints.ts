import { useEffect, useSyncExternalStore } from 'react';
import type { Shortcut } from './shortcuts.ts';

/** A key that some part of the page answers to by itself, for the list of shortcuts: in a grid, on a board. */
export type KeyHint = Omit<Shortcut, 'run'>;

const listeners = new Set<() => void>();
let shown: readonly (readonly KeyHint[])[] = [];
let flat: readonly KeyHint[] = [];

function change(next: readonly (readonly KeyHint[])[]): void {
  shown = next;
  // Two grids on a page have the same keys.
  flat = [...new Set(shown)].flat();
  for (const listener of listeners) listener();
}

/** Lists keys for as long as the component that calls this is shown. Give a constant list. */
export function useKeyHints(hints: readonly KeyHint[]): void {
  useEffect(() => {
    change([...shown, hints]);
    return () => change(shown.toSpliced(shown.lastIndexOf(hints), 1));
  }, [hints]);
}

export function useShownKeyHints(): readonly KeyHint[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => flat,
  );
}
