/** Code that runs in the measured page: standalone functions, because they are sent as text. */

interface Paints {
  lcp: number;
  cls: number;
  tbt: number;
  content: number;
}

/** Records from the start: largest paint, layout shifts, long tasks, and the first time `content` is there. */
export function countPaint(content: string): void {
  const paints: Paints = { lcp: 0, cls: 0, tbt: 0, content: 0 };
  Object.assign(globalThis, { paints });
  const watch = (type: string, count: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    paints.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) paints.cls += value;
  });
  watch('longtask', ({ duration }) => {
    paints.tbt += Math.max(0, duration - 50);
  });
  const look = () => {
    if (document.querySelector(content))
      requestAnimationFrame(() => {
        paints.content = performance.now();
      });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The figures so far, with the compressed size of every script before the content appeared. */
export function readPaint(): Paints & { script: number } {
  const { paints } = globalThis as unknown as { paints: Paints };
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= paints.content,
  );
  return { ...paints, script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000 };
}

/**
 * Records the duration of each interaction until the next paint, as the browser reports it: in steps of 8 ms, from 16.
 */
export function countInteractions(): void {
  const interactions = new Map<number, number>();
  Object.assign(globalThis, { interactions });
  const watch = { type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId > 0) interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
    }
  }).observe(watch);
}

/** The slowest so far: Interaction to Next Paint, for fewer than fifty. */
export function worstInteraction(): number {
  const { interactions } = globalThis as unknown as { interactions: Map<number, number> };
  return Math.max(16, ...interactions.values());
}

/** Scrolls the page's grid by `step` pixels per frame. @returns milliseconds between frames */
export function scrollFrames({ step, frames }: { step: number; frames: number }): Promise<number[]> {
  return new Promise((resolve) => {
    const grid = document.querySelector('[role="grid"]')!;
    const spans: number[] = [];
    let last: number | undefined;
    const turn = (now: number) => {
      if (last !== undefined) spans.push(now - last);
      last = now;
      grid.scrollTop += step;
      if (spans.length < frames) requestAnimationFrame(turn);
      else resolve(spans);
    };
    requestAnimationFrame(turn);
  });
}
