/**
 * Valid rows for any table, derived from the database's column descriptions: for tests that must cover future tables.
 */
import { newId } from '../kernel/ids.ts';
import { query } from '../server/db/index.ts';
import { FUNCTIONS, HISTORY } from '../server/db/tables.ts';

interface Column {
  name: string;
  type: string;
  /** The column is required: neither null nor a default is possible. */
  needed: boolean;
  /** Referenced table and column. */
  refers: string | null;
  refersColumn: string | null;
  /** Definitions of the check constraints on it, those on it alone first. */
  checks: string[];
}

/** The columns of a table of schema `public`. */
async function columnsOf(table: string): Promise<Column[]> {
  return query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
       f.confrelid::regclass::text as refers,
       (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) as "refersColumn",
       coalesce((select array_agg(pg_get_constraintdef(c.oid) order by cardinality(c.conkey), c.oid) from pg_constraint c where c.conrelid = a.attrelid
          and c.contype = 'c' and a.attnum = any(c.conkey)), '{}') as checks
     from pg_attribute a
     left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
    [table],
  );
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'bigint', 'numeric', 'smallint', 'double precision', 'xid8']);

/** A value allowed by the column's type and its checks, as far as they can be interpreted. */
function valueFor(column: Column): unknown {
  // `object = 'contact'`, `state = any (array['running', …])`: the first allowed word. A check on a number that names a
  // word is about another column as well.
  const choice = (NUMBERS.has(column.type) ? [] : column.checks)
    .map((check) => (check.includes('~') ? undefined : /'([^']+)'/.exec(check)?.[1]))
    .find((value) => value !== undefined);
  if (choice !== undefined) return choice;
  if (column.type.endsWith('[]')) return [];
  if (NUMBERS.has(column.type)) return 3;
  switch (column.type) {
    case 'uuid':
      return newId();
    case 'boolean':
      return false;
    case 'jsonb':
      return '{}';
    case 'date':
      return '2026-01-31';
    case 'bytea':
      return Buffer.from('bytes');
    default:
      if (column.type.startsWith('timestamp')) return '2026-01-31T12:00:00.000Z';
      if (column.checks.some((check) => check.includes('{64}'))) return 'a'.repeat(64);
      // Three digits or three capitals match most code patterns; the id makes unique texts distinct.
      if (column.checks.some((check) => check.includes("~ '^[0-9]"))) return '300';
      // An id is a valid part of an address, too.
      if (column.checks.some((check) => check.includes("~ '^[a-z0-9]"))) return newId();
      return column.checks.some((check) => check.includes('~')) ? 'USD' : newId();
  }
}

export interface ValidRow {
  table: string;
  columns: string[];
  values: unknown[];
}

/** Tables whose rows come in pairs, with the columns in which the second differs: a journal line has its other side. */
const OTHER_SIDE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  finance_book_lines: { position: 4, amount: -3 },
};

/** Columns required by a check, though each alone may be null: a transfer has two sides, or one and an activity. */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = { finance_transfers: ['out_id', 'in_id'] };

/** The owner of the mailboxes and drafts in `validRow`. Row-level security hides mail from everyone else. */
export const MAILBOX_READER = '0190a000-0000-7000-8000-00000000feed';
const OF_READER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  mail_accounts: { readers: [MAILBOX_READER] },
  mail_drafts: { author_id: MAILBOX_READER },
  mail_sign_ins: { user_id: MAILBOX_READER },
  mail_lessons: { author_id: MAILBOX_READER },
};

/** An `insert` of the row, with its other side if needed, as text and values. */
export function insertOf(row: ValidRow): [text: string, values: unknown[]] {
  // A single-row settings table gets that row from its migration.
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
 * Creates a valid row of `table` in the workspace and inserts the rows it references; the caller inserts the row
 * itself. Runs as system.
 */
export async function validRow(table: string, workspaceId: string): Promise<ValidRow> {
  const row: ValidRow = { table, columns: [], values: [] };
  for (const column of await columnsOf(table)) {
    const isWorkspace = column.name === 'workspace_id';
    if (!column.needed && !isWorkspace && !ALSO_NEEDED[table]?.includes(column.name)) continue;
    row.columns.push(column.name);
    if (isWorkspace && (!column.refers || column.refers === 'workspaces')) row.values.push(workspaceId);
    else if (OF_READER[table]?.[column.name]) row.values.push(await mailReader(column, OF_READER[table][column.name]));
    else row.values.push(column.refers ? await parentOf(column, workspaceId) : valueFor(column));
  }
  await agree(row);
  return row;
}

/** References over several columns: the first column decides the others. */
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

/** The reader's id, or a list of it; their account where the column refers to one. */
async function mailReader({ refers }: Column, value: unknown): Promise<unknown> {
  if (refers !== 'users') return value;
  const user = await validRow('users', '');
  user.values[user.columns.indexOf('id')] = value;
  const [text, values] = insertOf(user);
  await query(`${text} on conflict do nothing`, values);
  return value;
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
