import { useEffect, useRef } from 'react';
import { movesFocus } from './confirm.ts';

/** Until a press has led elsewhere or asked; milliseconds. */
const SETTLES = 40;

/** What Radix tells of a press outside of a panel. */
type PressOutside = CustomEvent<{ originalEvent: PointerEvent }>;

/**
 * Closes a panel beside the page by a press outside of it once that press has done what it does: a question that came
 * before would lie over what is pressed, which would never hear of it. What leads elsewhere, or asks, has the last word
 * on what is open.
 * @param close may ask
 * @param inAddress what is open stands in the address: a press that changes that is not overruled
 */
export function useCloseAfterPress(
  close: () => void,
  inAddress: boolean,
): { onPointerDownOutside: (event: PressOutside) => void; isPressed: () => boolean } {
  const latest = useRef(close);
  latest.current = close;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const onPointerDownOutside = (event: PressOutside) => {
    // A touch is told of when it is done.
    if (event.detail.originalEvent.pointerType === 'touch') return;
    event.preventDefault();
    stop.current?.();
    const over = new AbortController();
    const { href } = window.location;
    let timer: ReturnType<typeof setTimeout> | undefined;
    stop.current = () => {
      clearTimeout(timer);
      over.abort();
      stop.current = null;
    };
    const end = () => {
      timer = setTimeout(() => {
        stop.current?.();
        if (!movesFocus() && !(inAddress && window.location.href !== href)) latest.current();
      }, SETTLES);
    };
    for (const name of ['pointerup', 'pointercancel'])
      document.addEventListener(name, end, { capture: true, once: true, signal: over.signal });
  };
  return { onPointerDownOutside, isPressed: () => stop.current !== null };
}
