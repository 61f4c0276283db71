import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in the open panel when what had the focus is gone: a deleted row, a button that a dialog's outcome
 * replaced.
 * @param cause changes whenever that may have happened; undefined while the panel is loading
 */
export function useKeptFocus(cause: string | undefined): void {
  const last = useRef(cause);
  useEffect(() => {
    const before = last.current;
    last.current = cause;
    if (before === undefined || before === cause) return undefined;
    // After a closing dialog has given the focus back to what opened it, if that is still there.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [cause]);
}
