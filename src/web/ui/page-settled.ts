/** The page comes first: what it does not need to be read or used is fetched once it has settled. */

/** From the document's `load` until the first page has its data and is drawn, on a slow day; milliseconds. */
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

/** How long a later page, which is there when it is drawn, is left alone; milliseconds. */
const LATER_PAUSE = 2_000;

/** Safari has no idle callback. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 3_000 });
    else setTimeout(resolve, 200);
  });

let last: Promise<unknown> = Promise.resolve();

/**
 * Does once the page has settled what spares the first press a wait: fetches a part, draws what is out of sight. One
 * after the other, and only while nothing else is to be done: whoever presses just then waits for one of them at most.
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
