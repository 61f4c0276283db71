/**
 * Whether the command palette or the list of shortcuts is open; separate from them, so that the first load contains
 * neither.
 */
import { useSyncExternalStore } from 'react';

type Overlay = 'palette' | 'shortcuts' | null;

let overlay: Overlay = null;
/** Text typed for the palette while its code loads. */
let draft = '';
const listeners = new Set<() => void>();

export function setOverlay(next: Overlay, text = ''): void {
  draft = text;
  if (next === 'palette') document.addEventListener('keydown', keepKey);
  else document.removeEventListener('keydown', keepKey);
  overlay = next;
  for (const listener of listeners) listener();
}

/** Whether one of them is open or loading: it receives all keys, even before its code has loaded. */
export function isOverlayOpen(): boolean {
  return overlay !== null;
}

/** A key pressed while the palette's code loads. */
export function keepKey(event: KeyboardEvent): void {
  const { key } = event;
  if (key.length > 1 || event.ctrlKey || event.metaKey) return;
  draft += key;
  event.preventDefault();
}

export function paletteDraft(): string {
  return draft;
}

/** @param text what is searched at first */
export function openPalette(text = ''): void {
  setOverlay('palette', text);
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => overlay,
  );
}

export function usePaletteOpen(): boolean {
  return useOverlay() === 'palette';
}
