/**
 * Collects events that arrive together and stores them in one transaction. Nobody gets an answer before the commit, so
 * nothing that was acknowledged can be lost. While a batch is stored, the next one grows: the busier it is, the fewer
 * statements an event costs.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, outsideTransaction } from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { announce, stopAnnouncing } from './announce.ts';
import { dayOfEvent, ensureDays } from './partitions.ts';
import { storeBatch } from './store-batch.ts';

/** Events that may wait; more are refused at once. */
const MOST_WAITING = 20_000;
/** Events of one transaction. */
const MOST_AT_ONCE = 1_000;
/** Milliseconds that a batch gathers, where the last one was large. */
const GATHER = 20;
const LARGE = 10;

interface Waiting {
  events: readonly CountedEvent[];
  done: () => void;
  failed: (error: unknown) => void;
}

let queue: Waiting[] = [];
let waiting = 0;
let running: Promise<void> | undefined;

/**
 * Stores events. Resolves after their commit.
 * @throws AppError `unavailable` when too many wait, or the database is away
 */
export function storeEvents(events: readonly CountedEvent[]): Promise<void> {
  if (events.length === 0) return Promise.resolve();
  if (waiting + events.length > MOST_WAITING)
    return Promise.reject(
      new AppError('unavailable', 'Too many events arrive at once. Send them again shortly.', { retryAfter: 2 }),
    );
  return new Promise((resolve, reject) => {
    queue.push({ events, done: resolve, failed: reject });
    waiting += events.length;
    running ??= asSystem(() => outsideTransaction(run));
  });
}

async function run(): Promise<void> {
  let last = 0;
  while (queue.length > 0) {
    if (last >= LARGE) await wait(GATHER);
    const batch = takeBatch();
    last = batch.reduce((sum, { events }) => sum + events.length, 0);
    await store(batch);
    waiting -= last;
  }
  running = undefined;
}

function takeBatch(): Waiting[] {
  let count = 0;
  let taken = 0;
  while (taken < queue.length && (taken === 0 || count + queue[taken]!.events.length <= MOST_AT_ONCE))
    count += queue[taken++]!.events.length;
  const batch = queue.slice(0, taken);
  queue = queue.slice(taken);
  return batch;
}

/** Where a batch cannot be stored, its halves are tried, so that one event never takes others with it. */
async function store(batch: readonly Waiting[]): Promise<void> {
  const events = batch.flatMap((one) => one.events);
  try {
    await ensureDays(events.map(({ at }) => dayOfEvent(at)));
    await storeBatch(events);
  } catch (error) {
    if (batch.length === 1 || error instanceof AppError) {
      if (!(error instanceof AppError)) log().error({ err: error }, 'website events could not be stored');
      for (const { failed } of batch) failed(error);
      return;
    }
    const half = Math.ceil(batch.length / 2);
    await store(batch.slice(0, half));
    await store(batch.slice(half));
    return;
  }
  for (const { done } of batch) done();
  announce(events);
}

/** Waits until everything that has arrived is stored, for a graceful stop. */
export async function finishWriting(): Promise<void> {
  await running;
  stopAnnouncing();
}
