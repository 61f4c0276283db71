import { useSyncExternalStore } from 'react';

/** Whether a media query matches, kept current. */
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

/** Read once per change: asking the browser forces it to compute pending styles. */
let rowHeight: number | undefined;

const rowHeightListeners = new Set<() => void>();
let watchesRowHeight = false;

/** From the first read, while the page lives. */
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
  // The theme uses rem.
  const pixels = Math.round(parseFloat(style.getPropertyValue('--row-height')) * parseFloat(style.fontSize));
  rowHeight = pixels > 0 ? pixels : 40;
  return rowHeight;
}

/** Height of a list row in pixels, from the theme; dense mode and touch change it. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribeToRowHeight, readRowHeight);
}
