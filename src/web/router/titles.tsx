import { useEffect, useSyncExternalStore } from 'react';
import { useRouter } from '@tanstack/react-router';
import { announce } from '../shell/announcer.tsx';
import { useCurrentPage } from './use-page.ts';

const PRODUCT = 'Gauntlet';
/** Milliseconds a page's heading may wait for data before the focus goes to the main area. */
const HEADING_PATIENCE = 3_000;

let recordTitle: string | null = null;
let titleCount = 0;
const listeners = new Set<() => void>();

/**
 * Puts a count of new items before the title while the page is in the background; in the foreground the page itself
 * shows them.
 */
export function setTitleCount(count: number): void {
  titleCount = count;
  for (const listener of listeners) listener();
}

function setRecordTitle(title: string | null): void {
  recordTitle = title;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Puts a record's name before the page's title: "Ada Lovelace · Contacts · Gauntlet". Undefined while it is loading.
 */
export function useRecordTitle(title: string | undefined): void {
  useEffect(() => {
    setRecordTitle(title ?? null);
    return () => setRecordTitle(null);
  }, [title]);
}

/** Sets `<title>`; after in-app navigation moves the focus to the page's heading and announces the title. */
export function PageTitles() {
  const page = useCurrentPage();
  const record = useSyncExternalStore(subscribe, () => recordTitle);
  const count = useSyncExternalStore(subscribe, () => titleCount);
  const router = useRouter();

  useEffect(() => {
    const write = () => {
      const title = [record, page?.title, PRODUCT].filter(Boolean).join(' · ');
      document.title = count > 0 && document.hidden ? `(${count}) ${title}` : title;
    };
    write();
    document.addEventListener('visibilitychange', write);
    return () => document.removeEventListener('visibilitychange', write);
  }, [page, record, count]);

  useEffect(() => {
    let stopWaiting: (() => void) | undefined;
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // The first page needs nothing: the browser starts at its top and reads its title.
      if (!fromLocation || !pathChanged) return;
      stopWaiting?.();
      stopWaiting = focusHeading();
      announce(document.title);
    });
    return () => {
      unsubscribe();
      stopWaiting?.();
    };
  }, [router]);

  return null;
}

/**
 * Focuses the `h1` when it appears, or the main area until then, unless the person has moved on. Returns a function
 * that cancels it.
 */
function focusHeading(): () => void {
  const before = document.activeElement;
  const main = () => document.querySelector<HTMLElement>('main');
  const tryHeading = () => {
    const heading = main()?.querySelector('h1');
    if (!heading) return false;
    if ([before, document.body, main()].includes(document.activeElement as HTMLElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  };
  if (tryHeading()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (tryHeading()) stop();
  });
  const timer = setTimeout(() => main()?.focus({ preventScroll: true }), HEADING_PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
