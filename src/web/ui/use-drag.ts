import { type PointerEvent as ReactPointerEvent, useCallback, useRef, useState } from 'react';

/** How far a pointer moves before a press becomes a drag, in pixels. */
const THRESHOLD = 5;

export interface Drag<T> {
  item: T;
  /** From where it was taken to where the pointer is, in pixels. */
  dx: number;
  dy: number;
  /** Name of the place under the pointer (`data-drop`); null outside of all. */
  over: string | null;
}

/**
 * Dragging by pointer within a calendar. A press without movement stays a click; Escape gives up.
 * @param onDrop told where the item was let go
 */
export function useDrag<T>(onDrop: (drag: Drag<T>) => void) {
  const [drag, setDrag] = useState<Drag<T> | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  /** The click that ends a drag is none. */
  const dragged = useRef(false);

  const start = useCallback((event: ReactPointerEvent, item: T) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const [x, y] = [event.clientX, event.clientY];
    let current: Drag<T> | null = null;
    dragged.current = false;
    const place = (at: PointerEvent) =>
      document
        .elementsFromPoint(at.clientX, at.clientY)
        .map((one) => (one as HTMLElement).dataset['drop'])
        .find((name) => name !== undefined) ?? null;
    const move = (at: PointerEvent) => {
      if (!current && Math.hypot(at.clientX - x, at.clientY - y) < THRESHOLD) return;
      dragged.current = true;
      current = { item, dx: at.clientX - x, dy: at.clientY - y, over: place(at) };
      setDrag(current);
    };
    const end = (finished: boolean) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', key, true);
      setDrag(null);
      if (finished && current) drop.current(current);
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      end(false);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', key, true);
  }, []);

  /** Whether the click that has just come ended a drag; asked once for each. */
  const wasDragged = useCallback(() => {
    const was = dragged.current;
    dragged.current = false;
    return was;
  }, []);
  return { drag, start, wasDragged };
}
