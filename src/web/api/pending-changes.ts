/**
 * Changes that are pending or queued: while there are some, the browser asks before the page is closed or reloaded,
 * because the screen already shows them.
 */

/** The needed part of `window`. */
export type Leaving = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Follows the promise until it ends, and returns it. */
export type Follow = <T>(change: Promise<T>) => Promise<T>;

/**
 * @param page called only while something is pending: a permanent listener keeps pages out of the browser's
 * back-forward cache
 */
export function createUnderWay(page: () => Leaving | undefined): Follow {
  let count = 0;
  const ask = (event: Event) => event.preventDefault();
  const begin = () => {
    count += 1;
    if (count === 1) page()?.addEventListener('beforeunload', ask);
  };
  const end = () => {
    count -= 1;
    if (count === 0) page()?.removeEventListener('beforeunload', ask);
  };
  return (change) => {
    begin();
    change.then(end, end);
    return change;
  };
}

/** Marks a change as pending until the promise ends. Writing calls do so themselves; queues add their waiting items. */
export const underWay: Follow = createUnderWay(() => (typeof window === 'undefined' ? undefined : window));
