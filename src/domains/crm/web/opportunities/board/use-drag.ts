/**
 * Dragging cards by mouse, pen or finger. Nothing renders while the pointer moves but a picture of the card, which
 * follows by its transform; React hears only when the place that it would fall into changes. A finger must rest first,
 * so that it can scroll.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Card } from '../../../contract/opportunities.ts';

/** Pixels that a mouse must move before it drags, and milliseconds that a finger must rest. */
const SLOP = 5;
const LONG_PRESS = 350;
/** Distance from an edge in which the board scrolls along, and its speed in pixels a frame. */
const EDGE = 48;
const SPEED = 14;

export interface DropPlace {
  stageId: string;
  index: number;
}

interface Drag {
  card: Card;
  pointerId: number;
  element: HTMLElement;
  startX: number;
  startY: number;
  offsetX: number;
  offsetY: number;
  x: number;
  y: number;
  active: boolean;
  ghost: HTMLElement | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  frame: number;
}

interface DragOptions {
  board: HTMLElement | null;
  /** Height of a card with the gap below it. */
  pitch: number;
  onDrop: (card: Card, place: DropPlace) => void;
}

/** @returns what is dragged and where it would fall, and what to call when a pointer goes down on a card */
export function useDrag({ board, pitch, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<Card | null>(null);
  const [place, setPlace] = useState<DropPlace | null>(null);
  const drag = useRef<Drag | null>(null);
  const over = useRef<DropPlace | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  const finish = useCallback((commit: boolean) => {
    const now = drag.current;
    if (!now) return;
    drag.current = null;
    clearTimeout(now.timer);
    cancelAnimationFrame(now.frame);
    now.ghost?.remove();
    document.body.style.removeProperty('cursor');
    if (now.active) {
      // The click that follows the release is not meant for the card's link.
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
    }
    const target = over.current;
    over.current = null;
    setDragged(null);
    setPlace(null);
    if (commit && now.active && target) drop.current(now.card, target);
  }, []);

  const look = useCallback(() => {
    const now = drag.current;
    if (!now?.active) return;
    now.ghost!.style.transform = `translate(${now.x - now.offsetX}px, ${now.y - now.offsetY}px) rotate(2deg)`;
    const next = placeAt(board, now.x, now.y, pitch);
    if (next?.stageId === over.current?.stageId && next?.index === over.current?.index) return;
    over.current = next;
    setPlace(next);
  }, [board, pitch]);

  const begin = useCallback(() => {
    const now = drag.current;
    if (!now || now.active) return;
    now.active = true;
    clearTimeout(now.timer);
    getSelection()?.removeAllRanges();
    const box = now.element.getBoundingClientRect();
    const ghost = now.element.cloneNode(true) as HTMLElement;
    ghost.inert = true;
    ghost.removeAttribute('data-testid');
    Object.assign(ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: `${box.width}px`,
      height: `${box.height}px`,
      margin: '0',
      zIndex: '60',
      pointerEvents: 'none',
      willChange: 'transform',
      boxShadow: '0 12px 32px rgb(0 0 0 / 0.28)',
    });
    document.body.append(ghost);
    document.body.style.cursor = 'grabbing';
    now.ghost = ghost;
    setDragged(now.card);
    const tick = () => {
      scrollAlong(board, now.x, now.y);
      look();
      now.frame = requestAnimationFrame(tick);
    };
    tick();
  }, [board, look]);

  useEffect(() => {
    const onMove = (event: PointerEvent) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointerId) return;
      now.x = event.clientX;
      now.y = event.clientY;
      const far = Math.hypot(now.x - now.startX, now.y - now.startY) > SLOP;
      if (now.active) return;
      // A finger that moves before it has rested scrolls.
      if (event.pointerType === 'touch') {
        if (far) finish(false);
      } else if (far) begin();
    };
    const onUp = (event: PointerEvent) => {
      if (event.pointerId === drag.current?.pointerId) finish(true);
    };
    const onCancel = (event: PointerEvent) => {
      if (event.pointerId === drag.current?.pointerId) finish(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current?.active) return;
      event.preventDefault();
      event.stopPropagation();
      finish(false);
    };
    // While a card hangs on a finger the page under it stays where it is.
    const onTouchMove = (event: TouchEvent) => {
      if (drag.current?.active) event.preventDefault();
    };
    const onContextMenu = (event: Event) => {
      if (drag.current?.active) event.preventDefault();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('touchmove', onTouchMove, { passive: false });
    window.addEventListener('contextmenu', onContextMenu);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('touchmove', onTouchMove);
      window.removeEventListener('contextmenu', onContextMenu);
      finish(false);
    };
  }, [begin, finish]);

  /** A pointer went down on a card. */
  const press = useCallback(
    (event: PointerEvent, element: HTMLElement, card: Card) => {
      if (event.button !== 0 || drag.current) return;
      const box = element.getBoundingClientRect();
      drag.current = {
        card,
        pointerId: event.pointerId,
        element,
        startX: event.clientX,
        startY: event.clientY,
        x: event.clientX,
        y: event.clientY,
        offsetX: event.clientX - box.left,
        offsetY: event.clientY - box.top,
        active: false,
        ghost: null,
        frame: 0,
        timer: event.pointerType === 'touch' ? setTimeout(begin, LONG_PRESS) : undefined,
      };
    },
    [begin],
  );

  return { dragged, place, press };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Column and place under the pointer; null beside the board. What is docked lies above the columns. */
function placeAt(board: HTMLElement | null, x: number, y: number, pitch: number): DropPlace | null {
  for (const target of board?.parentElement?.querySelectorAll<HTMLElement>('[data-dock]') ?? []) {
    const box = target.getBoundingClientRect();
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
      return { stageId: target.dataset['dock']!, index: 0 };
  }
  for (const column of board?.querySelectorAll<HTMLElement>('[data-stage]') ?? []) {
    const box = column.getBoundingClientRect();
    if (x < box.left - 6 || x > box.right + 6) continue;
    if (y < box.top - 40 || y > box.bottom + 40) return null;
    const list = column.querySelector<HTMLElement>('[data-cards]')!;
    const top = list.getBoundingClientRect().top - list.scrollTop;
    return { stageId: column.dataset['stage']!, index: Math.max(0, Math.round((y - top - pitch / 4) / pitch)) };
  }
  return null;
}

/** Scrolls the board sideways and the column under the pointer up and down when it is near their edges. */
function scrollAlong(board: HTMLElement | null, x: number, y: number): void {
  if (!board) return;
  const box = board.getBoundingClientRect();
  const sideways = x < box.left + EDGE ? -1 : x > box.right - EDGE ? 1 : 0;
  if (sideways !== 0) board.scrollLeft += sideways * SPEED;
  for (const column of board.querySelectorAll<HTMLElement>('[data-stage]')) {
    const at = column.getBoundingClientRect();
    if (x < at.left || x > at.right) continue;
    const list = column.querySelector<HTMLElement>('[data-cards]')!;
    const frame = list.getBoundingClientRect();
    const along = y < frame.top + EDGE ? -1 : y > frame.bottom - EDGE ? 1 : 0;
    if (along !== 0) list.scrollTop += along * SPEED;
    return;
  }
}
