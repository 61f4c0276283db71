import { type RefObject, useEffect } from 'react';

/**
 * Says on a box that scrolls sideways, as `data-more="start end"`, behind which of its edges there is more: styles fade
 * those edges (`fade-edges`), because a word or a column that happens to end there looks like the last one.
 */
export function useHiddenEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
      element.setAttribute('data-more', [Math.abs(element.scrollLeft) > 1 ? 'start' : '', rest > 1 ? 'end' : ''].join(' ').trim());
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
}
