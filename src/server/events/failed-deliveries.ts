/**
 * Events that a subscriber failed on. They are retried with growing pauses while the subscriber continues, so one
 * workspace's failure delays no one else. After some minutes they rest until an administrator retries or discards them;
 * they are deleted after 30 days.
 *
 * A subscriber with more than `MAX` failed events stops instead: more of them would only be the same fault again, and
 * after the stop everything is in order and complete.
 */
import { asSystem, execute, query, transaction } from '../db/index.ts';
import { log } from '../observability/log.ts';
import { notify } from './bus.ts';
import { EVENTS_CHANNEL } from './emit.ts';

/** Maximum number of a subscriber's events that wait for a retry. */
const MAX = 100;
/** Total attempts; the last comes about four minutes after the first. */
const TRIES = 8;
const PAUSE = (tries: string) => `power(2, ${tries}) * interval '1 second'`;
const LONGEST_MESSAGE = 500;

/** Runs in the transaction that moves on to the next event. @returns whether there was room for it */
export async function putAside(subscriber: string, event: { id: number }, error: Error): Promise<boolean> {
  const [waiting] = await query<{ full: boolean }>(
    'select count(*) >= $2 as full from (select 1 from event_failures where subscriber = $1 and retry_at is not null limit $2) x',
    [subscriber, MAX],
  );
  if (waiting!.full) return false;
  await execute(
    `insert into event_failures (subscriber, event_id, error, tries, retry_at)
      values ($1, $2, $3, 1, now() + ${PAUSE('1')}) on conflict do nothing`,
    [subscriber, event.id, error.message.slice(0, LONGEST_MESSAGE)],
  );
  return true;
}

/** Records another failed attempt: retry later, or rest after the last one. */
export async function failedAgain(subscriber: string, event: { id: number }, error: Error): Promise<void> {
  const [after] = await query<{ rests: boolean }>(
    `update event_failures set error = $3, tries = tries + 1, at = now(), retry_at = case when tries + 1 < ${TRIES}
      then now() + ${PAUSE('tries + 1')} end
     where subscriber = $1 and event_id = $2 returning retry_at is null as rests`,
    [subscriber, event.id, error.message.slice(0, LONGEST_MESSAGE)],
  );
  if (after?.rests) log().error({ subscriber, event: event.id }, 'a subscriber gave up on an event');
}

export async function doneAfterAll(subscriber: string, event: number): Promise<void> {
  await execute('delete from event_failures where subscriber = $1 and event_id = $2', [subscriber, event]);
}

/** How many wait for a retry, and how many rest; counted up to 10,000. */
export async function countAside(): Promise<{ waiting: number; resting: number }> {
  const [row] = await asSystem(() =>
    query<{ waiting: number; resting: number }>(
      `select count(retry_at)::int as waiting, (count(*) - count(retry_at))::int as resting
        from (select retry_at from event_failures limit 10000) x`,
    ),
  );
  return row!;
}

/** A failed event, as administrators see it. */
export interface Aside {
  event: number;
  /** Event type: `contact.created`. */
  type: string;
  subject: { type: string; id: string } | null;
  workspace: { id: string; name: string } | null;
  /** Time of the event; ISO instant. */
  happenedAt: string;
  subscriber: string;
  error: string;
  tries: number;
  failedAt: string;
  /** Null when it rests. */
  retryAt: string | null;
}

interface Row {
  event_id: number;
  type: string;
  subject_type: string | null;
  subject_id: string | null;
  workspace: Aside['workspace'];
  happened_at: string;
  subscriber: string;
  error: string;
  tries: number;
  at: string;
  retry_at: string | null;
}

/** Newest events first. @param options.after the last one of the previous page */
export async function listAside({
  after,
  limit,
}: {
  after: { event: number; subscriber: string } | undefined;
  limit: number;
}): Promise<Aside[]> {
  const rows = await asSystem(() =>
    query<Row>(
      `select f.event_id, e.type, e.subject_type, e.subject_id, e.at as happened_at, f.subscriber, f.error, f.tries,
        f.at, f.retry_at,
       case when w.id is null then null else jsonb_build_object('id', w.id, 'name', w.name) end as workspace
     from event_failures f join events e on e.id = f.event_id left join workspaces w on w.id = e.workspace_id
     where $1::bigint is null or (f.event_id, f.subscriber) < ($1, $2)
        order by f.event_id desc, f.subscriber desc limit $3`,
      [after?.event ?? null, after?.subscriber ?? null, limit],
    ),
  );
  return rows.map((row) => ({
    event: row.event_id,
    type: row.type,
    subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
    workspace: row.workspace,
    happenedAt: row.happened_at,
    subscriber: row.subscriber,
    error: row.error,
    tries: row.tries,
    failedAt: row.at,
    retryAt: row.retry_at,
  }));
}

export interface AsideKey {
  event: number;
  subscriber: string;
}

/** Retries one, or all, at once. @returns how many */
export async function retryAsideNow(one?: AsideKey): Promise<number> {
  return asSystem(() =>
    transaction(async () => {
      const found = await execute(
        `update event_failures set retry_at = now(), tries = 0
          where $1::bigint is null or (event_id = $1 and subscriber = $2)`,
        [one?.event ?? null, one?.subscriber ?? null],
      );
      await notify(EVENTS_CHANNEL, '');
      return found;
    }),
  );
}

/** Discards one: its subscriber will not receive it again. @returns whether there was one */
export async function leaveOut({ event, subscriber }: AsideKey): Promise<boolean> {
  return asSystem(
    async () =>
      (await execute('delete from event_failures where event_id = $1 and subscriber = $2', [event, subscriber])) > 0,
  );
}
