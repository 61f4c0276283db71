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

/** Read once for each change: to ask the browser makes it work out every style that is new since it last did. */
let rowHeight: number | undefined;

const rowHeightListeners = new Set<() => void>();
let watchesRowHeight = false;

/** From the first reading on, for as long as the page lives. */
function watchRowHeight(): void {
  if (watchesRowHeight) return;
  watchesRowHeight = true;
  const forget = () => {
    rowHeight = undefined;
    for (const listener of rowHeightListeners) listener();
  };
  new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ['class'] });
  matchMedia('(pointer: coarse)').addEventListener('change', forget);
}

function subscribeToRowHeight(listener: () => void): () => void {
  rowHeightListeners.add(listener);
  return () => rowHeightListeners.delete(listener);
}

function readRowHeight(): number {
  if (rowHeight !== undefined) return rowHeight;
  watchRowHeight();
  const style = getComputedStyle(document.documentElement);
  // The theme writes it in rem.
  const pixels = Math.round(parseFloat(style.getPropertyValue('--row-height')) * parseFloat(style.fontSize));
  rowHeight = pixels > 0 ? pixels : 40;
  return rowHeight;
}

/** The height of a list row in pixels as the theme says, which dense mode and touch change. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribeToRowHeight, readRowHeight);
}
