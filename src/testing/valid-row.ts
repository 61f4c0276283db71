/**
 * Valid rows for any table of the database, made up from what the database says of its columns: for tests that must
 * cover tables which do not exist yet.
 */
import { newId } from '../kernel/ids.ts';
import { query } from '../server/db/index.ts';
import { FUNCTIONS, HISTORY } from '../server/db/tables.ts';

interface Column {
  name: string;
  type: string;
  /** The column must be given: neither null nor a default will do. */
  needed: boolean;
  /** Table and column that it refers to. */
  refers: string | null;
  refersColumn: string | null;
  /** Definitions of the check constraints on it. */
  checks: string[];
}

/** The columns of a table of schema `public`. */
async function columnsOf(table: string): Promise<Column[]> {
  return query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
       f.confrelid::regclass::text as refers,
       (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) as "refersColumn",
       coalesce((select array_agg(pg_get_constraintdef(c.oid)) from pg_constraint c where c.conrelid = a.attrelid
          and c.contype = 'c' and a.attnum = any(c.conkey)), '{}') as checks
     from pg_attribute a
     left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
    [table],
  );
}

/** A value that the column's type and its checks allow, as far as they can be understood. */
function valueFor(column: Column): unknown {
  // `object = 'contact'`, `state = any (array['running', …])`: the first of the words that are allowed.
  const choice = column.checks
    .map((check) => (check.includes('~') ? undefined : /'([^']+)'/.exec(check)?.[1]))
    .find((value) => value !== undefined);
  if (choice !== undefined) return choice;
  if (column.type.endsWith('[]')) return [];
  switch (column.type) {
    case 'uuid':
      return newId();
    case 'boolean':
      return false;
    case 'jsonb':
      return '{}';
    case 'date':
      return '2026-01-31';
    case 'integer':
    case 'bigint':
    case 'numeric':
    case 'smallint':
    case 'double precision':
    case 'xid8':
      return 3;
    case 'bytea':
      return Buffer.from('bytes');
    default:
      if (column.type.startsWith('timestamp')) return '2026-01-31T12:00:00.000Z';
      // Three digits or three capitals fit most patterns for codes; the id keeps texts apart where they must be unique.
      if (column.checks.some((check) => check.includes("~ '^[0-9]"))) return '300';
      return column.checks.some((check) => check.includes('~')) ? 'USD' : newId();
  }
}

export interface ValidRow {
  table: string;
  columns: string[];
  values: unknown[];
}

/**
 * Tables in which no row stands alone, and in which columns the second differs: a line of the books has its other side.
 */
const OTHER_SIDE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  finance_book_lines: { position: 4, amount: -3 },
};

/**
 * Columns that a check wants, though each alone may be null: a transfer has two sides, or an activity in the place of
 * one.
 */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = { finance_transfers: ['out_id', 'in_id'] };

/** An `insert` of the row, with its other side where it needs one, as text and values. */
export function insertOf(row: ValidRow): [text: string, values: unknown[]] {
  // A table of one row of settings brings that row with its migration.
  if (row.columns.length === 0) return [`insert into ${row.table} default values on conflict do nothing`, []];
  const other = OTHER_SIDE[row.table];
  const rows = [row.values, ...(other ? [row.values.map((value, n) => other[row.columns[n]!] ?? value)] : [])];
  const places = rows.map((values, i) => `(${values.map((_, n) => `$${i * values.length + n + 1}`).join(', ')})`);
  return [
    `insert into ${row.table} (${row.columns.map((name) => `"${name}"`).join(', ')}) values ${places.join(', ')}`,
    rows.flat(),
  ];
}

/**
 * Makes up a valid row of `table` in the workspace, and inserts the rows that it must refer to; the row itself is left
 * to the caller. Runs as system.
 */
export async function validRow(table: string, workspaceId: string): Promise<ValidRow> {
  const row: ValidRow = { table, columns: [], values: [] };
  for (const column of await columnsOf(table)) {
    const isWorkspace = column.name === 'workspace_id';
    if (!column.needed && !isWorkspace && !ALSO_NEEDED[table]?.includes(column.name)) continue;
    row.columns.push(column.name);
    if (isWorkspace && (!column.refers || column.refers === 'workspaces')) row.values.push(workspaceId);
    else row.values.push(column.refers ? await parentOf(column, workspaceId) : valueFor(column));
  }
  await agree(row);
  return row;
}

/** References of several columns: what the first one names decides the others. */
async function agree(row: ValidRow): Promise<void> {
  const references = await query<{ parent: string; own: string[]; theirs: string[] }>(
    `select f.confrelid::regclass::text as parent,
       (select array_agg(a.attname::text order by k.n) from unnest(f.conkey) with ordinality k(num, n)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num) as own,
       (select array_agg(a.attname::text order by k.n) from unnest(f.confkey) with ordinality k(num, n)
          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num) as theirs
     from pg_constraint f where f.conrelid = $1::regclass and f.contype = 'f' and cardinality(f.conkey) > 1`,
    [row.table],
  );
  for (const { parent, own, theirs } of references) {
    const [named] = await query(`select * from ${parent} where "${theirs[0]}" = $1`, [
      row.values[row.columns.indexOf(own[0]!)],
    ]);
    own.forEach((column, i) => {
      const at = row.columns.indexOf(column);
      if (at >= 0) row.values[at] = named![theirs[i]!];
    });
  }
}

async function parentOf(column: Column, workspaceId: string): Promise<unknown> {
  const parent = await validRow(column.refers!, workspaceId);
  const [text, values] = insertOf(parent);
  const [made] = await query(`${text} returning "${column.refersColumn}"`, values);
  return made![column.refersColumn!];
}

/** One valid row in every table of the open database but those of `migrate()`. The workspace must exist. */
export async function fillEveryTable(workspaceId: string): Promise<void> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)`,
    [[HISTORY, FUNCTIONS]],
  );
  for (const { name } of tables) await query(...insertOf(await validRow(name, workspaceId)));
}
