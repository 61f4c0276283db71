/** What every chart needs of its surroundings: how wide it is, and which category the person looks at. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, as it is now; 0 before the first paint. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.round(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

interface Active {
  /** The category in question, or -1. */
  active: number;
  handlers: {
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onClick: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onBlur: () => void;
  };
}

/**
 * Which category the pointer is over or the arrow keys have reached.
 * @param at the category at a horizontal place, in pixels from the chart's left edge; -1 for none
 */
export function useActiveCategory(count: number, at: (x: number) => number, onSelect?: (category: number) => void): Active {
  const [active, setActive] = useState(-1);
  const choose = () => { if (active >= 0) onSelect?.(active); };
  return {
    active: active < count ? active : -1,
    handlers: {
      onPointerMove: (event) => setActive(at(event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: () => setActive(-1),
      onBlur: () => setActive(-1),
      onClick: choose,
      onKeyDown: (event) => {
        const next = { ArrowRight: Math.min(count - 1, active + 1), ArrowLeft: Math.max(0, active - 1), Home: 0, End: count - 1, Escape: -1 }[event.key];
        if (event.key === 'Enter' && onSelect) choose();
        else if (next === undefined) return;
        else setActive(next);
        event.preventDefault();
      },
    },
  };
}
