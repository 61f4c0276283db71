import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../db/index.ts';
import { leaveOut, listAside, retryAsideNow } from './failed-deliveries.ts';
import { bus, closeBus, openBus } from './bus.ts';
import { emit, LIVE_CHANNEL, type LiveMessage } from './emit.ts';
import { keepHistory } from './history.ts';
import { startSubscribers, subscribe, unsubscribe, type RecordedEvent, type SubscriberLoop } from './subscribers.ts';
import { forgetOldEvents } from './retention.ts';

const WORKSPACE = newId();
const USER = newId();
const asUser = <T>(fn: () => T) => inWorkspace(WORKSPACE, USER, fn);
const onPostgres = process.env.TEST_ENGINE === 'postgres';

let database: TestDatabase;
let loop: SubscriberLoop | undefined;
const live: LiveMessage[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await openBus();
  bus().listen(LIVE_CHANNEL, (payload) => live.push(JSON.parse(payload) as LiveMessage));
});
afterAll(async () => {
  await closeBus();
  await database.destroy();
});
afterEach(async () => {
  await loop?.stop();
  loop = undefined;
  unsubscribe('test');
  await asSystem(() => execute('delete from event_cursors'));
  await asSystem(() => execute('delete from events'));
  await asSystem(() => execute('delete from event_horizon'));
  live.length = 0;
});

/** Starts a subscriber that records its events; `fail` may make it fail. */
async function startNoting(
  types: string | string[],
  fail: (event: RecordedEvent) => void = () => undefined,
): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  subscribe(types, 'test', async (event) => {
    fail(event);
    seen.push(event);
  });
  loop = await startSubscribers();
  return seen;
}

/** Makes every retry due. */
async function dueNow(): Promise<void> {
  await asSystem(() => execute('update event_cursors set retry_at = null'));
  await asSystem(() =>
    execute('update event_failures set retry_at = now() - make_interval(secs => 1) where retry_at is not null'),
  );
}

/** Any other open transaction on the server delays events for a moment. */
async function settled(expectation: () => void): Promise<void> {
  await vi.waitFor(
    async () => {
      await loop!.settle();
      expectation();
    },
    { timeout: 25_000, interval: 50 },
  );
}

const numbers = (seen: RecordedEvent[]) => seen.map((event) => event.data.n);

describe('an event', () => {
  it('records what happened, to what, by whom, and where', async () => {
    const seen = await startNoting('*');
    await asUser(() =>
      emit({
        type: 'contact.created',
        subject: { type: 'contact', id: 'c1' },
        data: { n: 1 },
        paths: ['/api/contacts'],
      }),
    );
    await asSystem(() => emit({ type: 'clock.struck', workspaceId: WORKSPACE }));
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 20_000 });
    expect(seen[0]).toMatchObject({
      workspaceId: WORKSPACE,
      type: 'contact.created',
      subject: { type: 'contact', id: 'c1' },
      actorId: USER,
      actorKind: 'user',
      data: { n: 1 },
    });
    expect(seen[1]).toMatchObject({ actorId: undefined, actorKind: 'system', subject: undefined });
  });

  it('exists only when its transaction commits, and no one hears of it before', async () => {
    await expect(
      asUser(() =>
        transaction(async () => {
          await emit({ type: 'contact.created', paths: ['/api/contacts'] });
          throw new Error('undone');
        }),
      ),
    ).rejects.toThrow('undone');
    await asUser(() =>
      transaction(async () => {
        await emit({ type: 'contact.updated', paths: ['/api/contacts'] });
        expect(live).toEqual([]);
      }),
    );
    await vi.waitFor(() => expect(live).toHaveLength(1), { timeout: 20_000 });
    expect(await asUser(() => query('select type from events'))).toEqual([{ type: 'contact.updated' }]);
  });

  it('needs a workspace, and cannot be moved to another', async () => {
    await expect(asSystem(() => emit({ type: 'clock.struck' }))).rejects.toThrow('belongs to no workspace');
    await expect(asUser(() => emit({ type: 'contact.created', workspaceId: newId() }))).rejects.toThrow(
      'row-level security',
    );
  });

  it('cannot be changed or removed by a request', async () => {
    await asUser(() => emit({ type: 'contact.created' }));
    await expect(asUser(() => execute(`update events set type = 'x'`))).rejects.toThrow('permission denied');
    await expect(asUser(() => execute('delete from events'))).rejects.toThrow('permission denied');
  });
});

describe('the live message of a transaction', () => {
  it('is sent once, however often it repeats', async () => {
    await asUser(() =>
      transaction(async () => {
        for (let n = 0; n < 50; n++) await emit({ type: 'contact.created', data: { n }, paths: ['/api/contacts'] });
      }),
    );
    await vi.waitFor(() => expect(live).toHaveLength(1), { timeout: 20_000 });
    expect(live[0]).toMatchObject({ workspaceId: WORKSPACE, paths: ['/api/contacts'] });
  });

  it('names every change, or everything when that is too much', async () => {
    await asUser(() => emit({ type: 'a.b', paths: ['/api/b', '/api/a'] }, { type: 'a.c', paths: ['/api/a'] }));
    await asUser(() =>
      emit(
        ...Array.from({ length: 300 }, (_, n) => ({ type: 'a.b', paths: [`/api/contacts/${n}-${'x'.repeat(40)}`] })),
      ),
    );
    await vi.waitFor(() => expect(live).toHaveLength(2), { timeout: 20_000 });
    expect(live.map((message) => message.paths)).toEqual([['/api/a', '/api/b'], ['*']]);
  });
});

describe('a subscriber', () => {
  it('handles only the events its sifting selects, and has seen the others', async () => {
    const seen: RecordedEvent[] = [];
    const sifted: string[][] = [];
    subscribe(['a.even', 'a.odd'], 'test', async (event) => void seen.push(event), {
      sift: async (events) => {
        sifted.push(events.map(({ type }) => type));
        return events.filter(({ type }) => type === 'a.even');
      },
    });
    loop = await startSubscribers();
    await asUser(() =>
      emit(
        ...[1, 2, 3, 4, 5].map((n) => ({ type: n === 5 ? 'b.other' : n % 2 === 0 ? 'a.even' : 'a.odd', data: { n } })),
      ),
    );
    await settled(() => expect(numbers(seen)).toEqual([2, 4]));
    expect(sifted).toEqual([['a.odd', 'a.even', 'a.odd', 'a.even']]);
    await asUser(() => emit({ type: 'a.even', data: { n: 6 } }, { type: 'a.odd', data: { n: 7 } }));
    await settled(() => expect(numbers(seen)).toEqual([2, 4, 6]));
  });

  it('receives only its types, in order, each once', async () => {
    const seen = await startNoting(['contact.created', 'contact.removed']);
    for (let n = 0; n < 250; n++)
      await asUser(() => emit({ type: n % 5 === 0 ? 'contact.updated' : 'contact.created', data: { n } }));
    await settled(() =>
      expect(numbers(seen)).toEqual(Array.from({ length: 250 }, (_, n) => n).filter((n) => n % 5 !== 0)),
    );
  });

  it('orders transactions by number, not by digits', async () => {
    const seen = await startNoting('*');
    await asSystem(() =>
      execute(
        `insert into events (xid, workspace_id, type, actor_kind, data)
       select xid::xid8, $1, 'a.b', 'system', jsonb_build_object('n', xid::int)
          from unnest(array['10', '9', '100']) as xid`,
        [WORKSPACE],
      ),
    );
    await settled(() => expect(numbers(seen)).toEqual([9, 10, 100]));
  });

  it('resumes after a restart', async () => {
    const seen = await startNoting('*');
    await asUser(() => emit({ type: 'a.b', data: { n: 1 } }));
    await settled(() => expect(numbers(seen)).toEqual([1]));
    await loop!.stop();
    await asUser(() => emit({ type: 'a.b', data: { n: 2 } }));
    loop = await startSubscribers();
    await settled(() => expect(numbers(seen)).toEqual([1, 2]));
  });

  it('starts with new events only', { timeout: 120_000 }, async () => {
    await asUser(() => emit({ type: 'a.b', data: { n: 1 } }));
    // Events younger than the oldest open transaction of the server are not delivered yet.
    await vi.waitFor(
      async () =>
        expect(
          await asSystem(() => query('select 1 from events where xid < pg_snapshot_xmin(pg_current_snapshot())')),
        ).toHaveLength(1),
      { timeout: 90_000, interval: 50 },
    );
    const seen = await startNoting('*');
    await asUser(() => emit({ type: 'a.b', data: { n: 2 } }));
    await settled(() => expect(numbers(seen)).toEqual([2]));
  });

  it('writes to the database exactly once, whatever fails around it', async () => {
    await asSystem(() =>
      query('create table if not exists notes (n integer); grant insert on notes to gauntlet_app; truncate notes'),
    );
    let failures = 2;
    subscribe('*', 'test', async (event) => {
      await execute('insert into notes values ($1)', [event.data.n]);
      if (event.data.n === 2 && failures-- > 0) throw new Error('not yet');
    });
    loop = await startSubscribers();
    for (const n of [1, 2, 3]) await asUser(() => emit({ type: 'a.b', data: { n } }));
    await vi.waitFor(
      async () => {
        await dueNow();
        await loop!.settle();
        expect(await asSystem(() => query('select n from notes order by n'))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      },
      { timeout: 20_000 },
    );
    await asSystem(() => execute('drop table notes'));
  });

  it('records a failed event and continues at once; retries run by themselves, and after the last one on request', async () => {
    let broken = true;
    const seen = await startNoting('*', (event) => {
      if (broken && event.data.n !== 3) throw new Error('always');
    });
    for (const n of [1, 2, 3])
      await asUser(() => emit({ type: 'a.b', subject: { type: 'thing', id: 't1' }, data: { n } }));
    await settled(() => expect(numbers(seen)).toEqual([3]));
    expect(await listAside({ after: undefined, limit: 10 })).toMatchObject(
      [1, 2].map(() => ({ type: 'a.b', subject: { type: 'thing', id: 't1' }, subscriber: 'test', error: 'always' })),
    );
    // An open transaction elsewhere on the server delays a round, so retry until both rest.
    await vi.waitFor(
      async () => {
        await dueNow();
        await loop!.settle();
        const failed = await listAside({ after: undefined, limit: 10 });
        expect(failed.map(({ retryAt }) => retryAt)).toEqual([null, null]);
      },
      { timeout: 25_000, interval: 20 },
    );
    const [second, first] = await listAside({ after: undefined, limit: 10 });
    expect([second, first]).toMatchObject([
      { tries: 8, retryAt: null },
      { tries: 8, retryAt: null },
    ]);
    expect(await listAside({ after: second, limit: 10 })).toEqual([first]);
    broken = false;
    expect(await leaveOut(second!)).toBe(true);
    expect(await leaveOut(second!)).toBe(false);
    expect(await retryAsideNow()).toBe(1);
    await settled(() => expect(numbers(seen)).toEqual([3, 1]));
    expect(await listAside({ after: undefined, limit: 10 })).toEqual([]);
  });

  it('stops when everything fails, and skips nothing then', async () => {
    let broken = true;
    const seen = await startNoting('*', () => {
      if (broken) throw new Error('always');
    });
    await asUser(() => emit(...Array.from({ length: 102 }, (_, n) => ({ type: 'a.b', data: { n } }))));
    await vi.waitFor(
      async () => {
        await loop!.settle();
        expect(await listAside({ after: undefined, limit: 200 })).toHaveLength(100);
      },
      { timeout: 20_000 },
    );
    broken = false;
    await vi.waitFor(
      async () => {
        await dueNow();
        await loop!.settle();
        expect(new Set(numbers(seen)).size).toBe(102);
      },
      { timeout: 20_000 },
    );
    expect(seen).toHaveLength(102);
  });

  it('delays no one else when its sifting fails, and handles each event then', async () => {
    const sifted: unknown[] = [];
    subscribe('*', 'test.sifting', async (event) => void sifted.push(event.data.n), {
      sift: () => Promise.reject(new Error('cannot sift')),
    });
    onTestFinished(() => unsubscribe('test.sifting'));
    const seen = await startNoting('*');
    await asUser(() => emit({ type: 'a.b', data: { n: 1 } }, { type: 'a.b', data: { n: 2 } }));
    await settled(() =>
      expect([sifted, numbers(seen)]).toEqual([
        [1, 2],
        [1, 2],
      ]),
    );
  });

  it("works in the event's workspace, isolated from others", async () => {
    let found: unknown;
    subscribe('a.b', 'test', async () => {
      found = await query('select distinct workspace_id from events');
    });
    loop = await startSubscribers();
    await inWorkspace(newId(), null, () => emit({ type: 'other.event' }));
    await asUser(() => emit({ type: 'a.b' }));
    await settled(() => expect(found).toEqual([{ workspace_id: WORKSPACE }]));
  });
});

describe('events restored into a younger database', () => {
  it("are handled from each subscriber's position, and new ones after them", async () => {
    const seen = await startNoting('*');
    for (const n of [1, 2, 3]) await asUser(() => emit({ type: 'a.b', data: { n } }));
    await settled(() => expect(numbers(seen)).toEqual([1, 2, 3]));
    await loop!.stop();
    await asSystem(() =>
      transaction(async () => {
        await execute(`update events set xid = (9000000000 + (data->>'n')::int)::text::xid8`);
        await execute(`update event_cursors set (xid, event_id) = (select xid, id from events where data->>'n' = '2')`);
      }),
    );
    await asUser(() => emit({ type: 'a.b', data: { n: 4 } }));
    loop = await startSubscribers();
    await settled(() => expect(numbers(seen)).toEqual([1, 2, 3, 3, 4]));
    await asUser(() => emit({ type: 'a.b', data: { n: 5 } }));
    await settled(() => expect(numbers(seen)).toEqual([1, 2, 3, 3, 4, 5]));
  });
});

describe('old events', () => {
  it('are deleted when every subscriber has handled them', async () => {
    const seen = await startNoting('*');
    await asUser(() => emit({ type: 'a.b', data: { n: 1 } }));
    await settled(() => expect(numbers(seen)).toEqual([1]));
    await loop!.stop();
    await asUser(() => emit({ type: 'a.b', data: { n: 2 } }));
    await asSystem(() => execute(`update events set at = now() - interval '31 days'`));
    // No version declares it any more, so it holds nothing back.
    await asSystem(() =>
      execute(
        `insert into event_cursors (subscriber, xid, event_id, updated_at)
          values ('of.yore', '3', 0, now() - interval '31 days')`,
      ),
    );
    expect(await forgetOldEvents()).toBe(1);
    expect(await asSystem(() => query(`select subscriber from event_cursors where subscriber = 'of.yore'`))).toEqual(
      [],
    );
    loop = await startSubscribers();
    await settled(() => expect(numbers(seen)).toEqual([1, 2]));
  });
});

describe('histories', () => {
  it('stay as long as their subject; other events are deleted, and a browser that missed them reloads everything', async () => {
    keepHistory({ contact: 'contacts' });
    const [here, gone] = [newId(), newId()];
    await asSystem(() =>
      execute(
        `insert into contacts (id, workspace_id, name_key, last_name_key, company_key, email_key, search_text)
          values ($1, $2, '', '', '', '', '')`,
        [here, WORKSPACE],
      ),
    );
    const seen = await startNoting('*');
    for (const [n, id] of [here, gone, here].entries())
      await asUser(() => emit({ type: 'contact.updated', subject: { type: 'contact', id }, data: { n } }));
    await asUser(() => emit({ type: 'a.b', data: { n: 3 } }));
    await settled(() => expect(numbers(seen)).toEqual([0, 1, 2, 3]));
    await asSystem(() => execute(`update events set at = now() - interval '31 days'`));
    // A failed event that no one decided about for so long is deleted, although its event stays.
    await asSystem(() =>
      execute(
        `insert into event_failures (subscriber, event_id, error, at) select 'test', id, 'old', at from events
          where data->>'n' = '0'`,
      ),
    );
    await asUser(() => emit({ type: 'a.b', data: { n: 4 } }));
    await settled(() => expect(numbers(seen)).toEqual([0, 1, 2, 3, 4]));
    expect(await forgetOldEvents()).toBe(2);
    expect(await asSystem(() => query(`select (data->>'n')::int as n from events order by id`))).toEqual([
      { n: 0 },
      { n: 2 },
      { n: 4 },
    ]);
    const [horizon] = await asUser(() =>
      query<{ past: boolean; looked: boolean }>(
        `select forgotten_xid >= (select xid from events where data->>'n' = '2') as past, looked_to <
          (select id from events where data->>'n' = '4') as looked from event_horizon`,
      ),
    );
    expect(horizon).toEqual({ past: true, looked: true });
    expect(await forgetOldEvents()).toBe(0);
    expect(await listAside({ after: undefined, limit: 1 })).toEqual([]);
  });
});

describe.runIf(onPostgres)('on several connections', () => {
  async function connection(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return client;
  }
  const insert = (n: number) => ({
    text: `insert into events (workspace_id, type, actor_kind, data) values ($1, 'a.b', 'system', $2)`,
    values: [WORKSPACE, { n }],
  });

  it('never skip an event whose transaction commits after one with a higher id', async () => {
    const seen = await startNoting('*');
    const slow = await connection();
    await slow.query('begin');
    await slow.query(insert(1));
    await asUser(() => emit({ type: 'a.b', data: { n: 2 } }));
    await loop!.settle();
    expect(numbers(seen)).toEqual([]);
    await slow.query('commit');
    await slow.end();
    await settled(() => expect(numbers(seen)).toEqual([1, 2]));
  });

  it('never wait for a transaction in another database of the server', async () => {
    const seen = await startNoting('*');
    const elsewhere = new pg.Client({ connectionString: inject('postgresUrl') });
    await elsewhere.connect();
    await elsewhere.query('begin');
    await elsewhere.query('select pg_current_xact_id()');
    const [before, after] = [await connection(), await connection()];
    for (const client of [before, after]) await client.query('begin');
    await before.query(insert(1));
    await before.query('commit');
    await asUser(() => emit({ type: 'a.b', data: { n: 2 } }));
    await after.query(insert(3));
    await settled(() => expect(numbers(seen)).toEqual([1, 2]));
    await after.query('commit');
    await settled(() => expect(numbers(seen)).toEqual([1, 2, 3]));
    for (const client of [before, after, elsewhere]) await client.end();
  });

  it('give each event to one of two workers', async () => {
    const seen = await startNoting('*');
    const second = await startSubscribers();
    for (let n = 0; n < 200; n++) await asUser(() => emit({ type: 'a.b', data: { n } }));
    await second.settle();
    await settled(() => expect(numbers(seen)).toEqual(Array.from({ length: 200 }, (_, n) => n)));
    await second.stop();
  });

  it('receive messages of other processes, also after a broken connection', async () => {
    const other = await connection();
    const reconnected = new Promise<void>((resolve) => bus().onReconnect(resolve));
    const message = (n: number) => JSON.stringify({ workspaceId: WORKSPACE, paths: [`/api/${n}`], seq: n });
    await other.query('select pg_notify($1, $2)', [LIVE_CHANNEL, message(1)]);
    await vi.waitFor(() => expect(live).toHaveLength(1), { timeout: 20_000 });
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'gauntlet bus' and datname = current_database()`,
    );
    await reconnected;
    await other.query('select pg_notify($1, $2)', [LIVE_CHANNEL, message(2)]);
    await vi.waitFor(() => expect(live).toHaveLength(2), { timeout: 20_000 });
    await other.end();
  });
});
