import { describe, expect, it, vi } from 'vitest';
import { createConnectivity } from './connectivity.ts';

function setUp({ reachable = true, hasNoNetwork = false } = {}) {
  const world = { reachable, hasNoNetwork, now: 1_000 };
  const timers: { run: () => void; milliseconds: number; cancelled: boolean }[] = [];
  const probe = vi.fn(async () => world.reachable);
  const watch = createConnectivity({
    probe,
    hasNoNetwork: () => world.hasNoNetwork,
    schedule(run, milliseconds) {
      const timer = { run, milliseconds, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
    random: () => 1,
    now: () => world.now,
  });
  const heard = vi.fn();
  watch.subscribe(heard);
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
  return { world, timers, probe, watch, heard, settled };
}

describe('the connection', () => {
  it('stands as long as a probe is answered, whatever a single call met', async () => {
    const { watch, probe, heard, settled } = setUp();
    watch.unanswered();
    watch.unanswered();
    await settled();
    expect(probe).toHaveBeenCalledOnce();
    expect([watch.state(), watch.offlineSince()]).toEqual(['online', undefined]);
    expect(heard).not.toHaveBeenCalled();
  });

  it('is lost when the probe finds nobody, and is tried again with growing pauses until it stands', async () => {
    const { world, watch, timers, heard, settled } = setUp({ reachable: false });
    watch.unanswered();
    await settled();
    expect([watch.state(), watch.offlineSince()]).toEqual(['offline', 1_000]);
    world.now = 60_000;
    for (let n = 0; n < 6; n++) {
      timers.at(-1)!.run();
      await settled();
    }
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
    expect(watch.offlineSince()).toBe(1_000);
    world.reachable = true;
    timers.at(-1)!.run();
    await settled();
    expect([watch.state(), watch.offlineSince()]).toEqual(['online', undefined]);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('is known to be lost without asking where the browser has no network', () => {
    const { watch, probe } = setUp({ hasNoNetwork: true });
    watch.unanswered();
    expect(watch.state()).toBe('offline');
    expect(probe).not.toHaveBeenCalled();
  });

  it('stands again as soon as any call is answered, and is not tried further', async () => {
    const { watch, timers } = setUp({ hasNoNetwork: true });
    watch.unanswered();
    watch.answered();
    expect(watch.state()).toBe('online');
    expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
    // The next loss starts with the shortest pause again.
    watch.unanswered();
    expect(timers.at(-1)?.milliseconds).toBe(1_000);
  });

  it('asks once though many ask at the same time', async () => {
    const { watch, probe } = setUp();
    expect(await Promise.all([watch.check(), watch.check(), watch.check()])).toEqual([true, true, true]);
    expect(probe).toHaveBeenCalledOnce();
  });
});
