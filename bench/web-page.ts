/** What runs in the measured page: functions that stand alone, because they are sent there as text. */

interface Paints {
  lcp: number;
  cls: number;
  tbt: number;
  content: number;
}

/** Counts from the first moment: largest paint, layout shifts, long tasks, and when `content` first stood there. */
export function countPaint(content: string): void {
  const paints: Paints = { lcp: 0, cls: 0, tbt: 0, content: 0 };
  Object.assign(globalThis, { paints });
  const watch = (type: string, count: (entry: PerformanceEntry) => void) => new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { paints.lcp = startTime; });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) paints.cls += value;
  });
  watch('longtask', ({ duration }) => { paints.tbt += Math.max(0, duration - 50); });
  const look = () => {
    if (document.querySelector(content)) requestAnimationFrame(() => { paints.content = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The figures so far, with the compressed size of every script that came before the content stood there. */
export function readPaint(): Paints & { script: number } {
  const { paints } = globalThis as unknown as { paints: Paints };
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= paints.content);
  return { ...paints, script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000 };
}
