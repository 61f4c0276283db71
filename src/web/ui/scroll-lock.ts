/** Number of overlays that lock scrolling. */
let holders = 0;

/**
 * Locks the page's scrolling until the result is called. The scrollbar's space stays reserved, so that nothing moves.
 * Only the root's own styles change: inherited ones would restyle the whole page.
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
