import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type CutText, cutUnder, listenForHold } from './truncated-text.ts';

/** Milliseconds the pointer rests before a tooltip opens, and the time within which the next one opens at once. */
export const TOOLTIP_DELAY = 300;
export const TOOLTIP_SKIP_DELAY = 100;

const anchorOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/**
 * The one tooltip of the page; mount it once. Any element with `data-tooltip="text"` has one, so a list of a thousand
 * icon buttons costs only attributes. A resting pointer opens it after 300 ms (at once within 100 ms of the last),
 * keyboard focus opens it at once, Escape closes it, and the pointer may move onto it (WCAG 1.4.13). Touch never opens
 * one, so every icon button also has a name. Cut text is shown whole in the same way, and to a resting finger.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<CutText | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closedAt = -Infinity;
    let current: HTMLElement | null = null;

    const open = (anchor: HTMLElement) => {
      clearTimeout(timer);
      current = anchor;
      const text = anchor.dataset['tooltip'];
      if (text && anchor.isConnected) setShown({ anchor, text });
    };
    const showCut = (cut: CutText | undefined) => {
      if (!cut?.anchor.isConnected) return;
      current = cut.anchor;
      setShown(cut);
    };
    const close = () => {
      clearTimeout(timer);
      if (current) closedAt = performance.now();
      current = null;
      setShown(null);
    };
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || bubble.current?.contains(event.target as Node)) return;
      const anchor = anchorOf(event.target);
      if (anchor === current && anchor) return;
      if (current) close();
      clearTimeout(timer);
      if (!anchor) {
        timer = setTimeout(() => showCut(cutUnder(event.target)), TOOLTIP_DELAY);
        return;
      }
      if (performance.now() - closedAt < TOOLTIP_SKIP_DELAY) open(anchor);
      else timer = setTimeout(() => open(anchor), TOOLTIP_DELAY);
    };
    const onFocusIn = (event: FocusEvent) => {
      const anchor = anchorOf(event.target);
      if (anchor && anchor === event.target && anchor.matches(':focus-visible')) open(anchor);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && current) close();
    };

    document.addEventListener('pointerover', onPointerOver);
    document.addEventListener('pointerdown', close);
    const stopHold = listenForHold(showCut);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', close);
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('scroll', close, { capture: true, passive: true });
    // The pointer or the focus may be there already, because the layer loads after the page.
    const under = document.querySelector<HTMLElement>('[data-tooltip]:hover');
    if (under) timer = setTimeout(() => open(under), TOOLTIP_DELAY);
    return () => {
      clearTimeout(timer);
      stopHold();
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', close);
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('scroll', close, { capture: true });
    };
  }, []);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element || !shown) return;
    // Above every dialog: the browser's top layer.
    element.showPopover();
    const at = shown.anchor.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const below = at.bottom + 6 + height < window.innerHeight;
    element.style.top = `${below ? at.bottom + 6 : at.top - 6 - height}px`;
    element.style.left = `${Math.max(4, Math.min(window.innerWidth - width - 4, at.left + at.width / 2 - width / 2))}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div
      ref={bubble}
      key={shown.text}
      popover="manual"
      // The anchor's name says the same, so screen readers skip it.
      aria-hidden="true"
      className="fixed inset-auto m-0 max-w-72 animate-fade-in rounded-md bg-ink px-2 py-1 text-xs break-words whitespace-pre-wrap text-canvas pointer-coarse:text-sm"
    >
      {shown.text}
    </div>
  );
}
