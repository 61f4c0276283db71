import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

export interface ConfirmOptions {
  /** The question, naming the thing and the count: "Delete 2,013 contacts permanently?" */
  title: string;
  description?: ReactNode;
  /** The verb on the button: "Delete 2,013 contacts". Never "OK". */
  action: string;
  cancel?: string;
  tone?: 'danger' | 'primary';
  /** A word to type before the button works: for actions on many records that cannot be undone. */
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

/** Asks before an action that cannot be undone. Resolves to false when canceled, or replaced by another question. */
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

/** Milliseconds until the focus has returned after an answer. */
const FOCUS_GOES_BACK = 500;

/** Whether a question moved the focus, which does not count as leaving a field. */
export function movesFocus(): boolean {
  return pending !== null || performance.now() - answeredAt < FOCUS_GOES_BACK;
}

/** The open question; drawn by ConfirmHost. */
export function usePendingQuestion(): PendingQuestion | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
}
