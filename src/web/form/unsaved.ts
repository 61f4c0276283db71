import { useBlocker } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { underWay } from '../api/pending-changes.ts';
import { confirm } from '../ui/confirm.ts';
import { InTab } from '../ui/in-tab.ts';

/** Asks whether typed text may be lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Leave without saving?',
    description: 'Your changes have not been saved.',
    action: 'Discard changes',
    cancel: 'Keep editing',
  });
}

interface Place {
  pathname: string;
  search: unknown;
}

/** Whether moving between two addresses closes a part of the page that these parameters open. */
export function isLeft(current: Place, next: Place, opens: readonly string[]): boolean {
  const of = ({ search }: Place, name: string) => JSON.stringify((search as Record<string, unknown>)[name] ?? '');
  return current.pathname !== next.pathname || opens.some((name) => of(current, name) !== of(next, name));
}

/**
 * While `dirty`, leaving asks first: a dialog inside the product, the browser's own question elsewhere. A change of the
 * page's search (a filter, another order) loses nothing and does not ask; another tab does, if the text is in one.
 * @param opens parameters that open the part with the text, besides a tab: `open` for a sheet
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
 * For a dialog with its own state: it asks before it closes over typed text.
 * @param typed all typed values; the initial ones count as untouched
 * @returns Dialog's `mayClose`
 */
export function useDiscard(typed: unknown, saving: boolean): () => Promise<boolean> {
  const now = JSON.stringify(typed);
  const [first] = useState(now);
  const dirty = now !== first && !saving;
  useUnsavedGuard(dirty);
  return async () => !dirty || confirmDiscard();
}

/**
 * While `waits`, something is about to be saved automatically: the browser asks before closing. Navigation inside the
 * product does not.
 */
export function useWaitingChange(waits: boolean): void {
  useEffect(() => {
    if (!waits) return undefined;
    const saved = Promise.withResolvers<void>();
    void underWay(saved.promise);
    return saved.resolve;
  }, [waits]);
}
