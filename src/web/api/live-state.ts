/** How the live channel stands: apart from the channel itself, whose code comes once somebody is signed in. */
import { useSyncExternalStore } from 'react';
import type { LiveState } from './live.ts';

let state: LiveState = 'off';
const listeners = new Set<() => void>();

/** Called by the channel alone. */
export function setLiveState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** State of the channel, for a screen that wants to say how fresh it is. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}
