/** One linear history of migrations for both engines, applied once, whoever starts first. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { query } from './database.ts';
import { FUNCTIONS, HISTORY } from './tables.ts';

/**
 * How long a migration waits for a table that someone works with: whoever comes after it waits as long. Then it lets
 * them pass and tries again, as often as that.
 */
export const PATIENCE = { waitMs: 2_000, pauseMs: 3_000, tries: 360 };

/** Where the history lies: `migrations/0001_name.sql`, applied in the order of their names. */
export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** The same for every node of an installation: whoever comes second waits. */
const LOCK = 72_717_801;

/** Migrations below this name are the baseline; every later one adds to it. */
const AFTER_BASELINE = '0100';
/** The history of version 1.8.2, which the baseline took the place of. */
const OLD_HISTORY = { first: '0000_platform', last: '0206_last_forecast', count: 120 };

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/** A migration's row in `schema_migrations`. */
type Applied = Pick<Migration, 'name' | 'hash'>;

export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

/** SQL functions, one a file. Unlike a migration, a file may change: the function is then replaced. */
export function readFunctions(): Migration[] {
  return readMigrations(join(MIGRATIONS, 'functions'));
}

let own: number | undefined;

/**
 * How many migrations this process knows: as many as lay there when it started. A newer version that is laid into the
 * same folder meanwhile, for the next start, makes this one neither slower nor unready.
 */
const ownMigrations = (): number => (own ??= readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql')).length);

/** One name for the whole history: a prepared database of another history is of no use. */
export function historyHash(): string {
  return createHash('sha256')
    .update([...readMigrations(), ...readFunctions()].map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 16);
}

/**
 * A history in terms of the present migrations: that of version 1.8.2 made the same schema as the baseline.
 * @throws Error when it is an older one.
 */
export function inPresentTerms(history: Applied[], migrations: Migration[]): Applied[] {
  if (!history.some(({ name }) => name === OLD_HISTORY.first)) return history;
  if (history.length !== OLD_HISTORY.count || history.at(-1)!.name !== OLD_HISTORY.last)
    throw new Error('The database is of a version before 1.8.2. Start version 1.8.2 on it once, then this version.');
  return migrations.filter(({ name }) => name < AFTER_BASELINE).map(({ name, hash }) => ({ name, hash }));
}

/** The version that `migrate()` migrates to; by default the current one. */
export interface Target {
  migrations?: Migration[];
  functions?: Migration[];
}

/**
 * Brings the database up to the newest migration, each one in its own transaction, and its functions to their present
 * text.
 *
 * A function that the database does not have is made as soon as the roles and types that it names are there, so that
 * the next migration can use it. One whose text changed is replaced after the last migration.
 * @returns the names of the migrations that were applied.
 * @throws Error when the database has a migration that this version does not know, or one that was changed afterwards.
 */
export async function migrate(
  pool: pg.Pool,
  { migrations = readMigrations(), functions = readFunctions() }: Target = {},
  patience = PATIENCE,
): Promise<string[]> {
  ownMigrations();
  const client = await pool.connect();
  try {
    // Waiting for another process and indexing a large table may take longer than a request.
    const { rows } = await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    await client.query('set statement_timeout = 0');
    await client.query(`select pg_advisory_lock(${LOCK})`);
    try {
      return await applyMissing(client, migrations, functions, patience);
    } finally {
      await client.query(`select pg_advisory_unlock(${LOCK}), set_config('statement_timeout', $1, false)`, [
        rows[0]!.limit,
      ]);
    }
  } finally {
    client.release();
  }
}

async function applyMissing(
  client: pg.PoolClient,
  migrations: Migration[],
  functions: Migration[],
  patience: typeof PATIENCE,
): Promise<string[]> {
  for (const table of [HISTORY, FUNCTIONS])
    await client.query(
      `create table if not exists ${table} (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
  const applied = await adoptOldHistory(client, migrations);
  const unknown = [...applied.keys()].find((name) => migrations.every((migration) => migration.name !== name));
  if (unknown !== undefined)
    throw new Error(
      `The database was migrated by a newer version (${unknown}): start that version, or restore a backup`,
    );
  const made = await appliedIn(client, FUNCTIONS);
  let waiting = functions.filter(({ name }) => !made.has(name));
  const done: string[] = [];
  for (const migration of migrations) {
    const hash = applied.get(migration.name);
    if (hash !== undefined) {
      if (hash !== migration.hash) throw new Error(`Migration ${migration.name} was changed after it had been applied`);
      continue;
    }
    waiting = await makeFunctions(client, waiting);
    for (let tries = 1; !(await applyOne(client, migration, patience, tries)); tries++) await sleep(patience.pauseMs);
    done.push(migration.name);
  }
  const changed = functions.filter(({ name, hash }) => made.has(name) && made.get(name) !== hash);
  await makeFunctions(client, [...waiting, ...changed], true);
  return done;
}

/** The names in one of the two tables, in their order, with their hashes. */
async function appliedIn(client: pg.PoolClient, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<Applied>(`select name, hash from ${table} order by name`);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** @returns the migrations that the database has had; those of version 1.8.2 are replaced by the baseline. */
async function adoptOldHistory(client: pg.PoolClient, migrations: Migration[]): Promise<Map<string, string>> {
  const history = [...(await appliedIn(client, HISTORY))].map(([name, hash]) => ({ name, hash }));
  const present = inPresentTerms(history, migrations);
  if (present !== history) {
    await client.query(
      `with old as (delete from ${HISTORY}) insert into ${HISTORY} (name, hash) select * from unnest($1::text[], $2::text[])`,
      [present.map(({ name }) => name), present.map(({ hash }) => hash)],
    );
  }
  return new Map(present.map(({ name, hash }) => [name, hash]));
}

/** PostgreSQL's codes for a table, type, role or function that is not there. */
const NOT_THERE: ReadonlySet<string> = new Set(['42P01', '42704', '42883']);

/**
 * Makes functions, or replaces them, each in its own transaction. Their bodies may name what later migrations make.
 * @returns those that name something which is not there yet; with `all` that is an error.
 */
async function makeFunctions(client: pg.PoolClient, functions: Migration[], all = false): Promise<Migration[]> {
  const waiting: Migration[] = [];
  for (const one of functions) {
    await client.query('begin');
    try {
      await client.query('set local check_function_bodies = off');
      await client.query(one.sql);
      await client.query(
        `insert into ${FUNCTIONS} (name, hash) values ($1, $2)
         on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
        [one.name, one.hash],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      if (all || !NOT_THERE.has((error as { code?: string }).code ?? ''))
        throw new Error(`Function ${one.name} failed: ${(error as Error).message}`, { cause: error });
      waiting.push(one);
    }
  }
  return waiting;
}

/** PostgreSQL's codes for a lock that was not to be had in time, and for two that waited for each other. */
const IN_USE: ReadonlySet<string> = new Set(['55P03', '40P01']);

/** @returns whether it was applied: false while someone works with what it changes, and it may be tried again */
async function applyOne(
  client: pg.PoolClient,
  migration: Migration,
  { waitMs, tries: most }: typeof PATIENCE,
  tries: number,
): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${waitMs}`);
    await client.query(migration.sql);
    await client.query(`insert into ${HISTORY} (name, hash) values ($1, $2)`, [migration.name, migration.hash]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (IN_USE.has((error as { code?: string }).code ?? '') && tries < most) return false;
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** How many migrations the database still lacks; 0 when it is ready. Runs as system. */
export async function missingMigrations(): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*)::int as count from ${HISTORY}`);
  return ownMigrations() - row!.count;
}
