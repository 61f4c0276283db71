/** Finds text that is cut off, so that a resting pointer or finger shows it whole. */

/** Milliseconds a finger rests before cut text is shown, shortly before the browser's own menu. */
const HOLD = 450;
/** A finger that moves further scrolls; pixels. */
const STILL = 10;

const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth + 1 &&
  element.clientWidth > 0 &&
  !/^(input|select|textarea)$/i.test(element.tagName) &&
  getComputedStyle(element).textOverflow === 'ellipsis';

const textOf = (element: Element) => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ');

export interface CutText {
  anchor: HTMLElement;
  text: string;
}

/** Cut text under the pointer. Elements with a `title` show it themselves. */
export function cutUnder(target: EventTarget | null): CutText | undefined {
  let element = target instanceof HTMLElement ? target : null;
  for (let level = 0; element && level < 3; level += 1, element = element.parentElement) {
    if (isCut(element)) return element.title ? undefined : { anchor: element, text: textOf(element) };
  }
  return undefined;
}

/** All cut text in the row or card under the finger, because no one hits a single word. */
export function cutAround(target: EventTarget | null): CutText | undefined {
  const around =
    target instanceof Element
      ? (target.closest<HTMLElement>('li, tr, [role="row"], a, button, dl > div, th, td, p') ?? target)
      : null;
  if (!(around instanceof HTMLElement)) return undefined;
  const cut = [around, ...around.querySelectorAll('*')].filter(isCut);
  const lines = new Set(cut.map((element) => (element instanceof HTMLElement && element.title) || textOf(element)));
  return lines.size > 0 ? { anchor: cut[0] as HTMLElement, text: [...lines].join('\n') } : undefined;
}

/** Reports every finger held on cut text; the following tap then does nothing. Returns a function that stops it. */
export function listenForHold(show: (cut: CutText) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let shown = false;
  const cancel = () => clearTimeout(timer);
  const onPointerDown = (event: PointerEvent) => {
    cancel();
    shown = false;
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY };
    const { target } = event;
    timer = setTimeout(() => {
      const cut = cutAround(target);
      if (!cut) return;
      shown = true;
      show(cut);
    }, HOLD);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL) cancel();
  };
  const swallow = (event: Event) => {
    if (!shown) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', onPointerDown],
    ['pointermove', onPointerMove],
    ['pointerup', cancel],
    ['pointercancel', cancel],
    ['contextmenu', swallow],
    ['click', swallow],
  ];
  for (const [type, listener] of listeners)
    document.addEventListener(type, listener as EventListener, { capture: true, passive: type.startsWith('pointer') });
  return () => {
    cancel();
    for (const [type, listener] of listeners)
      document.removeEventListener(type, listener as EventListener, { capture: true });
  };
}
