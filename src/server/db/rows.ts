/**
 * Plain work on one table: rows in, rows out, with types from `schema.generated.ts`. Columns are named in camelCase.
 * Everything runs as `query()` does: in the ambient scope and transaction. Joins, sums, and tuned statements stay SQL.
 */
import type { Camel, Generated, IsNeeded, Read, Write } from './columns.ts';
import { execute, query, transaction } from './database.ts';
import { JSON_COLUMNS, type Tables } from './schema.generated.ts';
import { Sql } from './sql.ts';

type Table = keyof Tables;
type Names<T extends Table> = keyof Tables[T] & string;
type Writable<T extends Table> = {
  [K in Names<T>]: [Tables[T][K]] extends [Generated<unknown>] ? never : K;
}[Names<T>];
type Needed<T extends Table> = { [K in Names<T>]: IsNeeded<Tables[T][K]> extends true ? K : never }[Names<T>];

/** A row as the helpers give it. */
export type Row<T extends Table> = { [K in Names<T> as Camel<K>]: Read<Tables[T][K]> };
/** A row as hand-written SQL gives it, with the columns' own names. */
export type SqlRow<T extends Table> = { [K in Names<T>]: Read<Tables[T][K]> };
/** The columns of a new row. Nullable columns and columns with a default are optional. */
export type NewRow<T extends Table> = { [K in Needed<T> as Camel<K>]: Write<Tables[T][K]> } & Changes<T>;
/** New values of some columns; one that is undefined is left out. */
export type Changes<T extends Table> = { [K in Writable<T> as Camel<K>]?: Write<Tables[T][K]> | undefined };
/**
 * Which rows: all conditions hold. A value: equal to it; null: is null; a list: one of it; SQL: what follows the column,
 * such as `sql`> now()``.
 */
export type Where<T extends Table> = { [K in Names<T> as Camel<K>]?: Match<Read<Tables[T][K]>> };
type Match<Value> = [Value] extends [readonly unknown[] | null]
  ? Sql | Extract<Value, null>
  : Value | readonly NonNullable<Value>[] | Sql;

type Column<T extends Table> = keyof Row<T> & string;

export interface SelectOptions<T extends Table> {
  /** Columns that order the rows; with a minus sign in front, from the last to the first. */
  orderBy?: readonly (Column<T> | `-${Column<T>}`)[];
  limit?: number;
  /** Keeps the rows from changing until the transaction ends. */
  lock?: 'update' | 'share';
}

/** Rows and values that one statement inserts. */
const MAX_ROWS = 500;
const MAX_VALUES = 10_000;

/** Inserts one row. @returns the columns that are asked for. */
export async function insertRow<T extends Table, C extends Column<T> = never>(
  table: T,
  row: NewRow<T>,
  returning: readonly C[] = [],
): Promise<Pick<Row<T>, C>> {
  const statement = new Statement();
  const text = insertText(statement, table, [row]);
  const [inserted] = await query<Pick<Row<T>, C>>(text + returningText(returning), statement.values);
  return inserted ?? ({} as Pick<Row<T>, C>);
}

/** Inserts a row unless one of a unique key is there already. @returns whether it did. */
export async function insertIfNew<T extends Table>(table: T, row: NewRow<T>): Promise<boolean> {
  const statement = new Statement();
  const text = insertText(statement, table, [row]);
  return (await execute(`${text} on conflict do nothing`, statement.values)) > 0;
}

/** Inserts a row, or writes its other columns into the one of the same key. */
export async function upsertRow<T extends Table>(
  table: T,
  row: NewRow<T>,
  key: readonly [Column<T>, ...Column<T>[]],
): Promise<void> {
  const statement = new Statement();
  const text = insertText(statement, table, [row]);
  const keys: ReadonlySet<string> = new Set(key);
  const updates = given(row)
    .filter((column) => !keys.has(column))
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  const action = updates.length > 0 ? `update set ${updates.join(', ')}` : 'nothing';
  await execute(`${text} on conflict (${key.map(quoted).join(', ')}) do ${action}`, statement.values);
}

/** Inserts any number of rows, all or none of them, some hundreds at a time. */
export async function insertRows<T extends Table>(table: T, rows: readonly NewRow<T>[]): Promise<void> {
  if (rows.length === 0) return;
  const width = Math.max(1, ...rows.map((row) => given(row).length));
  const most = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / width)));
  await transaction(async () => {
    for (let start = 0; start < rows.length; start += most) {
      const statement = new Statement();
      await execute(insertText(statement, table, rows.slice(start, start + most)), statement.values);
    }
  });
}

/** Changes all rows that meet the conditions. @returns how many there were. */
export async function updateRows<T extends Table>(table: T, changes: Changes<T>, where: Where<T>): Promise<number> {
  const statement = new Statement();
  return execute(updateText(statement, table, changes, where), statement.values);
}

/** Changes one row. @returns the columns that are asked for, as they are now; undefined when no row meets the conditions. */
export async function updateRow<T extends Table, C extends Column<T>>(
  table: T,
  changes: Changes<T>,
  where: Where<T>,
  returning: readonly C[],
): Promise<Pick<Row<T>, C> | undefined> {
  const statement = new Statement();
  const text = updateText(statement, table, changes, where);
  return (await query<Pick<Row<T>, C>>(text + returningText(returning), statement.values))[0];
}

/** @returns how many rows were deleted. */
export async function deleteRows<T extends Table>(table: T, where: Where<T>): Promise<number> {
  const statement = new Statement();
  return execute(`delete from ${quoted(table)} where ${requiredConditions(statement, where)}`, statement.values);
}

/** The given columns of all rows that meet the conditions; `{}`: of all rows. */
export async function selectRows<T extends Table, C extends Column<T>>(
  table: T,
  columns: readonly C[],
  where: Where<T>,
  { orderBy = [], limit, lock }: SelectOptions<T> = {},
): Promise<Pick<Row<T>, C>[]> {
  const statement = new Statement();
  const conditions = conditionsText(statement, where);
  const order = orderBy.map((column) => (column.startsWith('-') ? `${quoted(column.slice(1))} desc` : quoted(column)));
  const text = [
    `select ${columns.map(selected).join(', ')} from ${quoted(table)}`,
    conditions && `where ${conditions}`,
    order.length > 0 && `order by ${order.join(', ')}`,
    limit !== undefined && `limit ${statement.add(limit)}`,
    lock && `for ${lock}`,
  ];
  return query<Pick<Row<T>, C>>(text.filter(Boolean).join(' '), statement.values);
}

/** As `selectRows`, for the one row of a key. */
export async function selectRow<T extends Table, C extends Column<T>>(
  table: T,
  columns: readonly C[],
  where: Where<T>,
  options: Pick<SelectOptions<T>, 'orderBy' | 'lock'> = {},
): Promise<Pick<Row<T>, C> | undefined> {
  return (await selectRows(table, columns, where, { ...options, limit: 1 }))[0];
}

/** How many rows meet the conditions; `{}`: of all rows. */
export async function countRows<T extends Table>(table: T, where: Where<T>): Promise<number> {
  const statement = new Statement();
  const conditions = conditionsText(statement, where);
  const text = `select count(*) as count from ${quoted(table)}${conditions && ` where ${conditions}`}`;
  return (await query<{ count: number }>(text, statement.values))[0]!.count;
}

/** The parameters of a statement, in the order in which its text is put together. */
class Statement {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** SQL with its values as parameters. */
  insert({ texts, values }: Sql): string {
    return texts.map((text, n) => (n < values.length ? text + this.add(values[n]) : text)).join('');
  }
}

const names = new Map<string, string>();

/**
 * A name as it stands in SQL: `workspaceId` → `"workspace_id"`.
 * @throws Error for what cannot be the name of a column or a table.
 */
function quoted(name: string): string {
  let known = names.get(name);
  if (known === undefined) {
    if (!/^[a-z][a-zA-Z0-9_]*$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a column`);
    known = `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
    names.set(name, known);
  }
  return known;
}

const selected = (column: string) => `${quoted(column)} as "${column}"`;
const returningText = (columns: readonly string[]) =>
  columns.length > 0 ? ` returning ${columns.map(selected).join(', ')}` : '';
const given = (row: object) =>
  Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([column]) => column);

/** A value as the parameter that the column takes, or the SQL that is in its place. */
function writtenValue(statement: Statement, table: string, column: string, value: unknown): string {
  if (value instanceof Sql) return statement.insert(value);
  const isJson = value !== null && JSON_COLUMNS[table]?.includes(quoted(column).slice(1, -1));
  return statement.add(isJson ? JSON.stringify(value) : value);
}

function insertText(statement: Statement, table: string, rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap(given))];
  if (columns.length === 0) throw new Error(`A row of ${table} has no values`);
  const lists = rows.map((row) => {
    const values: Record<string, unknown> = { ...row };
    return `(${columns
      .map((column) =>
        values[column] === undefined ? 'default' : writtenValue(statement, table, column, values[column]),
      )
      .join(', ')})`;
  });
  return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values ${lists.join(', ')}`;
}

function updateText(statement: Statement, table: string, changes: object, where: object): string {
  const values: Record<string, unknown> = { ...changes };
  const columns = given(changes);
  if (columns.length === 0) throw new Error(`A change of ${table} changes nothing`);
  const sets = columns.map((column) => `${quoted(column)} = ${writtenValue(statement, table, column, values[column])}`);
  return `update ${quoted(table)} set ${sets.join(', ')} where ${requiredConditions(statement, where)}`;
}

/** @throws Error without a condition: a change of every row is written as SQL. */
function requiredConditions(statement: Statement, where: object): string {
  const conditions = conditionsText(statement, where);
  if (!conditions) throw new Error('Which rows to change is not said');
  return conditions;
}

/** @throws Error for a condition that is undefined: it would meet more rows than it looks. */
function conditionsText(statement: Statement, where: object): string {
  return Object.entries(where)
    .map(([column, value]: [string, unknown]) => {
      if (value === undefined) throw new Error(`The condition on ${column} has no value`);
      const name = quoted(column);
      if (value === null) return `${name} is null`;
      if (value instanceof Sql) return `${name} ${statement.insert(value)}`;
      return Array.isArray(value) ? `${name} = any(${statement.add(value)})` : `${name} = ${statement.add(value)}`;
    })
    .join(' and ');
}
