import { useEffect, useRef } from 'react';
import { movesFocus } from './confirm.ts';

/** Milliseconds until a press has navigated or asked. */
const SETTLES = 40;

/** Radix' event for a press outside a panel. */
type PressOutside = CustomEvent<{ originalEvent: PointerEvent }>;

/**
 * Closes a panel beside the page after an outside press has had its effect: an earlier question would cover the pressed
 * element, which would never receive the press. Navigation and questions take precedence.
 * @param close may ask
 * @param inAddress the panel is part of the address: a press that changes the address takes precedence
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
    // A touch is reported when it ends.
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
