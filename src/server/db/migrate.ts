/** One linear history of migrations for both engines, applied once, whoever starts first. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { query } from './database.ts';

/**
 * How long a migration waits for a table that somebody works with: whoever comes after it waits as long. Then it lets
 * them pass and tries again, as often as that.
 */
export const PATIENCE = { waitMs: 2_000, pauseMs: 3_000, tries: 360 };

/** Where the history lies: `migrations/0000_name.sql`, applied in the order of their names. */
export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** The same for every node of an installation: whoever comes second waits. */
const LOCK = 72_717_801;
const BREAKPOINT = '--> statement-breakpoint';

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
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
    .update(
      readMigrations()
        .map((migration) => migration.hash)
        .join(),
    )
    .digest('hex')
    .slice(0, 16);
}

/**
 * Brings the database up to the newest migration, each one in its own transaction.
 * @returns the names of the migrations that were applied.
 * @throws Error when the database has a migration that this version does not know, or one that was changed afterwards.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: Migration[] = readMigrations(),
  patience = PATIENCE,
): Promise<string[]> {
  ownMigrations();
  const client = await pool.connect();
  try {
    // What may take longer than a request may: waiting for another process to finish, and an index over a large table.
    const { rows } = await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    await client.query('set statement_timeout = 0');
    await client.query(`select pg_advisory_lock(${LOCK})`);
    try {
      return await applyMissing(client, migrations, patience);
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
  patience: typeof PATIENCE,
): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  );
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown)
    throw new Error(
      `The database was migrated by a newer version (${unknown.name}): start that version, or restore a backup`,
    );
  const done: string[] = [];
  for (const migration of migrations) {
    const hash = applied.get(migration.name);
    if (hash !== undefined) {
      if (hash !== migration.hash) throw new Error(`Migration ${migration.name} was changed after it had been applied`);
      continue;
    }
    for (let tries = 1; !(await applyOne(client, migration, patience, tries)); tries++) await sleep(patience.pauseMs);
    done.push(migration.name);
  }
  return done;
}

/** PostgreSQL's codes for a lock that was not to be had in time, and for two that waited for each other. */
const IN_USE: ReadonlySet<string> = new Set(['55P03', '40P01']);

/** @returns whether it was applied: false while somebody works with what it changes, and it may be tried again */
async function applyOne(
  client: pg.PoolClient,
  migration: Migration,
  { waitMs, tries: most }: typeof PATIENCE,
  tries: number,
): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${waitMs}`);
    for (const statement of migration.sql.split(BREAKPOINT)) if (statement.trim()) await client.query(statement);
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [migration.name, migration.hash]);
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
  const [row] = await query<{ count: number }>('select count(*)::int as count from schema_migrations');
  return ownMigrations() - row!.count;
}
