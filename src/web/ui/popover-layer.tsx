import { Popover as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import type { OverlayOpening } from './overlay-opening.ts';

interface PopoverLayerProps {
  opening: OverlayOpening;
  label: string;
  align: 'start' | 'end' | 'center';
  keepFocus: boolean;
  /** A button opened it, so that button also closes it and gets the focus back. */
  hasTrigger: boolean;
  className?: string;
  children: ReactNode;
}

/** The content of a popover; loaded on demand by `popover.tsx`. */
export default function PopoverLayer({
  opening,
  label,
  align,
  keepFocus,
  hasTrigger,
  className,
  children,
}: PopoverLayerProps) {
  const { open, setOpen, anchor, contentId } = opening;
  const leftByPointer = useRef(false);
  const isOpener = (target: EventTarget | null) =>
    hasTrigger && target instanceof Node && anchor.current?.contains(target) === true;
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Anchor virtualRef={anchor as { current: HTMLElement }} />
      <Radix.Portal>
        <Radix.Content
          id={contentId}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={keepFocus ? (event) => event.preventDefault() : undefined}
          onInteractOutside={(event) => {
            // The button's own click closes it; closing it here first would make that click reopen it.
            if (isOpener(event.target)) event.preventDefault();
            else leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (hasTrigger && !keepFocus && !leftByPointer.current) anchor.current?.focus();
            leftByPointer.current = false;
            event.preventDefault();
          }}
          className={cx(
            'z-50 max-h-[var(--radix-popover-content-available-height)] max-w-[calc(100vw-16px)] animate-pop-in rounded-lg bg-raised shadow-pop outline-none',
            // The focus never enters suggestions, so their list scrolls, not the panel.
            keepFocus ? 'flex flex-col overflow-hidden' : 'overflow-y-auto',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
