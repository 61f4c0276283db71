import { DismissableLayer, useComposedRefs } from 'radix-ui/internal';
import { useEffect, type ComponentProps } from 'react';
import { lockScroll } from './scroll-lock.ts';

/**
 * What lies between a modal dialog and the page: it dims the page, takes its presses and keeps it from scrolling.
 *
 * Radix' own overlay does that by styles that every element of the page inherits, and each of them is styled anew as
 * the dialog opens and again as it closes: 20 ms each on a full page. This one changes the root alone (see also `body`
 * in theme.css).
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
