/**
 * Keyboard shortcuts: single keys (`?`), chords (`Mod+K`), and sequences (`g c`). Plain keys are off inside fields and
 * open dialogs, and can be switched off (WCAG 2.1.4); chords always work.
 */
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createLocalStore } from './local-store.ts';
import { isOverlayOpen } from './palette-state.ts';

export interface Shortcut {
  /** `g c`, `?`, `Mod+K` (Ctrl, or ⌘ on a Mac). */
  keys: string;
  /** Description in the list of shortcuts: "Go to contacts". */
  label: string;
  /** Group heading in that list. */
  group: string;
  run: () => void;
}

/** Maximum pause between the keys of a sequence; milliseconds. */
const SEQUENCE_PAUSE = 1_000;

const enabled = createLocalStore('gauntlet.shortcuts', (stored) => stored !== false);
const listeners = new Set<() => void>();
let registered: readonly Shortcut[] = [];

function change(next: readonly Shortcut[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

/** Adds shortcuts until the returned function is called. Later ones win over earlier ones with the same keys. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  change([...shortcuts, ...registered]);
  return () => change(registered.filter((one) => !shortcuts.includes(one)));
}

/** Shortcuts of the calling component, while it is shown. Keep the list stable (`useMemo`). */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  // Registered with the drawing, not in a later task: a visible page can receive keys.
  useLayoutEffect(() => registerShortcuts(shortcuts), [shortcuts]);
}

export function useRegisteredShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
}

export function useShortcutsEnabled(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(enabled.subscribe, enabled.get), enabled.set];
}

/** Name of the command key on this machine. */
export function commandKey(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');
}

/** Name of a key press: `Mod+K` for a chord, otherwise the key in lower case. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `Mod+${key.toUpperCase()}`;
  return event.altKey ? `Alt+${key}` : key;
}

/**
 * Follows key presses and finds the completed shortcut.
 * @returns the shortcut, `pending` within a sequence, or undefined
 */
export function createMatcher(now: () => number = Date.now) {
  let first: { key: string; at: number } | undefined;
  return function match(key: string, shortcuts: readonly Shortcut[]): Shortcut | 'pending' | undefined {
    const sequence = first && now() - first.at < SEQUENCE_PAUSE ? `${first.key} ${key}` : undefined;
    first = undefined;
    const hit =
      (sequence && shortcuts.find(({ keys }) => keys === sequence)) || shortcuts.find(({ keys }) => keys === key);
    if (hit) return hit;
    if (shortcuts.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = { key, at: now() };
      return 'pending';
    }
    return undefined;
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    /^(input|textarea|select)$/i.test(target.tagName) ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  );
}

/** Listens for shortcuts. Called once at start. */
export function startShortcuts(): void {
  const match = createMatcher();
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyName(event);
    const chord = key.startsWith('Mod+');
    if (!chord && (isOverlayOpen() || isTyping(event.target) || !enabled.get() || ['Shift', 'Alt'].includes(key)))
      return;
    const hit = match(key, registered);
    if (!hit) return;
    if (hit === 'pending') return;
    event.preventDefault();
    hit.run();
  });
}
