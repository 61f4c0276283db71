/** Whether the sidebar is a rail of icons, on wide screens. */
import { useSyncExternalStore } from 'react';
import { createLocalStore } from './local-store.ts';

const rail = createLocalStore('gauntlet.rail', (stored) => stored === true);

/** The page's head sets the class before the first paint (index.html). */
export function toggleRail(): void {
  rail.set(!rail.get());
  document.documentElement.classList.toggle('rail', rail.get());
}

export function useRail(): boolean {
  return useSyncExternalStore(rail.subscribe, rail.get);
}
