import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { whenIdle } from '../ui/page-settled.ts';

/** Rows drawn beyond each edge, so that a fast scroll meets rows and not white. */
const OVERSCAN = 10;
/**
 * About what stands above a list: header, heading, search and column heads; pixels. Half a row too much or too little
 * is put right.
 */
const ABOVE = 172;

export interface RowWindow {
  /** First row to draw. */
  start: number;
  /** One past the last row to draw. */
  end: number;
}

/**
 * Which of many equally high rows are in sight. All rows have one height, so this is two divisions: 200,000 rows cost
 * what 40 cost. Re-renders only when a row enters or leaves. The rows beyond the edges are not part of the first
 * picture: they are drawn when nothing else is to be done, or when somebody scrolls.
 * @param scroller the scrolling element; its sticky header covers the first `headerHeight` pixels
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headerHeight: number,
) {
  const [range, setRange] = useState<RowWindow>(() => ({
    start: 0,
    end: Math.ceil((window.innerHeight - ABOVE) / rowHeight) + 1,
  }));
  const overscan = useRef(0);

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const first = Math.floor(element.scrollTop / rowHeight);
    const inSight = Math.ceil((element.clientHeight - headerHeight) / rowHeight) + 1;
    const start = Math.max(0, first - overscan.current);
    const end = first + inSight + overscan.current;
    setRange((last) => (last.start === start && last.end === end ? last : { start, end }));
  }, [scroller, rowHeight, headerHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Measures at once as well, but when the browser has laid the page out anyway, not before.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const widen = () => {
      overscan.current = OVERSCAN;
      measure();
    };
    whenIdle(widen);
    element.addEventListener('scroll', widen, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', widen);
    };
  }, [scroller, measure]);

  /** Scrolls as little as needed to bring a row into sight, below the header. */
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      const visible = element.clientHeight - headerHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (top + rowHeight > element.scrollTop + visible) element.scrollTo({ top: top + rowHeight - visible });
    },
    [scroller, rowHeight, headerHeight],
  );

  return { start: Math.min(range.start, count), end: Math.min(range.end, count), reveal };
}
