import { useSyncExternalStore } from 'react';
import { ApiError } from '../../../../web/api/error.ts';

type Answer = (given: boolean) => void;

let waiting: Answer | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: Answer | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Resolves to whether the password was given; a question before it counts as put aside. */
function askForPassword(): Promise<boolean> {
  waiting?.(false);
  return new Promise((resolve) => {
    setWaiting((given) => {
      setWaiting(null);
      resolve(given);
    });
  });
}

/**
 * Runs a call that may want the password once more. When it does, a dialog asks, and the call is made again.
 * @throws ApiError what the call was refused for: `password_required` when the dialog was put aside
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'password_required' && (await askForPassword())) return act();
    throw error;
  }
}

/** The pending request for the password; the dialog answers it. */
export function useWaitingProof(): Answer | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
}
