/**
 * Collects events that arrive together and stores them in one transaction. Nobody gets an answer before the commit, so
 * nothing that was acknowledged can be lost. While a batch is stored, the next one grows: the busier it is, the fewer
 * statements an event costs.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, execute, outsideTransaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { log } from '../../../server/observability/log.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { PIXEL } from '../paths.ts';
import { dayOfEvent, ensureDays } from './partitions.ts';
import { storeBatch } from './store-batch.ts';

/** Events that may wait; more are refused at once. */
const MOST_WAITING = 20_000;
/** Events of one transaction. */
const MOST_AT_ONCE = 1_000;
/** Milliseconds that a batch gathers, where the last one was large. */
const GATHER = 20;
const LARGE = 10;
/** Milliseconds between two messages to browsers: about who is there now, and about all reports of a site. */
const TELL_EVERY = 3_000;
const TELL_ALL_EVERY = 15_000;

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
  await tellBrowsers(events).catch((error: unknown) => log().warn({ err: error }, 'browsers were not told of events'));
}

interface Told {
  live: number;
  all: number;
}
const told = new Map<string, Told>();

/** Notes when sites were last heard of, and has their open pages read again; every few seconds at most. */
async function tellBrowsers(events: readonly CountedEvent[]): Promise<void> {
  const now = performance.now();
  const due = new Map<string, { workspaceId: string; path: string }>();
  for (const { site } of events) {
    const before = told.get(site.id) ?? { live: -Infinity, all: -Infinity };
    if (due.has(site.id) || now - before.live < TELL_EVERY) continue;
    const tellsAll = now - before.all >= TELL_ALL_EVERY;
    if (told.size > 10_000) told.clear();
    told.set(site.id, { live: now, all: tellsAll ? now : before.all });
    const path = `${PIXEL.sites}/${site.id}${tellsAll ? '' : '/live'}`;
    due.set(site.id, { workspaceId: site.workspaceId, path });
  }
  if (due.size === 0) return;
  await execute('update pixel_sites set last_event_at = now() where id = any($1)', [[...due.keys()]]);
  for (const { workspaceId, path } of due.values()) await publishPaths(workspaceId, [path]);
}

/** Waits until everything that has arrived is stored, for a graceful stop. */
export async function finishWriting(): Promise<void> {
  await running;
}
