import { useRef } from 'react';

/** The element that had the focus before an overlay took it; for an item of a menu, the button that opened the menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const trigger = menu && document.getElementById(menu.getAttribute('data-opener') ?? '');
  return trigger ?? (active instanceof HTMLElement ? active : null);
}

/** Gives the focus back to whatever opened an overlay that has no trigger of its own. Spread the result on its content. */
export function useReturnFocus() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      origin.current = opener();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!origin.current?.isConnected) return;
      event.preventDefault();
      origin.current.focus();
    },
  };
}
