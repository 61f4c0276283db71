import { useSyncExternalStore } from 'react';

/** Whether a media query matches, live. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Below this width lists are cards, not grids. */
export const PHONE = '(max-width: 639.98px)';

function subscribeToHtmlClass(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  const coarse = matchMedia('(pointer: coarse)');
  coarse.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    coarse.removeEventListener('change', listener);
  };
}

/** The height of a list row in pixels as the theme says, which dense mode and touch change. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribeToHtmlClass, () => parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row-height'), 10) || 40);
}
