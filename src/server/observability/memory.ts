/**
 * Gives memory back after the start and after a rush. What was thrown away in them is freed only by a later collection,
 * for which a server at rest has no cause: V8 would keep the empty pages for hours. So when the server has started or
 * grown by half, and has had next to nothing to do for a while, everything is collected once, with the pages handed
 * back to the system. That stops it for 0.1 to 0.2 s, at a moment when nobody is likely to ask, and not again before it
 * has grown anew.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { log } from './log.ts';

const LOOK_EVERY = 5_000;
/** Looks in a row, each of which must find the server at rest. */
const CALM_LOOKS = 3;
/** Share of its time that a server at rest works. */
const AT_REST = 0.05;
const MEGABYTE = 1024 * 1024;
/** Less than this is not worth a stop. */
const WORTH = 64 * MEGABYTE;

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

export interface Meter {
  /** Share of the time since it was asked last that this process worked, 0 to 1. */
  busy: () => number;
  /** Resident memory, in bytes. */
  memory: () => number;
  collect: () => void;
}

function meter(): Meter {
  const collect = collector();
  let before = performance.eventLoopUtilization();
  return {
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    memory: () => process.memoryUsage.rss(),
    collect: () => collect({ type: 'major', flavor: 'last-resort' }),
  };
}

/** What looks at the server at each turn and collects when it is due. */
export function collectAtRest({ busy, memory, collect }: Meter): () => void {
  /** What it held at its least since the last collection, of which there was none yet. */
  let least = 0;
  let calm = 0;
  return () => {
    calm = busy() < AT_REST ? calm + 1 : 0;
    const held = memory();
    least = Math.min(least, held);
    if (calm < CALM_LOOKS || held < least * 1.5 + WORTH) return;
    const began = performance.now();
    collect();
    least = memory();
    log().info(
      {
        from: Math.round(held / MEGABYTE),
        to: Math.round(least / MEGABYTE),
        milliseconds: Math.round(performance.now() - began),
      },
      'memory given back, MB',
    );
  };
}

/** Looks from now on. @returns what ends it. */
export function giveMemoryBack(): () => void {
  const timer = setInterval(collectAtRest(meter()), LOOK_EVERY).unref();
  return () => clearInterval(timer);
}
