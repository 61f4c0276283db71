import { DismissableLayer, useComposedRefs } from 'radix-ui/internal';
import { useEffect, type ComponentProps } from 'react';
import { lockScroll } from './scroll-lock.ts';

/**
 * The layer between a modal dialog and the page: it dims the page, takes its presses, and locks its scrolling.
 *
 * Radix' overlay uses inherited styles, which restyle every element when the dialog opens and again when it closes: 20
 * ms each on a full page. This one changes only the root (see also `body` in theme.css).
 */
export function Scrim({ ref, ...rest }: Pick<ComponentProps<'div'>, 'ref' | 'style'>) {
  const composed = useComposedRefs(ref, DismissableLayer.useDismissableLayerSurface());
  useEffect(lockScroll, []);
  return (
    <div
      {...rest}
      ref={composed}
      aria-hidden="true"
      data-scrim=""
      className="fixed inset-0 z-50 animate-fade-in bg-scrim"
    />
  );
}
