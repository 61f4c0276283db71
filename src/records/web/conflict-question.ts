import { useSyncExternalStore } from 'react';
import type { StaleDetails } from './changes.ts';

/** A save that met another person's change of the same fields. */
export interface ConflictQuestion {
  stale: StaleDetails<{ version: number }>;
  /** The fields that the save wants to write. */
  mine: readonly string[];
  /** The value it writes to each field. */
  valueOf: (field: string) => unknown;
}

interface Pending extends ConflictQuestion {
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
export function askAboutConflict(question: ConflictQuestion): Promise<string[] | null> {
  pending?.answer(null);
  // People who have left the record are not asked on the next one.
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

export function useConflictQuestion(): Pending | null {
  return useSyncExternalStore(subscribe, () => pending);
}
