import { useState } from 'react';

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const ROW = 'li, tr, [role="row"], [data-testid="row"], article';

/**
 * Milliseconds after an overlay closed during which its opener may still vanish: the answer that removes its row comes
 * later.
 */
const AFTERMATH = 5_000;

/** The opener of an overlay and its surroundings: it may be gone when the focus returns. */
interface Origin {
  element: HTMLElement | null;
  /** The overlay that contains it. */
  overlay: Element | null;
  neighbours: Element[];
  /** The tab panel that contains it, nearer than the page's heading. */
  panel: HTMLElement | null;
  /** Its action, the first word of its name: "Remove" of "Remove Tier". The adjacent row has the same action. */
  verb: string;
}

/** The focused element before an overlay took the focus; for a menu item, the menu's button. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const trigger = menu && document.getElementById(menu.getAttribute('data-opener') ?? '');
  return trigger ?? (active instanceof HTMLElement && active !== document.body ? active : null);
}

function remember(): Origin {
  const element = opener();
  const overlay = element?.closest('[role="dialog"], [role="alertdialog"]') ?? null;
  const panel = element?.closest<HTMLElement>('[role="tabpanel"]') ?? null;
  const row = element?.closest(ROW);
  if (!element || !row) return { element, overlay, neighbours: [], panel, verb: '' };
  const neighbours = [row.nextElementSibling, row.previousElementSibling, row.parentElement].filter(
    (one) => one !== null,
  );
  return { element, overlay, neighbours, panel, verb: verbOf(element) };
}

const verbOf = (control: Element) =>
  (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().split(' ', 1)[0]!;

/** The elements reachable by Tab within an element, in order. */
function tabbables(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  );
}

/** The opener; if it is gone, the same control of the adjacent row, then its panel, and finally the page's heading. */
function placeFor({ element, neighbours, panel, verb }: Origin): HTMLElement | null {
  if (element?.isConnected) return element;
  for (const one of neighbours) {
    if (!one.isConnected) continue;
    const controls = tabbables(one);
    const control = controls.find((other) => verbOf(other) === verb) ?? controls[0];
    if (control) return control;
  }
  return panel?.isConnected ? panel : document.querySelector<HTMLElement>('main h1');
}

/** True when nothing has the focus: its element is gone, or no one took it. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

function giveBack(origin: Origin): void {
  // It vanished together with its overlay, which returns the focus itself.
  if (origin.overlay?.isConnected === false) return;
  const place = placeFor(origin);
  if (!place) return;
  if (place.matches('h1')) place.tabIndex = -1;
  place.focus();
  if (place !== origin.element) return;
  // Deleting a row's record closes the dialog first; the row disappears a moment later, and the focus with it.
  const watch = new MutationObserver(() => {
    if (place.isConnected) return;
    watch.disconnect();
    if (isLost()) giveBack(origin);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => watch.disconnect(), { once: true });
  setTimeout(() => watch.disconnect(), AFTERMATH);
}

/** Initial focus of a dialog: past its close button to the first field or button; without one, the dialog itself. */
function enter(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const first = tabbables(content).find((one) => !one.closest('[data-overlay-header]') && one.tagName !== 'A');
  event.preventDefault();
  (first ?? content).focus();
}

/**
 * Returns the focus to the opener of an overlay without a trigger, or to the nearest element if that is gone. Call it
 * in a component that mounts with the overlay, and spread the result on its content.
 * @param start `content` focuses the panel itself, for content that is read rather than filled in
 */
export function useReturnFocus(start: 'control' | 'content' = 'control') {
  // Read at the first drawing: a field with `autoFocus` takes the focus before any event.
  const [origin] = useState(remember);
  return {
    onOpenAutoFocus: (event: Event) => {
      if (start === 'control') return enter(event);
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // If the person went elsewhere by pointer, or into another overlay, the focus stays there.
      if (isLost()) giveBack(origin);
    },
  };
}
