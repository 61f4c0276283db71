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

/** How long after it is first wanted a layer of a later page is fetched, unless the pointer comes near before; milliseconds. */
const LATER_PAUSE = 2_000;

/** Fetches a part once the page has settled, so that the first press need not wait. */
export function fetchWhenIdle(load: () => Promise<unknown>): void {
  const fetch = () => void load().catch(() => undefined);
  if (isSettled) setTimeout(fetch, LATER_PAUSE);
  else void settled.then(fetch);
}
