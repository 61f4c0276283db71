import { type RefObject, useEffect } from 'react';

/**
 * Sets `data-more="start end"` on a box that scrolls sideways, for its edges with hidden content: styles fade those
 * edges (`fade-edges`), because a word or column that ends there looks like the last one.
 */
export function useHiddenEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let said: string | undefined;
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
      const more = [Math.abs(element.scrollLeft) > 1 ? 'start' : '', rest > 1 ? 'end' : ''].join(' ').trim();
      // Scrolling asks sixty times a second.
      if (more !== said) element.setAttribute('data-more', (said = more));
    };
    // Also checks at once, but after the browser's regular layout, not before.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
}

/** Width of the fade at the edges, in pixels. */
const EDGE = 24;

/** Scrolls a strip sideways until a part is fully visible, clear of the faded edge. The page does not move. */
export function showWithin(strip: HTMLElement | null, part: HTMLElement | null | undefined): void {
  if (!strip || !part || strip.scrollWidth <= strip.clientWidth) return;
  const [frame, box] = [strip.getBoundingClientRect(), part.getBoundingClientRect()];
  if (box.left < frame.left + EDGE) strip.scrollLeft += box.left - frame.left - EDGE;
  else if (box.right > frame.right - EDGE) strip.scrollLeft += box.right - frame.right + EDGE;
}
