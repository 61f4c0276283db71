/**
 * Reactions to events, in order and at least once, run by the worker; failed ones are retried later (`aside.ts`).
 *
 * A subscriber moves its cursor in the transaction that handles the events: database writes of a handler happen exactly
 * once, anything else (for which it should enqueue a job) at least once.
 *
 * The cursor is not simply the last id, because ids are assigned when a row is written, not when it commits. Of two
 * transactions the one with the higher id may commit first, and a cursor past it would skip the lower one for ever. So
 * events are read in the order (transaction, id), and only of transactions older than every open one (`xid <
 * pg_snapshot_xmin`): no row can appear among those any more. A long transaction delays subscribers but never makes
 * them miss anything. One in another database of the same server delays them until the next poll, which ignores those,
 * because they write no events here.
 */
import { UUID } from '../../kernel/ids.ts';
import { asSystem, database, execute, inWorkspace, query, savepoint, transaction } from '../db/index.ts';
import { log } from '../observability/log.ts';
import { countFault } from '../observability/metrics.ts';
import { doneAfterAll, failedAgain, putAside } from './failed-deliveries.ts';
import { bus } from './bus.ts';
import type { Cause } from './cause.ts';
import { EVENTS_CHANNEL } from './emit.ts';

export interface RecordedEvent {
  id: number;
  workspaceId: string;
  type: string;
  subject: { type: string; id: string } | undefined;
  actorId: string | undefined;
  actorKind: 'user' | 'system';
  /** ISO instant. */
  at: string;
  data: Record<string, unknown>;
  /** The automation that caused it. */
  cause: Cause | undefined;
}

type Handler = (event: RecordedEvent) => Promise<void>;
/** Selects the events worth handling from a batch; runs as system, once for all. */
type Sift = (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;

export interface Subscriber {
  name: string;
  types: readonly string[];
  handler: Handler;
  sift: Sift | undefined;
  seesPrivate: boolean;
}

const BATCH = 100;
/**
 * On the embedded engine everyone waits while a batch is handled, so batches are small and limited to so many
 * milliseconds.
 */
const BATCH_EMBEDDED = 20;
const LONGEST_EMBEDDED = 40;
/** Also the longest time an event waits for an older transaction to end, which no one announces. */
const POLL_EVERY = 2_000;
/** How long a subscriber stops that fails at everything. */
const STANDSTILL = '10 seconds';

const subscribers = new Map<string, Subscriber>();

/**
 * Declares a reaction. It starts with events that happen after its first run.
 * @param types event types, or `*` for all
 * @param name unique and never changed: the cursor is stored under it
 * @param handler runs in the event's workspace and in a transaction; it must not wait for the outside world
 * @param options.sift for events that come by the thousand and rarely concern anyone
 * @param options.seesPrivate also gets events of private records, and tells no one but their readers; other subscribers
 * never receive them
 */
export function subscribe(
  types: string | readonly string[],
  name: string,
  handler: Handler,
  { sift, seesPrivate = false }: { sift?: Sift; seesPrivate?: boolean } = {},
): Subscriber {
  if (subscribers.has(name)) throw new Error(`There are two subscribers called ${name}`);
  const subscriber = { name, types: typeof types === 'string' ? [types] : types, handler, sift, seesPrivate };
  subscribers.set(name, subscriber);
  return subscriber;
}

/** All subscribers of this version. */
export const subscriberNames = (): string[] => [...subscribers.keys()];

/** Removes a subscriber in this process; its cursor stays. For tests. */
export function unsubscribe(name: string): void {
  subscribers.delete(name);
}

interface Row {
  id: number;
  xid: string;
  workspace_id: string;
  type: string;
  subject_type: string | null;
  subject_id: string | null;
  actor_id: string | null;
  actor_kind: 'user' | 'system';
  at: string;
  data: Record<string, unknown>;
  cause: Cause | null;
}

/**
 * SQL: the oldest transaction that may still write an event. The parameter is the result of `oldestOpenHere`; null
 * means the oldest of the whole server, which costs nothing.
 */
const oldestOpen = (parameter: string) => `coalesce(${parameter}::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))`;

/**
 * The oldest open transaction of this database, or the next one where none is open. A transaction of unknown database
 * (a prepared one belongs to no session) counts as ours; one that ends meanwhile ended before the caller looks.
 */
async function oldestOpenHere(): Promise<string> {
  const [row] = await query<{ xid: string }>(
    `select coalesce((
       select x from pg_snapshot_xip(s) x where not exists (
         select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and l.transactionid = x::xid
           and a.datid <> (select oid from pg_database where datname = current_database())
       ) order by x limit 1
     ), pg_snapshot_xmax(s))::text as xid from pg_current_snapshot() s`,
    [],
    'oldest_open_here',
  );
  return row!.xid;
}

/**
 * Handles one batch of a subscriber's new events.
 * @param openHere as for `oldestOpen`
 * @param sifting false: the handler gets every event
 * @returns whether there may be more right now
 */
async function runOnce(subscriber: Subscriber, openHere: string | null, sifting = true): Promise<boolean> {
  const isEmbedded = database().engine === 'pglite';
  const most = isEmbedded ? BATCH_EMBEDDED : BATCH;
  return asSystem(() =>
    transaction(async () => {
      const [cursor] = await query<{ xid: string; event_id: number }>(
        `select xid::text as xid, event_id from event_cursors
       where subscriber = $1 and (retry_at is null or retry_at <= now()) for update skip locked`,
        [subscriber.name],
      );
      // Another worker is at it, or the subscriber is stopped.
      if (!cursor) return false;
      const events = await query<Row>(
        // e.xid is qualified in the order: the bare name would mean the output text, in which 1000 sorts before 999.
        `select e.id, e.xid::text as xid, workspace_id, type, subject_type, subject_id, actor_id, actor_kind, at, data,
          cause from events e
       where (e.xid, e.id) > ($1::text::xid8, $2::bigint) and e.xid < ${oldestOpen('$4')}
          order by e.xid, e.id limit $3`,
        [cursor.xid, cursor.event_id, most, openHere],
      );
      if (events.length === 0) return false;
      const ended = await handleAll(subscriber, events, sifting, isEmbedded ? LONGEST_EMBEDDED : Infinity);
      return ended === 'cut' || (ended === 'done' && events.length === most);
    }),
  );
}

/** @returns `waits` when the subscriber is stopped, `cut` when the time ran out before the end */
async function handleAll(
  subscriber: Subscriber,
  events: Row[],
  sifting: boolean,
  longest: number,
): Promise<'done' | 'cut' | 'waits'> {
  const begun = performance.now();
  let last: Row | undefined;
  const wanted = await wantedOf(subscriber, events, sifting);
  for (const row of events) {
    const event = wanted.get(row.id);
    const error = event && (await handle(subscriber, event));
    if (error && !(await putAside(subscriber.name, event, error))) {
      if (last) await moveTo(subscriber, last);
      await execute(`update event_cursors set retry_at = now() + interval '${STANDSTILL}' where subscriber = $1`, [
        subscriber.name,
      ]);
      return 'waits';
    }
    last = row;
    if (event && performance.now() - begun > longest) break;
  }
  if (last) await moveTo(subscriber, last);
  return last === events.at(-1) ? 'done' : 'cut';
}

/** The events that the subscriber wants. */
async function wantedOf(
  subscriber: Subscriber,
  events: readonly Row[],
  sifting: boolean,
): Promise<Map<number, RecordedEvent>> {
  const typed = events
    .filter(({ type }) => subscriber.types.includes('*') || subscriber.types.includes(type))
    .map(toEvent);
  const own = subscriber.seesPrivate ? typed : await withoutPrivate(typed);
  return new Map(
    (sifting && subscriber.sift && own.length > 1 ? await subscriber.sift(own) : own).map((event) => [event.id, event]),
  );
}

/**
 * Retries failed events that are due. One worker at a time, as with the cursor itself.
 * @returns whether there may be more right now
 */
async function retryAside(subscriber: Subscriber): Promise<boolean> {
  const isEmbedded = database().engine === 'pglite';
  const most = isEmbedded ? BATCH_EMBEDDED : BATCH;
  return asSystem(() =>
    transaction(async () => {
      const free = await query('select 1 from event_cursors where subscriber = $1 for update skip locked', [
        subscriber.name,
      ]);
      if (free.length === 0) return false;
      const due = await query<Row>(
        `select e.id, e.xid::text as xid, workspace_id, type, subject_type, subject_id, actor_id, actor_kind, e.at,
          data, cause
       from event_failures f join events e on e.id = f.event_id where f.subscriber = $1 and f.retry_at <= now()
          order by f.event_id limit $2`,
        [subscriber.name, most],
      );
      const begun = performance.now();
      const wanted = await wantedOf(subscriber, due, false);
      for (const { id } of due) {
        const event = wanted.get(id);
        const error = event && (await handle(subscriber, event));
        await (error ? failedAgain(subscriber.name, event, error) : doneAfterAll(subscriber.name, id));
        if (isEmbedded && performance.now() - begun > LONGEST_EMBEDDED) return true;
      }
      return due.length === most;
    }),
  );
}

/** Removes events of private records. Runs as system. */
async function withoutPrivate(events: RecordedEvent[]): Promise<RecordedEvent[]> {
  const subjects = [
    ...new Set(events.flatMap(({ subject }) => (subject && UUID.test(subject.id) ? [subject.id] : []))),
  ];
  if (subjects.length === 0) return events;
  const hidden = new Set(
    (await query<{ id: string }>('select id from readers_of($1)', [subjects], 'events_private')).map(({ id }) => id),
  );
  return hidden.size === 0 ? events : events.filter(({ subject }) => !subject || !hidden.has(subject.id));
}

async function moveTo(subscriber: Subscriber, row: Row): Promise<void> {
  await execute(
    `update event_cursors set xid = $2::text::xid8, event_id = $3, retry_at = null, updated_at = now()
      where subscriber = $1`,
    [subscriber.name, row.xid, row.id],
  );
}

const toEvent = (row: Row): RecordedEvent => ({
  id: row.id,
  workspaceId: row.workspace_id,
  type: row.type,
  subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : undefined,
  actorId: row.actor_id ?? undefined,
  actorKind: row.actor_kind,
  at: row.at,
  data: row.data,
  cause: row.cause ?? undefined,
});

async function handle(subscriber: Subscriber, event: RecordedEvent): Promise<Error | undefined> {
  try {
    await savepoint(() => inWorkspace(event.workspaceId, event.actorId ?? null, () => subscriber.handler(event)));
    return undefined;
  } catch (error) {
    countFault('event');
    log().error({ err: error, subscriber: subscriber.name, event: event.id, type: event.type }, 'a subscriber failed');
    return error as Error;
  }
}

/** A new subscriber starts now, after everything committed so far. */
async function ensureCursors(): Promise<void> {
  for (const name of subscribers.keys()) {
    await asSystem(() =>
      execute(
        `insert into event_cursors (subscriber, xid, event_id)
       select $1, coalesce(last.xid, '0'::xid8), coalesce(last.id, 0)
       from (select 1) one left join lateral (
         select xid, id from events where xid < pg_snapshot_xmin(pg_current_snapshot())
            order by xid desc, id desc limit 1
       ) last on true
       on conflict do nothing`,
        [name],
      ),
    );
  }
}

/** Keeps two workers from doing this at once. */
const REBASE_LOCK = 72_717_803;
/** The oldest number of an ordinary transaction. */
const OLDEST_XID = '3';

/**
 * Transaction numbers belong to their database cluster. After a restore from a dump into a younger one they may be in
 * its future: subscribers would wait for them, and new events would sort before them. Then all of them are moved into
 * the past, where ids alone give the order; a subscriber may receive events again that it had not finished.
 * @returns whether that was necessary
 */
async function rebaseRestoredEvents(): Promise<boolean> {
  return asSystem(() =>
    transaction(async () => {
      await query(`select pg_advisory_xact_lock(${REBASE_LOCK})`);
      const [found] = await query<{ future: boolean }>(
        `select exists (select 1 from event_cursors where xid >= pg_snapshot_xmax(pg_current_snapshot()))
         or exists (select 1 from events where xid >= pg_snapshot_xmax(pg_current_snapshot())) as future`,
      );
      if (!found!.future) return false;
      await execute(
        `update event_cursors c set xid = '${OLDEST_XID}', event_id = coalesce(
         (select min(e.id) - 1 from events e where (e.xid, e.id) > (c.xid, c.event_id) or e.id > c.event_id),
            c.event_id)`,
      );
      await execute(`update events set xid = '${OLDEST_XID}'`);
      // Browsers that followed the other cluster do not know this one's changes.
      await execute(
        'insert into event_horizon (forgotten_xid) values (pg_current_xact_id()) on conflict (id) do update set forgotten_xid = excluded.forgotten_xid',
      );
      log().warn('events come from another database cluster; their order was imported by id');
      return true;
    }),
  );
}

export interface SubscriberLoop {
  /** Stops after the current batch. */
  stop(): Promise<void>;
  /** Handles everything there is, then resolves. For tests. */
  settle(): Promise<void>;
}

/** Starts handling events in this process. */
export async function startSubscribers(): Promise<SubscriberLoop> {
  await rebaseRestoredEvents();
  await ensureCursors();
  let stopping = false;
  let round: Promise<void> = Promise.resolve();
  let queued = false;
  let thorough = false;
  const wake = () => {
    if (queued || stopping) return;
    queued = true;
    round = round
      .then(async () => {
        const isPoll = thorough;
        queued = thorough = false;
        await runAll(() => stopping, isPoll);
      })
      .catch((error: unknown) => log().error({ err: error }, 'events could not be handled'));
  };
  const quiet = bus().listen(EVENTS_CHANNEL, wake);
  const quietReconnect = bus().onReconnect(wake);
  const poll = () => {
    thorough = true;
    wake();
  };
  const timer = setInterval(poll, POLL_EVERY).unref();
  poll();
  return {
    async stop() {
      stopping = true;
      quiet();
      quietReconnect();
      clearInterval(timer);
      await round;
    },
    async settle() {
      poll();
      await round;
    },
  };
}

/** Whether any subscriber has work: one question for all of them while nothing happens. */
async function anyBehind(openHere: string | null): Promise<boolean> {
  const [found] = await asSystem(() =>
    query<{ behind: boolean }>(
      `select exists (
       select 1 from event_cursors c where c.subscriber = any($1) and (c.retry_at is null or c.retry_at <= now())
         and exists (select 1 from events e where (e.xid, e.id) > (c.xid, c.event_id) and e.xid < ${oldestOpen('$2')})
     ) or exists (select 1 from event_failures f where f.subscriber = any($1) and f.retry_at <= now()) as behind`,
      [[...subscribers.keys()], openHere],
      'subscribers_behind',
    ),
  );
  return found!.behind;
}

/** @param thorough also events that only wait for transactions of other databases */
async function runAll(stopping: () => boolean, thorough: boolean): Promise<void> {
  if (stopping()) return;
  const openHere = thorough && database().engine === 'postgres' ? await asSystem(oldestOpenHere) : null;
  if (!(await anyBehind(openHere))) return;
  for (const subscriber of subscribers.values()) {
    let more = true;
    while (more && !stopping()) more = await oneStep(subscriber, openHere);
    more = true;
    while (more && !stopping())
      more = await retryAside(subscriber).catch((error: unknown) => failed(subscriber, error));
  }
}

/**
 * One batch; if it fails as a whole, once more without sifting, which only saves time. A failure delays no other
 * subscriber.
 */
async function oneStep(subscriber: Subscriber, openHere: string | null): Promise<boolean> {
  try {
    return await runOnce(subscriber, openHere);
  } catch (error) {
    failed(subscriber, error);
    return subscriber.sift
      ? runOnce(subscriber, openHere, false).catch((again: unknown) => failed(subscriber, again))
      : false;
  }
}

/** @returns false: nothing more right now */
function failed(subscriber: Subscriber, error: unknown): false {
  countFault('event');
  log().error({ err: error, subscriber: subscriber.name }, 'events could not be handled');
  return false;
}
