/**
 * Menus and popovers position themselves, trap the focus, and close in a dozen ways: more code than the pages that use
 * them. It loads when the pointer or focus comes near an opener, or when the page has settled; the button itself works
 * from the start.
 */
import { useCallback, useId, useRef, useState, type RefObject } from 'react';

export interface OverlayOpening {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The element beside the overlay. */
  anchor: RefObject<HTMLElement | null>;
  triggerId: string;
  contentId: string;
  /** Mount the overlay's layer: it is open, or about to be. */
  near: boolean;
  approach: () => void;
}

/** Whether an overlay is open: state here, or the caller's with both `open` and `onOpenChange`. */
export function useOverlayOpening(
  open: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
): OverlayOpening {
  const [ownOpen, setOwnOpen] = useState(false);
  const [near, setNear] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const setOpen = useCallback(
    (next: boolean) => {
      setOwnOpen(next);
      onOpenChange?.(next);
    },
    [onOpenChange],
  );
  const isOpen = open ?? ownOpen;
  return {
    open: isOpen,
    setOpen,
    anchor,
    triggerId: `${id}trigger`,
    contentId: `${id}content`,
    near: near || isOpen,
    approach: () => setNear(true),
  };
}
