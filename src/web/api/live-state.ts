/** State of the live channel, separate from its code, which loads after sign-in. */
import { useSyncExternalStore } from 'react';
import type { LiveState } from './live.ts';

let state: LiveState = 'off';
const listeners = new Set<() => void>();

/** Called only by the channel. */
export function setLiveState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** State of the channel, for screens that show how fresh they are. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}
