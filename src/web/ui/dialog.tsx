import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { OverlayContent } from './overlay-content.tsx';
import { Scrim } from './scrim.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title, announced when the dialog opens. */
  description?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Return false to keep the dialog open when Escape, the scrim, or the close button is about to close it. */
  mayClose?: () => boolean | Promise<boolean>;
}

const WIDTHS = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' } as const;

/** A modal dialog. On a phone it rises from the bottom edge at full width. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  mayClose,
}: DialogProps) {
  const change = async (next: boolean) => {
    if (next || !mayClose || (await mayClose())) onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => void change(next)}>
      <Radix.Portal>
        <Scrim />
        <OverlayContent
          described={Boolean(description)}
          className={cx(
            'fixed z-50 flex max-h-[calc(100dvh-24px)] flex-col bg-raised shadow-pop outline-none',
            'inset-x-0 bottom-0 animate-rise-in rounded-t-xl',
            'sm:inset-x-4 sm:top-[max(24px,12vh)] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:animate-pop-in sm:rounded-xl',
            WIDTHS[size],
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

/**
 * Title, description, and close button of a dialog or sheet. Not a `header` element, which outside `main` is the page's
 * banner.
 */
export function OverlayHeader({ title, description }: { title: ReactNode; description?: ReactNode }) {
  return (
    <div data-overlay-header="" className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
      <div className="min-w-0 pt-1">
        <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="text-sm text-muted">{description}</Radix.Description>}
      </div>
      <Radix.Close asChild>
        <IconButton label="Close" icon={<X />} className="-mr-2" />
      </Radix.Close>
    </div>
  );
}

export function OverlayFooter({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">{children}</div>;
}

/**
 * The scrolling part between header and footer. Without a focusable element inside, the box itself takes the focus, so
 * that keys can scroll it.
 */
export function OverlayBody({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    const look = () => {
      const stuck =
        element.scrollHeight > element.clientHeight &&
        element.querySelector('a[href], button, input, select, textarea, [tabindex]') === null;
      if (stuck) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, []);
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto px-5 py-4 focus-visible:outline-offset-[-2px]">
      {children}
    </div>
  );
}
