import { useBlocker } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { underWay } from '../api/pending-changes.ts';
import { confirm } from '../ui/confirm.ts';
import { InTab } from '../ui/in-tab.ts';

/** Asks whether what was typed may be lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Leave without saving?',
    description: 'What you changed here has not been saved.',
    action: 'Discard changes',
    cancel: 'Keep editing',
  });
}

interface Place {
  pathname: string;
  search: unknown;
}

/**
 * Whether going from one address to another takes away what stands in a part of the page that these names in the
 * address open.
 */
export function isLeft(current: Place, next: Place, opens: readonly string[]): boolean {
  const of = ({ search }: Place, name: string) => JSON.stringify((search as Record<string, unknown>)[name] ?? '');
  return current.pathname !== next.pathname || opens.some((name) => of(current, name) !== of(next, name));
}

/**
 * While `dirty`, leaving asks first: inside the product by a dialog, else by the browser's own question. A change of
 * the same page's search (a filter, another order) loses nothing and does not ask; another tab does, where what is
 * typed stands in one.
 * @param opens names in the address that open the part in which it is typed, beside a tab: `open` for a sheet
 */
export function useUnsavedGuard(dirty: boolean, opens: readonly string[] = []): void {
  const inTab = use(InTab);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) =>
      isLeft(current, next, inTab ? ['tab', ...opens] : opens) && !(await confirmDiscard()),
  });
}

/**
 * For a dialog that keeps what is typed by itself: it asks before it closes over that.
 * @param typed all that is typed; what it is at first counts as untouched
 * @returns what Dialog takes as `mayClose`
 */
export function useDiscard(typed: unknown, saving: boolean): () => Promise<boolean> {
  const now = JSON.stringify(typed);
  const [first] = useState(now);
  const dirty = now !== first && !saving;
  useUnsavedGuard(dirty);
  return async () => !dirty || confirmDiscard();
}

/**
 * While `waits`, something is saved by itself in a moment: the browser asks before it is closed over it. Inside the
 * product one may go on.
 */
export function useWaitingChange(waits: boolean): void {
  useEffect(() => {
    if (!waits) return undefined;
    const saved = Promise.withResolvers<void>();
    void underWay(saved.promise);
    return saved.resolve;
  }, [waits]);
}
