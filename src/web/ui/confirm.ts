import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

export interface ConfirmOptions {
  /** The question, naming the thing and how many: "Delete 2,013 contacts for good?" */
  title: string;
  description?: ReactNode;
  /** The verb on the button: "Delete 2,013 contacts". Never "OK". */
  action: string;
  cancel?: string;
  tone?: 'danger' | 'primary';
  /** A word to type before the button works: for what hits many records and cannot be undone. */
  typed?: string;
}

export interface PendingQuestion extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

let pending: PendingQuestion | null = null;
let answeredAt = -Infinity;
const listeners = new Set<() => void>();

function setPending(next: PendingQuestion | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/**
 * Asks before something that cannot be undone. Resolves to false when cancelled, or when another question replaces it.
 */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    setPending({
      ...options,
      answer: (yes) => {
        setPending(null);
        answeredAt = performance.now();
        resolve(yes);
      },
    });
  });
}

/** After an answer the focus goes back to where it was; milliseconds. */
const FOCUS_GOES_BACK = 500;

/** Whether the focus is where it is because of a question: nobody has left anything by that. */
export function movesFocus(): boolean {
  return pending !== null || performance.now() - answeredAt < FOCUS_GOES_BACK;
}

/** The question that waits for an answer; drawn by ConfirmHost. */
export function usePendingQuestion(): PendingQuestion | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
}
