import { useState } from 'react';

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const ROW = 'li, tr, [role="row"], [data-testid="row"], article';

/**
 * How long after an overlay closed what opened it may still vanish: the answer that takes its row out comes later;
 * milliseconds.
 */
const AFTERMATH = 5_000;

/** What opened an overlay, and what stood around it: it may be gone when the focus is to go back. */
interface Origin {
  element: HTMLElement | null;
  /** The overlay that it stands in. */
  overlay: Element | null;
  neighbours: Element[];
  /** The tab's panel that it stands in: nearer than the page's heading. */
  panel: HTMLElement | null;
  /** What it does, as its name begins: “Remove” of “Remove Tier”. The row beside it has one that does the same. */
  verb: string;
}

/** The element that had the focus before an overlay took it; for an item of a menu, the button that opened the menu. */
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

/** What one can go to by Tab within an element, in order. */
function tabbables(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  );
}

/**
 * The opener; when it is gone, the same control of the row beside it, then the panel around it, and at last the page's
 * heading.
 */
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

/** True when nothing has the focus: what had it is gone, or nobody took it. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

function giveBack(origin: Origin): void {
  // Gone together with the overlay that it stood in, which gives the focus back itself.
  if (origin.overlay?.isConnected === false) return;
  const place = placeFor(origin);
  if (!place) return;
  if (place.matches('h1')) place.tabIndex = -1;
  place.focus();
  if (place !== origin.element) return;
  // Deleting what the row shows closes the dialog first; the row goes a moment later, and the focus with it.
  const watch = new MutationObserver(() => {
    if (place.isConnected) return;
    watch.disconnect();
    if (isLost()) giveBack(origin);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => watch.disconnect(), { once: true });
  setTimeout(() => watch.disconnect(), AFTERMATH);
}

/**
 * Where the focus goes as a dialog opens: past its cross to the first thing to fill in or press; without one, to the
 * dialog itself.
 */
function enter(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const first = tabbables(content).find((one) => !one.closest('[data-overlay-header]') && one.tagName !== 'A');
  event.preventDefault();
  (first ?? content).focus();
}

/**
 * Gives the focus back to whatever opened an overlay that has no trigger of its own, or to what stands nearest when
 * that is gone. Call it in a component that comes and goes with the overlay, and spread the result on its content.
 * @param start `content` leaves the focus on the panel: one that is read rather than filled in
 */
export function useReturnFocus(start: 'control' | 'content' = 'control') {
  // Read as the overlay is first drawn: a field with `autoFocus` has taken the focus before any event tells of it.
  const [origin] = useState(remember);
  return {
    onOpenAutoFocus: (event: Event) => {
      if (start === 'control') return enter(event);
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Whoever went elsewhere by pointer, or into another overlay, stays there.
      if (isLost()) giveBack(origin);
    },
  };
}
