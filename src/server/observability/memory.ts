/**
 * Releases memory after the start and after a rush. Garbage is freed only by a later collection, for which an idle
 * server has no cause, and V8 would keep the empty pages for hours. When the server has started or grown by half, and
 * has been nearly idle for a while, everything is collected once and the pages are returned to the system. That stops
 * it for 0.1 to 0.2 s, when no one is likely to ask, and not again before it has grown.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { log } from './log.ts';

const LOOK_EVERY = 5_000;
/** Consecutive checks that must find the server idle. */
const CALM_LOOKS = 3;
/** Busy share of an idle server. */
const AT_REST = 0.05;
const MEGABYTE = 1024 * 1024;
/** Less than this is not worth a pause. */
const WORTH = 64 * MEGABYTE;

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

export interface Meter {
  /** Busy share of this process since the last call, 0 to 1. */
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

/** Checks the server at each turn and collects when due. */
export function collectAtRest({ busy, memory, collect }: Meter): () => void {
  /** Minimum memory since the last collection; none happened yet. */
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

/** Starts checking. @returns a function that stops it */
export function giveMemoryBack(): () => void {
  const timer = setInterval(collectAtRest(meter()), LOOK_EVERY).unref();
  return () => clearInterval(timer);
}
