import { useBlocker } from '@tanstack/react-router';
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
