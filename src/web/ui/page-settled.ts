/** Work the page does not need to be read or used waits until the page has settled. */

/** Milliseconds from the document's `load` until the first page is drawn with its data, on a slow day. */
const PAUSE = 2_500;

let isSettled = false;

/** Resolves once the first page has settled; at once after that. */
export const settled = new Promise<void>((resolve) => {
  const settle = () => {
    isSettled = true;
    resolve();
  };
  const wait = () => setTimeout(settle, PAUSE);
  if (typeof document === 'undefined' || document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
});

/** Milliseconds a later page gets, which has its data when it is drawn. */
const LATER_PAUSE = 2_000;

/** Safari has no idle callback. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 3_000 });
    else setTimeout(resolve, 200);
  });

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs work that spares the first press a wait, once the page has settled: loading a part, drawing what is out of
 * sight. One after another, only when idle: a press waits for one of them at most.
 */
export function whenIdle(act: () => unknown): void {
  const enqueue = () => {
    last = last
      .then(idle)
      .then(act)
      .catch(() => undefined);
  };
  if (isSettled) setTimeout(enqueue, LATER_PAUSE);
  else void settled.then(enqueue);
}
