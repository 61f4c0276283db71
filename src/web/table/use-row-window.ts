import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { whenIdle } from '../ui/page-settled.ts';

/** Rows drawn beyond each edge, so that a fast scroll shows rows, not white. */
const OVERSCAN = 10;
/**
 * Approximate height above a list: header, heading, search, and column heads; pixels. A difference of half a row is
 * corrected.
 */
const ABOVE = 172;

export interface RowWindow {
  /** First row to draw. */
  start: number;
  /** One past the last row to draw. */
  end: number;
}

/**
 * The visible rows of many equally high ones. All rows have one height, so this is two divisions: 200,000 rows cost as
 * much as 40. Re-renders only when a row enters or leaves. Rows beyond the edges are drawn when idle or on scroll.
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
    // Also measures at once, but after the browser's regular layout, not before.
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

  /** Scrolls a row into view by the minimum, below the header. */
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
