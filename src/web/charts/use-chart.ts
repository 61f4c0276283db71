/** Needs of every chart: its width, and the active category. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ChartProps } from './series.ts';

/** The current width of an element in pixels; 0 before the first paint. */
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

export type Range = readonly [first: number, last: number];

interface Active {
  /** The active category, or -1. */
  active: number;
  /** The categories being selected together, if more than one. */
  range: Range | undefined;
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onPointerLeave: () => void;
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onBlur: () => void;
  };
}

/** The categories between two, in order; undefined for a single one. */
export function rangeOf(from: number, to: number): Range | undefined {
  return from < 0 || to < 0 || from === to ? undefined : [Math.min(from, to), Math.max(from, to)];
}

const NOWHERE = { active: -1, anchor: -1 };

/**
 * The category under the pointer or reached by arrow keys, and the start of a range selection.
 * @param at the category at a horizontal position, in pixels from the chart's left edge; -1 for none
 */
export function useActiveCategory(
  count: number,
  at: (x: number) => number,
  { onSelect, onRange }: Pick<ChartProps, 'onSelect' | 'onRange'>,
): Active {
  const [{ active, anchor }, set] = useState(NOWHERE);
  const range = onRange && active < count && anchor < count ? rangeOf(anchor, active) : undefined;
  // The click at the end of a drag does not count.
  const dragged = useRef(false);
  const under = (event: MouseEvent) => at(event.clientX - event.currentTarget.getBoundingClientRect().left);
  const choose = () => {
    if (range) onRange?.(...range);
    else if (active >= 0) onSelect?.(active);
    set(range ? NOWHERE : { active, anchor: -1 });
  };
  return {
    active: active < count ? active : -1,
    range,
    handlers: {
      onPointerDown: (event) => {
        dragged.current = false;
        const category = under(event);
        if (!onRange || event.button !== 0 || category < 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        set({ active: category, anchor: category });
      },
      // Outside the axis the drag stays at its last category.
      onPointerMove: (event) => {
        const category = under(event);
        set((was) =>
          was.anchor >= 0 && event.buttons > 0
            ? { ...was, active: category < 0 ? was.active : category }
            : { active: category, anchor: -1 },
        );
      },
      onPointerUp: () => {
        if (!range) return;
        dragged.current = true;
        choose();
      },
      onPointerCancel: () => set(NOWHERE),
      onPointerLeave: () => set(NOWHERE),
      onBlur: () => set(NOWHERE),
      // The click's position, not the active category: a finger has left before its tap becomes a click.
      onClick: (event) => {
        const category = under(event);
        if (!dragged.current && category >= 0) onSelect?.(category);
      },
      onKeyDown: (event) => {
        const next = {
          ArrowRight: Math.min(count - 1, active + 1),
          ArrowLeft: Math.max(0, active - 1),
          Home: 0,
          End: count - 1,
          Escape: -1,
        }[event.key];
        if (event.key === 'Enter' && (onSelect || range)) choose();
        else if (next === undefined) return;
        else
          set({
            active: next,
            anchor: next >= 0 && event.shiftKey && onRange ? Math.max(0, anchor >= 0 ? anchor : active) : -1,
          });
        event.preventDefault();
      },
    },
  };
}
