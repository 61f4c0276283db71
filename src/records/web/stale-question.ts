import { useSyncExternalStore } from 'react';
import type { StaleDetails } from './changes.ts';

/** A save that met another person's change of the same fields. */
export interface StaleQuestion {
  stale: StaleDetails<{ version: number }>;
  /** The fields that the save wants to write. */
  mine: readonly string[];
  /** What it wants to write into each. */
  valueOf: (field: string) => unknown;
}

interface Pending extends StaleQuestion {
  answer: (theirs: string[] | null) => void;
}

let pending: Pending | null = null;
const listeners = new Set<() => void>();

function setPending(next: Pending | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/**
 * Asks whose values stay.
 * @returns the fields in which the other person's value stays; null when the person wants to think: then nothing is
 * saved and what they typed stays in its field.
 */
export function askAboutStale(question: StaleQuestion): Promise<string[] | null> {
  pending?.answer(null);
  // Whoever has left the record is not asked on the next one.
  if (listeners.size === 0) return Promise.resolve(null);
  return new Promise((resolve) => {
    setPending({
      ...question,
      answer: (theirs) => {
        setPending(null);
        resolve(theirs);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) pending?.answer(null);
  };
}

export function useStaleQuestion(): Pending | null {
  return useSyncExternalStore(subscribe, () => pending);
}
