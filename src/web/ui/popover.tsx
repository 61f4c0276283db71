import { cloneElement, lazy, Suspense, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { useOverlayOpening } from './overlay-opening.ts';
import { whenIdle } from './page-settled.ts';

const loadLayer = () => import('./popover-layer.tsx');
const PopoverLayer = lazy(loadLayer);

export interface PopoverProps {
  /** The button that opens it; absent when `anchor` positions it and `open` controls it. */
  trigger?: ReactElement;
  anchor?: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end' | 'center';
  /** Keeps the focus where it is when it opens: for suggestions under a field. */
  keepFocus?: boolean;
  className?: string;
}

/** A small panel beside its opener, for choosing or editing one thing. */
export function Popover({
  trigger,
  anchor,
  label,
  children,
  open,
  onOpenChange,
  align = 'start',
  keepFocus = false,
  className,
}: PopoverProps) {
  const opening = useOverlayOpening(open, onOpenChange);
  const near = { ref: opening.anchor, onPointerEnter: opening.approach, onFocus: opening.approach };
  const button = trigger as ReactElement<{ onClick?: (event: MouseEvent) => void }> | undefined;
  const onClick = (event: MouseEvent) => {
    button?.props.onClick?.(event);
    if (!event.defaultPrevented) opening.setOpen(!opening.open);
  };
  return (
    <>
      {button &&
        cloneElement(button as ReactElement<Record<string, unknown>>, {
          ...near,
          onClick,
          id: opening.triggerId,
          'aria-haspopup': 'dialog',
          'aria-expanded': opening.open,
          'aria-controls': opening.open ? opening.contentId : undefined,
        })}
      {anchor && cloneElement(anchor as ReactElement<Record<string, unknown>>, near)}
      <Suspense fallback={null}>
        {opening.near && (
          <PopoverLayer
            opening={opening}
            label={label}
            align={align}
            keepFocus={keepFocus}
            hasTrigger={trigger !== undefined}
            className={className}
          >
            {children}
          </PopoverLayer>
        )}
      </Suspense>
    </>
  );
}
whenIdle(loadLayer);
