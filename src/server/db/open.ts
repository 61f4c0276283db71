/** Opens the configured database, migrated and ready. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { asSystem } from './context.ts';
import { type Database, query, useDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { historyHash, migrate } from './migrate.ts';
import { assertNotMoved } from './moved-marker.ts';
import { Hosts } from './connection-hosts.ts';
import { createPool } from './pool.ts';
import { Watch } from './unresponsive-database.ts';

export interface OpenOptions {
  /** If absent, the embedded engine in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  poolSize?: number;
  /** fsync at commit of the embedded engine; off only in tests. */
  durable?: boolean;
  /** In production PostgreSQL must not acknowledge unwritten data. */
  requireDurable?: boolean;
  onError: (error: Error) => void;
}

const STATEMENT_TIMEOUT = 30_000;
const OLDEST_SERVER = 150_000;
const CHECKPOINT_EVERY = 5 * 60_000;
const VACUUM_EVERY = 30 * 60_000;

/**
 * Opens and migrates the database and makes it the one that `query()` uses.
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const opened = options.databaseUrl ? await openPostgres(options, options.databaseUrl) : await openPglite(options);
  try {
    await migrate(opened.pool);
  } catch (error) {
    await opened.close();
    throw error;
  }
  useDatabase(opened);
  return opened;
}

/**
 * Connects to PostgreSQL and checks that it is suitable; migrates nothing.
 * @throws Error with a sentence for the operator
 */
export async function openPostgres(
  options: Pick<OpenOptions, 'poolSize' | 'requireDurable' | 'onError'>,
  connectionString: string,
): Promise<Database> {
  const hosts = new Hosts(connectionString);
  const pool = createPool({
    connection: {},
    hosts,
    max: options.poolSize ?? 10,
    statementTimeout: STATEMENT_TIMEOUT,
    onError: options.onError,
  });
  try {
    await atPrimary(hosts, () => checkServer(pool, options.requireDurable ?? false));
  } catch (error) {
    await pool.end();
    throw explained(error);
  }
  const watch = new Watch(pool, hosts);
  return {
    engine: 'postgres',
    pool,
    hosts,
    watch,
    get connection() {
      return { connectionString: hosts.current };
    },
    close() {
      watch.close();
      return pool.end();
    },
  };
}

/** Errors of a failed connection name neither the setting nor, at times, anything useful. */
function explained(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code
    ? new Error(`The PostgreSQL that DATABASE_URL names cannot be used: ${message || code}`, { cause: error })
    : error;
}

/** Tries each host in turn. @throws the last host's error */
async function atPrimary(hosts: Hosts, work: () => Promise<void>): Promise<void> {
  for (let left = hosts.count; ; left--) {
    const tried = hosts.current;
    try {
      return await work();
    } catch (error) {
      if (left <= 1) throw error;
      hosts.leave(tried);
    }
  }
}

async function checkServer(pool: ReturnType<typeof createPool>, requireDurable: boolean): Promise<void> {
  const { rows } = await pool.query<{ version: number; fsync: string; commit: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  const server = rows[0]!;
  if (server.version < OLDEST_SERVER)
    throw new Error(`PostgreSQL 15 or later is needed; DATABASE_URL leads to ${Math.trunc(server.version / 10_000)}`);
  if (requireDurable && (server.fsync === 'off' || server.commit === 'off')) {
    throw new Error(
      'PostgreSQL runs with fsync or synchronous_commit off: acknowledged work could be lost. Switch both on.',
    );
  }
}

async function openPglite(options: OpenOptions): Promise<Database> {
  const { dataDir: folder, durable = true, onError } = options;
  assertNotMoved(folder);
  const template = existsSync(join(folder, 'pglite')) ? undefined : await preparedCluster();
  const embedded = await openEmbedded({ folder, template, durable, onError });
  // A single process has neither autovacuum nor checkpointer: updated rows would bloat the tables and the write-ahead
  // log would grow for ever. Runs through the pool, never inside someone's open transaction.
  const regularly = (statement: string, every: number) =>
    setInterval(() => void asSystem(() => query(statement)).catch(onError), every).unref();
  const timers = [regularly('checkpoint', CHECKPOINT_EVERY), regularly('vacuum (analyze)', VACUUM_EVERY)];
  return {
    ...embedded,
    close() {
      for (const timer of timers) clearInterval(timer);
      return embedded.close();
    },
  };
}

const CACHE = join(import.meta.dirname, '../../../.cache');

/**
 * A migrated, empty cluster to copy: creating one takes seconds, copying half a second. Made once per history and
 * engine version.
 */
export async function preparedCluster(): Promise<string> {
  const cluster = join(CACHE, `pglite-${packageJson.dependencies['@electric-sql/pglite']}-${historyHash()}`);
  if (existsSync(cluster)) return cluster;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'preparing-'));
  try {
    const embedded = await openEmbedded({ folder, durable: false, onError: () => undefined });
    await migrate(embedded.pool);
    await embedded.close();
    renameSync(join(folder, 'pglite'), cluster);
  } catch (error) {
    // Another process may have finished the same work first.
    if (!existsSync(cluster)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return cluster;
}
