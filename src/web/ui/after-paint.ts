import { startTransition, useEffect, useState } from 'react';

/**
 * `value`, a picture later: what a press changes at once is on the screen before the rest of its answer is drawn. For
 * what is too much for one frame: the rows of a panel that opens, handles on every card.
 *
 * @param first what counts until the first picture is there; `value` itself when absent
 */
export function useAfterPaint<Value extends string | number | boolean>(value: Value, first = value): Value {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn === value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame's own callbacks come before its picture, a task after them comes after it.
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
