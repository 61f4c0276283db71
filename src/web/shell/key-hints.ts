import { useEffect, useSyncExternalStore } from 'react';
import type { Shortcut } from './shortcuts.ts';

/** A key that part of the page handles itself, for the list of shortcuts: in a grid, on a board. */
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

/** Lists keys while the calling component is shown. Pass a constant list. */
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
