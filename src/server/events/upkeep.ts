/** Looking after what is written down of events: figures, and forgetting. */
import { asSystem, execute, query } from '../db/index.ts';
import { setAside, setSubscriberLag } from '../observability/metrics.ts';
import { countAside } from './aside.ts';
import { subscriberNames } from './subscribers.ts';

/** Retention of events that everyone has handled; long enough for a browser that comes back after a weekend. */
const KEEP = '30 days';

/** Figures for the metrics: how many events each subscriber is behind, counted up to 10,000, and how many were put aside. */
export async function measureLag(): Promise<void> {
  const rows = await asSystem(() => query<{ subscriber: string; behind: number }>(
    `select c.subscriber, (select count(*)::int from (select 1 from events e where (e.xid, e.id) > (c.xid, c.event_id) limit 10000) x) as behind from event_cursors c`,
  ));
  for (const row of rows) setSubscriberLag(row.subscriber, row.behind);
  setAside(await countAside());
}

/** Removes old events that every subscriber has handled, and what one had not managed by then. @returns how many. */
export async function forgetOldEvents(): Promise<number> {
  // One that no version at work declares any more would keep every event for ever.
  await asSystem(() => execute(`delete from event_cursors where subscriber <> all($1) and updated_at < now() - interval '${KEEP}'`, [subscriberNames()]));
  return asSystem(() => execute(
    `delete from events e where e.at < now() - interval '${KEEP}'
     and not exists (select 1 from event_cursors c where (c.xid, c.event_id) < (e.xid, e.id))`,
  ));
}
