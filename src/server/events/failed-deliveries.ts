/**
 * Events that a subscriber failed on. They are put aside and tried again with growing pauses, while it goes on with the
 * others: what fails for one workspace holds up nobody else. After some minutes they rest, until an administrator has
 * them tried again or left out; they are forgotten after 30 days.
 *
 * A subscriber that fails at everything stands still instead: more than `MOST` waiting ones would only be the same
 * fault again, and what comes after a standstill is in order and complete.
 */
import { asSystem, execute, query, transaction } from '../db/index.ts';
import { log } from '../observability/log.ts';
import { notify } from './bus.ts';
import { EVENTS_CHANNEL } from './emit.ts';

/** How many of a subscriber's wait for another try at most. */
const MOST = 100;
/** Tries in all: the last comes about four minutes after the first. */
const TRIES = 8;
const PAUSE = (tries: string) => `power(2, ${tries}) * interval '1 second'`;
const LONGEST_MESSAGE = 500;

/** Within the transaction that goes on to the next event. @returns whether there was room for it. */
export async function putAside(subscriber: string, event: { id: number }, error: Error): Promise<boolean> {
  const [waiting] = await query<{ full: boolean }>(
    'select count(*) >= $2 as full from (select 1 from event_failures where subscriber = $1 and retry_at is not null limit $2) x',
    [subscriber, MOST],
  );
  if (waiting!.full) return false;
  await execute(
    `insert into event_failures (subscriber, event_id, error, tries, retry_at)
      values ($1, $2, $3, 1, now() + ${PAUSE('1')}) on conflict do nothing`,
    [subscriber, event.id, error.message.slice(0, LONGEST_MESSAGE)],
  );
  return true;
}

/** Once more in vain: later again, or after the last try when somebody says so. */
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

/** How many wait for another try, and how many rest; counted up to 10,000. */
export async function countAside(): Promise<{ waiting: number; resting: number }> {
  const [row] = await asSystem(() =>
    query<{ waiting: number; resting: number }>(
      `select count(retry_at)::int as waiting, (count(*) - count(retry_at))::int as resting
        from (select retry_at from event_failures limit 10000) x`,
    ),
  );
  return row!;
}

/** An event that a subscriber failed on, as administrators see it. */
export interface Aside {
  event: number;
  /** What happened: `contact.created`. */
  type: string;
  subject: { type: string; id: string } | null;
  workspace: { id: string; name: string } | null;
  /** When it happened; ISO instant. */
  happenedAt: string;
  subscriber: string;
  error: string;
  tries: number;
  failedAt: string;
  /** Null: it rests. */
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

/** The newest events first. @param options.after the last of the page before. */
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

/** Has one tried again at once, or all that there are. @returns how many. */
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

/** Leaves one out: its subscriber will not hear of it again. @returns whether there was one. */
export async function leaveOut({ event, subscriber }: AsideKey): Promise<boolean> {
  return asSystem(
    async () =>
      (await execute('delete from event_failures where event_id = $1 and subscriber = $2', [event, subscriber])) > 0,
  );
}
