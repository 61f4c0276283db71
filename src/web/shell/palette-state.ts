/** Whether the command palette or the list of shortcuts is open; apart from them, so that the first load carries neither. */
import { useSyncExternalStore } from 'react';

type Overlay = 'palette' | 'shortcuts' | null;

let overlay: Overlay = null;
const listeners = new Set<() => void>();

export function setOverlay(next: Overlay): void {
  overlay = next;
  for (const listener of listeners) listener();
}

/** Whether one of them is open or on its way: keys then belong to it, even before its code has come. */
export function isOverlayOpen(): boolean {
  return overlay !== null;
}

export function openPalette(): void {
  setOverlay('palette');
}

export function useOverlay(): Overlay {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => overlay);
}

export function usePaletteOpen(): boolean {
  return useOverlay() === 'palette';
}
