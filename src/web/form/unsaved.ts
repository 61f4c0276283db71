import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { underWay } from '../api/under-way.ts';
import { confirm } from '../ui/confirm.ts';

/** Asks whether what was typed may be lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Leave without saving?',
    description: 'What you changed here has not been saved.',
    action: 'Discard changes',
    cancel: 'Keep editing',
  });
}

/** While `dirty`, leaving the page asks first: inside the product by a dialog, else by the browser's own question. */
export function useUnsavedGuard(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    // A change of the same page's search (a filter, a tab) loses nothing.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmDiscard()),
  });
}

/** While `waits`, something is saved by itself in a moment: the browser asks before it is closed over it. Inside the product one may go on. */
export function useWaitingChange(waits: boolean): void {
  useEffect(() => {
    if (!waits) return undefined;
    const saved = Promise.withResolvers<void>();
    void underWay(saved.promise);
    return saved.resolve;
  }, [waits]);
}
