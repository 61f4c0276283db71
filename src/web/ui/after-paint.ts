import { startTransition, useEffect, useState } from 'react';

/**
 * `value`, one frame later: the press shows its immediate effect before the rest is drawn. For content too large for
 * one frame: rows of an opening panel, handles on every card.
 *
 * @param first value until the first paint; `value` itself if absent
 */
export function useAfterPaint<Value extends string | number | boolean>(value: Value, first = value): Value {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn === value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame's callbacks run before its paint, a task after them runs after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, drawn]);
  return drawn;
}
