/** Handles the cards' events once on the board, because a thousand cards need no handlers of their own. */
import { useEffect, useRef } from 'react';
import type { Card } from '../../../contract/opportunities.ts';

interface BoardEvents {
  cardOf: (id: string) => Card | undefined;
  onFocus: (cardId: string) => void;
  onPress: (event: PointerEvent, element: HTMLElement, card: Card) => void;
  /** Answers whether the key meant something. */
  onKey: (event: KeyboardEvent, card: Card) => boolean;
}

export function useBoardEvents(element: HTMLElement | null, events: BoardEvents): void {
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    if (!element) return undefined;
    const cardAt = (target: EventTarget | null): [HTMLElement, Card] | undefined => {
      const own = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null;
      const card = own && latest.current.cardOf(own.dataset['card']!);
      return own && card ? [own, card] : undefined;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const hit = cardAt(event.target);
      if (!hit || !latest.current.onKey(event, hit[1])) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onFocusIn = (event: FocusEvent) => {
      const hit = cardAt(event.target);
      if (hit) latest.current.onFocus(hit[1].id);
    };
    const onPointerDown = (event: PointerEvent) => {
      const hit = event.target instanceof Element && !event.target.closest('button') ? cardAt(event.target) : undefined;
      if (hit) latest.current.onPress(event, ...hit);
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('pointerdown', onPointerDown);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('pointerdown', onPointerDown);
    };
  }, [element]);
}
