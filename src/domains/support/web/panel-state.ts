/** Whether the help panel is open and what it shows; apart from it, so that the first load carries only this. */
import { useSyncExternalStore } from 'react';

/** `ask` the assistant, `talks` own conversations, `talk` one of them, `inbox` everyone's, for the team. */
export type PanelView =
  | { at: 'ask' }
  | { at: 'talks' }
  | { at: 'talk'; id: string; from: 'talks' | 'inbox' }
  | { at: 'new'; asked?: string }
  | { at: 'inbox' };

interface PanelState {
  open: boolean;
  view: PanelView;
}

let state: PanelState = { open: false, view: { at: 'ask' } };
const listeners = new Set<() => void>();

function set(next: PanelState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Opens the panel where it was, or at `view`. */
export function openHelp(view: PanelView = state.view): void {
  set({ open: true, view });
}

export function showHelp(view: PanelView): void {
  set({ ...state, view });
}

export function closeHelp(): void {
  set({ ...state, open: false });
}

export function usePanel(): PanelState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
