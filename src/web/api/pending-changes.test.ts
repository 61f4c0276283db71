import { describe, expect, it } from 'vitest';
import { createUnderWay } from './pending-changes.ts';

/** A page with its listeners, and its message on leaving. */
function page() {
  const target = new EventTarget();
  let listeners = 0;
  const leaving = {
    addEventListener: (...args: Parameters<EventTarget['addEventListener']>) => {
      listeners += 1;
      target.addEventListener(...args);
    },
    removeEventListener: (...args: Parameters<EventTarget['removeEventListener']>) => {
      listeners -= 1;
      target.removeEventListener(...args);
    },
  };
  return {
    follow: createUnderWay(() => leaving),
    listeners: () => listeners,
    asks: () => !target.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

/** Lets code that awaits a finished promise run. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('changes under way', () => {
  it('make the browser ask from the first to the last of them, and leave no listener behind', async () => {
    const { follow, asks, listeners } = page();
    expect(asks()).toBe(false);
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<void>();
    const answer = follow(first.promise);
    void follow(second.promise);
    expect([asks(), listeners()]).toEqual([true, 1]);
    first.resolve('kept');
    expect(await answer).toBe('kept');
    await settled();
    expect(asks()).toBe(true);
    second.resolve();
    await settled();
    expect([asks(), listeners()]).toEqual([false, 0]);
  });

  it('count as over when they fail, and the failure is the caller’s', async () => {
    const { follow, asks } = page();
    await expect(follow(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await settled();
    expect(asks()).toBe(false);
  });
});
