// @smoke: also in the smoke suite of the embedded engine.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem } from './context.ts';
import { query, queryForLibrary, transaction } from './database.ts';
import { historyHash, migrate, missingMigrations, readFunctions, readMigrations, type Migration } from './migrate.ts';
import { preparedCluster } from './open.ts';

const real = readMigrations();
const made = (name: string, sql: string): Migration => ({ name, sql, hash: `hash of ${sql}` });
const first = made('9000_first', 'create table first_made (n int); insert into first_made values (1)');

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.destroy());
beforeEach(() =>
  asSystem(() =>
    queryForLibrary(
      `drop table if exists first_made, second_made cascade; drop function if exists answer cascade;
       delete from schema_migrations where name like '9%'; delete from schema_functions where name = 'answer'`,
    ),
  ),
);

const run = (...more: Migration[]) => migrate(test.current.pool, { migrations: [...real, ...more] });
const runFunctions = (functions: Migration[], ...more: Migration[]) =>
  migrate(test.current.pool, { migrations: [...real, ...more], functions });
const applied = () =>
  asSystem(() => query<{ name: string }>(`select name from schema_migrations where name like '9%' order by name`));
const tableExists = async (name: string) =>
  (await asSystem(() => query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [name])))[0]!.there;

describe('migrations', () => {
  it('run once', async () => {
    expect(await run(first)).toEqual(['9000_first']);
    expect(await run(first)).toEqual([]);
    expect(await asSystem(() => query('select n from first_made'))).toEqual([{ n: 1 }]);
  });

  it('run in one of three processes that start at once', async () => {
    const all = await Promise.all([run(first), run(first), run(first)]);
    expect(all.flat()).toEqual(['9000_first']);
    expect(await asSystem(() => query('select n from first_made'))).toEqual([{ n: 1 }]);
  });

  it('run completely or not at all, and are retried at the next start', async () => {
    const broken = made('9001_second', 'create table second_made (n int); select 1 / 0');
    await expect(run(first, broken)).rejects.toThrow('Migration 9001_second failed: division by zero');
    expect(await applied()).toEqual([{ name: '9000_first' }]);
    expect(await tableExists('second_made')).toBe(false);
    expect(await run(first, made('9001_second', 'create table second_made (n int)'))).toEqual(['9001_second']);
  });

  it('fail when one was changed after it ran', async () => {
    await run(first);
    await expect(run({ ...first, hash: 'another' })).rejects.toThrow(
      '9000_first was changed after it had been applied',
    );
  });

  it('fail when the database has a newer version', async () => {
    await run(first);
    await expect(run()).rejects.toThrow('migrated by a newer version (9000_first)');
  });

  it('may take longer than a request, and leave the connection unchanged', async ({ skip }) => {
    skip(test.current.engine === 'pglite', 'the embedded engine has no time limit for statements');
    const limit = () => asSystem(() => query<{ statement_timeout: string }>('show statement_timeout'));
    const client = await test.current.pool.connect();
    await client.query('set statement_timeout = 40');
    client.release();
    await run(made('9000_slow', 'select pg_sleep(0.1)'));
    expect(await limit()).toEqual([{ statement_timeout: '40ms' }]);
  });

  it('wait for a table in use, and let others pass meanwhile', async ({ skip }) => {
    skip(test.current.engine === 'pglite', 'the embedded engine has one connection');
    await run(first);
    const [long, short] = await Promise.all([test.current.pool.connect(), test.current.pool.connect()]);
    try {
      await long.query('begin; select n from first_made');
      const patient = (tries: number) =>
        migrate(
          test.current.pool,
          { migrations: [...real, first, made('9001_second', 'alter table first_made add column m int')] },
          { waitMs: 50, pauseMs: 200, tries },
        );
      await expect(patient(2)).rejects.toThrow('Migration 9001_second failed: canceling statement due to lock timeout');
      const done = patient(1_000);
      for (let n = 0; n < 3; n++) {
        await short.query(`set statement_timeout = '2s'; select n from first_made`);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      await long.query('rollback');
      expect(await done).toEqual(['9001_second']);
    } finally {
      long.release(true);
      short.release(true);
    }
  });

  it('count missing ones', async () => {
    expect(await asSystem(missingMigrations)).toBe(0);
  });

  it('are read once per process: a newer version in the same folder is for the next start', async () => {
    const [listed, read] = [vi.spyOn(fs, 'readdirSync'), vi.spyOn(fs, 'readFileSync')];
    syncBuiltinESMExports();
    try {
      expect(await asSystem(missingMigrations)).toBe(0);
      expect([listed.mock.calls.length, read.mock.calls.length]).toEqual([0, 0]);
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
  });
});

describe('functions', () => {
  const answer = (sql: string) =>
    made('answer', `create or replace function answer() returns int language sql as $$ ${sql} $$`);
  const asked = () => asSystem(() => query('select answer()'));
  const hashes = () =>
    asSystem(() => query<{ name: string; hash: string }>('select name, hash from schema_functions order by name'));

  it('are all there, each with the hash of its text', async () => {
    const expected = readFunctions().map(({ name, hash }) => ({ name, hash }));
    expect(await hashes()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(40);
  });

  it('are made before the migration that uses them, although their bodies name what it makes', async () => {
    const uses = made('9001_second', 'create table second_made (n int default answer()); select answer()');
    const reads = answer('select count(*)::int from first_made');
    expect(await runFunctions([reads], first, uses)).toEqual(['9000_first', '9001_second']);
    expect(await asked()).toEqual([{ answer: 1 }]);
  });

  it('wait for the migration that makes a type of their signature', async () => {
    const reads = made(
      'answer',
      'create or replace function answer() returns setof first_made language sql as $$ select * from first_made $$',
    );
    await runFunctions([reads], first, made('9001_second', 'create table second_made as select * from answer()'));
    expect(await asSystem(() => query('select n from second_made'))).toEqual([{ n: 1 }]);
  });

  it('are replaced after the last migration once their text changes, and only then', async () => {
    await runFunctions([answer('select 1')]);
    await asSystem(() =>
      queryForLibrary('create or replace function answer() returns int language sql as $$ select 0 $$'),
    );
    await runFunctions([answer('select 1')]);
    expect(await asked()).toEqual([{ answer: 0 }]);
    const before = made('9000_first', 'create table first_made as select answer() as n');
    await runFunctions([answer('select 2')], before);
    expect(await asked()).toEqual([{ answer: 2 }]);
    expect(await asSystem(() => query('select n from first_made'))).toEqual([{ n: 0 }]);
  });

  it('stop the start with a sentence when one cannot be made', async () => {
    const broken = made(
      'answer',
      'create or replace function answer() returns nobody_made language sql as $$ select 1 $$',
    );
    await expect(runFunctions([broken])).rejects.toThrow('Function answer failed: type "nobody_made" does not exist');
  });
});

describe('a database with the history of earlier versions', () => {
  const middle = Array.from({ length: 118 }, (_, n) => `0${String(n + 1).padStart(3, '0')}_old`);
  const history = ['0000_platform', ...middle, '0206_last_forecast'];
  // Migrations after the baseline are applied already, which an earlier version would not have.
  const baseline = real.filter(({ name }) => name < '0100');
  const run = (...more: Migration[]) => migrate(test.current.pool, { migrations: [...baseline, ...more] });
  const names = async () =>
    (await asSystem(() => query<{ name: string }>('select name from schema_migrations order by name'))).map(
      ({ name }) => name,
    );
  /** As if the database had been migrated by the version before the baseline: its functions have no hashes. */
  const pretend = (old: string[]) =>
    asSystem(() =>
      transaction(async () => {
        await query('delete from schema_migrations');
        await query('drop table if exists schema_functions');
        await query(`insert into schema_migrations (name, hash) select name, 'old' from unnest($1::text[]) as name`, [
          old,
        ]);
      }),
    );

  it('is adopted when the history is complete: the baseline counts as applied', async () => {
    await pretend(history);
    expect(await run(first)).toEqual(['9000_first']);
    expect(await names()).toEqual([...baseline.map(({ name }) => name), '9000_first']);
    expect(await asSystem(() => query('select count(*)::int as n from schema_functions'))).toEqual([
      { n: readFunctions().length },
    ]);
    expect(await run(first)).toEqual([]);
  });

  it.each([
    ['its end', history.slice(0, -1)],
    ['a part in the middle', history.filter((name) => name !== middle[7])],
  ])('is refused when the history lacks %s', async (_, old) => {
    await pretend(old);
    await expect(run(first)).rejects.toThrow(
      'The database is of a version before 1.8.2. Start version 1.8.2 on it once, then this version.',
    );
    expect(await names()).toEqual(old);
    await pretend(history);
    await run();
  });
});

describe('the prepared cluster', () => {
  it('is created once per history, even by several processes at once', async () => {
    const [one, other] = await Promise.all([preparedCluster(), preparedCluster()]);
    expect(one).toBe(other);
    expect(one).toContain(historyHash());
  });
});
