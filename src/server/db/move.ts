/**
 * Moves everything from the embedded database to an empty PostgreSQL, and proves that nothing was lost.
 *
 * One transaction on the target holds the whole move: it is there complete and proven, or not at all. Values travel as
 * text, in which both engines write them alike.
 *
 * The queue's own tables (schema `pgboss`) stay behind: they only deliver. The `jobs` rows that move are the truth, and
 * the first worker on the target gives each open one a new delivery.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbedded } from './embedded.ts';
import { migrate, readMigrations } from './migrate.ts';
import { assertNotMoved, markMoved } from './moved.ts';
import { openPostgres } from './open.ts';

/** Rows that are in memory at a time. */
const BATCH = 1_000;
const HISTORY = 'schema_migrations';
/**
 * Transaction numbers are of their cluster: those of the source may lie in the target's future, where subscribers would
 * wait for them and new events would come before them. The oldest number that there is puts all that moves in the past;
 * among themselves the rows keep their order by id, in which the embedded engine, one transaction at a time, gave it.
 */
const OLDEST_XID = '3';

export interface MoveOptions {
  /** The data folder with the embedded database. */
  dataDir: string;
  /** The PostgreSQL to move to. */
  databaseUrl: string;
  /** Refuse a PostgreSQL that may lose acknowledged work in a power cut; off only in tests. */
  requireDurable?: boolean;
  /** Told of each table when it is copied. */
  onTable?: (table: string, rows: number) => void;
}

/** What proves that a table arrived: the same number of rows, and the same sum over the hashes of all of them. */
export interface Proof {
  table: string;
  rows: number;
  checksum: string;
}

/**
 * Moves the data and marks the folder as moved; the embedded data stay as they are.
 * @returns the proof of each table.
 * @throws FolderLockedError while a server runs on the folder; Error with a sentence for the person at the keyboard when
 * the source is not complete, the target is not empty, or what arrived is not what was sent.
 */
export async function moveDatabase({ dataDir, databaseUrl, requireDurable = true, onTable = () => undefined }: MoveOptions): Promise<Proof[]> {
  if (!existsSync(join(dataDir, 'pglite'))) throw new Error(`There is no embedded database in ${dataDir}. Set DATA_DIR to the folder that has one.`);
  assertNotMoved(dataDir);
  const source = await openEmbedded({ folder: dataDir, onError: () => undefined });
  try {
    const target = await openPostgres({ poolSize: 2, requireDurable, onError: () => undefined }, databaseUrl);
    try {
      const proofs = await withClients(source.pool, target.pool, (from, to) => move(from, to, target.pool, onTable));
      await target.pool.query('analyze');
      markMoved(dataDir, databaseUrl);
      return proofs;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function withClients<T>(source: pg.Pool, target: pg.Pool, work: (from: pg.PoolClient, to: pg.PoolClient) => Promise<T>): Promise<T> {
  const from = await source.connect();
  try {
    const to = await target.connect();
    try {
      return await work(from, to);
    } finally {
      to.release();
    }
  } finally {
    from.release();
  }
}

async function move(from: pg.PoolClient, to: pg.PoolClient, target: pg.Pool, onTable: (table: string, rows: number) => void): Promise<Proof[]> {
  await assertComplete(from);
  await assertNothingForeign(to);
  await migrate(target);
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  try {
    await to.query('set local statement_timeout = 0');
    const tables = await describeTables(from);
    await assertEmpty(to, tables);
    const putBack = await liftConstraints(to, tables);
    for (const table of tables) onTable(table.name, await copyTable(from, to, table));
    await copySequences(from, to);
    // The foreign keys check every row that came.
    for (const statement of putBack) await to.query(statement);
    const proofs = await prove(from, to, tables);
    await to.query('commit');
    return proofs;
  } catch (error) {
    await to.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await from.query('rollback');
  }
}

async function assertComplete(from: pg.PoolClient): Promise<void> {
  const { rows } = await from.query<{ state: string }>(`select name || ' ' || hash as state from ${HISTORY} order by name`);
  const expected = readMigrations().map(({ name, hash }) => `${name} ${hash}`);
  if (rows.map((row) => row.state).join() !== expected.join()) {
    throw new Error('The embedded database is of another version than this program. Start this version on it once, stop it, and move then.');
  }
  const foreign = await from.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('public', 'pgboss', 'pg_catalog', 'information_schema') and n.nspname !~ '^pg_(temp|toast)'`,
  );
  if (foreign.rows.length > 0) throw new Error(`The embedded database has tables that would not be moved: ${foreign.rows.map((row) => row.name).join(', ')}`);
}

const PUBLIC_TABLES = `from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

const notEmpty = (what: string) => new Error(`The PostgreSQL that DATABASE_URL names is not empty: ${what}. Make a new database for the move.`);

/** A database of something else is refused before it is touched. */
async function assertNothingForeign(to: pg.PoolClient): Promise<void> {
  const { rows } = await to.query<{ name: string }>(`select c.relname as name ${PUBLIC_TABLES} order by 1`);
  if (rows.length > 0 && !rows.some((row) => row.name === HISTORY)) throw notEmpty(`it has a table ${rows[0]!.name}`);
}

interface Table {
  name: string;
  columns: { name: string; type: string; isXid: boolean }[];
}

/** All tables but the history, with the columns that are stored and not computed. */
async function describeTables(from: pg.PoolClient): Promise<Table[]> {
  const { rows } = await from.query<Table>(
    `select quote_ident(c.relname) as name, json_agg(json_build_object(
       'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'isXid', a.atttypid = 'xid8'::regtype) order by a.attnum) as columns
     from pg_attribute a join (select c.oid, c.relname ${PUBLIC_TABLES}) c on c.oid = a.attrelid
     where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> $1
     group by c.relname order by c.relname`,
    [HISTORY],
  );
  return rows;
}

/** Tables whose row comes with the migrations; the one that is moved takes its place. */
const SEEDED = new Set(['installation_policy']);

async function assertEmpty(to: pg.PoolClient, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    await to.query(`lock table ${name} in exclusive mode`);
    if (SEEDED.has(name)) await to.query(`delete from ${name}`);
    const { rows } = await to.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0) throw notEmpty(`its table ${name} has rows`);
  }
}

/**
 * Takes foreign keys and triggers away, so that the order of tables and rows does not matter and nothing happens twice.
 * @returns the statements that put them back.
 */
async function liftConstraints(to: pg.PoolClient, tables: Table[]): Promise<string[]> {
  const names = tables.map((table) => table.name);
  const keys = await to.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid::regclass::text = any($1)`,
    [names],
  );
  const triggers = await to.query<{ table: string; name: string; mode: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
       case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
     from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid::regclass::text = any($1)`,
    [names],
  );
  for (const { table, name } of keys.rows) await to.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, name } of triggers.rows) await to.query(`alter table ${table} disable trigger ${name}`);
  return [
    ...keys.rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...triggers.rows.map(({ table, name, mode }) => `alter table ${table} ${mode} trigger ${name}`),
  ];
}

async function copyTable(from: pg.PoolClient, to: pg.PoolClient, { name, columns }: Table): Promise<number> {
  const texts = columns.map((column) => (column.isXid ? `'${OLDEST_XID}'` : `${column.name}::text`));
  const places = columns.map((_, n) => `$${n + 1}::text[]`);
  const values = columns.map(({ type }, n) => `v.c${n}::${type}`);
  const insert = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${places.join(', ')}) as v (${columns.map((_, n) => `c${n}`).join(', ')})`;
  await from.query(`declare source no scroll cursor for select ${texts.join(', ')} from ${name}`);
  let copied = 0;
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({ text: `fetch ${BATCH} from source`, rowMode: 'array' });
    if (rows.length === 0) break;
    await to.query(insert, columns.map((_, n) => rows.map((row) => row[n])));
    copied += rows.length;
  }
  await from.query('close source');
  return copied;
}

async function copySequences(from: pg.PoolClient, to: pg.PoolClient): Promise<void> {
  const { rows } = await from.query<{ name: string }>(`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`);
  for (const { name } of rows) {
    const state = await from.query<{ last: string; called: boolean }>(`select last_value::text as last, is_called as called from ${name}`);
    await to.query('select setval($1::regclass, $2::bigint, $3)', [name, state.rows[0]!.last, state.rows[0]!.called]);
  }
}

async function prove(from: pg.PoolClient, to: pg.PoolClient, tables: Table[]): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const table of tables) {
    const [sent, arrived] = await Promise.all([measure(from, table), measure(to, table)]);
    if (sent.rows !== arrived.rows || sent.checksum !== arrived.checksum) {
      throw new Error(`Nothing was moved: ${table.name} arrived with ${arrived.rows} of ${sent.rows} rows, checksum ${arrived.checksum} instead of ${sent.checksum}`);
    }
    proofs.push(sent);
  }
  return proofs;
}

/** Rows and checksum of a table. Sums do not depend on the order of rows; 120 bits of each row's hash go into two of them. */
async function measure(client: pg.PoolClient, { name, columns }: Table): Promise<Proof> {
  const compared = columns.filter((column) => !column.isXid).map((column) => column.name);
  const part = (start: number) => `coalesce(sum(('x' || substr(hash, ${start}, 15))::bit(60)::bigint), 0)`;
  const { rows } = await client.query<{ rows: number; checksum: string }>(
    `select count(*) as rows, to_hex((${part(1)} % 9223372036854775783)::bigint) || to_hex((${part(16)} % 9223372036854775783)::bigint) as checksum
     from (select md5(row(${compared.join(', ')})::text) as hash from ${name}) hashed`,
  );
  return { table: name, ...rows[0]! };
}
