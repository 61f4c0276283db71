/**
 * Whole tables, for moving a database: their list, their rows as text (identical on both engines), and the proof that
 * all of them arrived.
 *
 * The queue's own tables (schema `pgboss`) stay behind, because they only deliver. The `jobs` rows hold the state, and
 * the first worker on the new database gives each open job a new delivery.
 */
import type pg from 'pg';

/** Where `migrate()` keeps which migrations the database has had, and which text each of its functions has. */
export const HISTORY = 'schema_migrations';
export const FUNCTIONS = 'schema_functions';
/**
 * Transaction numbers belong to their cluster: those of the source may be in the target's future, where subscribers
 * would wait for them and new events would sort before them. The oldest possible number puts all moved rows into the
 * past, where they keep their order by id.
 */
const OLDEST_XID = '3';
/** Rows in memory at a time. */
const BATCH = 1_000;

/** Sends one statement, on a connection or in the ambient transaction. */
export type Send = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Statements on one connection. */
export function sendOn(client: pg.ClientBase): Send {
  return async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[];
}

export interface Table {
  /** Quoted where necessary. */
  name: string;
  columns: { name: string; type: string; isXid: boolean }[];
}

/** Proof that a table arrived: the number of rows, and a sum over all their hashes. */
export interface Proof {
  table: string;
  rows: number;
  checksum: string;
}

/** One row, each value as text. */
export type TextRow = (string | null)[];

const PUBLIC_TABLES = `from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not c.relispartition and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** The applied migrations, `name hash` each, in order. */
export async function readHistory(send: Send): Promise<{ name: string; hash: string }[]> {
  return send<{ name: string; hash: string }>(`select name, hash from ${HISTORY} order by name`);
}

/**
 * All tables but those of `migrate()`, with the columns that are stored and not computed. Partitions are part of their
 * table, which puts each row where it belongs.
 */
export async function describeTables(send: Send): Promise<Table[]> {
  return send<Table>(
    `select quote_ident(c.relname) as name, json_agg(json_build_object(
       'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'isXid',
          a.atttypid = 'xid8'::regtype) order by a.attnum) as columns
     from pg_attribute a join (select c.oid, c.relname ${PUBLIC_TABLES}) c on c.oid = a.attrelid
     where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [[HISTORY, FUNCTIONS]],
  );
}

/** @throws Error when there are tables that would not be copied */
export async function assertNothingElsewhere(send: Send): Promise<void> {
  const foreign = await send<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('public', 'pgboss', 'pg_catalog', 'information_schema')
        and n.nspname !~ '^pg_(temp|toast)'`,
  );
  if (foreign.length > 0)
    throw new Error(`The database has tables that would be left behind: ${foreign.map((row) => row.name).join(', ')}`);
}

const notEmpty = (what: string) => new Error(`The database to fill is not empty: ${what}. Make a new one.`);

/** A database of something else is refused before anything is touched. */
export async function assertNothingForeign(send: Send): Promise<void> {
  const rows = await send<{ name: string }>(`select c.relname as name ${PUBLIC_TABLES} order by 1`);
  if (rows.length > 0 && !rows.some((row) => row.name === HISTORY)) throw notEmpty(`it has a table ${rows[0]!.name}`);
}

/** Tables whose row comes with the migrations; the copied row replaces it. */
const SEEDED = new Set(['installation_policy']);

/** Locks the tables against everyone else. @throws Error when one of them has rows */
export async function assertEmpty(send: Send, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    await send(`lock table ${name} in exclusive mode`);
    if (SEEDED.has(name)) await send(`delete from ${name}`);
    if ((await send(`select 1 from ${name} limit 1`)).length > 0) throw notEmpty(`its table ${name} has rows`);
  }
}

/**
 * Drops foreign keys and triggers, so that the order of tables and rows does not matter and nothing happens twice, and
 * indexes, which build faster on a full table.
 * @returns the statements that restore them
 */
export async function liftConstraints(send: Send, tables: Table[]): Promise<string[]> {
  const names = tables.map((table) => table.name);
  const keys = await send<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid::regclass::text = any($1)`,
    [names],
  );
  const triggers = await send<{ table: string; name: string; mode: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
       case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
     from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid::regclass::text = any($1)`,
    [names],
  );
  const indexes = await send<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid and c.relkind = 'r'
     where i.indrelid::regclass::text = any($1) and not exists
        (select 1 from pg_constraint where conindid = i.indexrelid and contype <> 'f')`,
    [names],
  );
  for (const { table, name } of keys) await send(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await send(`drop index ${name}`);
  for (const { table, name } of triggers) await send(`alter table ${table} disable trigger ${name}`);
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...triggers.map(({ table, name, mode }) => `alter table ${table} ${mode} trigger ${name}`),
  ];
}

/** The rows of a table in batches. Needs an open transaction; one table at a time. */
export async function* readTable(send: Send, { name, columns }: Table): AsyncGenerator<TextRow[]> {
  const texts = columns.map((column) => (column.isXid ? `'${OLDEST_XID}'` : `${column.name}::text`));
  await send(`declare carried no scroll cursor for select array[${texts.join(', ')}] as row from ${name}`);
  for (;;) {
    const rows = await send<{ row: TextRow }>(`fetch ${BATCH} from carried`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await send('close carried');
}

/** Fills a table with rows from `readTable`. @returns the number of rows */
export async function fillTable(
  send: Send,
  { name, columns }: Table,
  batches: AsyncIterable<TextRow[]>,
): Promise<number> {
  const places = columns.map((_, n) => `$${n + 1}::text[]`);
  const values = columns.map(({ type }, n) => `v.c${n}::${type}`);
  const insert = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${places.join(', ')}) as v (${columns.map((_, n) => `c${n}`).join(', ')})`;
  let filled = 0;
  for await (const rows of batches) {
    await send(
      insert,
      columns.map((_, n) => rows.map((row) => row[n])),
    );
    filled += rows.length;
  }
  return filled;
}

/** The position of a sequence. */
export interface Sequence {
  name: string;
  last: string;
  called: boolean;
}

export async function readSequences(send: Send): Promise<Sequence[]> {
  const names = await send<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [state] = await send<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    sequences.push({ name, ...state! });
  }
  return sequences;
}

export async function setSequences(send: Send, sequences: Sequence[]): Promise<void> {
  for (const { name, last, called } of sequences)
    await send('select setval($1::regclass, $2::bigint, $3)', [name, last, called]);
}

/** Row count and checksum of a table, independent of row order: two sums over 120 bits of each row's hash. */
export async function measure(send: Send, { name, columns }: Table): Promise<Proof> {
  const compared = columns.filter((column) => !column.isXid).map((column) => column.name);
  const part = (start: number) => `coalesce(sum(('x' || substr(hash, ${start}, 15))::bit(60)::bigint), 0)`;
  const [row] = await send<{ rows: number; checksum: string }>(
    `select count(*) as rows, to_hex((${part(1)} % 9223372036854775783)::bigint) ||
      to_hex((${part(16)} % 9223372036854775783)::bigint) as checksum
     from (select md5(row(${compared.join(', ')})::text) as hash from ${name}) hashed`,
  );
  return { table: name, ...row! };
}
