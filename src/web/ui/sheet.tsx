import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { movesFocus } from './confirm.ts';
import { cx } from './cx.ts';
import { OverlayBody, OverlayFooter, OverlayHeader } from './dialog.tsx';
import { OverlayContent } from './overlay-content.tsx';
import { useCloseAfterPress } from './outside-press.ts';
import { Scrim } from './scrim.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'right' | 'left';
  size?: 'sm' | 'md';
  /** False: the page beside it stays usable, including toasts and their actions; leaving it closes it. */
  modal?: boolean;
  /** The address includes the open part, and a press outside may open another in its place. */
  inAddress?: boolean;
  /** Keys that apply while the focus is inside. */
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  /** Prevent its default where Escape belongs to something inside, which it then closes instead of the sheet. */
  onEscapeKeyDown?: (event: KeyboardEvent) => void;
}

/** A panel that slides in from the side, over the page; full width on a phone. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  side = 'right',
  size = 'md',
  modal = true,
  inAddress = false,
  onKeyDown,
  onEscapeKeyDown,
}: SheetProps) {
  const press = useCloseAfterPress(() => onOpenChange(false), inAddress);
  /** A question over the panel, and a press outside it, take the focus away, which would close it. */
  const stay = (event: Event) => {
    if (movesFocus() || press.isPressed()) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal && <Scrim />}
        <OverlayContent
          described={Boolean(description)}
          startsAt="content"
          data-panel={side === 'right' ? size : undefined}
          onKeyDown={onKeyDown}
          {...(!modal && { onFocusOutside: stay, onPointerDownOutside: press.onPointerDownOutside })}
          {...(onEscapeKeyDown && { onEscapeKeyDown })}
          className={cx(
            'fixed inset-y-0 z-50 flex w-full animate-sheet-in flex-col bg-raised shadow-pop outline-none',
            size === 'sm' ? 'sm:max-w-sm' : 'sm:max-w-lg',
            side === 'right' ? 'right-0' : 'left-0',
          )}
        >
          <OverlayHeader title={title} description={description} />
          <OverlayBody>{children}</OverlayBody>
          {footer && <OverlayFooter>{footer}</OverlayFooter>}
        </OverlayContent>
      </Radix.Portal>
    </Radix.Root>
  );
}
