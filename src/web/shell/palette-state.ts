/** Whether the command palette or the list of shortcuts is open; apart from them, so that the first load carries neither. */
import { useSyncExternalStore } from 'react';

type Overlay = 'palette' | 'shortcuts' | null;

let overlay: Overlay = null;
/** What was typed into the palette's field while its code was on its way. */
let draft = '';
let opener: Element | null = null;
const listeners = new Set<() => void>();

export function setOverlay(next: Overlay): void {
  if (next !== overlay && next) {
    draft = '';
    opener = document.activeElement;
  }
  overlay = next;
  for (const listener of listeners) listener();
}

/** Whether one of them is open or on its way: keys then belong to it, even before its code has come. */
export function isOverlayOpen(): boolean {
  return overlay !== null;
}

export function keepDraft(text: string): void {
  draft = text;
}

export function paletteDraft(): string {
  return draft;
}

/** Gives the focus back to what had it before. */
export function returnFocus(): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
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
