/** Dragging by the browser's own means, between elements of one page; there is always a menu that does the same. */
import { useCallback, useEffect, useRef, useState } from 'react';

const TYPE = 'application/x-gauntlet-lead';

/** Ref of an element that can be dragged; `data` travels with it. */
export function useDragSource<T>(data: T, enabled: boolean): (element: HTMLElement | null) => (() => void) | undefined {
  const latest = useRef(data);
  latest.current = data;
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      element.draggable = enabled;
      const start = (event: DragEvent) => event.dataTransfer?.setData(TYPE, JSON.stringify(latest.current));
      element.addEventListener('dragstart', start);
      return () => element.removeEventListener('dragstart', start);
    },
    [enabled],
  );
}

/** An element on which things can be dropped, and whether one is held over it. */
export function useDropTarget<T>(enabled: boolean, onDrop: (data: T) => void) {
  const ref = useRef<HTMLElement>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return undefined;
    const handlers = {
      dragover: (event: DragEvent) => {
        if (!event.dataTransfer?.types.includes(TYPE)) return;
        event.preventDefault();
        setOver(true);
      },
      dragleave: (event: DragEvent) => {
        if (!element.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      drop: (event: DragEvent) => {
        setOver(false);
        const text = event.dataTransfer?.getData(TYPE);
        if (!text) return;
        event.preventDefault();
        drop.current(JSON.parse(text) as T);
      },
    };
    for (const [type, handler] of Object.entries(handlers)) element.addEventListener(type, handler as EventListener);
    return () => {
      for (const [type, handler] of Object.entries(handlers))
        element.removeEventListener(type, handler as EventListener);
    };
  }, [enabled]);
  return { ref, over };
}
