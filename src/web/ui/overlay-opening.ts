/**
 * Menus and popovers place themselves, trap the focus and close in a dozen ways: more code than the pages that hold
 * them. It is fetched when the pointer or the focus comes near what opens one, or when the page has settled, and the
 * button itself works from the start.
 */
import { useCallback, useId, useRef, useState, type RefObject } from 'react';

export interface OverlayOpening {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** What the overlay stands beside. */
  anchor: RefObject<HTMLElement | null>;
  triggerId: string;
  contentId: string;
  /** Mount the overlay's layer: it is open, or about to be. */
  near: boolean;
  approach: () => void;
}

/** Whether an overlay is open: kept here, or by the caller who gives both `open` and `onOpenChange`. */
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
