import { expect } from 'vitest';
import { asSystem, query } from '../server/db/index.ts';

/** Waits until every subscriber, or this one alone, has handled all events that were emitted so far. */
export const eventsHandled = async (subscriber?: string) => {
  await expect
    .poll(() =>
      asSystem(() =>
        query<{ subscriber: string }>(
          `select c.subscriber from event_cursors c where ($1::text is null or c.subscriber = $1)
              and exists (select 1 from events e where (e.xid, e.id) > (c.xid, c.event_id))`,
          [subscriber ?? null],
        ),
      ),
    )
    .toEqual([]);
};
