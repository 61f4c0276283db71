/**
 * The move from the embedded engine to a real PostgreSQL. It needs both, so it runs once, in the PostgreSQL project.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { throwAwayFolder } from '../../testing/folders.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { createMigrated } from '../../testing/postgres-setup.ts';
import { fillEveryTable } from '../../testing/valid-row.ts';
import { asSystem, inWorkspace } from './context.ts';
import { execute, query, transaction, useDatabase, type Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { moveDatabase } from './move.ts';
import { openDatabase } from './open.ts';

const NASTY = [
  'plain',
  '',
  ' ',
  'quote " and \'',
  'back\\slash \\n',
  'new\nline\ttab',
  '{a,b}',
  '(a,"b")',
  'NULL',
  'ÄÖ ß 你好 👩‍👩‍👧',
  '\u{1F600}'.repeat(50),
  '﻿bom',
];
const CONTACTS = 2_345;
const WORKSPACE = newId();

let server: TestPostgres;
let dataDir: string;
let target: string;
/** A migrated, empty database of that server. Most targets are copies of it, which skips the whole history. */
let migrated: string;

const onPostgres = process.env.TEST_ENGINE === 'postgres';

async function withDatabase<T>(databaseUrl: string | undefined, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir, durable: false, onError: () => undefined });
  try {
    return await asSystem(() => work(database));
  } finally {
    useDatabase(undefined);
    await database.close();
  }
}

/**
 * At least one row in every table, including values that are hard to carry: nulls, quotes, arrays, cycles, many rows.
 */
async function fill(): Promise<void> {
  await execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', 'A client', now())`, [
    WORKSPACE,
  ]);
  await fillEveryTable(WORKSPACE);
  for (const text of NASTY) {
    await execute(
      `insert into contacts (id, workspace_id, first_name, tags, custom, emails, name_key, last_name_key, company_key,
        email_key, search_text, created_at)
       values ($1, $2, $3, $4, $5, $6, $3, '', '', '', $3, $7)`,
      [
        newId(),
        WORKSPACE,
        text,
        [text, 'other'],
        JSON.stringify({ [text || 'blank']: text, n: 1.5e10, none: null }),
        JSON.stringify([{ value: text }]),
        '2026-03-29T01:30:00.123Z',
      ],
    );
  }
  await execute(
    `insert into contacts (id, workspace_id, name_key, last_name_key, company_key, email_key, search_text)
     select gen_random_uuid(), $1, 'name ' || n, '', '', '', 'name ' || n from generate_series(1, $2::int) n`,
    [WORKSPACE, CONTACTS],
  );
  for (let n = 0; n < 5; n++)
    await transaction(() =>
      execute(`insert into events (workspace_id, type, actor_kind) values ($1, $2, 'system')`, [
        WORKSPACE,
        `event ${n}`,
      ]),
    );
  await execute('update opportunities set amount = 1234.5678');
  await execute(`update event_cursors set (xid, event_id) = (select xid, id from events where type = 'event 2')`);
}

const move = (onTable?: (table: string, rows: number) => void) =>
  moveDatabase({ dataDir, databaseUrl: target, requireDurable: false, ...(onTable ? { onTable } : {}) });
const markerOf = (folder: string) => readdirSync(folder).find((name) => name.startsWith('moved-'));

describe.runIf(onPostgres)('the move to PostgreSQL', () => {
  beforeAll(async () => {
    // A separate server: a transaction as long as a move delays the events of every database on its server.
    server = await startTestPostgres();
    dataDir = throwAwayFolder('gauntlet-move-');
    await withDatabase(undefined, fill);
    migrated = await createMigrated(server);
    // The first target is empty, as a person creates it.
    target = await server.createDatabase();
  });
  afterEach(async () => {
    await server.dropDatabase(target);
    target = await server.createDatabase(migrated);
    const marker = markerOf(dataDir);
    if (marker) rmSync(join(dataDir, marker));
  });
  afterAll(async () => {
    await server.dropDatabase(target);
    await server.dropDatabase(migrated);
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('copies every row of every table unchanged, and proves it', async () => {
    const before = await withDatabase(undefined, () => query('select * from contacts order by id'));
    const told: string[] = [];
    const proofs = await move((table) => told.push(table));
    expect(proofs.map((proof) => proof.table).sort()).toEqual(told.sort());
    expect(proofs.every((proof) => proof.rows > 0)).toBe(true);
    expect(proofs.find((proof) => proof.table === 'contacts')!.rows).toBeGreaterThanOrEqual(CONTACTS + NASTY.length);
    await withDatabase(target, async () => {
      expect(await query('select * from contacts order by id')).toEqual(before);
    });
  });

  it('leaves a working database: sequences, event order, keys, triggers, and tenant isolation continue', async () => {
    await move();
    await withDatabase(target, async () => {
      const [event] = await query<{ id: number; last: number }>(
        `insert into events (workspace_id, type, actor_kind) values ($1, 'new', 'system') returning id,
          (select max(id) from events) as last`,
        [WORKSPACE],
      );
      expect(event!.id).toBe(event!.last + 1);
      const waiting = () =>
        query<{ type: string }>(
          `select e.type from events e, (select xid, event_id from event_cursors limit 1) c
         where (e.xid, e.id) > (c.xid, c.event_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
            order by e.xid, e.id`,
        );
      // Events are delivered only when no older transaction runs, in any database of the server.
      await expect
        .poll(async () => (await waiting()).map((row) => row.type), { timeout: 20_000 })
        .toEqual(['event 3', 'event 4', 'new']);
      await expect(execute('delete from audit_log')).rejects.toThrow('append-only');
      await expect(query(`set session_replication_role = 'replica'; delete from audit_log`)).rejects.toThrow(
        'append-only',
      );
      await expect(execute('update import_rows set import_id = gen_random_uuid()')).rejects.toMatchObject({
        code: '23503',
      });
      expect(await inWorkspace(newId(), null, () => query('select 1 from contacts'))).toEqual([]);
    });
  });

  it('marks the folder, so that neither a server nor a second move starts on the old copy', async () => {
    await move();
    await expect(withDatabase(undefined, async () => undefined)).rejects.toThrow(
      /was moved to postgres:.*Set DATABASE_URL/,
    );
    await expect(move()).rejects.toThrow('was moved to');
    rmSync(join(dataDir, markerOf(dataDir)!));
    await withDatabase(undefined, async () => expect(await query('select 1 from contacts limit 1')).toHaveLength(1));
  });

  it('is refused while a server runs on the folder', async () => {
    const unlock = lockFolder(dataDir);
    await expect(move()).rejects.toThrow(`in use by process ${process.pid}`);
    unlock();
  });

  it('is refused when the target is not empty, and changes nothing there @long', async () => {
    await withDatabase(target, () =>
      execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', 'Old', now())`, [newId()]),
    );
    await expect(move()).rejects.toThrow('is not empty: its table workspaces has rows');
    await withDatabase(target, async () =>
      expect(await query('select name from workspaces')).toEqual([{ name: 'Old' }]),
    );
    expect(markerOf(dataDir)).toBeUndefined();
  });

  it('is refused when the target belongs to another program', async () => {
    await server.dropDatabase(target);
    target = await server.createDatabase();
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    await client.query('create table somebody_elses (n int)');
    await expect(move()).rejects.toThrow('it has a table somebody_elses');
    expect(
      (
        await client.query(
          `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
        )
      ).rows,
    ).toEqual([{ n: 1 }]);
    await client.end();
  });

  it('is refused when the source has another version @long', async () => {
    const withSource = async (statement: string) => {
      const source = await openEmbedded({ folder: dataDir, durable: false, onError: () => undefined });
      await source.pool.query(statement);
      await source.close();
    };
    await withSource(`update schema_migrations set hash = 'older ' || hash where name like '0001%'`);
    await expect(move()).rejects.toThrow('of another version than this program');
    await withSource(`update schema_migrations set hash = replace(hash, 'older ', '')`);
  });

  it('succeeds after an interrupted attempt @long', async () => {
    const broken = move(() => {
      throw new Error('pulled the plug');
    });
    await expect(broken).rejects.toThrow('pulled the plug');
    expect(markerOf(dataDir)).toBeUndefined();
    expect((await move()).length).toBeGreaterThan(20);
  });

  it('commits nothing when the copied data differ @long', async () => {
    // This rounds silently, which the number of rows would not show.
    await withDatabase(target, () => query('alter table opportunities alter column amount type numeric(19, 0)'));
    await expect(move()).rejects.toThrow(/^Nothing was moved: opportunities arrived with (\d+) of \1 rows, checksum/);
    expect(markerOf(dataDir)).toBeUndefined();
  });

  it('needs an embedded database', async () => {
    const empty = throwAwayFolder('gauntlet-move-');
    await expect(moveDatabase({ dataDir: empty, databaseUrl: target })).rejects.toThrow(
      'There is no embedded database',
    );
    expect(existsSync(join(empty, 'pglite'))).toBe(false);
    rmSync(empty, { recursive: true });
  });
});
