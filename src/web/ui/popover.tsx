import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PopoverProps {
  /** The button that opens it; absent when `anchor` places it and `open` controls it. */
  trigger?: ReactElement;
  anchor?: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end' | 'center';
  /** Leaves the focus where it is when it opens: for suggestions under a field. */
  keepFocus?: boolean;
  className?: string;
}

/** A small panel beside what opened it, for choosing or editing one thing. */
export function Popover({ trigger, anchor, label, children, open, onOpenChange, align = 'start', keepFocus = false, className }: PopoverProps) {
  const stay = keepFocus ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor asChild>{anchor}</Radix.Anchor>}
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={stay}
          onCloseAutoFocus={stay}
          className={cx('z-50 max-h-[var(--radix-popover-content-available-height)] max-w-[calc(100vw-16px)] animate-pop-in overflow-y-auto rounded-lg bg-raised shadow-pop outline-none', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
