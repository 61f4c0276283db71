/**
 * Changes that are on their way to the server, or wait for their turn: while there are some, the browser asks before
 * the page is closed or loaded anew, because what the screen shows already would not have happened.
 */

/** The part of `window` that is needed. */
export type Leaving = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Follows the promise until it ends, and answers it. */
export type Follow = <T>(change: Promise<T>) => Promise<T>;

/**
 * @param page asked for only while something is under way: a listener that stays keeps pages out of the browser's
 *   back-forward cache.
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

/**
 * Says that a change is under way until the promise ends. Calls that write are followed by themselves; queues follow
 * what waits in them.
 */
export const underWay: Follow = createUnderWay(() => (typeof window === 'undefined' ? undefined : window));
