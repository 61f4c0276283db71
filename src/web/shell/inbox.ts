/** The notifications as the bar of a phone shows them: how many are new, and what opens them. */
import { useEffect, useSyncExternalStore } from 'react';

interface Inbox {
  count: number;
  open: () => void;
}

let inbox: Inbox | undefined;
const listeners = new Set<() => void>();

function setInbox(next: Inbox | undefined): void {
  inbox = next;
  for (const listener of listeners) listener();
}

/** The domain's bell offers its list to the bar. */
export function useInboxEntry(count: number, open: () => void): void {
  useEffect(() => {
    setInbox({ count, open });
  }, [count, open]);
  useEffect(() => () => setInbox(undefined), []);
}

export function useInbox(): Inbox | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => inbox,
  );
}
