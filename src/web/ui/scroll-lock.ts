/** How many overlays keep the page from scrolling at the moment. */
let holders = 0;

/**
 * Keeps the page from scrolling until the result is called. The place of a scrollbar that is there stays free, so that
 * nothing moves. Only the root's own styles change: what is inherited would style the whole page anew.
 */
export function lockScroll(): () => void {
  const root = document.documentElement;
  if (holders === 0) {
    root.style.scrollbarGutter = window.innerWidth > root.clientWidth ? 'stable' : '';
    root.style.overflow = 'hidden';
  }
  holders += 1;
  return () => {
    holders -= 1;
    if (holders > 0) return;
    root.style.overflow = '';
    root.style.scrollbarGutter = '';
  };
}
