import { type RefObject, useEffect } from 'react';

/**
 * Says on a box that scrolls sideways, as `data-more="start end"`, behind which of its edges there is more: styles fade
 * those edges (`fade-edges`), because a word or a column that happens to end there looks like the last one.
 */
export function useHiddenEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let said: string | undefined;
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
      const more = [Math.abs(element.scrollLeft) > 1 ? 'start' : '', rest > 1 ? 'end' : ''].join(' ').trim();
      // Whoever scrolls up and down asks sixty times a second.
      if (more !== said) element.setAttribute('data-more', (said = more));
    };
    // Looks at once as well, but when the browser has laid the page out anyway, not before.
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

/** Pixels of the fade at the edges. */
const EDGE = 24;

/**
 * Scrolls a strip sideways until the whole of a part stands in it, clear of the faded edge. The page stays where it is.
 */
export function showWithin(strip: HTMLElement | null, part: HTMLElement | null | undefined): void {
  if (!strip || !part || strip.scrollWidth <= strip.clientWidth) return;
  const [frame, box] = [strip.getBoundingClientRect(), part.getBoundingClientRect()];
  if (box.left < frame.left + EDGE) strip.scrollLeft += box.left - frame.left - EDGE;
  else if (box.right > frame.right - EDGE) strip.scrollLeft += box.right - frame.right + EDGE;
}
