/** Maintenance of stored events: metrics and deletion. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { forgetRows } from '../db/delete-in-batches.ts';
import { asSystem, database, execute, query, transaction } from '../db/index.ts';
import { setAside, setSubscriberLag } from '../observability/metrics.ts';
import { countAside } from './failed-deliveries.ts';
import { keptSql } from './history.ts';
import { subscriberNames } from './subscribers.ts';

/** Retention of events that every subscriber has handled; long enough for a browser that returns after a weekend. */
const KEEP = '30 days';

/** Metrics: how many events each subscriber is behind, counted up to 10,000, and how many failed. */
export async function measureLag(): Promise<void> {
  const rows = await asSystem(() =>
    query<{ subscriber: string; behind: number }>(
      `select c.subscriber, (select count(*)::int from
        (select 1 from events e where (e.xid, e.id) > (c.xid, c.event_id) limit 10000) x) as behind
        from event_cursors c`,
    ),
  );
  for (const row of rows) setSubscriberLag(row.subscriber, row.behind);
  setAside(await countAside());
}

/** Events checked in one transaction; on the embedded engine everyone waits for it. */
const PIECE = { postgres: 5_000, pglite: 500 };

/**
 * Deletes old events that every subscriber has handled and no history needs, and failed events of the same age.
 * @returns how many
 */
export async function forgetOldEvents(): Promise<number> {
  // A cursor that no running version declares would keep every event for ever.
  await asSystem(() =>
    execute(`delete from event_cursors where subscriber <> all($1) and updated_at < now() - interval '${KEEP}'`, [
      subscriberNames(),
    ]),
  );
  await forgetRows('event_failures', `retry_at is null and at < now() - interval '${KEEP}'`);
  const most = PIECE[database().engine];
  for (let gone = 0; ;) {
    const { looked, forgotten } = await asSystem(() => transaction(() => forgetNext(most)));
    gone += forgotten;
    if (looked < most) return gone;
    await letOthersRun();
  }
}

/** Checks the next events in id order, up to one that is young or not yet handled by everyone. */
async function forgetNext(most: number): Promise<{ looked: number; forgotten: number }> {
  await execute('insert into event_horizon default values on conflict do nothing');
  const [horizon] = await query<{ looked_to: number }>('select looked_to from event_horizon for update');
  const rows = await query<{ id: number; due: boolean; kept: boolean }>(
    `select e.id, e.at < now() - interval '${KEEP}' and not exists
      (select 1 from event_cursors c where (c.xid, c.event_id) < (e.xid, e.id)) as due, ${keptSql('e')} as kept
     from (select * from events where id > $1 order by id limit $2) e order by e.id`,
    [horizon!.looked_to, most],
  );
  const young = rows.findIndex(({ due }) => !due);
  const old = young === -1 ? rows : rows.slice(0, young);
  const last = old.at(-1);
  if (!last) return { looked: 0, forgotten: 0 };
  const gone = await query<{ xid: string }>('delete from events where id = any($1) returning xid::text as xid', [
    old.filter(({ kept }) => !kept).map(({ id }) => id),
  ]);
  const newest = gone.reduce((greatest, { xid }) => (BigInt(xid) > greatest ? BigInt(xid) : greatest), 0n);
  await execute('update event_horizon set looked_to = $1, forgotten_xid = greatest(forgotten_xid, $2::text::xid8)', [
    last.id,
    String(newest),
  ]);
  return { looked: old.length, forgotten: gone.length };
}
